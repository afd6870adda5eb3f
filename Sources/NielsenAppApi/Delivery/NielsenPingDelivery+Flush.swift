// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

extension NielsenPingDelivery {
    /// Sends what waits, and waits until it was sent or the time is over.
    ///
    /// What failed before is tried again at once. Pings that may not be sent, because the user's consent is not known,
    /// wait until the time is over.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most.
    ///   - completion: Receives what is left, once, on a thread of the clock or at once on this one.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        flush(stream: nil, timeout: timeout, completion: completion)
    }

    /// Sends what waits, and waits until it was sent or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: What is left.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> NielsenFlushResult {
        await awaitedValue { flush(timeout: timeout, completion: $0) }
    }

    /// Waits for the pings of one stream, or for all.
    func flush(
        stream: String?,
        timeout: Duration,
        completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        tryNow()
        let deadline = clock.now + max(timeout, .zero)
        look(stream, until: deadline, next: Self.firstLook, completion)
    }

    private static let firstLook = Duration.milliseconds(5)
    private static let longestLook = Duration.milliseconds(100)

    /// Looks at the queue, less and less often. The queue does not know who waits for it, and nothing but a flush does.
    private func look(
        _ stream: String?,
        until deadline: Instant,
        next pause: Duration,
        _ completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        let left = waiting(stream)
        let now = clock.now
        guard left > 0, now < deadline else { return completion(NielsenFlushResult(remaining: left)) }
        // The work holds the delivery: it is what the caller waits for.
        _ = clock.schedule(after: min(pause, deadline - now)) { [self] in
            workers.async { [self] in look(stream, until: deadline, next: min(pause * 2, Self.longestLook), completion)
            }
        }
    }

    private func waiting(_ stream: String?) -> Int {
        let summary = summary()
        return stream.map { summary.streams[$0] ?? 0 } ?? summary.pending
    }
}
