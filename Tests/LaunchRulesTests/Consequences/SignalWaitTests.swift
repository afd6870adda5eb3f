// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchRules

/// How long requests that rules order wait, how much waits, and who opens addresses.
struct SignalWaitTests {
    private static let host = "https://collector.example/"

    // MARK: - A host that does not answer

    /// Servers that take requests and say nothing.
    private final class Silence: HTTPClient {
        let requests = Recorder<String>()

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            requests.append(request.headers["Idempotency-Key"] ?? "")
            return HTTPTask()
        }
    }

    /// A request that is not answered is given up after thirty-five seconds, and that is not its fault.
    @Test func aRequestWithoutAnAnswerIsTriedForEver() throws {
        let silence = Silence()
        let options = ConfigurationOptions(store: InMemoryKeyValueStore(), client: { silence })
        let test = TestHub(options: HubOptions(configuration: options))
        let lane = DispatchQueue(label: "SignalWaitTests")
        let signals = test.hub.rules.sendSignals(on: lane, opening: nil)
        func settle() { for _ in 0..<50 { lane.sync {} } }
        test.hub.configuration.update(["rules.hosts": ["collector.example"]])
        test.hub.configuration.privacyStatus = .optedIn
        test.hub.rules.replace(
            with: try LaunchRuleSet([
                "rules": [
                    [
                        "condition": ["type": "matcher", "definition": ["key": "n", "matcher": "ex"]],
                        "consequences": [["id": "c", "type": "pb", "detail": ["templateurl": .string(Self.host)]]],
                    ]
                ]
            ])
        )
        test.start()
        try test.dispatch("Step", type: "one", source: "com.example.app", data: ["n": 1])
        settle()
        for count in 1...15 {
            #expect(silence.requests.count == count)
            test.advance(by: .milliseconds(34_999))
            settle()
            signals.tryNow()
            settle()
            #expect(silence.requests.count == count)
            test.advance(by: .milliseconds(1))
            settle()
            signals.tryNow()
            settle()
        }
        #expect(silence.requests.count == 16)
        #expect(Set(silence.requests.elements).count == 1)
        #expect(signals.summary() == (1, 0, 0))
        #expect(test.log.records.filter { $0.level == .warning && $0.tag == "Rules" }.isEmpty)
    }

    // MARK: - A host that is not allowed any more

    @Test func aRequestWaitsForAMinuteForItsHostToBeAllowed() throws {
        let bench = SignalBench(privacy: nil)
        try bench.rule("pb", ["templateurl": .string(Self.host)])
        try bench.trigger()
        #expect(bench.signals.summary() == (1, 0, 0))
        bench.test.hub.configuration.update(["rules.hosts": []])
        bench.test.hub.configuration.privacyStatus = .optedIn
        bench.settle()
        bench.test.hub.configuration.update(["rules.hosts": ["collector.example"]])
        bench.advance(by: .milliseconds(59_500))
        #expect(bench.servers.requests.isEmpty)
        #expect(bench.signals.summary() == (1, 0, 0))
        bench.advance(by: .seconds(1))
        #expect(bench.servers.requests.count == 1)
        #expect(bench.signals.summary() == (0, 0, 1))
    }

    // MARK: - How much waits

    @Test(arguments: [0, 1])
    func fourMebibytesOfRequestsWait(_ beyond: Int) throws {
        let bench = SignalBench(privacy: nil)
        let url = try #require(URL(string: Self.host))
        let type = "application/x-www-form-urlencoded"
        let bare = SignalRequest(url: url, body: "", contentType: type, timeout: .seconds(2)).payload.count
        let longest = 256 << 10
        func order(_ count: Int) throws {
            let body = String(repeating: "x", count: count)
            try bench.rule("pb", ["templateurl": .string(Self.host), "templatebody": .string(body)])
            try bench.trigger()
        }
        for _ in 0..<15 { try order(longest) }
        #expect(bench.signals.summary() == (15, 0, 0))
        try order((4 << 20) - 15 * (longest + bare) - bare + beyond)
        #expect(bench.signals.summary() == (16 - beyond, 0, 0))
        let warning = "requests that rules ordered were dropped unsent, because more wait than are kept"
        #expect(bench.warnings == (beyond > 0 ? [warning] : []))
    }

    // MARK: - Opening addresses

    @Test func whatOpensAnAddressMayChangeAndMayFail() throws {
        let bench = SignalBench(hosts: ["player:"])
        try bench.rule("url", ["url": "player:x"])
        bench.test.hub.rules.sendSignals()
        try bench.trigger()
        #expect(bench.opened.elements.map(\.absoluteString) == ["player:x"])
        let asked = Recorder<String>()
        bench.test.hub.rules.sendSignals { url in
            asked.append(url.absoluteString)
            return false
        }
        try bench.trigger()
        #expect(bench.opened.count == 1)
        #expect(asked.elements == ["player:x"])
        #expect(bench.warnings == ["consequence \"c\" (url) is not carried out: player:x was not opened"])
    }

    @Test func anAddressIsNotOpenedWhereNothingOpensIt() throws {
        let servers = SignalBench.Servers()
        let options = ConfigurationOptions(store: InMemoryKeyValueStore(), client: { servers })
        let test = TestHub(options: HubOptions(configuration: options))
        test.hub.rules.sendSignals()
        test.hub.configuration.update(["rules.hosts": ["player:"]])
        test.hub.configuration.privacyStatus = .optedIn
        test.hub.rules.replace(
            with: try LaunchRuleSet([
                "rules": [
                    [
                        "condition": ["type": "matcher", "definition": ["key": "n", "matcher": "ex"]],
                        "consequences": [["id": "c", "type": "url", "detail": ["url": "player:x"]]],
                    ]
                ]
            ])
        )
        test.start()
        try test.dispatch("Step", type: "one", source: "com.example.app", data: ["n": 1])
        let warnings = test.log.records.filter { $0.level == .warning && $0.tag == "Rules" }.map(\.message)
        #expect(
            warnings == ["consequence \"c\" (url) is not carried out: nothing opens addresses in this app"]
        )
        #expect(servers.requests.isEmpty)
    }
}
