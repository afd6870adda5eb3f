// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
public import LaunchHub
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
        ///
        /// - Parameters:
        ///   - environment: The environment of SDK instances.
        ///   - platform: The platform whose settings are read from the remote configuration: `ios` or `android`.
        package init(environment: NielsenEnvironment = .default, platform: String = "ios") {
            self.environment = environment
            self.platform = platform
        }
    }

    package typealias Factory =
        @Sendable (JSONObject, NielsenEnvironment, any MeasurementInstanceObserver) throws -> any MeasurementInstance

    private struct State {
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

    private let state: Locked<State>
    /// What is published, and at the same time the lock under which it is.
    private let published = Locked<InstanceRoster?>(nil)
    private let factory: Factory
    private let makeIdentifier: @Sendable () -> String

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
        self.init(settings: settings) { try TrackerInstance.make($0, environment: $1, observer: $2) }
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

    // MARK: - The hub

    /// Registers the service as an extension of a hub.
    ///
    /// - Parameter hub: The hub to whose events it responds and which carries its notices.
    /// - Throws: `HubError.duplicateName` if one is registered already.
    public func register(with hub: EventHub) throws(HubError) {
        use(hub)
        try hub.register(name: Self.extensionName, version: Self.extensionVersion) { [self] runtime in
            attach(runtime)
            runtime.listen(type: NielsenInstanceEvent.type, source: NielsenInstanceEvent.source) { [self] event in
                hear(event)
            }
            return ServiceCallbacks(service: self)
        }
    }

    /// Sets the hub that carries the notices; without a hub they are lost.
    package func use(_ hub: EventHub) {
        let mustFollow = state.withLock { state in
            state.hub = hub
            return state.followed !== hub
        }
        // A thread that arrives while another is doing this does it too, because nothing may be sent before it is done.
        guard mustFollow else { return }
        follow(hub)
        state.withLock { $0.followed = hub }
    }

    private func follow(_ hub: EventHub) {
        let token = followPrivacy(of: hub)
        let old = state.withLock { state in
            defer { state.privacy = token }
            return state.privacy
        }
        old?.cancel()
    }

    /// Sets the runtime of the extension that represents the service.
    package func attach(_ runtime: ExtensionRuntime) {
        state.withLock { $0.runtime = runtime }
        shareRoster()
    }

    /// Ends every instance, as the last action of the extension.
    package func detach() {
        let instances = state.withLock { state in
            defer {
                state.instances = [:]
                state.roster = InstanceRoster()
                state.runtime = nil
            }
            return state.instances.sorted { $0.key < $1.key }.map(\.value)
        }
        published.withLock { $0 = nil }
        for instance in instances { instance.end() }
    }

    /// Executes the command of an event and responds to it.
    package func hear(_ event: Event) {
        let result: InstanceResult
        do throws(InstanceFailure) {
            let command = try InstanceCommand(name: event.name, data: event.data)
            result = perform(command, at: instant(of: event), for: event)
        } catch {
            let isAboutAnInstance = InstanceEventName(rawValue: event.name)?.isAboutAnInstance ?? false
            result = InstanceResult(
                error,
                identifier: kept(isAboutAnInstance ? event.data["identifier"]?.stringValue : nil)
            )
        }
        if event.parentKey != nil, event.requestKey == nil, result.code != .success { report(result, of: event) }
        do {
            try state.withLock { $0.runtime }?.respond(to: event, with: result.json)
        } catch {
            state.withLock { $0.hub }?.log.error(Self.extensionName, "cannot answer \(event.name): \(error)")
        }
    }

    // MARK: - Commands

    /// Executes a command after everything that the calling thread has dispatched before.
    ///
    /// - Parameters:
    ///   - identifier: The instance that the call names, for the answer to arguments that cannot be read.
    ///   - command: Reads the arguments of the call.
    /// - Returns: The documented result dictionary.
    func call(
        about identifier: String? = nil,
        _ command: () throws(InstanceFailure) -> InstanceCommand
    ) -> [String: Any] {
        let read: InstanceCommand
        do throws(InstanceFailure) {
            read = try command()
        } catch {
            // Whether the instance exists is known only after earlier events have been handled.
            let known = identifier.flatMap { identifier in performInOrder { self.kept(identifier) } }
            return InstanceResult(error, identifier: known).dictionary
        }
        let command = CommandBox(command: read)
        // The call may wait for events that were dispatched before it; what it credits is as of now.
        let now = state.withLock { $0.settings.environment.clock }.now
        return performInOrder { [self] in perform(command.command, at: now) }.dictionary
    }

    /// Returns the instant at which an event was dispatched, on the clock of the instances.
    private func instant(of event: Event) -> Instant {
        // Two clocks cannot be read at once, so one that both use is not read at all.
        if let instant = event.instant, state.withLock({ $0.sharesClock }) { return instant }
        let (hub, clock) = state.withLock { ($0.hub?.clock, $0.settings.environment.clock) }
        guard let hub, let instant = event.instant else { return clock.now }
        return clock.now + (instant - hub.now)
    }

    private func perform(
        _ command: InstanceCommand,
        at instant: Instant,
        for event: Event? = nil
    ) -> InstanceResult {
        do throws(InstanceFailure) {
            let result = try carryOut(command, at: instant)
            if command.changesInstances { shareRoster(at: event) }
            return result
        } catch {
            return InstanceResult(error, identifier: kept(command.identifier))
        }
    }

    /// Returns the identifier if an instance exists under it.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "Result".
    private func kept(_ identifier: String?) -> String? {
        guard let identifier else { return nil }
        return try? instance(identifier).identifier
    }

    private func carryOut(_ command: InstanceCommand, at instant: Instant) throws(InstanceFailure) -> InstanceResult {
        switch command {
        case .instantiateLocal(let configuration):
            return try instantiate(configuration)
        case .instantiateRemote:
            return try instantiate(try remoteConfiguration())
        case .remove(let identifier):
            try remove(identifier).end()
            return .success("The SDK instance was removed.")
        case .track(let event, let name):
            let (identifier, instance) = try instance(name)
            instance.track(event, at: instant)
            return .success("The event was handed to the SDK.", identifier: identifier)
        case .trackUntyped(let event, let name):
            let (identifier, instance) = try instance(name)
            instance.track(untyped: event, at: instant)
            return .success("The event was handed to the SDK.", identifier: identifier)
        case .handle(let event, let name):
            let (identifier, instance) = try instance(name)
            instance.handle(event)
            return .success("The SDK was notified.", identifier: identifier)
        case .optOutStatus(let name):
            let (identifier, instance) = try instance(name)
            let status = instance.optOutStatus
            return .success("This is the opt-out status.", identifier: identifier, value: .optOutStatus(status))
        case .appDisable(let name):
            let (identifier, instance) = try instance(name)
            let status = instance.appDisable
            return .success("This is the disabled status.", identifier: identifier, value: .appDisable(status))
        case .setAppDisable(let isDisabled, let name):
            let (identifier, instance) = try instance(name)
            instance.appDisable = isDisabled
            return .success(
                isDisabled ? "The SDK was disabled." : "The SDK was enabled.",
                identifier: identifier,
                value: .appDisable(instance.appDisable)
            )
        case .demographicId(let name):
            let (identifier, instance) = try instance(name)
            let id = try value("demographic identifier", instance.demographicId)
            return .success("This is the demographic identifier.", identifier: identifier, value: .demographicId(id))
        case .optOutURL(let name):
            let (identifier, instance) = try instance(name)
            let url = try value("opt-out URL", instance.optOutURL)
            return .success("This is the opt-out URL.", identifier: identifier, value: .optOutURL(url))
        case .meterVersion(let name):
            let (identifier, instance) = try instance(name)
            let version = try value("version", instance.version)
            return .success("This is the version of the SDK.", identifier: identifier, value: .meterVersion(version))
        }
    }

    private func instantiate(_ configuration: JSONObject) throws(InstanceFailure) -> InstanceResult {
        guard let appId = configuration["appid"], !appId.isNull else { throw .missingAppId }
        let identifier = makeIdentifier()
        let observer = InstanceObserver(identifier: identifier, service: self)
        let instance: any MeasurementInstance
        do {
            instance = try factory(configuration, settings.environment, observer)
        } catch let error as NielsenError {
            throw .refused(error)
        } catch {
            throw .thrown(String(describing: error))
        }
        keep(instance, identifier, appId: appId.stringValue)
        return .success("The SDK was instantiated.", identifier: identifier)
    }

    /// Adds an instance after bringing it into the same lifecycle state as all others.
    private func keep(_ instance: any MeasurementInstance, _ identifier: String, appId: String?) {
        var told = AppStanding()
        while true {
            let known = told
            let standing = state.withLock { state in
                if state.standing == known {
                    state.instances[identifier] = instance
                    state.roster.add(identifier, appId: appId)
                }
                return state.standing
            }
            guard standing != known else { return }
            for event in standing.events { instance.handle(event) }
            told = standing
        }
    }

    // MARK: - The app's life

    /// Passes an event to every instance.
    func tell(_ event: NielsenLifecycleEvent) {
        let instances = state.withLock { state in
            state.standing.note(event)
            return state.instances.sorted { $0.key < $1.key }.map(\.value)
        }
        for instance in instances { instance.handle(event) }
    }

    /// Runs work after everything that the calling thread has dispatched before.
    func performInOrder<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        guard let runtime = state.withLock({ $0.runtime }) else { return body() }
        return runtime.performInOrder(body)
    }

    private func remoteConfiguration() throws(InstanceFailure) -> JSONObject {
        let (hub, platform) = state.withLock { ($0.hub, $0.settings.platform) }
        do throws(RemoteSettings.Problem) {
            guard let hub else { throw .notConfigured }
            return try RemoteSettings.settings(of: hub.configuration, platform: platform)
        } catch {
            throw .noRemoteConfiguration(error)
        }
    }

    /// Returns an instance.
    ///
    /// - Parameter name: Its identifier, or its path in the shared state.
    /// - Returns: Its identifier, and the instance.
    /// - Throws: `InstanceFailure.noInstance`.
    private func instance(
        _ name: String
    ) throws(InstanceFailure) -> (identifier: String, instance: any MeasurementInstance) {
        let found = state.withLock { state -> (String, any MeasurementInstance)? in
            if let instance = state.instances[name] { return (name, instance) }
            guard let identifier = state.roster.identifier(at: name) else { return nil }
            return state.instances[identifier].map { (identifier, $0) }
        }
        guard let found else { throw .noInstance }
        return found
    }

    private func remove(_ name: String) throws(InstanceFailure) -> any MeasurementInstance {
        let instance = state.withLock { state in
            let identifier = state.roster.identifier(at: name) ?? name
            state.roster.remove(identifier)
            return state.instances.removeValue(forKey: identifier)
        }
        guard let instance else { throw .noInstance }
        return instance
    }

    private func value(_ name: String, _ value: String?) throws(InstanceFailure) -> String {
        guard let value else { throw .noValue(name) }
        return value
    }

    // MARK: - The shared state

    /// Publishes which instances there are, where that has changed.
    ///
    /// - Parameter event: The event that made or removed one, as of which the state is read; nil for a call, which publishes
    ///   it behind what its thread has dispatched.
    private func shareRoster(at event: Event? = nil) {
        // Under the lock, so that of two threads the later one publishes what is newer.
        published.withLock { published in
            let (runtime, roster) = state.withLock { ($0.runtime, $0.roster) }
            guard let runtime, roster != published else { return }
            published = roster
            let values = roster.values
            do throws(HubError) {
                do throws(HubError) {
                    try runtime.publishState(values, at: event)
                } catch  where event != nil {
                    // A call has published meanwhile, behind the event: this is newer.
                    try runtime.publishState(values)
                }
            } catch {
                runtime.log.error(Self.extensionName, "the instances are not shared: \(error)")
            }
        }
    }

    // MARK: - Notices

    /// Reports what is wrong in an event that another event caused, such as one that a rule dispatched: nobody waits for its
    /// answer.
    private func report(_ result: InstanceResult, of event: Event) {
        let notice = NielsenSDKNotice(
            identifier: result.identifier ?? event.data["identifier"]?.stringValue ?? "",
            kind: .error,
            code: Int(clamping: result.code.rawValue),
            description: "\(event.name), which another event caused, has no effect: \(result.description)",
            timestamp: state.withLock { $0.settings.environment.clock }.date.timeIntervalSince1970
        )
        publish(NielsenSDKNotice.eventName, from: NielsenSDKNotice.source, notice.data, causedBy: event)
    }

    /// Dispatches a notice of an instance to the hub.
    func publish(_ notice: NielsenSDKNotice) {
        publish(NielsenSDKNotice.eventName, from: NielsenSDKNotice.source, notice.data)
    }

    /// Dispatches a remark of an instance to the hub.
    func publish(_ remark: NielsenSDKRemark) {
        publish(NielsenSDKRemark.eventName, from: NielsenSDKRemark.source, remark.data)
    }

    private func publish(_ name: String, from source: EventSource, _ data: JSONObject, causedBy cause: Event? = nil) {
        guard let hub = state.withLock({ $0.hub }) else { return }
        do {
            let event = try Event(name: name, type: NielsenSDKNotice.type, source: source, data: data)
            hub.dispatch(cause.map(event.chained) ?? event)
        } catch {
            hub.log.error(Self.extensionName, "cannot report \(data): \(error)")
        }
    }
}
