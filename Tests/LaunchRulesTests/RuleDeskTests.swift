// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// The sets of rules of a hub: their order, what is published of them, and what is remembered when they change.
@Suite struct RuleDeskTests {
    /// A history that notes what it is asked to watch.
    private final class Watcher: RuleHistoryRecorder {
        struct Watch: Sendable, Equatable {
            var keys: Set<RuleHistoryKey>
            var all: Bool
        }

        let watches = Recorder<Watch>()

        func times(of key: RuleHistoryKey) -> [Int64] { [] }
        func contains(_ key: RuleHistoryKey) -> Bool { false }
        func record(_ content: RuleHistoryContent, at milliseconds: Int64) {}

        func watch(_ keys: Set<RuleHistoryKey>, all: Bool) {
            watches.append(Watch(keys: keys, all: all))
        }
    }

    private func started() -> TestHub {
        let test = TestHub()
        test.start()
        return test
    }

    private func report(_ test: TestHub) -> JSONObject? {
        test.run()
        return test.hub.state(of: HubRules.stateName).values
    }

    private func names(_ test: TestHub) -> [JSONValue?] {
        (report(test)?["sets"]?.arrayValue ?? []).map { $0["name"] }
    }

    private func marking(_ type: String, _ mark: String) throws -> LaunchRuleSet {
        try LaunchRuleSet(RuleFiles.file(RuleFiles.rule(type, RuleFiles.add(["by": .string(mark)]))))
    }

    @Test func whatIsInForceIsPublishedWithEachChange() throws {
        let test = started()
        let rules = test.hub.rules
        #expect(report(test) == nil)
        rules.add(try marking("one", "b"), as: "b")
        let own: JSONValue = ["name": "b", "count": 1, "refused": 0]
        #expect(report(test) == ["count": 1, "refused": 0, "sets": [own], "findings": []])
        // Rules of the property of which none is understood are there to be read about.
        rules.replace(with: try LaunchRuleSet(["rules": [5]]))
        let finding = try #require(rules.findings.first?.description)
        #expect(
            report(test) == [
                "count": 1, "refused": 1, "sets": [["name": "", "count": 0, "refused": 1], own],
                "findings": [.string(finding)],
            ]
        )
        rules.replace(with: LaunchRuleSet())
        #expect(report(test) == ["count": 1, "refused": 0, "sets": [own], "findings": []])
        rules.remove("other")
        #expect(rules.count == 1)
        rules.remove("b")
        #expect(report(test) == ["count": 0, "refused": 0, "sets": [], "findings": []])
    }

    @Test(arguments: [19, 20, 21])
    func theFirstTwentyFindingsArePublished(_ count: Int) throws {
        let test = started()
        test.hub.rules.replace(
            with: try LaunchRuleSet(["rules": .array(JSONArray((0..<count).map { _ in 5 }))])
        )
        let findings = test.hub.rules.findings.map(\.description)
        #expect(findings.count == count)
        let published = report(test)?["findings"]?.arrayValue?.compactMap(\.stringValue)
        #expect(published == Array(findings.prefix(20)))
    }

    @Test func aSetThatIsAddedAgainStandsAtItsPlace() throws {
        let test = started()
        let listener = test.listener(type: "one")
        let rules = test.hub.rules
        rules.add(try marking("one", "a"), as: "a")
        rules.add(try marking("one", "b"), as: "b")
        rules.add(try marking("one", "new a"), as: "a")
        #expect(rules.count == 2)
        #expect(names(test) == ["a", "b"])
        rules.replace(with: try marking("two", "property"))
        #expect(names(test) == ["", "a", "b"])
        try test.dispatch("Step", type: "one", source: "com.example.app")
        rules.remove("a")
        try test.dispatch("Step", type: "one", source: "com.example.app")
        #expect(listener.data == [["by": "new a"], ["by": "b"]])
    }

    /// A rule is known by its set and its place, not by its place alone.
    @Test func theFirstRulesOfTwoSetsAreTwoRules() throws {
        let test = started()
        let listener = test.listener(type: "com.example.made")
        let making = RuleFiles.file(RuleFiles.rule("one", RuleFiles.dispatch("Made")))
        test.hub.rules.add(try LaunchRuleSet(making), as: "a")
        test.hub.rules.add(try marking("com.example.made", "b"), as: "b")
        try test.dispatch("Step", type: "one", source: "com.example.app")
        #expect(listener.data == [["by": "b"]])
    }

    @Test func aRuleInThePlaceOfAnotherOneIsNotTakenForIt() throws {
        let test = started()
        let (made, again) = (test.listener(type: "com.example.made"), test.listener(type: "again"))
        let rules = test.hub.rules
        rules.replace(
            with: try LaunchRuleSet(
                RuleFiles.file(
                    [
                        "condition": ["type": "matcher", "definition": ["key": "n", "matcher": "ex"]],
                        "consequences": [RuleFiles.dispatch("Made")],
                    ]
                )
            )
        )
        try test.dispatch("Step", type: "one", source: "com.example.app", data: ["n": 1])
        let cause = try #require(made.events.first)
        let event = try Event(name: "Again", type: "again", source: "com.example.app", data: ["n": 2])
        test.dispatch(event.chained(from: cause))
        #expect(made.count == 1)
        rules.replace(with: try marking("again", "new"))
        test.dispatch(event.chained(from: cause))
        #expect(again.data == [["n": 2], ["n": 2, "by": "new"]])
    }

    @Test func aHistoryIsToldWhatRulesAskIt() throws {
        func asking(_ page: JSONValue) throws -> LaunchRuleSet {
            let definition: JSONValue = ["events": [["page": page]], "matcher": "gt", "value": 1]
            return try LaunchRuleSet([
                "rules": [["condition": ["type": "historical", "definition": definition], "consequences": []]]
            ])
        }
        let key = try #require(RuleHistoryKey(RuleHistoryContent(["page": "7"])))
        let test = started()
        let watcher = Watcher()
        test.hub.rules.use(recorder: watcher)
        #expect(watcher.watches.elements == [.init(keys: [], all: false)])
        test.hub.rules.replace(with: try asking("7"))
        #expect(watcher.watches.elements.last == .init(keys: [key], all: false))
        test.hub.rules.add(try asking("{%id%}"), as: "more")
        #expect(watcher.watches.elements.last?.all == true)
        test.hub.rules.remove("more")
        #expect(watcher.watches.elements.last == .init(keys: [key], all: false))
    }

    /// Each of two events that rules apply to has a record, with its data as it was and as it is.
    @Test func whatRulesCausedHasARecordOfItsOwn() throws {
        let test = started()
        let tap = test.tap()
        let copy: JSONValue = [
            "id": "d", "type": "dispatch",
            "detail": ["name": "Made", "type": "made", "source": "com.example.app", "eventdataaction": "copy"],
        ]
        test.hub.rules.replace(
            with: try LaunchRuleSet(
                RuleFiles.file(RuleFiles.rule("one", copy), RuleFiles.rule("made", RuleFiles.add(["by": "rule"])))
            )
        )
        try test.dispatch("Step", type: "one", source: "com.example.app", data: ["n": 1])
        let records = tap.records.compactMap { record in
            if case .rulesApplied(let record) = record { record } else { nil }
        }
        #expect(records.map(\.event.data) == [["n": 1], ["n": 1]])
        #expect(records.map(\.result.data) == [["n": 1], ["n": 1, "by": "rule"]])
        #expect(records.map(\.isChanged) == [false, true])
        #expect(records.map { $0.caused.map(\.name) } == [["Made"], []])
        #expect(records.map(\.rules) == [["rules[0] (d)"], ["rules[1] (a)"]])
        #expect(records.map(\.event.id) == records.map(\.result.id))
    }
}
