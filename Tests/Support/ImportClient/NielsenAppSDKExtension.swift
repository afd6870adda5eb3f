// SPDX-License-Identifier: Apache-2.0

import ACPCore
import NielsenAppSDKExtension

/// The extension by its static calls.
enum MeasuredHub {
    static func measure() throws -> [String: Any] {
        try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        ACPCore.start {}
        let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "P"])
        let identifier = made["identifier"] as? String
        return NielsenAppSDKExtension.trackEvent(["event": "pause"], forSDKWithIdentifier: identifier)
    }
}
