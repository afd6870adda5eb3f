// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules

/// What an event pays for a thousand rules, what their consequences cost, and loading them.
enum RulesGroup {
    static let group = BenchGroup("rules") { effort in
        let probe = StageProbe()
        defer { probe.end() }
        let count = effort.count(100_000)
        let lookUp = "a look-up in a dictionary"
        let values = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("asset \($0) of a rule", $0) })
        let floor = {
            costOfCall(count) { _ in
                let asset = BenchRules.tracked.data["contextdata"]?["assetid"]?.stringValue ?? ""
                precondition(values[asset] == 7, "the value is there")
            }
        }
        let text = BenchRules.file(1_000, type: BenchRules.type, BenchRules.adding(3))
        return [
            effort.measure(
                "1000_of_other_types",
                "ns",
                to: lookUp,
                { probe.cost(count, BenchRules.file(1_000, type: Sample.type)) },
                floor: floor
            ),
            effort.measure(
                "1000_of_type_1_matches",
                "ns",
                to: lookUp,
                { probe.cost(count, BenchRules.file(1_000, type: BenchRules.type)) },
                floor: floor
            ),
            effort.measure(
                "1000_as_10",
                "ns",
                to: "the same with ten rules",
                { probe.cost(count, BenchRules.file(1_000, type: BenchRules.type)) },
                floor: { probe.cost(count, BenchRules.file(10, type: BenchRules.type)) }
            ),
            effort.measure(
                "add_5_members",
                "ns",
                to: "an event with them made",
                { probe.cost(count, BenchRules.file(10, type: BenchRules.type, BenchRules.adding(5)), results: 1) },
                floor: { costOfAdding(5, count) }
            ),
            effort.measure(
                "dispatch_15_tokens",
                "ns",
                to: "an event with them made",
                {
                    probe.cost(
                        count * 2 / 5,
                        BenchRules.file(10, type: BenchRules.type, BenchRules.dispatching),
                        results: 2
                    )
                },
                floor: { costOfAdding(15, count) }
            ),
            effort.measure(
                "load_1000",
                "ms",
                to: "their JSON read",
                {
                    (0..<5).map { _ in
                        timed {
                            let set = BenchRules.set(text)
                            withExtendedLifetime(CompiledRules([(1, set)])) { precondition(set.count == 1_000) }
                        } / 1e6
                    }.median
                },
                floor: {
                    (0..<5).map { _ in
                        timed { precondition((try? JSONObject(jsonData: Data(text.utf8))) != nil) } / 1e6
                    }.median
                }
            ),
        ]
    }

    /// Nanoseconds of making an event of another one with a number of members more.
    private static func costOfAdding(_ members: Int, _ count: Int) -> Double {
        let added = (0..<members).map { ("added\($0)", JSONValue.string("a value of a rule \($0)")) }
        return costOfCall(count) { _ in
            var data = BenchRules.tracked.data
            for (key, value) in added { data[key] = value }
            precondition(BenchRules.event(data).data.count > members)
        }
    }
}
