// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
import LaunchHub
public import NielsenAppApi

/// A service that owns SDK instances and executes the commands of calls and events.
///
/// ``NielsenAppSDKExtension`` is this service on the hub of `ACPCore`. A program with its own hub makes a service and
/// registers it:
///
/// ```swift
/// let hub = EventHub()
/// let service = NielsenInstanceService()
/// try service.register(with: hub)
/// hub.start()
/// let result = service.instantiateSDK(withConfiguration: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"])
/// ```
///
/// Every method may be called on any thread, before and after the service is registered. A call sees the effect of
/// every event that the same thread has dispatched before it.
public final class NielsenInstanceService: Sendable {
    package struct Settings: Sendable {
        /// The environment of SDK instances: clock, storage, log, and the sinks of measurement.
        package var environment: NielsenEnvironment
        /// The platform whose settings are read from the remote configuration: `ios` or `android`.
        package var platform: String

        /// Makes settings.
        package init(environment: NielsenEnvironment = .default, platform: String = "ios") {
            self.environment = environment
            self.platform = platform
        }
    }

    package typealias Factory =
        @Sendable (JSONObject, NielsenEnvironment, @escaping @Sendable (InstanceReport) -> Void) throws
        -> any MeasurementInstance

    struct State {
        var settings: Settings { didSet { compareClocks() } }
        var instances: [String: any MeasurementInstance] = [:]
        /// The same instances, as others may read them.
        var roster = InstanceRoster()
        /// The state of the app's lifecycle.
        var standing = AppStanding()
        var hub: EventHub? { didSet { compareClocks() } }
        /// Whether the instances go by the hub's clock.
        private(set) var sharesClock = false
        /// The hub whose privacy status the delivery has been told.
        var followed: EventHub?
        /// The token that ends following the hub's privacy status.
        var privacy: HubToken?
        var runtime: ExtensionRuntime?

        init(settings: Settings) {
            self.settings = settings
        }

        private mutating func compareClocks() {
            guard let hub = hub?.clock else { return }
            let clock = settings.environment.clock
            sharesClock = (hub as AnyObject) === (clock as AnyObject) || hub is SystemClock && clock is SystemClock
        }
    }

    /// The name under which the service is registered.
    public static let extensionName = "NielsenAppSDKExtension"

    /// The version of the documented extension that the service stands in for.
    public static let extensionVersion = "1.2.1"

    let state: Locked<State>
    /// The channel through which the service and its instances report what they do.
    let reports = ReportChannel()
    /// The identifier of the next command that is reported.
    let commands = Locked<UInt64>(0)
    /// What is published, and at the same time the lock under which it is.
    let published = Locked<InstanceRoster?>(nil)
    let factory: Factory
    let makeIdentifier: @Sendable () -> String

    /// Makes a service without instances.
    ///
    /// - Parameters:
    ///   - environment: The environment of its instances: clock, storage, log, ping sink, device, flavor and configuration.
    ///   - platform: The platform whose settings are read from the remote configuration: `ios` or `android`.
    public convenience init(environment: NielsenEnvironment = .default, platform: String = "ios") {
        self.init(settings: Settings(environment: environment, platform: platform))
    }

    /// Makes a service without instances.
    ///
    /// - Parameter settings: The environment of its instances, and the platform whose settings it reads.
    package convenience init(settings: Settings) {
        self.init(settings: settings) { try TrackerInstance.make($0, environment: $1, report: $2) }
    }

    package init(
        settings: Settings,
        makeIdentifier: @escaping @Sendable () -> String = { UUID().uuidString },
        factory: @escaping Factory
    ) {
        state = Locked(State(settings: settings))
        settings.environment.delivery?.awaitHub()
        self.factory = factory
        self.makeIdentifier = makeIdentifier
    }

    /// Sets the environment of instances that are made from now on, and the platform; existing ones keep theirs.
    ///
    /// - Parameters:
    ///   - environment: The clock, storage, log, ping sink, device, flavor and configuration.
    ///   - platform: The platform whose settings are read from the remote configuration: `ios` or `android`.
    public func configure(_ environment: NielsenEnvironment, platform: String = "ios") {
        settings = Settings(environment: environment, platform: platform)
    }

    /// The settings of the service, which apply to new instances.
    package var settings: Settings {
        get { state.withLock { $0.settings } }
        set {
            newValue.environment.delivery?.awaitHub()
            let hub = state.withLock { state in
                state.settings = newValue
                return state.hub
            }
            if let hub { follow(hub) }
        }
    }

    /// The identifiers of the existing instances, sorted.
    public var identifiers: [String] {
        state.withLock { $0.instances.keys.sorted() }
    }
}
