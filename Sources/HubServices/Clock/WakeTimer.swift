// SPDX-License-Identifier: Apache-2.0

import CTimer
import Dispatch

/// A timer that one thread sleeps on and that any thread may set without waking it.
///
/// A semaphore with a timeout would not do: whoever wants its owner to look at something in a millisecond has to wake it
/// now, so that it can sleep for a millisecond, and a sleeping device is woken twice where once is enough.
package final class WakeTimer: Sendable {
    private let descriptor: Int32
    /// Used where the system has no timer to give: every time that is set then wakes the owner, also one that was replaced.
    private let semaphore = DispatchSemaphore(value: 0)
    private let isBroken: Locked<Bool>

    package init() {
        descriptor = launchhub_timer_open()
        isBroken = Locked(descriptor < 0)
    }

    deinit {
        if descriptor >= 0 { launchhub_timer_close(descriptor) }
    }

    /// Sets the timer, which replaces its previous setting.
    ///
    /// - Parameter delay: The time from now; zero wakes the owner at once, nil lets it sleep.
    package func set(after delay: Duration?) {
        let nanoseconds = delay.map { UInt64(max(1, $0.nanoseconds)) } ?? 0  // in range: it is positive
        if !isBroken.withLock({ $0 }), launchhub_timer_set(descriptor, nanoseconds) { return }
        guard delay != nil else { return }
        let wait = DispatchTimeInterval.nanoseconds(Int(clamping: nanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { [semaphore] in semaphore.signal() }
    }

    /// Sleeps until the timer has run out.
    ///
    /// For the owner alone; it may wake too early.
    package func wait() {
        if !isBroken.withLock({ $0 }), launchhub_timer_wait(descriptor) { return }
        isBroken.withLock { $0 = true }
        semaphore.wait()
    }
}
