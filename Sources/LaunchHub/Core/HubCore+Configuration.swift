// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    /// The name under which the configuration in force can be read as a shared state.
    private static let configurationOwner = StateName(FoldedName("com.adobe.module.configuration"))

    /// Announces the configuration in force, at this place of the order of events.
    ///
    /// - Parameter values: The configuration; nil if it is still to come, so that the state is pending.
    func announceConfiguration(_ values: JSONObject?) {
        publishOfHub(as: Self.configurationOwner) { values }
        guard let values, let event = made("Configuration Response", .responseContent, values) else { return }
        dispatch(event)
    }

    /// Announces what the app asks of the configuration.
    func announceConfigurationRequest(_ values: JSONObject) {
        guard let event = made("Configuration Request", .requestContent, values) else { return }
        ownConfigurationRequests.withLock { _ = $0.insert(event.key) }
        if dispatch(event) == nil { ownConfigurationRequests.withLock { _ = $0.remove(event.key) } }
    }

    private func made(_ name: String, _ source: EventSource, _ values: JSONObject) -> Event? {
        do throws(EventError) {
            return try Event(name: name, type: .configuration, source: source, data: values)
        } catch {
            log.error(CallMonitor.tag, "the \(name) is not told: \(error)")
            return nil
        }
    }

    // MARK: - Requests of others

    /// Does what others ask of the configuration with events.
    func hearRequests(of configuration: HubConfiguration) {
        _ = listen(name: "configuration", policy: nil) { mailbox in
            let listener = ClosureListener { [link] request in link.core?.carryOut(request, on: configuration) }
            return Subscription(.configuration, .requestContent, in: mailbox, listener: listener)
        }
    }

    private func carryOut(_ request: Event, on configuration: HubConfiguration) {
        guard ownConfigurationRequests.withLock({ $0.remove(request.key) }) == nil else { return }
        if let values = request.data["config.update"]?.objectValue { configuration.apply(values) }
        if let appID = request.data["config.appId"]?.stringValue { configuration.configure(withAppID: appID) }
        if let path = request.data["config.filePath"]?.stringValue {
            do throws(ConfigurationError) {
                try configuration.useFile(atPath: path)
            } catch {
                log.error(CallMonitor.tag, "\(request) changes nothing: \(error)")
            }
        }
        guard request.data["config.getData"]?.boolValue == true else { return }
        if let answer = made("Configuration Response", .responseContent, configuration.current) {
            dispatch(answer.answering(request))
        }
    }
}
