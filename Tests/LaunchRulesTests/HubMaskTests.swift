// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// Events with a mask on their way through a hub.
@Suite struct HubMaskTests {
    /// A history that also notes in which order it was written.
    private final class Notes: RuleHistory {
        let memory = HubEventHistory(file: nil, maximumAge: nil)
        let hashes = Recorder<JSONValue>()

        func times(of key: RuleHistoryKey) -> [Int64] { memory.times(of: key) }
        func contains(_ key: RuleHistoryKey) -> Bool { memory.contains(key) }
        func watch(_ keys: Set<RuleHistoryKey>, all: Bool) {}

        func record(_ content: RuleHistoryContent, at milliseconds: Int64) {
            hashes.append(.int(Int64(content.eventHash)))
            memory.record(content, at: milliseconds)
        }
    }

    /// The cases of the file in which an event has a mask.
    private static func cases() throws -> [JSONObject] {
        try RuleCaseTests.cases().filter { line in
            line["events"]?.arrayValue?.contains { $0["mask"] != nil } ?? false
        }
    }

    @Test(arguments: try cases()) func isRecordedAsTheCaseExpects(_ line: JSONObject) throws {
        let start = line["now_unix"]?.doubleValue ?? 0
        let test = TestHub(date: Date(timeIntervalSince1970: start))
        let notes = Notes()
        for record in line["history"]?.arrayValue ?? [] {
            let content = RuleHistoryContent(
                record["data"]?.objectValue ?? [:],
                mask: record["mask"]?.arrayValue?.compactMap(\.stringValue)
            )
            notes.memory.record(content, at: record["at_ms"]?.intValue ?? Int64(start * 1_000))
        }
        test.hub.rules.use(recorder: notes)
        if let rules = line["rules"]?.objectValue { test.hub.rules.replace(with: try LaunchRuleSet(rules)) }
        test.start()
        let listener = test.listener()
        let events = line["events"]?.arrayValue ?? []
        let rows = try #require(line["expect"]?.arrayValue)
        for (place, (event, row)) in zip(events, rows).enumerated() {
            let due = (event["at_ms"]?.doubleValue ?? (start + Double(place)) * 1_000) / 1_000
            test.advance(by: .seconds(due - test.clock.date.timeIntervalSince1970))
            notes.hashes.removeAll()
            listener.removeAll()
            test.dispatch(
                try Event(
                    name: event["name"]?.stringValue ?? "Event",
                    type: EventType(event["type"]?.stringValue ?? ""),
                    source: EventSource(event["source"]?.stringValue ?? ""),
                    data: event["data"]?.objectValue ?? [:],
                    mask: event["mask"]?.arrayValue?.compactMap(\.stringValue)
                )
            )
            if let recorded = row["recorded"]?.arrayValue { #expect(notes.hashes.elements == Array(recorded)) }
            // In a hub an event without data has none of its members.
            #expect(listener.events.first?.data == row["data_after"]?.objectValue ?? [:])
        }
    }

    @Test func isRecordedWithoutARuleOnceAHistoryIsInUse() async throws {
        let test = TestHub()
        let history = HubEventHistory(file: nil, clock: test.clock)
        test.start()
        let event = try Event(
            name: "Start",
            type: "player",
            source: "com.example.app",
            data: ["show": ["id": 7, "title": "News"], "n": 1],
            mask: ["show.id", "gone"]
        )
        test.dispatch(event)
        test.hub.rules.use(history)
        test.dispatch(event)
        test.dispatch(try event.copy(withData: ["n": 2]))
        let results = try await history.getHistoricalEvents([
            HubHistoryRequest(mask: ["show.id": "7"]), event.historyRequest(),
            event.historyRequest(to: Int64(test.clock.date.timeIntervalSince1970 * 1_000) - 1),
        ])
        #expect(results.map(\.count) == [1, 1, 0])
    }

    @Test func theMaskIsTakenFromTheDataAsRulesHaveChangedIt() async throws {
        let test = TestHub()
        let history = HubEventHistory(file: nil, clock: test.clock)
        test.hub.rules.use(history)
        test.hub.rules.replace(
            with: try LaunchRuleSet(
                jsonText: """
                    {"rules": [{"condition": {"type": "matcher", "definition": {"key": "n", "matcher": "eq", "values": [1]}},
                      "consequences": [{"id": "m", "type": "mod", "detail": {"eventdata": {"n": 2}}}]}]}
                    """
            )
        )
        test.start()
        test.dispatch(try Event(name: "S", type: "one", source: "app", data: ["n": 1], mask: ["n"]))
        let results = try await history.getHistoricalEvents([
            HubHistoryRequest(mask: ["n": "1"]), HubHistoryRequest(mask: ["n": "2"]),
        ])
        #expect(results.map(\.count) == [0, 1])
    }
}
