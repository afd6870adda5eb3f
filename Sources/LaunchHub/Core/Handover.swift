// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// Brings one value from the thread that makes it to the thread that waits for it.
final class Handover<Value: Sendable>: Sendable {
    /// The maker of the value.
    ///
    /// Releasing it unused notifies the waiting thread that the value never comes, so work that holds it may be dropped
    /// anywhere.
    final class Maker: Sendable {
        private let handover: Handover

        fileprivate init(_ handover: Handover) {
            self.handover = handover
        }

        func put(_ value: Value) {
            handover.value.withLock { $0 = value }
            handover.semaphore.signal()
        }

        deinit {
            handover.semaphore.signal()
        }
    }

    private let value = Locked<Value?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    private init() {}

    /// Makes the two ends of a handover.
    static func make() -> (handover: Handover, maker: Maker) {
        let handover = Handover()
        return (handover, Maker(handover))
    }

    /// Waits for the value.
    ///
    /// - Parameter limit: How long to wait on the machine's clock, or nil for as long as it takes.
    /// - Returns: Nil if the value never comes, or did not come in time.
    func take(within limit: Duration? = nil) -> Value? {
        let deadline: DispatchTime =
            limit.map { .now() + .nanoseconds(Int(clamping: $0.nanoseconds)) } ?? .distantFuture
        _ = semaphore.wait(timeout: deadline)
        return value.withLock { $0 }
    }
}
