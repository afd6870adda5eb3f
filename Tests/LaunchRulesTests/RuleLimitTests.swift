// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchRules

/// The bounds of rules, their history and their requests, from both sides.
struct RuleLimitTests {
    // MARK: - Paths

    @Test func aPathHasAKibibyteAndSixtyFourPartsAtMost() {
        #expect(RulePath(String(repeating: "x", count: 1_024)) != nil)
        #expect(RulePath(String(repeating: "x", count: 1_025)) == nil)
        #expect(RulePath(Array(repeating: "x", count: 64).joined(separator: ".")) != nil)
        #expect(RulePath(Array(repeating: "x", count: 65).joined(separator: ".")) == nil)
    }

    @Test(
        arguments: [
            ("a", 1), ("list.0", "first"), ("list.1", "second"), ("list.2", nil), ("list.-1", nil), ("list.01", nil),
            ("list.+1", nil), ("list", ["first", "second"]), ("a.b", "dotted"), ("deep.a.b.c.d", "inner"),
            ("deep.a.b.c.e", nil), ("null", nil), ("a.x", nil), ("deep.x.0.y", "place"), ("", nil),
        ] as [(String, JSONValue?)]
    )
    func aPathLeadsToAValueOrToNone(_ text: String, _ value: JSONValue?) throws {
        let data: JSONObject = [
            "a": 1, "list": ["first", "second"], "a.b": "dotted", "null": .null,
            "deep": ["a.b": ["c": ["d": "inner"]], "x": [["y": "place"]]],
        ]
        let path = try #require(RulePath(text))
        #expect(path.value(in: data) == value)
    }

    // MARK: - Numbers

    @Test(
        arguments: [
            ("0", .whole(0)), ("-5", .whole(-5)), ("+5", .whole(5)), ("9223372036854775807", .whole(.max)),
            ("9223372036854775808", .fraction(9_223_372_036_854_775_808)), ("1.0", .whole(1)), ("1.5", .fraction(1.5)),
            ("1e3", .whole(1_000)), ("1E+3", .whole(1_000)), ("15e-1", .fraction(1.5)), ("", nil), ("-", nil),
            ("1.", nil),
            (".5", nil), ("1e", nil), ("1e+", nil), ("1x", nil), (" 1", nil), ("1 ", nil), ("0x10", nil), ("nan", nil),
            ("1e400", nil), ("1.5x", nil), ("--1", nil), ("1e3x", nil),
        ] as [(String, RuleNumber?)]
    )
    func aTextIsANumberAsAWholeOrNone(_ text: String, _ number: RuleNumber?) {
        #expect(RuleNumber(text: text) == number)
    }

    @Test(
        arguments: [
            (.whole(1), .whole(2), -1), (.whole(2), .whole(2), 0), (.whole(3), .whole(2), 1),
            (.whole(1), .fraction(1.5), -1),
            (.whole(2), .fraction(1.5), 1), (.fraction(1.5), .whole(1), 1), (.fraction(1.5), .whole(2), -1),
            (.whole(-1), .fraction(-1.5), 1), (.whole(-2), .fraction(-1.5), -1), (.fraction(1.5), .fraction(1.5), 0),
            (.fraction(1.5), .fraction(2.5), -1), (.whole(.max), .fraction(9.3e18), -1),
            (.whole(.min), .fraction(-9.3e18), 1),
            (.fraction(9.3e18), .whole(.max), 1),
        ] as [(RuleNumber, RuleNumber, Int)]
    )
    func numbersAreComparedByTheirValue(_ left: RuleNumber, _ right: RuleNumber, _ order: Int) {
        #expect(left.compared(to: right) == order)
        #expect(right.compared(to: left) == -order)
    }

    // MARK: - Texts of messages

    @Test func aLongTextIsShownByItsBeginning() {
        let hundred = String(repeating: "x", count: 100)
        #expect(RuleFault.quoted(hundred) == "\"\(hundred)\"")
        #expect(RuleFault.quoted(hundred + "x") == "\"\(String(repeating: "x", count: 60))...\"")
    }

    // MARK: - Tokens

    @Test func aTokenHasUpToEightFunctions() throws {
        func token(_ count: Int) throws(RuleFault) -> RuleToken {
            let text = String(repeating: "urlenc(", count: count) + "key" + String(repeating: ")", count: count)
            return try RuleToken(Substring(text))
        }
        #expect(try token(0).functions.isEmpty)
        #expect(try token(0).path == nil)
        #expect(try token(1).path != nil)
        #expect(try token(8).functions == Array(repeating: .urlenc, count: 8))
        // One more belongs to the name of the key.
        #expect(try token(9).functions.count == 8)
        #expect(try RuleToken("(key)").functions.isEmpty)
        #expect(try RuleToken(" no such ( key ) ").functions == [.unknown])
    }

    // MARK: - History

    @Test(arguments: [(0, []), (1, [5]), (2, [3, 5]), (3, [3, 4, 5])] as [(Int, [Int64])])
    func aHistoryInMemoryHasItsLimit(_ limit: Int, _ kept: [Int64]) throws {
        let history = MemoryRuleHistory(limit: limit)
        let content = RuleHistoryContent(["name": "play"])
        let key = try #require(RuleHistoryKey(content))
        for time in [5, 3, 4] as [Int64] { history.record(content, at: time) }
        #expect(history.times(of: key) == kept)
        #expect(history.contains(key) == !kept.isEmpty)
    }

    @Test func timesAscendAndEqualOnesStay() {
        var times = HistoryTimes.one(5)
        for time in [5, 3, 9, 4, 9, 1] as [Int64] { times.insert(time) }
        #expect(times.all == [1, 3, 4, 5, 5, 9, 9])
        #expect(times.removing([0, 1, 5, 9, 10])?.all == [3, 4, 5, 9])
        #expect(HistoryTimes.one(5).removing([5]) == nil)
        #expect(HistoryTimes.one(5).removing([4, 6])?.all == [5])
        #expect(HistoryTimes([]) == nil)
    }

    @Test(
        arguments: [
            (1, 9, 0..<4), (3, 5, 0..<3), (4, 5, 1..<3), (5, 5, 1..<3), (6, 8, 3..<3), (9, 9, 3..<4), (5, 4, 0..<0),
        ]
            as [(Int64, Int64, Range<Int>)]
    )
    func placesAreFromOneTimeToAnotherIncluded(_ from: Int64, _ to: Int64, _ places: Range<Int>) {
        let times: [Int64] = [3, 5, 5, 9]
        #expect(times.places(from: from, to: to) == places)
    }

    @Test func aSweepIsDueOnceADay() {
        var sweep = HistorySweep()
        #expect(sweep.isDue(at: 0))
        #expect(sweep.begin(at: 1_000, age: 500) == nil)
        #expect(sweep.last == 1_000)
        #expect(!sweep.isDue(at: 1_000))
        #expect(!sweep.isDue(at: 1_000 + 86_399_999))
        #expect(sweep.isDue(at: 1_000 + 86_400_000))
        #expect(sweep.isDue(at: 999))
        // What was too old at the search before is removed, if the clock has not gone back.
        #expect(sweep.begin(at: 1_000, age: 500) == 500)
        #expect(sweep.begin(at: 999, age: 500) == nil)
        #expect(sweep.begin(at: 5_000, age: nil) == nil)
        #expect(sweep.begin(at: 6_000, age: .max) == 5_000 - .max)
        #expect(Int64.min.minus(1) == .min)
        #expect(Int64.max.minus(-1) == .max)
    }

    @Test func aDateIsHeldWithinItsRange() {
        #expect(Date(timeIntervalSince1970: .nan).milliseconds == 0)
        #expect(Date(timeIntervalSince1970: 1e30).milliseconds == 1_000_000_000_000_000_000)
        #expect(Date(timeIntervalSince1970: -1e30).milliseconds == -1_000_000_000_000_000_000)
        #expect(Date(timeIntervalSince1970: 1.000_6).milliseconds == 1_001)
    }

    // MARK: - Requests

    @Test(
        arguments: [
            (0, 2), (-1, 2), (.nan, 2), (0.05, 0.1), (0.1, 0.1), (0.2, 0.2), (30, 30), (30.5, 30), (.infinity, 30),
        ] as [(Double, Double)]
    )
    func aTimeLimitIsHeldInItsRange(_ seconds: Double, _ limit: Double) {
        #expect(SignalRequest.timeout(seconds) == .seconds(limit))
    }

    @Test func whatTheQueueKeepsIsReadAgain() throws {
        let url = try #require(URL(string: "https://a.example:8443/x"))
        let request = SignalRequest(url: url, body: "b", contentType: "text/plain", timeout: .seconds(3))
        #expect(SignalRequest(payload: request.payload) == request)
        #expect(request.stream == "a.example:8443")
        let bare = SignalRequest(url: url, body: nil, contentType: nil, timeout: .seconds(2))
        #expect(SignalRequest(payload: Data(#"{"url": "https://a.example:8443/x"}"#.utf8)) == bare)
        #expect(SignalRequest(payload: Data("{}".utf8)) == nil)
        #expect(SignalRequest(payload: Data()) == nil)
    }

    // MARK: - Logs

    @Test(arguments: [64, 65])
    func sixtyFourReasonsAreLoggedOnceEach(_ count: Int) {
        let sink = RecordingSink()
        let log = ConsequenceLog(HubLog(level: .verbose, sink: sink))
        for _ in 0..<2 { for number in 0..<count { log.note("reason \(number)") } }
        #expect(sink.records.map(\.message) == (0..<64).map { "reason \($0)" })
    }
}
