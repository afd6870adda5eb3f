// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What is open at a moment: enough to make the pings with which it would end.
struct OpenViews: Sendable {
    let core: NielsenCore
    let time: NielsenTime

    /// Whether anything is open that pings would tell of.
    var isOpen: Bool { core.hasOpenViews }
}

/// When what is open is written: at every call that is not a playhead, with every record, and every ten seconds.
extension NielsenInstance.Guarded {
    /// The longest that a view's last seconds are not written, in nanoseconds.
    static let checkpointPeriod: Int64 = 10_000_000_000

    /// Asks for a checkpoint where one is due.
    mutating func planCheckpoint() {
        guard keepsViews, !mustCheckpoint else { return }
        let now = core.lastTouched
        guard core.hasOpenViews else {
            if hasCheckpoint { requestCheckpoint() }
            return
        }
        let isDue = (now.instant - checkpointed.instant).nanoseconds >= Self.checkpointPeriod
        if isDue || !outbox.isEmpty || !hasCheckpoint { requestCheckpoint() }
    }

    private mutating func requestCheckpoint() {
        mustCheckpoint = true
        outbox.append(.checkpoint)
    }

    /// What is to be written with the pings of a batch; nil where nothing is.
    mutating func takeCheckpoint(hasPings: Bool) -> OpenViews? {
        guard mustCheckpoint else { return nil }
        mustCheckpoint = false
        let isOpen = core.hasOpenViews
        // What was never written need not be taken back.
        guard isOpen || hasCheckpoint || hasPings else { return nil }
        hasCheckpoint = isOpen
        checkpointed = core.lastTouched
        return OpenViews(core: core, time: core.lastTouched)
    }
}
