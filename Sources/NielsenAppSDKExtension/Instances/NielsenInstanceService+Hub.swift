// SPDX-License-Identifier: Apache-2.0

import HubServices
public import LaunchHub
import NielsenAppApi

extension NielsenInstanceService {
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
        if mustFollow { hub.reports.adopt(reports) }
        // A thread that arrives while another is doing this does it too, because nothing may be sent before it is done.
        guard mustFollow else { return }
        follow(hub)
        state.withLock { $0.followed = hub }
    }

    func follow(_ hub: EventHub) {
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
        let reported = tell(event.name, event.data, isCall: false)
        let result: InstanceResult
        do throws(InstanceFailure) {
            let command = try NielsenInstanceEvent(name: event.name, data: event.data)
            result = perform(.event(command), at: instant(of: event), for: event)
        } catch {
            let isAboutAnInstance = InstanceEventName(rawValue: event.name)?.isAboutAnInstance ?? false
            result = InstanceResult(
                error,
                identifier: kept(isAboutAnInstance ? event.data["identifier"]?.stringValue : nil)
            )
        }
        tell(result, of: reported)
        if event.parentKey != nil, event.requestKey == nil, result.code != .success { report(result, of: event) }
        do {
            try state.withLock { $0.runtime }?.respond(to: event, with: result.json)
        } catch {
            state.withLock { $0.hub }?.log.error(Self.extensionName, "cannot answer \(event.name): \(error)")
        }
    }
}

extension NielsenInstanceService {
    /// Makes the delivery of pings follow a hub's privacy status: now, before each call that changes the status
    /// returns, and before each ping is sent, so that a change by another process takes effect too.
    ///
    /// If the user has opted in, pings are sent; if the status is unknown, they are queued; if the user has opted out,
    /// queued pings are discarded and no more are accepted.
    ///
    /// - Returns: A token that cancels this, or nil if the environment delivers no pings.
    func followPrivacy(of hub: EventHub) -> HubToken? {
        guard let delivery = settings.environment.delivery else { return nil }
        delivery.askBeforeSending { [weak configuration = hub.configuration] in configuration?.privacyStatus }
        return hub.configuration.followPrivacy { [weak delivery] in delivery?.setPrivacyStatus($0) }
    }
}

/// The callbacks that the service receives from its hub.
final class ServiceCallbacks: ExtensionCallbacks {
    private let service: NielsenInstanceService

    init(service: NielsenInstanceService) {
        self.service = service
    }

    func onUnregistered() {
        service.detach()
    }
}
