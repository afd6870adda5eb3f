// SPDX-License-Identifier: Apache-2.0

import HubServices

extension NielsenInstance {
    /// Waits until no ping of this instance is queued or the timeout has passed; then recorders write what they have.
    func flush(timeout: Duration, completion: @escaping @Sendable (Int) -> Void) {
        let finish = { @Sendable [reports] (left: Int) in
            reports.flush()
            completion(left)
        }
        guard let delivery = environment.delivery else { return finish(0) }
        delivery.flush(stream: stream, timeout: timeout, completion: finish)
    }
}

extension NielsenAppApi {
    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// Call this method before the process ends; pings that are left then are sent at the next launch.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread; immediately if none are queued.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        instance.flush(timeout: timeout, completion: completion)
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left, queued or in flight. They are sent later, by this process or the next one.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Int {
        await awaitedValue { instance.flush(timeout: timeout, completion: $0) }
    }
}

extension NielsenEventTracker {
    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread; immediately if none are queued.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        instance.flush(timeout: timeout, completion: completion)
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left, queued or in flight. They are sent later, by this process or the next one.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Int {
        await awaitedValue { instance.flush(timeout: timeout, completion: $0) }
    }
}
