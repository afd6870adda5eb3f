// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// The snippets stand as their documents print them.

// Source: "DCR & DTVR iOS Adobe Launch Extension". Everything between the marks of a snippet stands as published.

import ACPCore
import Foundation
import NielsenAppSDKExtension

/// The Swift form of the listener that the document shows in Objective-C.
class NielsenAppSDKEventListener: ACPExtensionListener {
    static let notification = Notification.Name("NielsenAppSDKEventNotification")

    override func hear(_ event: ACPExtensionEvent) {
        let data = event.eventData
        NotificationCenter.default.post(name: Self.notification, object: nil, userInfo: data)
    }
}

enum LaunchExtensionSnippets {
    /// "DCR & DTVR iOS Adobe Launch Extension", "Integration".
    static func integration() {
        // snippet
        ACPCore.setLogLevel(.debug)
        ACPCore.setPrivacyStatus(.optIn)
        do {
                NielsenAppSDKExtension.registerListener(forSDKNotifier: NielsenAppSDKEventListener.self)
                try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        } catch (let exception) {
                print("Exception: \(exception)")
        }

        ACPCore.configure(withAppId: "Your Adobe Launch Property Key")

        ACPCore.start {}
        // end of snippet
    }

    /// "DCR & DTVR iOS Adobe Launch Extension", "Instantiating the SDK".
    static func instantiate() -> [String: Any] {
        var adobeData: [String: Any]
        // snippet
        adobeData = NielsenAppSDKExtension.instantiateSDKWithRemoteConfiguration()
        // end of snippet
        return adobeData
    }
}
