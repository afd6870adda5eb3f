// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What is open at a moment: enough to make the pings with which it would end.
struct OpenViews: Sendable {
    let core: NielsenCore
    let time: NielsenTime

    /// Whether anything is open that pings would tell of.
    var isOpen: Bool { core.hasOpenViews }
}

/// When what is open is written: with every record and all else that a call leads to, and every ten seconds by the
/// instance's timer, so that no playhead waits for the database.
extension NielsenInstance.Guarded {
    /// The longest that a view's last seconds are not written, in nanoseconds.
    static let checkpointPeriod: Int64 = 10_000_000_000

    /// Asks for a checkpoint where one is due, and plans the next one.
    mutating func planCheckpoint() {
        guard keepsViews else { return }
        let isOpen = core.hasOpenViews
        if !isOpen {
            checkpointDue = nil
        } else if checkpointDue == nil, hasChanged {
            checkpointDue = Instant(nanoseconds: checkpointed.nanoseconds + Self.checkpointPeriod)
        }
        if isOpen ? !core.effects.isEmpty || !hasCheckpoint : hasCheckpoint { requestCheckpoint() }
    }

    /// Writes what has changed since the last time. Where nothing has, nothing is done until something does.
    mutating func renewCheckpoint(at time: NielsenTime) {
        // The seconds of a page go by without a call.
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

    /// What is to be written with the pings of a batch; nil where nothing is.
    mutating func takeCheckpoint(hasPings: Bool) -> OpenViews? {
        guard mustCheckpoint else { return nil }
        mustCheckpoint = false
        let isOpen = core.hasOpenViews
        // What was never written need not be taken back.
        guard isOpen || hasCheckpoint || hasPings else { return nil }
        hasCheckpoint = isOpen
        hasChanged = false
        checkpointed = core.lastTouched.instant
        return OpenViews(core: core, time: core.lastTouched)
    }
}
