// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

extension ACPCore {
    private static let tag = "ACPCore"

    /// Fetches the published configuration of a Launch property and uses it.
    ///
    /// Returns at once; from a `file:` base the configuration is in force by then. An app id that cannot be one, and a
    /// configuration that cannot be had, are errors in the log, and what was in force stays.
    ///
    /// - Parameter appId: The property's key for an environment, such as `launch-EN-example-development`.
    public static func configure(withAppId appId: String?) {
        ACPCoreHost.hub.configuration.configure(withAppID: appId ?? "")
    }

    /// Uses the configuration of a file that comes with the app; published values win over it.
    ///
    /// A file that cannot be read is an error in the log, and what was in force stays.
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

    /// Sets configuration values; they win over everything published and outlive the process.
    ///
    /// - Parameter config: Names and values; `NSNull` takes a value back. What JSON cannot hold is an error in the log,
    ///   and nothing is set.
    public static func updateConfiguration(_ config: [AnyHashable: Any]?) {
        let hub = ACPCoreHost.hub
        do throws(JSONConversionError) {
            hub.configuration.update(try JSONObject(untyped: config ?? [:]))
        } catch {
            hub.log.error(tag, "the configuration was not updated: \(error)")
        }
    }
}
