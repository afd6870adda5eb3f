// SPDX-License-Identifier: Apache-2.0

import HubServices
public import NielsenAppApi

extension NielsenInstanceService {
    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread; immediately if none are queued.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        // Events that were dispatched before make their pings first.
        performInOrder {}
        let finish = { @Sendable [reports] (left: Int) in
            // A program may end as soon as it hears of it.
            reports.flush()
            completion(left)
        }
        guard let delivery = settings.environment.delivery else { return finish(0) }
        delivery.flush(timeout: timeout, completion: finish)
    }

    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left, queued or in flight. They are sent later, by this process or the next one.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Int {
        await awaitedValue { flush(timeout: timeout, completion: $0) }
    }

    /// Returns a target for a player observer that controls an instance through hub events.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: A player to use wherever an observer takes an instance of the SDK.
    public func player(forSDKWithIdentifier identifier: String) -> NielsenTrackedPlayer {
        NielsenTrackedPlayer(
            track: { [weak self] event in self?.track(event, identifier) },
            handle: { [weak self] event in _ = self?.handle(event, forSDKWithIdentifier: identifier) }
        )
    }

    private func track(_ event: JSONObject, _ identifier: String) {
        _ = call(about: identifier) { () throws(InstanceFailure) in
            .event(.track(event, identifier: try InstanceCommand.usable(identifier)))
        }
    }
}
