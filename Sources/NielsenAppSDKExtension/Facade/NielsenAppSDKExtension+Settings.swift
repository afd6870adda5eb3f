// SPDX-License-Identifier: Apache-2.0

public import NielsenAppApi

extension NielsenAppSDKExtension {
    /// Says what instances get from outside: collectors, storage, log, flavor, and what is known of the app and device.
    ///
    /// ```swift
    /// var environment = NielsenEnvironment.app(
    ///     configurationURL: URL(string: "https://configuration.example/sdk/"), privacy: .unknown)
    /// environment.flavor = .noAd
    /// NielsenAppSDKExtension.configure(environment)
    /// try ACPCore.registerExtension(NielsenAppSDKExtension.self)
    /// ```
    ///
    /// Call it before the extension is registered, or at any time after it: instances that are made from then on use what
    /// is set, and those that are there keep what they have. Nothing is read from environment variables then, and the
    /// default environment is not made. With `privacy: .unknown` nothing leaves before the hub knows the user's choice,
    /// also of what an earlier run has left.
    ///
    /// - Parameters:
    ///   - environment: Time, storage, log, pings, device, flavor and configuration.
    ///   - platform: Which platform's settings are read from the remote configuration: `ios` or `android`.
    public static func configure(_ environment: NielsenEnvironment, platform: String = "ios") {
        NielsenAppSDKExtensionHost.configure(
            NielsenInstanceService.Settings(environment: environment, platform: platform)
        )
    }

    /// Sends the pings that wait, and waits until they were sent or the time is over.
    ///
    /// It sees the effect of every event that the same thread has dispatched before it. A program that is about to end calls
    /// it: what is left then is sent at its next start.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most.
    ///   - completion: Receives what is left, once, on any thread; at once where nothing waits.
    public static func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (NielsenFlushResult) -> Void
    ) {
        service.flush(timeout: timeout, completion: completion)
    }

    /// Sends the pings that wait, and waits until they were sent or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: What is left.
    @discardableResult
    public static func flush(timeout: Duration = .seconds(5)) async -> NielsenFlushResult {
        await service.flush(timeout: timeout)
    }

    /// Returns a target for a player observer that controls an instance through hub events.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: A player to use wherever an observer takes an instance of the SDK.
    public static func player(forSDKWithIdentifier identifier: String) -> NielsenTrackedPlayer {
        service.player(forSDKWithIdentifier: identifier)
    }
}
