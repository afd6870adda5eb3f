// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// Explains what rules make of an event: no index and no short cuts, each condition asked as it stands in the file.
///
/// Nothing is carried out.
package struct RuleExplainer {
    private let values: RuleValues

    /// Makes an explainer.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - surroundings: What rules can ask for besides it.
    package init(_ event: RuleEvent, _ surroundings: RuleSurroundings) {
        values = RuleValues(event: event, surroundings: surroundings)
    }

    /// Explains each rule of some sets.
    ///
    /// - Parameter sets: The sets in the order in which their rules apply, each with its number.
    /// - Returns: An explanation of each rule, in order.
    package func explain(_ sets: [(loading: UInt64, set: LaunchRuleSet)]) -> [LaunchRuleExplanation] {
        var run = RuleRun(values)
        var explanations: [LaunchRuleExplanation] = []
        for (loading, set) in sets {
            for (place, rule) in set.rules {
                let identity = RuleLineage.Ancestor(loading: loading, place: place)
                let obstacle = obstacle(of: rule.condition, identity)
                var effects: [LaunchRuleExplanation.Effect] = []
                if obstacle == nil {
                    run.removeTroubles()
                    let before = run.outcome
                    run.apply(CompiledRule(identity: identity, remaining: [], rule: rule))
                    effects = Self.effects(from: before, to: run.outcome)
                }
                explanations.append(
                    LaunchRuleExplanation(
                        set: set.name,
                        rule: place,
                        consequences: rule.consequenceIDs,
                        obstacle: obstacle,
                        effects: effects
                    )
                )
            }
        }
        return explanations
    }

    // MARK: - Conditions

    private func obstacle(
        of condition: RuleCondition,
        _ identity: RuleLineage.Ancestor
    ) -> LaunchRuleExplanation.Obstacle? {
        if let failed = failed(condition, "condition") { return .condition(failed) }
        return values.event.lineage.ancestors.contains(identity) ? .descent : nil
    }

    /// Returns the first condition that does not hold, in the order of the file; nil if the whole holds.
    private func failed(
        _ condition: RuleCondition,
        _ path: String,
        alternatives: Int = 0
    ) -> LaunchRuleExplanation.Condition? {
        func below(_ place: Int) -> String { "\(path).definition.conditions[\(place)]" }
        switch condition {
        case .test(let test):
            let value = values.value(of: test.key)
            var reading = value.map { RuleReading($0) }
            if test.holds(&reading) { return nil }
            return LaunchRuleExplanation.Condition(
                path: path,
                key: test.key.text,
                matcher: test.word,
                expected: test.values,
                found: value,
                alternatives: alternatives
            )
        case .history(let test):
            let answer = test.answer(values)
            if test.comparison.holds(answer, test.value) { return nil }
            return LaunchRuleExplanation.Condition(
                path: path,
                key: "historical",
                matcher: test.comparison.rawValue,
                expected: [.int(test.value)],
                found: .int(answer),
                alternatives: alternatives
            )
        case .all(let conditions):
            for (place, condition) in conditions.enumerated() {
                if let failed = failed(condition, below(place), alternatives: alternatives) { return failed }
            }
            return nil
        case .any(let conditions):
            var first: LaunchRuleExplanation.Condition?
            for (place, condition) in conditions.enumerated() {
                let alternatives = alternatives + conditions.count - 1
                guard let failed = failed(condition, below(place), alternatives: alternatives) else { return nil }
                first = first ?? failed
            }
            return first
        }
    }

    // MARK: - Consequences

    private static func effects(from before: RuleOutcome, to after: RuleOutcome) -> [LaunchRuleExplanation.Effect] {
        var effects: [LaunchRuleExplanation.Effect] = []
        if let data = after.data, data != before.data { effects.append(.change(data)) }
        for content in after.recorded.dropFirst(before.recorded.count) {
            effects.append(.record(Dictionary(content.pairs.map { ($0.path, $0.text) }) { $1 }))
        }
        for event in after.caused.dropFirst(before.caused.count) {
            effects.append(
                .dispatch(name: event.name, type: event.type, source: event.source, data: event.data ?? [:])
            )
        }
        for trouble in after.troubles.dropFirst(before.troubles.count) { effects.append(.nothing(trouble)) }
        return effects
    }
}

extension RuleTest {
    /// The operator as it is written in files.
    fileprivate var word: String {
        switch check {
        case .exists(let isExpected): isExpected ? "ex" : "nx"
        case .compare(.equal, _, isNegated: true): "ne"
        case .compare(_, _, isNegated: true): "nc"
        case .compare(let operation, _, isNegated: false): operation.rawValue
        }
    }

    /// The values of the rule.
    fileprivate var values: [JSONValue] {
        guard case .compare(_, let operands, _) = check else { return [] }
        return operands.map(\.written)
    }
}
