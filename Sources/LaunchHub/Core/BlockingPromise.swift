// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// A promise of one value, for which a thread waits.
final class BlockingPromise<Value: Sendable>: Sendable {
    /// The maker of the value.
    ///
    /// Releasing it unused notifies the waiting thread that the value never comes, so work that holds it may be dropped
    /// anywhere.
    final class Maker: Sendable {
        private let promise: BlockingPromise

        fileprivate init(_ promise: BlockingPromise) {
            self.promise = promise
        }

        func put(_ value: Value) {
            promise.value.withLock { $0 = value }
            promise.semaphore.signal()
        }

        deinit {
            promise.semaphore.signal()
        }
    }

    private let value = Locked<Value?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    private init() {}

    /// Makes the two ends of a promise.
    static func make() -> (promise: BlockingPromise, maker: Maker) {
        let promise = BlockingPromise()
        return (promise, Maker(promise))
    }

    /// Waits for the value.
    ///
    /// - Parameter limit: How long to wait on the machine's clock, or nil for as long as it takes; it begins anew where the
    ///   process was stopped meanwhile.
    /// - Returns: Nil if the value never comes, or did not come in time.
    func wait(within limit: Duration? = nil) -> Value? {
        guard let limit else {
            semaphore.wait()
            return value.withLock { $0 }
        }
        let clock = SystemClock()
        while true {
            let due = clock.now + limit
            let result = semaphore.wait(timeout: .now() + .nanoseconds(Int(clamping: limit.nanoseconds)))
            if result == .timedOut, Outage.hasDelayed(due, until: clock.now) { continue }
            return value.withLock { $0 }
        }
    }
}
