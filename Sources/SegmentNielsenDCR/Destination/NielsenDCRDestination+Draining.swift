// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Changes become calls in two steps: they are listed under the lock, and one thread at a time performs the list
/// outside it.
extension NielsenDCRDestination {
    /// Changes the state and performs the resulting tasks, unless another thread is already doing so.
    func perform(_ change: (inout DestinationState, NielsenDCRTime) -> Void) {
        let time = NielsenDCRTime(clock)
        state.change({ change(&$0, time) }) { step in
            switch step {
            case .tasks(let tasks):
                for task in tasks { carryOut(task) }
            case .timer(let old, let due, let serial):
                old?.cancel()
                if let due { setTimer(due: due, serial: serial) }
            }
        }
    }

    private func carryOut(_ task: DestinationState.Task) {
        switch task {
        case .call(let call, let sdk, let due):
            CallOrigin.segment.make { sdk.make(call, age: clock.now - due) }
        case .remark(let level, let text):
            log.write(level, Self.tag, text)
        case .release:
            // The list held the last reference.
            break
        case .connect(let settings):
            let isNeeded = state.withLock { !$0.isConnected }
            let sdk = isNeeded ? makeSDK(settings.appInfo(app)) : nil
            let time = NielsenDCRTime(clock)
            state.withLock { $0.connect(sdk, settings, at: time) }
        }
    }

    // MARK: - The heartbeat

    /// Schedules a call for the time at which the next heartbeat is due.
    ///
    /// The clock holds the destination weakly.
    private func setTimer(due: Instant, serial: UInt64) {
        let delay = min(max(.zero, due - clock.now), Heartbeat.period)
        let timer = clock.schedule(after: delay) { [weak self] in self?.wake(serial) }
        let isCurrent = state.withLock { state in
            guard state.timerSerial == serial, state.timerDue != nil else { return false }
            state.timer = timer
            return true
        }
        // The clock may already have called, or another timer may have been set meanwhile.
        if !isCurrent { timer.cancel() }
    }

    private func wake(_ serial: UInt64) {
        perform { state, time in
            guard state.timerSerial == serial else { return }
            state.timer = nil
            state.timerDue = nil
            state.advance(to: time.now)
        }
    }
}
