// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// The documents' snippets compile for a client and do what they say.
    @Suite(.timeLimit(.minutes(10)))
    struct SnippetTests {
        @Test func theIntegrationStartsAndTheExtensionAnswers() async throws {
            let fresh = FreshHost()
            LaunchExtensionSnippets.integration()
            #expect(fresh.hub.extensionNames == ["NielsenAppSDKExtension"])
            #expect(ACPCore.logLevel() == .debug)
            let status = Locked(ACPMobilePrivacyStatus.unknown)
            ACPCore.getPrivacyStatus { value in status.withLock { $0 = value } }
            #expect(status.withLock { $0 } == .optIn)
            ACPCore.getPrivacyStatus { value, error in status.withLock { $0 = error == nil ? value : .unknown } }
            #expect(status.withLock { $0 } == .optIn)
            // The text that stands for a key in the document is none, and the log says so.
            #expect(fresh.log.records.contains { $0.level == .error && $0.message.contains("Your Adobe") })
            #expect(LaunchExtensionSnippets.instantiate()["code"] as? Int == 5003)
        }

        @Test func aPublishedConfigurationIsFoundByAppId() throws {
            let fresh = FreshHost()
            LaunchExtensionSnippets.integration()
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let folder = root.appending(path: "RemoteConfig", directoryHint: .isDirectory)
            fresh.hub.configuration.use(try ConfigurationSource(baseURL: folder))
            ACPCore.configure(withAppId: "example-property/launch-EN-example-production")
            let result = LaunchExtensionSnippets.instantiate()
            #expect(result["code"] as? Int == 5001)
            let identifier = try #require(result["identifier"] as? String)
            #expect(NielsenAppSDKExtension.meterVersionForSDK(withIdentifier: identifier)["meter_version"] is String)
        }

        @Test func theListenersOfTheDocumentHearTheSDKsErrors() async throws {
            _ = FreshHost()
            LaunchExtensionSnippets.integration()
            struct Notice: Sendable {
                let identifier: String?
                let code: Int?
            }
            let heard = AsyncStream<Notice> { continuation in
                let observer = NotificationCenter.default.addObserver(
                    forName: NielsenAppSDKEventListener.notification,
                    object: nil,
                    queue: nil
                ) { notification in
                    let identifier = notification.userInfo?["identifier"] as? String
                    continuation.yield(Notice(identifier: identifier, code: notification.userInfo?["code"] as? Int))
                }
                nonisolated(unsafe) let token = observer  // Handed back to the centre that made it, once.
                continuation.onTermination = { _ in NotificationCenter.default.removeObserver(token) }
            }
            let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "PE392366B-F2C1-4BC4-AB62"])
            let identifier = try #require(made["identifier"] as? String)
            let result = NielsenAppSDKExtension.trackEvent(["event": "unheard-of"], forSDKWithIdentifier: identifier)
            #expect(result["code"] as? Int == 5001)
            // The listeners of other tests' hubs may still post what their SDKs have told.
            var codes = heard.filter { $0.identifier == identifier }.map(\.code).makeAsyncIterator()
            #expect(await codes.next() == 2001)
            #expect(await codes.next() == 2)
        }

        @Test func theSequencesOfTheGuideMeasure() throws {
            let sink = NielsenRecordingMeasurementSink()
            let clock = ManualClock()
            let page = Page(try NielsenAppApi.forSnippets(sink, clock: clock))
            page.sampleSequence(0)
            #expect(page.nielsenAppApi.state == .idle)
            #expect(sink.records.contains { $0.lane == .static && $0.kind == .view })
            page.advertisements { second in
                for position in Int64(0)..<40 {
                    second(position)
                    clock.advance(by: .seconds(1))
                }
            }
            let credited = page.nielsenAppApi.creditSummary.filter { $0.lane == .ad }
            #expect(credited.map(\.assetid) == ["ad123", "ad124", "ad125"])
            #expect(credited.allSatisfy { $0.seconds >= 39 && $0.creditedMinutes == 1 })
            page.sequenceOfCalls()
            #expect(page.nielsenAppApi.state == .idle)
            page.nielsenAppApi.play(["channelName": "any"])
            page.nielsenAppApi.loadMetadata(page.loadOtherContentMetadata())
            #expect(page.nielsenAppApi.state == .processing)
        }

        @Test func theChoiceOfThePageIsTaken() throws {
            let page = Page(try NielsenAppApi.forSnippets())
            #expect(page.nielsenAppApi.optOutStatus == false)
            page.optOut()
            #expect(page.nielsenAppApi.optOutStatus)
            #expect(page.optOutPage() != nil)
        }

        /// The sample fills a local dictionary and sends the property of its name, which is empty.
        @Test func theSampleOfARouteSendsAnEmptyDictionaryWhichIsRefused() throws {
            let page = Page(try NielsenAppApi.forSnippets())
            #expect(page.nielsenAppApi.lastErrorDict == nil)
            page.handleRouteChanged(Notification(name: Notification.Name("AVAudioSessionRouteChangeNotification")))
            #expect(page.nielsenAppApi.lastErrorDict?["errorCode"] as? Int == 2)
        }

        @Test func theViewOfTheSampleIsTheOneThatIsLookedFor() throws {
            let page = Page(try NielsenAppApi.forSnippets())
            page.viewability(PlayerView(tag: 1), PlayerView(tag: 2), PlayerView(tag: 3))
            let screen = NielsenViewabilityRect(x: 0, y: 0, width: 100, height: 100)
            func show(_ tag: String) {
                let view = NielsenViewabilityView(tag: tag, frame: screen)
                page.sdkInstance.updateViewability(
                    NielsenViewabilityScene(screen: screen, window: screen, views: [view])
                )
            }
            show("1")
            #expect(page.sdkInstance.lastErrorDict == nil)
            show("2")
            #expect(page.sdkInstance.lastErrorDict?["errorCode"] as? Int == 19)
        }

        @Test func aWebViewGetsItsMessageHandler() throws {
            let page = Page(try NielsenAppApi.forSnippets())
            page.measureWebView()
            let handler = page.webView?.configuration.userContentController.handlers["NielsenSDKMsg"]
            #expect(handler is NielsenAppSDKJSHandler)
        }
    }
}
