// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubSession
import LaunchRules

/// A session played twice, without some rules and with them.
struct RulesTrial {
    /// What rules have made of an event, and the step that led to it.
    ///
    /// That is the step that dispatched the event, or the one that it results from; nil for an event of the hub itself.
    typealias Application = (step: Int?, record: HubRuleRecord)

    /// A rule that applied to no event of the session.
    struct Unused {
        /// The event that met most of its conditions, and what it lacked; nil where there was no event.
        let nearest: (step: Int, explanation: LaunchRuleExplanation)?
        let rule: LaunchRuleExplanation
    }

    /// The session as it comes without the rules.
    let before: Session
    /// The session as it comes with the rules.
    let after: Session
    /// What rules have done, in the order of events.
    let applied: [Application]
    /// The rules that applied to no event, in their order.
    let unused: [Unused]

    /// Plays a session through hub events, since static calls are no events and rules never see them.
    ///
    /// - Parameters:
    ///   - plan: The steps of the session.
    ///   - header: What holds for the whole session.
    ///   - rules: The rules.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    init(_ plan: [SessionRunner.Planned], _ header: SessionHeader, _ rules: LaunchRuleSet) async throws {
        before = try await SessionRunner.run(plan, header: header, flow: .events)
        let witness = RulesWitness(rules)
        after = try await SessionRunner.run(plan, header: header, flow: .events, witness: witness)
        (applied, unused) = witness.results()
    }

    /// Credited minutes of one asset, without the rules and with them.
    struct Credit: Equatable {
        let product: String
        let track: String
        let asset: String
        var before = 0
        var after = 0
        /// Whether the session ends before the view does, so that not all of it was sent.
        var isOpen = false
    }

    /// The credited minutes, asset by asset, in the order in which they begin.
    var credits: [Credit] {
        var credits: [Credit] = []
        func add(_ session: Session, to minutes: WritableKeyPath<Credit, Int>) {
            for credit in SessionModel(session).credits where credit.isSent {
                let place =
                    credits.firstIndex {
                        $0.product == credit.product && $0.track == credit.lane && $0.asset == credit.assetid
                    } ?? credits.count
                if place == credits.count {
                    credits.append(Credit(product: credit.product, track: credit.lane, asset: credit.assetid))
                }
                credits[place][keyPath: minutes] += credit.minutes
                if !credit.ended { credits[place].isOpen = true }
            }
        }
        add(before, to: \.before)
        add(after, to: \.after)
        return credits
    }
}

/// Puts rules in force in the hub of a session and keeps what they do.
private final class RulesWitness: SessionWitness, HubTap {
    private struct State {
        var hub: EventHub?
        /// The steps by the events that they dispatch, and by those that come of these.
        var steps: [EventID: Int] = [:]
        var records: [HubRuleRecord] = []
        var nearest: [Int: (step: Int, explanation: LaunchRuleExplanation)] = [:]
        var rules: [LaunchRuleExplanation] = []
    }

    private let rules: LaunchRuleSet
    private let state = Locked(State())

    init(_ rules: LaunchRuleSet) {
        self.rules = rules
    }

    func prepare(_ hub: EventHub) {
        hub.install(self)
        hub.rules.replace(with: rules)
        state.withLock { $0.hub = hub }
    }

    func asks(with event: Event, inStep number: Int) {
        let hub = state.withLock { state in
            state.steps[event.key] = number
            return state.hub
        }
        let explanations = hub?.rules.explain(event) ?? []
        state.withLock { state in
            state.rules = explanations
            for (place, explanation) in explanations.enumerated() where !explanation.applies {
                let depth = state.nearest[place]?.explanation.depth ?? -1
                if explanation.depth > depth { state.nearest[place] = (number, explanation) }
            }
        }
    }

    func observe(_ record: HubRecord) {
        guard case .rulesApplied(let record) = record else { return }
        state.withLock { $0.records.append(record) }
    }

    /// Returns what was found; call it when the hub was shut down.
    func results() -> ([RulesTrial.Application], [RulesTrial.Unused]) {
        state.withLock { state in
            state.hub = nil
            var applied: [RulesTrial.Application] = []
            for record in state.records {
                let step = state.steps[record.event.key] ?? record.event.parentKey.flatMap { state.steps[$0] }
                for event in record.caused { state.steps[event.key] = step }
                applied.append((step, record))
            }
            let used = Set(applied.flatMap(\.record.firings).map(\.rule))
            let unused = state.rules.enumerated().filter { !used.contains($0.element.rule) }.map { place, rule in
                RulesTrial.Unused(nearest: state.nearest[place], rule: rule)
            }
            return (applied, unused)
        }
    }
}

extension LaunchRuleExplanation {
    /// How many conditions hold before the one that does not: the more, the nearer the event comes to the rule.
    fileprivate var depth: Int {
        guard case .condition(let condition) = obstacle else { return .max }
        return condition.path.split(separator: "[").dropFirst().first
            .flatMap { $0.split(separator: "]").first }.flatMap { Int($0) } ?? 0
    }
}
