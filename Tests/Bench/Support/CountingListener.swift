// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LaunchHub

/// Counts the events that it receives and signals when a stretch of them is complete: the least that a listener can do.
final class CountingListener: EventListener {
    private var stretches: ArraySlice<Int>
    private var left: Int
    private let done: DispatchSemaphore

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - stretches: The numbers of events after which it signals, one after the other.
    ///   - done: What it signals.
    init(stretches: [Int], done: DispatchSemaphore) {
        self.stretches = stretches.dropFirst()
        left = stretches.first ?? 0
        self.done = done
    }

    func hear(_ event: Event) {
        left -= 1
        guard left == 0 else { return }
        left = stretches.popFirst() ?? 0
        done.signal()
    }
}
