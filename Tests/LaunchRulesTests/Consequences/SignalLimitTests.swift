// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// The bounds of requests that rules order, and of those that wait.
@Suite struct SignalLimitTests {
    private static let host = "https://collector.example/"

    @Test(arguments: [(16_384, true), (16_385, false)])
    func anAddressHasSixteenKibibytesAtMost(_ count: Int, _ isSent: Bool) throws {
        let bench = SignalBench()
        let url = Self.host + String(repeating: "x", count: count - Self.host.utf8.count)
        try bench.rule("pb", ["templateurl": .string(url)])
        try bench.trigger()
        #expect(bench.servers.requests.count == (isSent ? 1 : 0))
        let reason = "\"templateurl\" of the detail cannot be used: it is longer than 16384 bytes"
        #expect(bench.warnings == (isSent ? [] : ["consequence \"c\" (pb) is not carried out: \(reason)"]))
    }

    @Test(arguments: [(262_144, true), (262_145, false)])
    func aBodyHasAQuarterOfAMebibyteAtMost(_ count: Int, _ isSent: Bool) throws {
        let bench = SignalBench()
        let body = String(repeating: "x", count: count)
        try bench.rule("pb", ["templateurl": .string(Self.host), "templatebody": .string(body)])
        try bench.trigger()
        #expect(bench.servers.requests.count == (isSent ? 1 : 0))
        let reason = "\"templatebody\" of the detail cannot be used: it is longer than 262144 bytes"
        #expect(bench.warnings == (isSent ? [] : ["consequence \"c\" (pb) is not carried out: \(reason)"]))
    }

    @Test(arguments: [
        ("!", true), ("~", true), (" ", false), ("\u{7F}", false), ("\\", false), ("\t", false), ("ä", false),
    ])
    func anAddressIsOfVisibleCharactersAlone(_ character: String, _ isSent: Bool) throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": .string(Self.host + character)])
        try bench.trigger()
        #expect(bench.servers.requests.count == (isSent ? 1 : 0))
        #expect(bench.warnings.count == (isSent ? 0 : 1))
    }

    @Test(
        arguments: [
            (5, 5), ("7.5", 7.5), ("", 2), (.null, 2), (0, 2), (-1, 2), (0.01, 0.1), (31, 30), ("soon", nil),
            (true, nil), ("inf", nil),
        ] as [(JSONValue, Double?)]
    )
    func aTimeLimitIsANumberOfSeconds(_ timeout: JSONValue, _ seconds: Double?) throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": .string(Self.host), "timeout": timeout])
        try bench.trigger()
        let expected = [seconds].compactMap { $0.map { Duration.seconds($0) } }
        #expect(bench.servers.requests.map(\.limits.timeout) == expected)
        let reason = "\"timeout\" of the detail cannot be used: it is not a number of seconds"
        #expect(
            bench.warnings == (seconds == nil ? ["consequence \"c\" (pb) is not carried out: \(reason)"] : [])
        )
    }

    @Test func aThousandRequestsWait() throws {
        let bench = SignalBench(privacy: nil)
        try bench.rule("pb", ["templateurl": .string(Self.host + "{%n%}")])
        for number in 0..<1_000 {
            try bench.test.dispatch("Step", type: "one", source: "com.example.app", data: ["n": .int(Int64(number))])
        }
        bench.settle()
        #expect(bench.signals.summary() == (1_000, 0, 0))
        #expect(bench.warnings == [])
        try bench.trigger(["n": 1_000])
        #expect(bench.signals.summary() == (1_000, 0, 0))
        #expect(
            bench.warnings == [
                "requests that rules ordered were dropped unsent, because more wait than are kept"
            ]
        )
    }

    @Test func aRequestWaitsForAWeek() throws {
        let bench = SignalBench(privacy: nil)
        try bench.rule("pb", ["templateurl": .string(Self.host)])
        try bench.trigger()
        bench.advance(by: .seconds(7 * 86_400 - 1))
        #expect(bench.signals.summary() == (1, 0, 0))
        bench.advance(by: .seconds(1))
        #expect(bench.signals.summary() == (0, 0, 0))
        #expect(
            bench.warnings == [
                "requests that rules ordered were dropped unsent, because they waited for a week"
            ]
        )
    }

    @Test func anAppThatKnowsThatTheNetworkIsBackNeedNotWait() throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": .string(Self.host)])
        bench.servers.answer(.failure(.connection("no network")))
        try bench.trigger()
        #expect(bench.signals.summary() == (1, 0, 0))
        bench.servers.answer(.success(200))
        bench.signals.tryNow()
        bench.settle()
        #expect(bench.signals.summary() == (0, 0, 1))
        #expect(bench.servers.requests.count == 2)
        #expect(bench.servers.requests.first?.limits.bodyBytes == 4_096)
    }

    @Test func whatIsOddInTheListOfHostsIsSaidOnce() throws {
        let bench = SignalBench(hosts: ["*", 5, "collector.example"])
        try bench.rule("pb", ["templateurl": .string(Self.host)])
        try bench.trigger()
        try bench.trigger()
        #expect(bench.warnings == ["* in \"rules.hosts\" is not a host such as \"collector.example.com\""])
        #expect(bench.signals.summary() == (0, 0, 2))
    }

    @Test func anAddressThatNobodyOpensIsSaid() throws {
        let bench = SignalBench(hosts: ["player:"], privacy: .unknown)
        try bench.rule("url", ["url": "player:x"])
        try bench.trigger()
        #expect(
            bench.warnings == [
                "consequence \"c\" (url) is not carried out: "
                    + "the user has not agreed to the privacy status \"optedin\" yet"
            ]
        )
        bench.test.hub.configuration.privacyStatus = .optedIn
        bench.settle()
        try bench.trigger()
        #expect(bench.opened.elements.map(\.absoluteString) == ["player:x"])
    }
}
