// SPDX-License-Identifier: Apache-2.0

import HubServices

extension NielsenInstance {
    /// Waits until no ping of this instance waits, or the time is over.
    func flush(timeout: Duration, completion: @escaping @Sendable (NielsenFlushResult) -> Void) {
        guard let delivery = environment.delivery else { return completion(NielsenFlushResult(remaining: 0)) }
        delivery.flush(stream: stream, timeout: timeout, completion: completion)
    }
}

extension NielsenAppApi {
    /// Sends the pings of this instance that wait, and waits until they were sent or the time is over.
    ///
    /// A program that is about to end calls it: what is left then is sent at its next start.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most.
    ///   - completion: Receives what is left, once, on any thread; at once where nothing waits.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        instance.flush(timeout: timeout, completion: completion)
    }

    /// Sends the pings of this instance that wait, and waits until they were sent or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: What is left.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> NielsenFlushResult {
        await awaitedValue { instance.flush(timeout: timeout, completion: $0) }
    }
}

extension NielsenEventTracker {
    /// Sends the pings of this instance that wait, and waits until they were sent or the time is over.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most.
    ///   - completion: Receives what is left, once, on any thread; at once where nothing waits.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        instance.flush(timeout: timeout, completion: completion)
    }

    /// Sends the pings of this instance that wait, and waits until they were sent or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: What is left.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> NielsenFlushResult {
        await awaitedValue { instance.flush(timeout: timeout, completion: $0) }
    }
}
