// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules

extension BenchGroup {
    /// What rules cost the events of a hub.
    static let rules = BenchGroup("rules", "rules: what an event pays for a thousand of them, and loading them") {
        session in
        RulesBench.reportThroughput(in: session)
        RulesBench.reportConditions(in: session)
        RulesBench.reportConsequences(in: session)
        RulesBench.reportLoading(in: session)
    }
}

/// The figures of rules.
enum RulesBench {
    private static let many = 1_000
    private static let few = 10

    // MARK: - Throughput

    /// Reports how many events a hub takes with rules, against a hub that never had any.
    static func reportThroughput(in session: Session) {
        let count = session.count(Throughput.burst)
        let all = BenchRules.set(
            BenchRules.file(many, type: Sample.type, key: "assetid", BenchRules.adding(1))
        )
        let oneOfHundred = events(count, tenThousandths: 100)
        let others = Sample.events(count)
        let results = session.measureTogether {
            // In turns, many of them, because the figures are close to one another.
            let turns = (0..<(session.isQuick ? 1 : 5)).map { _ in
                [
                    Throughput.hub(others) { _ in },
                    Throughput.hub(others) { $0.rules.replace(with: LaunchRuleSet()) },
                    Throughput.hub(oneOfHundred) { $0.rules.replace(with: all) },
                ]
            }
            return (0..<3).map { place in Percentiles(turns.map { $0[place] }).p50 }
        }
        func report(_ name: String, _ place: Int, _ share: Double) {
            let ratio = results[place].ratio(to: results[0])
            session.report(name, results[place], "events/s", .atLeastTimes(share, of: "rules_never", is: ratio))
        }
        session.report("rules_never", results[0], "events/s")
        report("rules_none_throughput", 1, 0.98)
        report("rules_\(many)_throughput_1_percent_match", 2, 0.8)
    }

    /// Events of which some meet a rule.
    private static func events(_ count: Int, tenThousandths share: Int) -> [Event] {
        (0..<count).map { number in
            guard number * share % 10_000 < share else { return Sample.event() }
            var data = Sample.payload()
            data["assetid"] = .string("asset \(number % many) of a rule")
            do {
                return try Event(name: "Playback", type: Sample.type, source: Sample.source, data: data)
            } catch {
                preconditionFailure("the sample is a valid event: \(error)")
            }
        }
    }

    // MARK: - Conditions

    /// Reports what finding the rules of an event costs.
    static func reportConditions(in session: Session) {
        let count = session.count(200_000)
        let probe = StageProbe()
        defer { probe.end() }
        let history = HubEventHistory(file: nil)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        for number in 0..<10_000 { history.record(RuleHistoryContent(["page": "one"]), at: now - Int64(number)) }
        let asset = BenchRules.matcher("contextdata.assetid", "asset 7 of a rule")
        // That many conditions of one rule, because one alone costs less than its measurement varies.
        let asked = 20
        let past = (0..<asked).map { number in
            #"{"type": "historical", "definition": {"events": [{"page": "one"}], "matcher": "gt", "value": \#(number)}}"#
        }
        let results = session.measureTogether {
            let elsewhere = probe.cost(count, BenchRules.file(many, type: Sample.type))
            let ten = probe.cost(count, BenchRules.file(few, type: BenchRules.type))
            let thousand = probe.cost(count, BenchRules.file(many, type: BenchRules.type))
            let asking = probe.cost(count, BenchRules.file([BenchRules.rule([asset] + past, "")]), history: history)
            let without = probe.cost(count, BenchRules.file([BenchRules.rule([asset], "")]), history: history)
            return [
                elsewhere.microseconds, elsewhere.allocations, ten.microseconds, thousand.microseconds,
                (asking.microseconds - without.microseconds) / Double(asked), thousand.allocations,
            ]
        }
        session.report("rules_\(many)_of_other_types", results[0], "us", .atMost(0.3))
        session.report("rules_\(many)_of_other_types_allocations", results[1], "allocations", .atMost(0))
        session.report("rules_\(few)_of_type_1_matches", results[2], "us")
        session.report("rules_\(many)_of_type_1_matches", results[3], "us", .atMost(2))
        session.report("rules_\(many)_of_type_1_matches_allocations", results[5], "allocations")
        let ratio = results[3].ratio(to: results[2])
        session.report(
            "rules_\(many)_to_\(few)",
            results[3],
            "us",
            .atMostTimes(1.5, of: "rules_\(few)_of_type_1_matches", is: ratio)
        )
        session.report("rules_historical_condition", results[4], "us", .atMost(0.5))
    }

    // MARK: - Consequences

    /// Reports the cost of an event that sets off a rule, up to the event that results.
    static func reportConsequences(in session: Session) {
        let count = session.count(50_000)
        let probe = StageProbe()
        defer { probe.end() }
        let results = session.measureTogether {
            [(BenchRules.adding(5), 1), (BenchRules.dispatching, 2)].map { consequence, events in
                let rules = BenchRules.file(few, type: BenchRules.type, consequence)
                return probe.cost(count, rules, results: events).microseconds
            }
        }
        session.report("rules_add_5_members", results[0], "us", .atMost(3))
        session.report("rules_dispatch_15_tokens", results[1], "us", .atMost(15))
    }

    // MARK: - Loading

    /// Reports what reading and compiling rules costs the thread that does it, and what they take.
    static func reportLoading(in session: Session) {
        let text = BenchRules.file(many, type: BenchRules.type, BenchRules.adding(3))
        let kilobytes = Double(text.utf8.count) / 1_000
        let results = session.measureTogether {
            var bytes = 0.0
            // Several, because one is over before another program lets go of the processor.
            let times = (0..<5).map { _ in
                let before = Heap.bytesInUse
                var kept: (LaunchRuleSet, CompiledRules)?
                let time = timed {
                    let set = BenchRules.set(text)
                    kept = (set, CompiledRules([(1, set)]))
                }
                bytes = Heap.bytesInUse - before
                precondition(kept?.0.count == many)
                return time / 1e6
            }
            return [Percentiles(times).p50, bytes / Double(many)]
        }
        session.report("rules_file", Measurement(runs: [kilobytes]), "kB")
        session.report("rules_load_\(many)", results[0], "ms", .atMost(20))
        session.report("rules_bytes_per_rule", results[1], "bytes", .atMost(1_536))
    }
}
