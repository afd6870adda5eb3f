// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
import NielsenModel

/// The file that a configuration was read from.
///
/// It says nothing that the values of the configuration do not say, so that any two are equal.
struct ConfigurationFile: Sendable, Hashable {
    var members = JSONObject()

    static func == (left: ConfigurationFile, right: ConfigurationFile) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

extension NielsenConfiguration {
    /// The members whose parts are each taken from the built-in configuration where a file lacks them.
    private static let merged: Set = ["thresholds", "delivery", "viewability"]

    /// The configuration that is in force, in the form of a file: what was read over what is built in.
    package var inForce: JSONObject {
        let read = file.members
        // The text is a resource of this module; a test reads it.
        var all = (try? JSONObject(jsonData: Self.builtInText)) ?? JSONObject()
        if read["products"] != nil {
            for member in Self.planMembers { all[member] = JSONValue?.none }
        }
        for entry in read {
            if Self.merged.contains(entry.key), let own = all[entry.key]?.objectValue,
                let others = entry.value.objectValue
            {
                all[entry.key] = .object(own.merging(others))
            } else {
                all[entry.key] = entry.value
            }
        }
        return all
    }
}

extension NielsenConfiguration {
    /// The text of the built-in configuration.
    package static let builtInText = Data(PackageResources.built_in_configuration_json)
}

extension PingPlan {
    /// The plan of the built-in configuration, read once, by the same code as a file that is fetched.
    ///
    /// The resource is a link to the file in `RemoteConfig/sdk`, so that what is published and what is built in are one.
    static let builtIn: PingPlan = {
        do {
            return try PingPlan(ConfigurationReader(JSONObject(jsonData: NielsenConfiguration.builtInText)))
        } catch {
            // A test reads the file; a plan without products makes no pings and harms nothing.
            return PingPlan()
        }
    }()
}
