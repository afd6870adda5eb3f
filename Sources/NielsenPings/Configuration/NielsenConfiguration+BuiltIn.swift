// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices
import NielsenModel

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
