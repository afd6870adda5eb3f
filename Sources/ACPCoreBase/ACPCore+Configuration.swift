// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

extension ACPCore {
    private static let tag = "ACPCore"

    /// Fetches and applies the published configuration of a Launch property.
    ///
    /// Returns immediately; a configuration from a `file:` base is in effect by then. If the app id is not valid or the
    /// configuration cannot be fetched, an error is logged and the configuration stays as it was.
    ///
    /// - Parameter appId: The property's key for an environment, such as `launch-EN-example-development`.
    public static func configure(withAppId appId: String?) {
        ACPCoreHost.hub.configuration.configure(withAppID: appId ?? "")
    }

    /// Applies the configuration in a file of the app; published values take precedence.
    ///
    /// If the file cannot be read, an error is logged and the configuration stays as it was.
    ///
    /// - Parameter filePath: The path of a JSON file.
    public static func configureWithFile(inPath filePath: String?) {
        let hub = ACPCoreHost.hub
        do throws(ConfigurationError) {
            try hub.configuration.useFile(atPath: filePath ?? "")
        } catch {
            hub.log.error(tag, "\(error)")
        }
    }

    /// Sets configuration values, which take precedence over published ones and persist across launches.
    ///
    /// - Parameter config: Values by key; `NSNull` removes a value set earlier. A value that cannot be represented
    ///   in JSON is left out, and its path is logged; the others are set.
    public static func updateConfiguration(_ config: [AnyHashable: Any]?) {
        let hub = ACPCoreHost.hub
        hub.configuration.update(
            JSONObject(readable: config ?? [:]) { hub.log.error(tag, "updateConfiguration: \($0)") }
        )
    }
}
