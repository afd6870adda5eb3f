// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import NielsenAppApi

extension NielsenAppSDKExtension {
    /// Sets the environment of instances: collectors, storage, log, flavor, and facts about the app and device.
    ///
    /// ```swift
    /// var environment = NielsenEnvironment.app(
    ///     configurationURL: URL(string: "https://configuration.example/sdk/"), privacy: .unknown)
    /// environment.flavor = .noAd
    /// NielsenAppSDKExtension.configure(environment)
    /// try ACPCore.registerExtension(NielsenAppSDKExtension.self)
    /// ```
    ///
    /// Call this method before the extension is registered, or at any later time: instances made from then on use the
    /// new environment, and existing ones keep theirs. Environment variables are then ignored, and the default
    /// environment is not made. With `privacy: .unknown` nothing is sent before the hub knows the user's choice, not
    /// even what an earlier launch left behind.
    ///
    /// - Parameters:
    ///   - environment: The clock, storage, log, ping sink, device, flavor and configuration.
    ///   - platform: The platform whose settings are read from the remote configuration: `ios` or `android`.
    public static func configure(_ environment: NielsenEnvironment, platform: String = "ios") {
        NielsenAppSDKExtensionHost.configure(
            NielsenInstanceService.Settings(environment: environment, platform: platform)
        )
    }

    /// Names the configurations of the default environment, and with them the collector, before an instance is made.
    ///
    /// It is for Objective-C, and has the effect of `NielsenAppApi.configure(withConfigurationURL:)`.
    ///
    /// - Parameter configurationURL: The folder or server with one configuration for each app id; nil for the built-in one.
    public static func configure(withConfigurationURL configurationURL: URL?) {
        NielsenAppApi.configure(withConfigurationURL: configurationURL)
    }

    /// Sends the queued pings and waits until they have been sent or the timeout has passed, for Objective-C.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait, in seconds, up to an hour.
    ///   - completion: Receives the number of pings that are left, once, on any thread.
    public static func flush(withTimeout timeout: TimeInterval, completion: @escaping @Sendable (Int) -> Void) {
        flush(timeout: .atMostAnHour(timeout), completion: completion)
    }

    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// It includes the effect of every event that the same thread has dispatched before it. Call it before the process
    /// ends; pings that are left then are sent at the next launch.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread; immediately if none are queued.
    public static func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        service.flush(timeout: timeout, completion: completion)
    }

    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left, queued or in flight. They are sent later, by this process or the next one.
    @discardableResult
    public static func flush(timeout: Duration = .seconds(5)) async -> Int {
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
