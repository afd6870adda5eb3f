// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import LaunchHub
import Testing

extension ClientTests {
    /// An extension and an app written against ACPCore 2.x compile, and the facade does what its headers say.
    @Suite(.timeLimit(.minutes(10)))
    struct ACPCoreTests {
        private let fresh = FreshHost()
        private let witness = Witness.shared

        init() {
            witness.reset()
        }

        private func start() async {
            await withCheckedContinuation { continuation in ACPCore.start { continuation.resume() } }
        }

        private func code(_ body: () throws -> Void) -> ACPExtensionError? {
            do {
                try body()
                return nil
            } catch let error as NSError {
                #expect(error.domain == ACPExtensionErrorDomain)
                #expect(error.localizedDescription.count > 20)
                return ACPExtensionError(error)
            }
        }

        @Test func anExtensionOfTheDocumentedFormAnswers() async throws {
            try ACPCore.registerExtension(GreeterExtension.self)
            await start()
            let question = try ACPExtensionEvent(
                name: "Greet",
                type: "com.example.greeting",
                source: "app",
                data: ["who": "Ada"]
            )
            let answer = try await answer(to: question)
            #expect(answer.eventData?["text"] as? String == "Hello, Ada")
            #expect(answer["text"] as? String == "Hello, Ada")
            #expect(answer["who"] == nil)
            #expect(answer.eventNumber > 0)
            #expect(UUID(uuidString: answer.eventUniqueIdentifier) != nil)
            await witness.waits(for: "heard Greeting")
            #expect(witness.lines.contains("heard Greet"))
            #expect(!witness.lines.contains { $0.hasPrefix("failed") })
        }

        @Test func aPropertysRulesComeWithItsConfigurationAndAgainOnRequest() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            func publish(_ mark: String) throws {
                let rules = """
                    {"version": 1, "rules": [{
                      "condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["play"]}},
                      "consequences": [{"id": "a", "type": "add", "detail": {"eventdata": {"mark": "\(mark)"}}}]}]}
                    """
                try Data(rules.utf8).write(to: folder.appending(path: "rules.json"))
            }
            try Data(#"{"rules.url": "rules.json"}"#.utf8).write(to: folder.appending(path: "app.json"))
            try publish("first")
            let marks = Locked<[String]>([])
            fresh.hub.listen(type: "com.adobe.eventType.generic.track", source: .wildcard) { event in
                marks.withLock { $0.append(event.data["mark"]?.stringValue ?? "none") }
            }
            fresh.hub.configuration.use(try ConfigurationSource(baseURL: folder))
            await start()
            ACPCore.configure(withAppId: "app")
            ACPCore.trackAction("play", data: [:])
            try publish("second")
            ACPCore.downloadRules()
            await fresh.hub.idle
            ACPCore.trackAction("play", data: [:])
            await fresh.hub.idle
            #expect(marks.withLock { $0 } == ["first", "second"])
        }

        @Test func wrongRegistrationsHaveTheDocumentedCodes() throws {
            #expect(code { try ACPCore.registerExtension(NSObject.self) } == .badExtensionClass)
            #expect(code { try ACPCore.registerExtension(GreetingListener.self) } == .badExtensionClass)
            #expect(code { try ACPCore.registerExtension(NamelessExtension.self) } == .badName)
            try ACPCore.registerExtension(GreeterExtension.self)
            #expect(code { try ACPCore.registerExtension(GreeterExtension.self) } == .dupName)
            #expect(code { try ACPCore.registerExtension(OtherSpellingExtension.self) } == .dupName)
            #expect(fresh.hub.extensionNames == ["com.example.Greeter"])
        }

        @Test func wrongEventsHaveTheDocumentedCodes() throws {
            func make(_ name: String, _ type: String, _ source: String?, _ data: [AnyHashable: Any]? = nil)
                -> ACPExtensionError?
            {
                code { _ = try ACPExtensionEvent(name: name, type: type, source: source, data: data) }
            }
            #expect(make("", "t", "s") == .badName)
            #expect(make("n", "", "s") == .eventTypeNotSupported)
            #expect(make("n", "t", nil) == .eventSourceNotSupported)
            for data: [AnyHashable: Any] in [["d": Date()], [7: "x"], ["n": Double.nan], ["i": [Double.infinity]]] {
                #expect(make("n", "t", "s", data) == .eventDataNotSupported)
            }
            #expect(code { try ACPCore.dispatchEvent(nil) } == .eventNull)
            #expect(code { try ACPCore.dispatchEvent(ACPExtensionEvent()) } == .eventNull)
            #expect(code { try ACPCore.dispatchEvent(withResponseCallback: nil) { _ in } } == .eventNull)
        }

        @Test func aSlowListenerIsReportedToItsExtensionWhileItRuns() async throws {
            try ACPCore.registerExtension(GreeterExtension.self)
            await start()
            try ACPCore.dispatchEvent(
                try ACPExtensionEvent(name: "Slow", type: "com.example.slow", source: "app", data: nil)
            )
            await witness.waits(for: "unexpected ADBUnexpectedExtensionError")
            #expect(!witness.lines.contains("slow one is back"))
            SlowListener.gate.signal()
            await witness.waits(for: "slow one is back")
            #expect(witness.lines.filter { $0 == "unexpected ADBUnexpectedExtensionError" }.count == 1)
        }

        @Test func configurationComesFromFilesAndUpdates() throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "bundled-\(UUID().uuidString).json")
            try Data(#"{"a": 1, "b": 2}"#.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            ACPCore.configureWithFile(inPath: file.path)
            ACPCore.updateConfiguration(["b": 3])
            #expect(fresh.hub.configuration.current == ["a": 1, "b": 3])
            ACPCore.updateConfiguration(["b": NSNull()])
            #expect(fresh.hub.configuration.current == ["a": 1, "b": 2])
        }

        /// The calls return nothing, so that a value that is not JSON must not cost the others.
        @Test func aValueThatIsNotJSONIsLeftOutAndTheRestCounts() async throws {
            ACPCore.updateConfiguration(["global.privacy": "optedout", "lastSeen": Date(), "a": ["b": [1, Date(), 2]]])
            #expect(fresh.hub.configuration.privacyStatus == .optedOut)
            #expect(fresh.hub.configuration.current == ["global.privacy": "optedout", "a": ["b": [1, 2]]])
            let lines = fresh.log.records.map(\.message)
            #expect(lines.contains { $0.contains(".lastSeen") && $0.contains(".a.b[1]") })

            var events = fresh.hub.events(type: .wildcard, source: .wildcard).makeAsyncIterator()
            await start()
            let odd: [AnyHashable: Any] = [
                "url": URL(filePath: "/"), "n": Double.nan, 7: "seven", "deep": ["date": Date(), "kept": true],
                "campaign": "spring",
            ]
            let rest: JSONObject = ["campaign": "spring", "deep": ["kept": true]]
            ACPCore.trackAction("buy", data: odd)
            ACPCore.trackState("home", data: odd)
            ACPCore.collectPii(odd)
            ACPCore.lifecycleStart(odd)
            ACPCore.collectLaunchInfo(odd)
            ACPCore.collectMessageInfo(odd)
            var found: [JSONValue] = []
            while found.count < 6, let event = await events.next() {
                guard event.type.description.contains(".generic.") else { continue }
                let data = event.data
                found.append(data["contextdata"] ?? data["additionalcontextdata"] ?? .object(data))
            }
            #expect(found == Array(repeating: .object(rest), count: 6))
        }

        @Test func callsForOtherExtensionsAreGenericEvents() async throws {
            var events = fresh.hub.events(type: .wildcard, source: .wildcard).makeAsyncIterator()
            await start()
            ACPCore.trackAction("buy", data: ["sku": "1"])
            ACPCore.trackState("home", data: nil)
            // Nothing said and nothing sent are two things.
            ACPCore.trackAction(nil, data: nil)
            ACPCore.collectPii(["email": "x"])
            ACPCore.lifecycleStart(nil)
            ACPCore.lifecyclePause()
            ACPCore.setAdvertisingIdentifier("ad-id")
            ACPCore.setPushIdentifier(Data([0xab, 0x01]))
            ACPCore.collectLaunchInfo(["a": 1])
            ACPCore.collectMessageInfo(["b": 2])
            ACPCore.downloadRules()
            var heard: [String: JSONObject] = [:]
            var tracked: [JSONObject] = []
            // Both tracking calls give an event of one name.
            while heard.count < 9 {
                guard let event = await events.next() else { break }
                guard event.type != .hub else { continue }
                if event.name == "Analytics Track" { tracked.append(event.data) }
                // As documented, what a message brings has the source of what the system brings.
                if event.name == "CollectMessageInfo" { #expect(event.source == "com.adobe.eventSource.os") }
                heard["\(event.type.description.split(separator: ".").last ?? "") \(event.name)"] = event.data
            }
            #expect(
                tracked == [
                    ["contextdata": ["sku": "1"], "action": "buy"], ["contextdata": [:], "state": "home"],
                    ["contextdata": [:], "action": ""],
                ]
            )
            #expect(heard["pii CollectPII"] == ["contextdata": ["email": "x"]])
            #expect(heard["lifecycle Lifecycle pause"] == ["action": "pause"])
            #expect(heard["identity SetPushIdentifier"] == ["pushidentifier": "AB01"])
            #expect(heard["data CollectData"] == ["a": 1])
            #expect(heard["data CollectMessageInfo"] == ["b": 2])
            let identities = Locked<String?>(nil)
            ACPCore.getSdkIdentities { text in identities.withLock { $0 = text } }
            #expect(identities.withLock { $0 }?.contains("ad-id") == true)
        }

        @Test func handlersOfURLsAreAskedInOrder() {
            ACPCore.registerURLHandler { url -> Bool in url == "app://one" }
            ACPCore.registerURLHandler { url -> Bool in url == "app://two" }
            #expect(ACPCore.openURL("app://two"))
            #expect(!ACPCore.openURL("app://three"))
        }

        @Test func callersThatCanWaitNeedNoCallbacks() async throws {
            try ACPCore.registerExtension(GreeterExtension.self)
            await fresh.hub.start()
            let question = try ACPExtensionEvent(
                name: "Greet",
                type: "com.example.greeting",
                source: "app",
                data: nil
            )
            #expect(
                try await ACPCore.dispatchEvent(withResponse: question).eventData?["text"] as? String == "Hello, you"
            )
            try await fresh.hub.unregister("com.example.Greeter")
            do {
                _ = try await ACPCore.dispatchEvent(withResponse: question)
                Issue.record("nobody listens any more")
            } catch {
                #expect(ACPError(error) == .extensionNotInitialized)
            }
            ACPCore.setPrivacyStatus(.optOut)
            #expect(try await ACPCore.privacyStatus() == .optOut)
            #expect(try await !ACPCore.sdkIdentities().contains("companyContexts"))
        }
    }
}
