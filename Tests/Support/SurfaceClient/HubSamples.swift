// SPDX-License-Identifier: Apache-2.0

// The code of the read-me and of the hub's articles, as another package compiles it.

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting

enum HubSamples {
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

    final class Watchlist: HubExtension {
        static let extensionName = "com.example.watchlist"
        private let runtime: ExtensionRuntime

        init(runtime: ExtensionRuntime) throws {
            self.runtime = runtime
            try runtime.publishState(["count": 0])
            runtime.holdDelivery(untilStateOf: "com.example.catalogue", timeout: .seconds(5))
            runtime.listen(type: "com.example.watchlist", source: "com.example.add", label: "titles") {
                Titles(runtime)
            }
            runtime.listen(type: "com.example.watchlist", source: "com.example.check") { event in
                let region = runtime.state(of: "com.example.catalogue", at: event).values?["region"] ?? "nowhere"
                runtime.request(event, timeout: .seconds(2)) { outcome in
                    switch outcome {
                    case .response(let answer):
                        let data: JSONObject = ["known": answer.data["known"] ?? false, "region": region]
                        try? runtime.respond(to: event, with: data)
                    case .noListener, .timeout, .cancelled, .hubShutDown:
                        try? runtime.respond(to: event, with: ["error": .string("no answer: \(outcome)")])
                    }
                }
            }
        }

        func unexpectedError(_ error: HubError) {
            runtime.log.warning("Watchlist", "\(error) \(error.overrun?.strikes ?? 0)")
        }
    }

    private final class Titles: EventListener {
        private let runtime: ExtensionRuntime
        private var titles: [String] = []

        init(_ runtime: ExtensionRuntime) { self.runtime = runtime }

        func hear(_ event: Event) {
            do {
                guard let title = event.data["title"]?.stringValue else { return }
                titles.append(title)
                let count = JSONValue.int(Int64(titles.count))
                try runtime.publishState(["count": count], at: event)
                try runtime.respond(to: event, with: ["count": count])
            } catch {
                runtime.log.error("Watchlist", "\(error)")
            }
        }
    }

    static func ask() async throws -> JSONObject? {
        let hub = EventHub()
        do {
            try hub.register(Greeter.self)
        } catch {
            switch error.code {
            case .duplicateName: break
            default: throw error
            }
        }
        await hub.start()
        let question = try Event(
            name: "Greet",
            type: "com.example.greeting",
            source: "com.example.request",
            data: ["who": "Ada"]
        )
        return await hub.request(question).response?.data
    }

    static func configure(_ hub: EventHub) async throws {
        hub.configuration.update(["global.privacy": "optedin"])
        hub.configuration.privacyStatus = .optedIn
        print(hub.configuration.values.map { "\($0.key) \($0.value) \($0.origin)" })
        do {
            try await hub.configuration.configure(withAppID: "property/launch-EN1")
        } catch {
            print(error)
        }
    }

    static func observe(_ hub: EventHub) {
        let token = hub.listen(type: .wildcard, source: .wildcard, policy: MailboxPolicy(limit: 10)) { print($0) }
        hub.intercept(name: "drops tests") { $0.name == "test" ? .drop : .pass }
        token.cancel()
    }

    static func wait() {
        let clock = ManualClock()
        clock.schedule(after: .seconds(5)) { print("five seconds are over") }
        clock.advance(by: .seconds(5))
    }

    struct Lines: LogSink {
        func write(_ record: LogRecord) { print(record) }
    }

    static func test() throws -> Bool {
        let test = TestHub()
        let tap = test.tap()
        try test.hub.register(Watchlist.self)
        test.start()
        let outcome = try test.request(
            "Add",
            type: "com.example.watchlist",
            source: "com.example.add",
            data: ["title": "Pilot"]
        )
        test.advance(by: .seconds(10))
        return outcome?.response?.data == ["count": 1] && tap.overruns.map(\.listener).isEmpty
            && test.hub.state(of: Watchlist.extensionName).values == ["count": 1]
    }
}
