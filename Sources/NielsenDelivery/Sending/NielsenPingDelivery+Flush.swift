// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import NielsenPings

extension NielsenPingDelivery {
    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// Pings that failed before are retried immediately. Pings that may not be sent, because the user's consent is
    /// unknown, wait until the timeout.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on a thread of the clock or immediately on
    ///     this one.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        flush(stream: nil, timeout: timeout, completion: completion)
    }

    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left: queued, in flight or set aside. They are sent later, by this process or
    ///   the next one.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Int {
        await awaitedValue { flush(timeout: timeout, completion: $0) }
    }

    /// Waits for the pings of one stream, or for all.
    package func flush(
        stream: String?,
        timeout: Duration,
        completion: @escaping @Sendable (Int) -> Void
    ) {
        tryNow()
        let deadline = clock.now + max(timeout, .zero)
        look(stream, until: deadline, next: Self.firstLook, completion)
    }

    private static let firstLook = Duration.milliseconds(5)
    private static let longestLook = Duration.milliseconds(100)

    /// Checks the queue, less and less often.
    ///
    /// The queue does not know who waits for it, and nothing but a flush does.
    private func look(
        _ stream: String?,
        until deadline: Instant,
        next pause: Duration,
        _ completion: @escaping @Sendable (Int) -> Void
    ) {
        let (left, aside) = waiting(stream)
        let now = clock.now
        guard left > 0, now < deadline else { return completion(left + aside) }
        // The work holds the delivery: it is what the caller waits for.
        _ = clock.schedule(after: min(pause, deadline - now)) { [self] in
            workers.async { [self] in look(stream, until: deadline, next: min(pause * 2, Self.longestLook), completion)
            }
        }
    }

    private func waiting(_ stream: String?) -> (Int, aside: Int) {
        let summary = summary()
        guard let stream else { return (summary.pending, summary.setAside) }
        let aside = summary.setAside == 0 ? 0 : setAsidePings().count { $0.ping.stream == stream }
        return (summary.streams[stream] ?? 0, aside)
    }
}
