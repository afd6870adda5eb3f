// SPDX-License-Identifier: Apache-2.0

import HubServices
public import NielsenAppApi

extension NielsenInstanceService {
    /// Sends the pings that wait, and waits until they were sent or the time is over.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most.
    ///   - completion: Receives what is left, once, on any thread; at once where nothing waits.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        // What was dispatched before makes its pings first.
        performInOrder {}
        guard let delivery = settings.environment.delivery else { return completion(NielsenFlushResult(remaining: 0)) }
        delivery.flush(timeout: timeout, completion: completion)
    }

    /// Sends the pings that wait, and waits until they were sent or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: What is left.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> NielsenFlushResult {
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
            .track(event, try InstanceCommand.usable(identifier))
        }
    }
}
