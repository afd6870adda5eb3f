// SPDX-License-Identifier: Apache-2.0

// App delegates in the form in which apps publish them for ACPCore 2.x. They are compiled in Swift 5 and in Swift 6 mode,
// without this package's settings, and run by the tests.

import ACPCore
import ACPIdentity
import ACPLifecycle
import ACPSignal
import Foundation
import NielsenAppSDKExtension

#if canImport(UIKit)
    import UIKit
#endif

/// The form of the installation instructions of a property: extensions, start, foreground and background.
class PlainAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        ACPCore.setLogLevel(.error)
        ACPIdentity.registerExtension()
        ACPLifecycle.registerExtension()
        ACPSignal.registerExtension()
        ACPCore.start {
            ACPCore.lifecycleStart(nil)
        }
        return true
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        ACPCore.lifecycleStart(nil)
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        ACPCore.lifecyclePause()
    }
}

/// A media app: measurement among the extensions, consent before the start, context data with each start.
class MediaAppDelegate: UIResponder, UIApplicationDelegate {
    private let contextData: [String: String] = ["app.section": "home", "app.edition": "international"]
    private(set) var measurement: [String: Any] = [:]

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        ACPCore.setPrivacyStatus(.optIn)
        ACPCore.updateConfiguration(["lifecycle.sessionTimeout": 60, "experienceCloud.org": "53A1@AdobeOrg"])
        do {
            ACPIdentity.registerExtension()
            ACPLifecycle.registerExtension()
            ACPSignal.registerExtension()
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        } catch {
            print("Exception: \(error)")
        }
        let appState = application.applicationState
        let contextData = self.contextData
        ACPCore.start({
            if appState != .background {
                ACPCore.lifecycleStart(contextData)
            }
        })
        measurement = NielsenAppSDKExtension.instantiateSDK(
            withConfiguration: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX", "sfcode": "dcr"]
        )
        return true
    }

    func application(
        _ app: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        ACPCore.collectLaunchInfo(["adb_deeplink": url.absoluteString])
        return true
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        ACPCore.lifecycleStart(contextData)
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        ACPCore.lifecyclePause()
    }
}

/// A shop: the visitor logs in and out, receives messages, and opens web pages that recognise the visitor.
class ShopAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        ACPIdentity.registerExtension()
        ACPLifecycle.registerExtension()
        ACPSignal.registerExtension()
        ACPCore.registerURLHandler { url in url == "shop://basket" }
        ACPCore.start(nil)
        ACPCore.lifecycleStart(["push": launchOptions == nil ? "no" : "yes"])
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        ACPCore.setPushIdentifier(deviceToken)
    }

    func didLogIn(customer: String) {
        ACPIdentity.syncIdentifier("customerId", identifier: customer, authentication: .authenticated)
        ACPCore.trackAction("login", data: ["method": "password"])
    }

    func didLogOut(customer: String) {
        ACPIdentity.syncIdentifiers(["customerId": customer], authentication: .loggedOut)
    }

    func openHelp(_ open: @escaping (URL) -> Void) {
        ACPIdentity.append(to: URL(string: "https://help.example.com/faq?lang=en#top")) { url in
            if let url = url {
                open(url)
            }
        }
    }
}
