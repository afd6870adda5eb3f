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
        if let values { tell("Configuration Response", source: .responseContent, values) }
    }

    /// Announces what the app asks of the configuration.
    func announceConfigurationRequest(_ values: JSONObject) {
        tell("Configuration Request", source: .requestContent, values)
    }

    private func tell(_ name: String, source: EventSource, _ values: JSONObject) {
        do throws(EventError) {
            dispatch(try Event(name: name, type: .configuration, source: source, data: values))
        } catch {
            log.error(CallMonitor.tag, "the \(name) is not told: \(error)")
        }
    }
}
