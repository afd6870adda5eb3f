// SPDX-License-Identifier: Apache-2.0

import ACPCore
import ACPIdentity
import ACPLifecycle
import ACPSignal
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

// The delegates of the documents are internal, as those of apps are.
@testable import SurfaceClient

#if canImport(UIKit)
    import UIKit
#endif

extension ClientTests {
    /// App delegates in the published form, run.
    @Suite(.timeLimit(.minutes(5))) @MainActor
    struct AppDelegateTests {
        private let fresh = FreshHost()
        private let sessions = RecordingListener()
        private let application = UIApplication()

        init() {
            fresh.hub.listen(
                type: "com.adobe.eventType.lifecycle",
                source: .responseContent,
                sessions.hear
            )
        }

        private func state(_ name: String) -> JSONObject? { fresh.hub.state(of: name).values }

        @Test func theInstallationInstructionsBeginASession() async throws {
            let delegate = PlainAppDelegate()
            #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
            #expect(await sessions.waits(for: 1))
            #expect(sessions.data.first?["lifecyclecontextdata"]?["installevent"] == "InstallEvent")
            delegate.applicationDidEnterBackground(application)
            delegate.applicationWillEnterForeground(application)
            await fresh.hub.drain()
            #expect(sessions.count == 1)
            #expect(
                fresh.hub.extensionNames == [
                    "com.adobe.module.identity", "com.adobe.module.lifecycle", "com.adobe.module.signal",
                ]
            )
            #expect(fresh.log.records.filter { $0.level == .error }.isEmpty)
        }

        @Test func measurementIsOneExtensionAmongOthers() async throws {
            let delegate = MediaAppDelegate()
            #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
            #expect(await sessions.waits(for: 1))
            #expect(delegate.measurement["code"] as? Int == 5001)
            #expect(sessions.data.first?["lifecyclecontextdata"]?["app.section"] == "home")
            #expect(delegate.application(application, open: URL(filePath: "/")))
            delegate.applicationDidEnterBackground(application)
            delegate.applicationWillEnterForeground(application)
            await fresh.hub.drain()
            #expect(sessions.count == 1)
            #expect(fresh.hub.extensionNames.count == 4)
        }

        @Test func aVisitorIsRecognisedOnWebPages() async throws {
            let delegate = ShopAppDelegate()
            #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
            delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([0xab, 0x01]))
            delegate.didLogIn(customer: "4711")
            let opened = Recorder<URL>()
            delegate.openHelp { opened.append($0) }
            #expect(await opened.waits(for: 1))
            let id = try #require(state("com.adobe.module.identity")?["mid"]?.stringValue)
            let link = try #require(opened.elements.first).absoluteString
            #expect(link.hasPrefix("https://help.example.com/faq?lang=en&adobe_mc=TS%3D"))
            #expect(link.hasSuffix("%7CMCMID%3D\(id)#top"))
            delegate.didLogOut(customer: "4711")

            let visitors: [ACPMobileVisitorId]? = await awaitedValue { @Sendable resume in
                ACPIdentity.getIdentifiers { resume($0) }
            }
            let visitor = try #require(
                ACPMobileVisitorId(origin: "d_cid_ic", type: "customerId", id: "4711", authentication: .loggedOut)
            )
            #expect(visitors == [visitor])
            #expect(state("com.adobe.module.identity")?["pushidentifier"] == "AB01")
            let identities = try await ACPCore.sdkIdentities()
            let listed = try #require(try JSONValue(jsonText: identities)["users"]?[0]?["userIDs"]?.arrayValue)
            #expect(
                listed == [
                    ["namespace": "4", "value": .string(id), "type": "namespaceId"],
                    ["namespace": "20919", "value": "AB01", "type": "integrationCode"],
                    ["namespace": "customerId", "value": "4711", "type": "integrationCode"],
                ]
            )
        }

        /// Rules open an address only where the app has registered the extension for that.
        @Test(arguments: [true, false])
        func addressesOfRulesGoToTheHandlersOfTheApp(_ isRegistered: Bool) async throws {
            let rules = """
                {"rules": [{
                  "condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["basket"]}},
                  "consequences": [{"id": "open", "type": "url", "detail": {"url": "shop://basket/{%contextdata.item%}"}}]
                }]}
                """
            let opened = Recorder<String>()
            ACPCore.registerURLHandler { url in
                opened.append(url ?? "")
                return true
            }
            if isRegistered { ACPSignal.registerExtension() }
            ACPCore.setPrivacyStatus(.optIn)
            ACPCore.updateConfiguration(["rules.hosts": ["shop:"]])
            await fresh.hub.start()
            fresh.hub.rules.add(try LaunchRuleSet(json: Data(rules.utf8)), as: "shop")
            ACPCore.trackAction("basket", data: ["item": "7"])
            if isRegistered { #expect(await opened.waits(for: 1)) }
            await fresh.hub.idle
            #expect(opened.elements == (isRegistered ? ["shop://basket/7"] : []))
            #expect(fresh.hub.extensionNames == (isRegistered ? ["com.adobe.module.signal"] : []))
            #expect(ACPSignal.extensionVersion() == "2.9.7")
        }
    }
}
