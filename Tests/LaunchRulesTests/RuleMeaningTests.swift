// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchRules

/// What special keys mean, what is remembered of what rules have caused, and where requests may go.
@Suite struct RuleMeaningTests {
    // MARK: - Special keys

    private func value(
        _ key: String,
        at milliseconds: Int64 = 1_700_000_000_000,
        offset: Int = 0,
        data: JSONObject? = nil
    ) throws -> JSONValue? {
        let event = RuleEvent(name: "n", type: "T", source: "S", data: data, milliseconds: milliseconds)
        let surroundings = RuleSurroundings(
            states: NoRuleStates(),
            history: MemoryRuleHistory(),
            now: 0,
            timeZone: TimeZone(secondsFromGMT: offset) ?? .gmt,
            version: "9.8",
            random: { $0 - 1 }
        )
        return RuleValues(event: event, surroundings: surroundings).value(of: try RuleKey(key))
    }

    @Test(
        arguments: [
            (0, "2023-11-14T22:13:20Z"), (19_800, "2023-11-15T03:43:20+0530"), (-12_600, "2023-11-14T18:43:20-0330"),
            (36_000, "2023-11-15T08:13:20+1000"), (-36_000, "2023-11-14T12:13:20-1000"),
            (10_740, "2023-11-15T01:12:20+0259"), (-10_740, "2023-11-14T19:14:20-0259"),
            (3_540, "2023-11-14T23:12:20+0059"), (60, "2023-11-14T22:14:20+0001"), (-60, "2023-11-14T22:12:20-0001"),
        ] as [(Int, String)]
    )
    func theTimeOfAZoneHasItsOffset(_ offset: Int, _ text: String) throws {
        #expect(try value("~timestampz", offset: offset) == .string(text))
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00.000Z"), (-1, -1, "1969-12-31T23:59:59.999Z"),
            (999, 0, "1970-01-01T00:00:00.999Z"),
            (1_000, 1, "1970-01-01T00:00:01.000Z"), (1_709_251_199_005, 1_709_251_199, "2024-02-29T23:59:59.005Z"),
            (-62_135_596_800_000, -62_135_596_800, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, Int64, String)]
    )
    func theUniversalTimeHasMilliseconds(_ time: Int64, _ seconds: Int64, _ text: String) throws {
        #expect(try value("~timestampp", at: time) == .string(text))
        #expect(try value("~timestampu", at: time) == .int(seconds))
    }

    @Test func otherKeysMeanWhatTheySay() throws {
        #expect(try value("~type") == "T" && value("~source") == "S" && value("~sdkver") == "9.8")
        #expect(try value("~cachebust") == 99_999_999)
        let data: JSONObject = [
            "b": ["c": true, "n": .null], "a": [1, "x y", .null, [:], 2.5], "z&": "ä", "e": [], "A": "",
        ]
        #expect(try value("~all_url", data: data) == "A=&a=1,x%20y,2.5&b.c=true&e=&z%26=%C3%A4")
        #expect(try value("~all_url") == "" && value("~all_json") == "")
        #expect(try value("~all_json", data: ["a": [1]]) == #"{"a":[1]}"#)
        #expect(try value("~state.x/y") == nil && value("a") == nil)
        #expect(try value("b.c", data: data) == true)
    }

    // MARK: - What rules have caused

    @Test func descentIsRememberedForSomeThousandEvents() throws {
        let memory = RuleStageMemory()
        func event(_ number: Int) throws -> Event {
            try Event(name: "\(number)", type: "t", source: "s")
        }
        let lineage = RuleLineage().followed(by: .init(loading: 1, place: 2), dispatching: true)
        let cause = try event(0)
        #expect(!memory.mayKnow(cause.key))
        memory.note(cause.key, RuleLineage())
        #expect(!memory.mayKnow(cause.key))
        memory.note(cause.key, lineage)
        #expect(memory.mayKnow(cause.key))
        let child = try event(1).chained(from: cause)
        // Looking at an event alone leaves nothing behind.
        #expect(memory.knownLineage(of: child) == lineage)
        #expect(!memory.mayKnow(child.key))
        #expect(memory.lineage(of: child) == lineage)
        #expect(memory.mayKnow(child.key))
        #expect(memory.lineage(of: try event(2).chained(from: child)) == lineage)
        #expect(memory.knownLineage(of: cause) == lineage)
        let stranger = try event(3)
        #expect(memory.lineage(of: stranger).isEmpty && memory.knownLineage(of: stranger).isEmpty)
        #expect(memory.lineage(of: try event(4).chained(from: stranger)).isEmpty)

        // The ones that were noted first are forgotten first, and each is counted once.
        let crowded = RuleStageMemory()
        let events = try (0..<1_100).map { try event($0) }
        for event in events[..<1_024] + events[..<10] { crowded.note(event.key, lineage) }
        #expect(events[..<1_024].allSatisfy { crowded.mayKnow($0.key) })
        for place in 1_024..<1_100 {
            crowded.note(events[place].key, lineage)
            #expect(!crowded.mayKnow(events[place - 1_024].key))
            #expect(crowded.mayKnow(events[place - 1_023].key) && crowded.mayKnow(events[place].key))
        }
    }

    private static func refused(_ mark: String) throws -> LaunchRuleSet {
        try LaunchRuleSet([
            "rules": [
                [
                    "condition": ["type": "matcher", "definition": ["key": "n", "matcher": "ex"]],
                    "consequences": [
                        [
                            "id": .string(mark), "type": "dispatch",
                            "detail": [
                                "type": "com.adobe.eventType.configuration", "source": "s", "eventdataaction": "copy",
                            ],
                        ]
                    ],
                ]
            ]
        ])
    }

    @Test func aTroubleIsLoggedOnceUntilTheRulesChange() throws {
        let test = TestHub()
        test.start()
        func warnings() -> [String] {
            test.run()
            return test.log.records.map(\.message).filter { $0.contains("rules may not dispatch") }
        }
        test.hub.rules.replace(with: try Self.refused("a"))
        for _ in 0..<3 { try test.dispatch("one", type: "t", source: "s", data: ["n": 1]) }
        try test.dispatch("two", type: "t", source: "s", data: ["n": 1])
        let first = warnings()
        #expect(first.count == 2)
        #expect(
            first.first?.hasSuffix("rules: one: rules may not dispatch an event that configures the hub") == true,
            "\(first)"
        )
        test.hub.rules.replace(with: try Self.refused("b"))
        try test.dispatch("one", type: "t", source: "s", data: ["n": 1])
        #expect(warnings().count == 3)
        // Sixty-four different ones are told, of which this was the first.
        for number in 0..<70 { try test.dispatch("n\(number)", type: "t", source: "s", data: ["n": 1]) }
        #expect(warnings().count == 2 + 64)
    }

    // MARK: - Where requests may go

    @Test(
        arguments: [
            ("http:", false), ("*", false), ("*.example", false), ("a b", false), ("", false), (":443", false),
            ("a:b", false), ("a:65535", true), ("a:65536", false), ("a:-1", false), (".a", false), ("a.", true),
            ("a..", false), ("é.example", false), ("pl_ayer:", false), ("player:", true), ("a+b.c-1:", true),
            ("https:", false), (":", false), ("*.a.b", true), ("*.a.", false), ("*.é.b", false), ("A-1.b", true),
            ("*.éa.b", false), ("*._a.b", false), ("*a.b", false), ("*..b", false),
            ("::1", true), ("[::1]", true), ("[::1]:80", true), ("[]", false), ("[::g]", true), ("[a b]", false),
        ] as [(String, Bool)]
    )
    func anEntryOfTheHostsHasItsForm(_ entry: String, _ isUsable: Bool) {
        let hosts = SignalHosts(.array([.string(entry)]))
        #expect(hosts.unusable == (isUsable ? [] : [entry]))
        #expect(SignalHosts(.string(entry)) == hosts)
        #expect((hosts == SignalHosts(nil)) == false)
    }

    @Test func whatIsNoTextIsNoHost() {
        #expect(SignalHosts(nil) == SignalHosts(.null))
        #expect(SignalHosts([5, "a", ["b": 1], .null]).unusable == ["5", #"{"b":1}"#, "null"])
        #expect(SignalHosts(["a": 1]).unusable == [#"{"a":1}"#])
        #expect(SignalHosts(true).unusable == ["true"])
    }

    @Test(
        arguments: [
            ("a.example", "https://a.example/", true), ("a.example", "https://A.EXAMPLE.:8443/", true),
            ("a.example:8443", "https://a.example:8443/", true), ("a.example:8443", "https://a.example:8444/", false),
            ("a.example:8443", "https://a.example/", false), ("*.a.example", "https://b.a.example/", true),
            ("*.a.example", "https://a.example/", false), ("*.a.example", "https://b-a.example/", false),
            ("::1", "http://[::1]:9/", true), ("[::1]:9", "http://[::1]:9/", true),
            ("[::1]:9", "http://[::1]:8/", false),
        ] as [(String, String, Bool)]
    )
    func aHostIsAllowedByItsEntry(_ entry: String, _ address: String, _ isAllowed: Bool) throws {
        let refusal = SignalHosts(.string(entry)).refusal(of: try #require(URL(string: address)))
        #expect((refusal == nil) == isAllowed, "\(refusal ?? "")")
    }

    @Test func aRefusalSaysWhatToAdd() throws {
        let hosts = SignalHosts(["player:"])
        #expect(
            hosts.refusal(of: try #require(URL(string: "https://A.example/")))
                == "the configuration does not allow a.example; add it to the list \"rules.hosts\""
        )
        #expect(hosts.refusal(of: try #require(URL(string: "player:x"))) == "it names no host in plain ASCII")
        #expect(hosts.refusal(ofScheme: "PLAYER") == nil)
        #expect(
            hosts.refusal(ofScheme: "tel")
                == "the configuration does not allow the scheme tel; add \"tel:\" to the list \"rules.hosts\""
        )
    }

    @Test func eachAnswerSaysWhatBecomesOfTheRequest() throws {
        let url = try #require(URL(string: "https://a.example/"))
        func answer(_ status: Int) -> HitAnswer {
            HitAnswer(.success(HTTPResponse(status: status, headers: ["Retry-After": "7"], url: url)))
        }
        for status in [200, 299, 300, 399] { #expect(answer(status) == .sent) }
        for status in [408, 429, 500, 599] {
            #expect(answer(status) == .retry(after: .seconds(7), reason: "status \(status)"))
        }
        for status in [199, 400, 404, 407, 409, 428, 430, 499] {
            #expect(answer(status) == .setAside(reason: "status \(status)"))
        }
        func failure(_ error: HTTPError) -> HitAnswer { HitAnswer(.failure(error)) }
        for error in [
            HTTPError.bodyTooLarge(limit: 1), .truncated(receivedBytes: 1, expectedBytes: 2),
            .tooManyRedirects(limit: 0), .redirectRefused(to: "x"),
        ] {
            #expect(failure(error) == .sent)
        }
        for error in [HTTPError.timedOut(after: .seconds(1)), .connection("x"), .cancelled] {
            #expect(failure(error) == .unreachable(after: nil))
        }
        #expect(failure(.invalidRequest("x")) == .discard(reason: "x"))
        for error in [HTTPError.headTooLarge(limit: 1), .malformedAnswer("x")] {
            #expect(failure(error) == .retry(after: nil, reason: error.description))
        }
    }
}
