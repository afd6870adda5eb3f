// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// Brings one value from the thread that makes it to the thread that waits for it.
final class Handover<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func put(_ value: Value) {
        self.value.withLock { $0 = value }
        semaphore.signal()
    }

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - fallback: Makes the value where it can no longer come.
    ///   - isHopeless: Asked now and then whether the value can no longer come.
    func take(orElse fallback: () -> Value, when isHopeless: () -> Bool) -> Value {
        while semaphore.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if isHopeless(), value.withLock({ $0 == nil }) { return fallback() }
        }
        return value.withLock { $0 } ?? fallback()
    }
}
