// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

@testable import LaunchRules

/// What a history answers about a span of time, both ends of which count.
struct RuleHistorySearchTests {
    private static let contents: [String: RuleHistoryContent] = [
        "a": RuleHistoryContent(["name": "a"]), "b": RuleHistoryContent(["name": "b"]),
    ]

    private static func keys(_ names: String) -> [RuleHistoryKey?] {
        names.map { name in contents[String(name)].flatMap { RuleHistoryKey($0) } }
    }

    /// What "a" happened at 0, 10 and 20, and "b" at 10 and 30.
    private static func search(_ from: Int64, _ to: Int64) throws -> RuleHistorySearch {
        let history = MemoryRuleHistory()
        let times: [(String, [Int64])] = [("a", [20, 0, 10]), ("b", [10, 30])]
        for (name, times) in times {
            for time in times { history.record(try #require(contents[name]), at: time) }
        }
        return RuleHistorySearch(history: history, from: from, to: to)
    }

    /// Each letter is a key; a dot is content that cannot be recorded.
    @Test(
        arguments: [
            ("a", 0, 20, 3), ("a", 1, 20, 2), ("a", 0, 19, 2), ("a", 10, 10, 1), ("a", 11, 19, 0), ("a", 20, 10, 0),
            ("a", 20, 19, 0), ("a", 21, .max, 0), ("a", .min, .max, 3), ("a", 0, 0, 1), ("ab", 0, 30, 5),
            ("ab", 0, 29, 4), ("a.", 0, 30, 3), (".", 0, 30, 0), ("aa", 0, 30, 6), ("", 0, 30, 0),
        ] as [(String, Int64, Int64, Int64)]
    )
    func recordsAreCounted(_ names: String, _ from: Int64, _ to: Int64, _ count: Int64) throws {
        #expect(try Self.search(from, to).count(Self.keys(names)) == count)
    }

    @Test(
        arguments: [
            ("ab", 0, 30, true), ("ba", 0, 30, true), ("ba", 11, 30, false), ("ab", 0, 9, false), ("ab", 0, 10, true),
            ("a", 20, 20, true), ("a", 20, 19, false), ("a", 21, 30, false), ("a", 0, -1, false), ("a", 0, 0, true),
            ("aaa", 0, 20, true), ("aaa", 0, 19, false), ("aaa", 1, 20, false), ("aaaa", 0, .max, false),
            ("a.", 0, 30, false), (".", 0, 30, false), ("", 0, 30, true), ("bba", 0, 30, false), ("aba", 0, 30, true),
            ("aab", 0, 30, true), ("aaab", 0, 30, true), ("aaab", 0, 29, false), ("abb", 0, 30, true),
            ("aabb", 10, 30, false), ("abab", 0, 30, true), ("ababa", 0, 30, false),
        ] as [(String, Int64, Int64, Bool)]
    )
    func recordsAreInTheirOrder(_ names: String, _ from: Int64, _ to: Int64, _ isOrdered: Bool) throws {
        #expect(try Self.search(from, to).isOrdered(Self.keys(names)) == isOrdered)
    }

    @Test(
        arguments: [
            ("ab", 0, 30, 1), ("ab", 0, 29, 0), ("ab", 0, 10, 0), ("ba", 0, 10, 0), ("ba", 0, 20, 1),
            ("ab", 11, 19, -1),
            ("a", 10, 10, 0), ("ba", 0, 0, 1), ("ab", 0, -1, -1), (".a", 0, 30, 1), ("a", 20, 20, 0), ("a", 21, 30, -1),
            ("ab", 30, 30, 1), (".", 0, 30, -1), ("", 0, 30, -1), ("a", .min, .max, 0),
        ] as [(String, Int64, Int64, Int64)]
    )
    func theNewestRecordHasItsPlace(_ names: String, _ from: Int64, _ to: Int64, _ place: Int64) throws {
        #expect(try Self.search(from, to).mostRecent(Self.keys(names)) == place)
    }

    @Test(arguments: [0, 1, 2, 3, 10, 100])
    func everyBoundIsFoundInTimesThatAscend(_ count: Int64) throws {
        let history = MemoryRuleHistory()
        let content = RuleHistoryContent(["name": "a"])
        let times = (0..<count).map { $0 * 3 }
        for time in times { history.record(content, at: time) }
        let keys = [RuleHistoryKey(content)]
        for bound in -1...(count * 3) {
            let above = RuleHistorySearch(history: history, from: bound, to: .max)
            #expect(above.count(keys) == Int64(times.count { $0 >= bound }))
            let below = RuleHistorySearch(history: history, from: 0, to: bound)
            #expect(below.count(keys) == Int64(times.count { $0 <= bound }))
        }
    }

    @Test func withoutBoundsEverythingFrom1970UntilNowCounts() throws {
        let history = MemoryRuleHistory()
        for time in [-1, 0, 500, 501] as [Int64] { history.record(RuleHistoryContent(["name": "a"]), at: time) }
        let rules = (0..<5).map { number -> JSONValue in
            [
                "condition": [
                    "type": "historical",
                    "definition": ["matcher": "eq", "value": .int(number), "events": [["name": "a"]]],
                ],
                "consequences": [],
            ]
        }
        let compiled = CompiledRules([(1, try LaunchRuleSet(["rules": .array(rules)]))])
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: [:], milliseconds: 900)
        let surroundings = RuleSurroundings(states: NoRuleStates(), history: history, now: 500)
        #expect(compiled.evaluate(event, surroundings).fired == [2])
    }
}
