// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// The code of the article "Write an extension", so that it stays true.
struct WriteAnExtensionArticleTests {
    final class Greeter: HubExtension {
        static let extensionName = "com.example.greeter"
        private let runtime: ExtensionRuntime

        init(runtime: ExtensionRuntime) throws {
            self.runtime = runtime
            try runtime.publishState(["mood": "good"])
            runtime.listen(type: "com.example.greeting", source: "com.example.request") { [runtime] event in
                let who = event.data["who"]?.stringValue ?? "you"
                try? runtime.respond(to: event, with: ["text": .string("Hello, \(who)")])
            }
        }
    }

    @Test func theGreeterGreets() async throws {
        let hub = EventHub(options: .patient())
        try hub.register(Greeter.self)
        await hub.start()
        let question = try Event(
            name: "Greet",
            type: "com.example.greeting",
            source: "com.example.request",
            data: ["who": "Ada"]
        )
        #expect(await hub.request(question).response?.data.jsonText == #"{"text":"Hello, Ada"}"#)
    }

    final class Watchlist: HubExtension {
        static let extensionName = "com.example.watchlist"
        private let runtime: ExtensionRuntime

        init(runtime: ExtensionRuntime) throws {
            self.runtime = runtime
            try runtime.publishState(["count": 0])
            runtime.listen(type: "com.example.watchlist", source: "com.example.add", label: "titles") {
                Titles(runtime)
            }
        }

        func unexpectedError(_ error: HubError) {
            runtime.log.warning("Watchlist", "\(error)")  // such as a listener that took too long
        }
    }

    private final class Titles: EventListener {
        private let runtime: ExtensionRuntime
        private var titles: [String] = []

        init(_ runtime: ExtensionRuntime) { self.runtime = runtime }

        func hear(_ event: Event) {
            do {
                guard let title = event.data["title"]?.stringValue else {
                    try runtime.respond(to: event, with: ["error": "there is no title; put text under \"title\""])
                    return
                }
                titles.append(title)
                let count = JSONValue.int(Int64(titles.count))
                try runtime.publishState(["count": count], at: event)
                try runtime.respond(to: event, with: ["count": count])
            } catch {
                runtime.log.error("Watchlist", "\(error)")
            }
        }
    }

    final class LookUp: HubExtension {
        static let extensionName = "com.example.lookUp"

        init(runtime: ExtensionRuntime) throws {
            runtime.listen(type: "com.example.watchlist", source: "com.example.check") { event in
                let region = runtime.state(of: "com.example.catalogue", at: event).values?["region"] ?? "nowhere"
                guard
                    let question = try? Event(
                        name: "Look up",
                        type: "com.example.catalogue",
                        source: "com.example.lookUp",
                        data: event.data
                    )
                else { return }
                runtime.request(question, timeout: .seconds(2)) { outcome in
                    switch outcome {
                    case .response(let answer):
                        try? runtime.respond(
                            to: event,
                            with: ["known": answer.data["known"] ?? false, "region": region]
                        )
                    case .noListener, .timeout, .cancelled, .hubShutDown:
                        try? runtime.respond(
                            to: event,
                            with: ["error": .string("the catalogue did not answer: \(outcome)")]
                        )
                    }
                }
            }
        }
    }

    final class Catalogue: HubExtension {
        static let extensionName = "com.example.catalogue"

        init(runtime: ExtensionRuntime) throws {
            try runtime.publishState(["region": "eu"])
            runtime.listen(type: "com.example.catalogue", source: "com.example.lookUp") { event in
                try? runtime.respond(to: event, with: ["known": .bool(event.data["title"] == "Pilot")])
            }
        }
    }

    @Test func aTitleIsCounted() throws {
        let test = TestHub()
        try test.hub.register(Watchlist.self)
        test.start()
        let outcome = try test.request(
            "Add",
            type: "com.example.watchlist",
            source: "com.example.add",
            data: ["title": "Pilot"]
        )
        #expect(outcome?.response?.data == ["count": 1])
        #expect(test.hub.state(of: Watchlist.extensionName).values == ["count": 1])
    }

    @Test func whatIsWrongIsAnswered() throws {
        let test = TestHub()
        try test.hub.register(Watchlist.self)
        test.start()
        let refused = try test.request("Add", type: "com.example.watchlist", source: "com.example.add")
        #expect(refused?.response?.data["error"] != nil)
        #expect(test.hub.state(of: Watchlist.extensionName).values == ["count": 0])
    }

    @Test(arguments: 1...20) func aTitleIsLookedUpInWhateverOrder(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        try test.hub.register(LookUp.self)
        try test.hub.register(Catalogue.self)
        test.start()
        let outcome = try test.request(
            "Check",
            type: "com.example.watchlist",
            source: "com.example.check",
            data: ["title": "Pilot"]
        )
        #expect(outcome?.response?.data == ["known": true, "region": "eu"])
    }

    @Test func aCatalogueThatIsNotThereIsSaid() throws {
        let test = TestHub()
        try test.hub.register(LookUp.self)
        test.start()
        let outcome = try test.request("Check", type: "com.example.watchlist", source: "com.example.check")
        #expect(outcome?.response?.data == ["error": "the catalogue did not answer: noListener"])
    }

    @Test func theCodeOfTheArticleIsTheCodeThatIsRun() throws {
        // Lines are broken where the margin asks for it, which is elsewhere in an article.
        func words(_ text: String) -> String { text.filter { !$0.isWhitespace }.replacing(",)", with: ")") }
        let run = words(try PackageFolder.text("Tests/LaunchHubTests/WriteAnExtensionArticleTests.swift"))
        let code = try PackageFolder.text("Sources/LaunchHub/LaunchHub.docc/WriteAnExtension.md").components(
            separatedBy: "```"
        ).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        #expect(code.count == 5)
        for snippet in code {
            for part in snippet.dropFirst("swift".count).components(separatedBy: "\n\n") {
                let statements = part.split(separator: "\n").filter { line in
                    !line.hasPrefix("import ") && !line.hasPrefix("print(") && !line.hasPrefix("let hub")
                }
                guard !statements.isEmpty else { continue }
                let isRun = run.contains(words(statements.joined()))
                #expect(isRun, "\(part)")
            }
        }
    }

    final class Importer: HubExtension {
        static let extensionName = "com.example.importer"

        init(runtime: ExtensionRuntime) throws {
            let kept = Locked<[String]>([])
            runtime.holdDelivery(untilStateOf: "com.example.catalogue", timeout: .seconds(5))
            runtime.pauseDelivery()
            Task {
                let titles = await Self.readTitles()
                kept.withLock { $0 = titles }
                runtime.resumeDelivery()
            }
            runtime.listen(type: "com.example.watchlist", source: "com.example.import") { event in
                let more = await Self.readTitles()
                let count = kept.withLock { $0.count } + more.count
                let region = runtime.state(of: "com.example.catalogue", at: event).values?["region"] ?? "nowhere"
                try? runtime.respond(to: event, with: ["count": .int(Int64(count)), "region": region])
            }
        }

        private static func readTitles() async -> [String] { ["Pilot"] }
    }

    @Test func theImporterWaitsForWhatItNeeds() async throws {
        let hub = EventHub(options: .patient())
        try hub.register(Importer.self)
        try hub.register(name: "com.example.catalogue") { runtime in
            try runtime.publishState(["region": "north"])
            return TestExtension(runtime)
        }
        await hub.start()
        let question = try Event(name: "Import", type: "com.example.watchlist", source: "com.example.import")
        #expect(await hub.request(question).response?.data == ["count": 2, "region": "north"])
        await hub.shutDownAndWait()
    }
}
