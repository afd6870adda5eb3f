// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The single timer of an instance, for effects of time without a call.
///
/// There is no timer while nothing is open. A deadline that moves on, as with each playhead, does not move the timer:
/// it wakes the instance once, finds nothing due and is set for the new deadline.
extension NielsenInstance {
    func setTimer(_ due: Instant?, _ serial: UInt64) {
        let old = guarded.withLock { guarded in
            defer { guarded.timer = nil }
            return guarded.timer
        }
        old?.cancel()
        guard let due else { return }
        let delay = max(.zero, due - environment.clock.now)
        let timer = environment.clock.schedule(after: delay) { [weak self] in self?.wake(serial) }
        let isCurrent = guarded.withLock { guarded in
            guard guarded.timerSerial == serial, guarded.timerDue != nil else { return false }
            guarded.timer = timer
            return true
        }
        if !isCurrent { timer.cancel() }
    }

    private func wake(_ serial: UInt64) {
        let time = NielsenTime(environment.clock)
        // What only the timer reports is reported under the choice that another instance may have made.
        lookAtChoice(at: time, isOften: true)
        submit { guarded in
            guard guarded.timerSerial == serial else { return }
            guarded.timer = nil
            guarded.timerDue = nil
            guarded.advance(to: time)
        }
    }
}

extension NielsenInstance.Guarded {
    /// Requests a timer if the next deadline is before the timer that is set.
    ///
    /// - Parameter outlook: What comes next in the core.
    mutating func planTimer(_ outlook: NielsenCore.Outlook) {
        guard let due = nextDeadline(outlook) else {
            guard timerDue != nil else { return }
            timerDue = nil
            timerSerial &+= 1
            core.effects.append(.timer(nil, serial: timerSerial))
            return
        }
        if let timerDue, timerDue <= due { return }
        timerDue = due
        timerSerial &+= 1
        core.effects.append(.timer(due, serial: timerSerial))
    }

    private func nextDeadline(_ outlook: NielsenCore.Outlook) -> Instant? {
        var next = outlook.nextDeadline
        if lifecycle.bufferingSince != nil, let due = lifecycle.stallDeadline(isPlaying: outlook.isPlaying) {
            next = min(due, next ?? due)
        }
        if let checkpointDue { next = min(checkpointDue, next ?? checkpointDue) }
        return next
    }

    /// Performs the work that is due.
    mutating func advance(to time: NielsenTime) {
        if lifecycle.noteStall(time.instant) { settle(because: .interruptionBegan(.buffering), at: time) }
        core.advance(to: time)
        applyNextConfiguration()
        if let checkpointDue, checkpointDue <= time.instant { renewCheckpoint(at: time) }
    }
}
