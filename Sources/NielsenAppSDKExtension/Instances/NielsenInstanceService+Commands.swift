// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi

extension NielsenInstanceService {
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
        return performInOrder { [self] in
            let reported = tell(command.command)
            let result = perform(command.command, at: now)
            tell(result, of: reported)
            return result
        }.dictionary
    }

    /// Returns the instant at which an event was dispatched, on the clock of the instances.
    func instant(of event: Event) -> Instant {
        // Two clocks cannot be read at once, so one that both use is not read at all.
        if let instant = event.instant, state.withLock({ $0.sharesClock }) { return instant }
        let (hub, clock) = state.withLock { ($0.hub?.clock, $0.settings.environment.clock) }
        guard let hub, let instant = event.instant else { return clock.now }
        return clock.now + (instant - hub.now)
    }

    func perform(
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
    func kept(_ identifier: String?) -> String? {
        guard let identifier else { return nil }
        return try? instance(identifier).identifier
    }

    private func carryOut(_ command: InstanceCommand, at instant: Instant) throws(InstanceFailure) -> InstanceResult {
        switch command {
        case .event(let event):
            return try carryOut(event, at: instant)
        case .trackUntyped(let event, let name):
            let (identifier, instance) = try instance(name)
            instance.track(untyped: event, at: instant)
            return .success("The event was handed to the SDK.", identifier: identifier)
        case .handle(let event, let name):
            let (identifier, instance) = try instance(name)
            instance.handle(event)
            return .success("The SDK was notified.", identifier: identifier)
        }
    }

    private func carryOut(_ event: NielsenInstanceEvent, at instant: Instant) throws(InstanceFailure) -> InstanceResult
    {
        switch event {
        case .instantiateWithLocalConfiguration(let configuration):
            return try instantiate(configuration)
        case .instantiateWithRemoteConfiguration:
            return try instantiate(try remoteConfiguration())
        case .remove(let identifier):
            try remove(identifier).end()
            return .success("The SDK instance was removed.")
        case .track(let event, let name):
            let (identifier, instance) = try instance(name)
            instance.track(event, at: instant)
            return .success("The event was handed to the SDK.", identifier: identifier)
        case .optOutStatus(let name):
            let (identifier, instance) = try instance(name)
            let status = ("optout_status", JSONValue.int(instance.optOutStatus ? 1 : 0))
            return .success("This is the opt-out status.", identifier: identifier, value: status)
        case .appDisable(let name):
            let (identifier, instance) = try instance(name)
            let status = ("app_disable", JSONValue.int(instance.appDisable ? 1 : 0))
            return .success("This is the disabled status.", identifier: identifier, value: status)
        case .setAppDisable(let isDisabled, let name):
            let (identifier, instance) = try instance(name)
            instance.appDisable = isDisabled
            let status = ("app_disable", JSONValue.int(instance.appDisable ? 1 : 0))
            let description = isDisabled ? "The SDK was disabled." : "The SDK was enabled."
            return .success(description, identifier: identifier, value: status)
        case .demographicId(let name):
            return try text(
                \.demographicId,
                "demographic_id",
                of: name,
                "demographic identifier"
            )
        case .optOutURL(let name):
            return try text(\.optOutURL, "optout_url", of: name, "opt-out URL")
        case .meterVersion(let name):
            return try text(\.version, "meter_version", of: name, "version", " of the SDK")
        }
    }

    /// Returns the result with a text of an instance, under its documented key; an instance may have none.
    private func text(
        _ text: KeyPath<any MeasurementInstance, String?>,
        _ key: String,
        of name: String,
        _ subject: String,
        _ owner: String = ""
    ) throws(InstanceFailure) -> InstanceResult {
        let (identifier, instance) = try instance(name)
        guard let text = instance[keyPath: text] else { throw .noValue(subject) }
        return .success("This is the \(subject)\(owner).", identifier: identifier, value: (key, .string(text)))
    }

    private func instantiate(_ configuration: JSONObject) throws(InstanceFailure) -> InstanceResult {
        guard let appId = configuration["appid"], !appId.isNull else { throw .missingAppId }
        let identifier = makeIdentifier()
        let instance: any MeasurementInstance
        do {
            var environment = settings.environment
            environment.reports = reports
            environment.hostedIdentifier = identifier
            instance = try factory(configuration, environment) { [weak self] in self?.publish($0, of: identifier) }
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
}
