// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules

/// Rules and events, as a line of a file of cases: what the index finds is what asking every rule in turn finds, and
/// explaining it changes nothing.
struct RuleCasesTarget: FuzzTarget {
    /// More events than this make an input slow and show nothing new.
    private static let eventLimit = 8

    func run(_ input: Data) {
        let line: JSONObject
        let sample: RuleCase
        do throws(LaunchRuleError) {
            line = try RuleCase.line([UInt8](input))
            sample = try RuleCase(line)
        } catch {
            return FuzzChecks.message(error.description)
        }
        play(line, events: sample.events.count)
        guard let set = read(line["rules"] ?? .null) else { return }
        let compiled = CompiledRules([(1, set)])
        for event in sample.events.prefix(Self.eventLimit) {
            let surroundings = sample.surroundings(now: event.milliseconds)
            let outcome = compiled.evaluate(event, surroundings)
            let explained = RuleExplainer(event, surroundings).explain([(1, set)])
            compare(outcome, explained, event)
            require(compiled.evaluate(event, surroundings).data == outcome.data, "explaining has changed something")
        }
    }

    /// Plays a case: every event has a row, and what comes of it can be written.
    private func play(_ line: JSONObject, events: Int) {
        guard events <= Self.eventLimit, var played = try? RuleCase(line) else { return }
        let rows = played.play()["rows"]?.arrayValue ?? []
        require(rows.count == events, "\(events) events have \(rows.count) rows")
        require(!rows.contains(.null), "an event was not evaluated")
    }

    /// Reads rules: from text and as a part of another document they are the same.
    private func read(_ rules: JSONValue) -> LaunchRuleSet? {
        let set: LaunchRuleSet
        // Its members are in another order than those of the case, and findings come in the order of members.
        let text = rules.jsonData()
        do throws(LaunchRuleError) {
            set = try LaunchRuleSet(json: text)
        } catch {
            FuzzChecks.message(error.description)
            return nil
        }
        for finding in set.findings {
            FuzzChecks.message(finding.description)
            require(finding.line != nil && finding.column != nil, "a finding has no place: \(finding)")
        }
        guard let object = try? JSONObject(jsonData: text), let again = try? LaunchRuleSet(object) else {
            fail("rules that are read from text are not read as a part of a document")
        }
        require(again.count == set.count, "\(again.count) rules are read as a part of a document, not \(set.count)")
        require(again.findings.map(\.reason) == set.findings.map(\.reason), "the findings differ")
        return set
    }

    private func compare(_ outcome: RuleOutcome, _ explained: [LaunchRuleExplanation], _ event: RuleEvent) {
        var (data, caused, recorded) = (event.data, 0, 0)
        for explanation in explained {
            FuzzChecks.message(explanation.description, limit: 64 << 20)
            for effect in explanation.effects {
                switch effect {
                case .change(let changed): data = changed
                case .dispatch(let name, _, _, _):
                    require(caused < outcome.caused.count, "more events are explained than caused")
                    require(name == outcome.caused[caused].name, "another event is explained than caused")
                    caused += 1
                case .record: recorded += 1
                case .nothing: break
                }
            }
        }
        let applied = explained.indices.filter { explained[$0].applies }
        require(applied == outcome.fired.map { Int($0) }, "\(applied) apply, and \(outcome.fired) by the index")
        require(data == outcome.data, "the data is explained otherwise than changed")
        require(caused == outcome.caused.count, "fewer events are explained than caused")
        require(recorded == outcome.recorded.count, "other records are explained than made")
    }
}
