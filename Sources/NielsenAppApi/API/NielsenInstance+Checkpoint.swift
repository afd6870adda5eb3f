// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The open views at a moment: enough to make the pings that would end them.
struct OpenViews: Sendable {
    let core: NielsenCore
    let time: NielsenTime

    /// Whether anything is open that pings would report.
    var isOpen: Bool { core.hasOpenViews }
}

/// The schedule on which open views are stored: with every record and everything else that a call causes, and every ten
/// seconds by the timer of the instance, so that no playhead waits for the database.
extension NielsenInstance.Guarded {
    /// The longest time in which a view's last seconds are not stored, in nanoseconds.
    static let checkpointPeriod: Int64 = 10_000_000_000

    /// Requests a checkpoint if one is due, and schedules the next one.
    ///
    /// - Parameter outlook: What comes next in the core.
    mutating func planCheckpoint(_ outlook: NielsenCore.Outlook) {
        guard keepsViews else { return }
        let isOpen = outlook.hasOpenViews
        if !isOpen {
            checkpointDue = nil
        } else if checkpointDue == nil, hasChanged {
            checkpointDue = Instant(nanoseconds: checkpointed.nanoseconds + Self.checkpointPeriod)
        }
        if isOpen ? !core.effects.isEmpty || !hasCheckpoint : hasCheckpoint { requestCheckpoint() }
    }

    /// Stores what has changed since the last time.
    ///
    /// If nothing has, nothing is scheduled until something does.
    mutating func renewCheckpoint(at time: NielsenTime) {
        // The seconds of a page pass without a call.
        guard hasChanged || core.playback.page.view != nil else {
            checkpointDue = nil
            return
        }
        checkpointDue = Instant(nanoseconds: time.instant.nanoseconds + Self.checkpointPeriod)
        requestCheckpoint()
    }

    private mutating func requestCheckpoint() {
        guard !mustCheckpoint else { return }
        mustCheckpoint = true
        core.effects.append(.checkpoint)
    }

    /// Returns the views to store with the pings of a batch; nil if there are none.
    mutating func removeCheckpoint(hasPings: Bool) -> OpenViews? {
        guard mustCheckpoint else { return nil }
        mustCheckpoint = false
        let isOpen = core.hasOpenViews
        // Views that were never stored need not be removed.
        guard isOpen || hasCheckpoint || hasPings else { return nil }
        hasCheckpoint = isOpen
        hasChanged = false
        checkpointed = core.lastTouched.instant
        return OpenViews(core: core, time: core.lastTouched)
    }
}
