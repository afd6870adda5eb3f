// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel

extension PingPlan {
    /// The plan of the built-in configuration, read by the same code as a file.
    static let builtIn: PingPlan = {
        do {
            return try PingPlan(ConfigurationReader(JSONObject(jsonData: Data(BuiltInConfiguration.text.utf8))))
        } catch {
            // A test reads the text; a plan without products makes no pings and harms nothing.
            return PingPlan()
        }
    }()
}
