// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Evaluates events and everything that they cause, within limits.
///
/// A value: it keeps nothing between two events but how much rules have caused lately.
package struct RuleChain: Sendable {
    /// The largest number of events that one event may cause, directly or through others.
    package static let limitPerEvent = 128
    /// The largest number of events that rules may cause in one second.
    package static let limitPerSecond = 50_000

    /// An event and what became of it.
    package struct Result: Sendable {
        /// The event as it came.
        package let event: RuleEvent
        /// The place among the results of the one that caused it; nil for the first.
        package let cause: Int?
        /// What rules made of it; the record of the event itself is the last one.
        package let outcome: RuleOutcome
    }

    /// The second of the clock that ``causedInSecond`` belongs to.
    private var second: Int64 = .min
    private var causedInSecond = 0
    /// The reasons why consequences had no effect, since this was last emptied.
    package var troubles: [String] = []

    package init() {}

    /// Evaluates an event, then what it causes, each behind the event that causes it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - rules: The rules in force.
    ///   - surroundings: What rules can ask for besides it. What is recorded goes into its history at once, so that the next
    ///     event sees it.
    ///   - fired: The rules that apply to the event; nil if their conditions have not been asked yet.
    /// - Returns: The event first, then everything that it causes in the order in which listeners receive it.
    package mutating func run(
        _ event: RuleEvent,
        _ rules: CompiledRules,
        _ surroundings: RuleSurroundings,
        fired: [Int32]? = nil
    ) -> [Result] {
        let history = surroundings.history
        var results: [Result] = []
        // The next event comes last.
        var waiting: [(event: RuleEvent, cause: Int?)] = [(event, nil)]
        var left = Self.limitPerEvent
        while let (next, cause) = waiting.popLast() {
            var outcome = rules.evaluate(next, surroundings, fired: cause == nil ? fired : nil)
            for trouble in outcome.troubles where troubles.count < 8 { troubles.append("\(next.name): \(trouble)") }
            if let mask = next.mask, let data = outcome.data {
                let content = RuleHistoryContent(data, mask: mask)
                if !content.isEmpty { outcome.recorded.append(content) }
            }
            for content in outcome.recorded { history.record(content, at: next.milliseconds) }
            results.append(Result(event: next, cause: cause, outcome: outcome))
            guard !outcome.caused.isEmpty else { continue }
            let caused = outcome.caused.prefix(min(left, roomInSecond(of: surroundings.now)))
            if caused.count < outcome.caused.count { drop(outcome.caused.count - caused.count, behind: next) }
            left -= caused.count
            causedInSecond += caused.count
            let place = results.count - 1
            waiting += caused.reversed().map { ($0, place) }
        }
        return results
    }

    private mutating func roomInSecond(of milliseconds: Int64) -> Int {
        let now = CivilDay.quotient(milliseconds, 1_000)
        if now != second { (second, causedInSecond) = (now, 0) }
        return Self.limitPerSecond - causedInSecond
    }

    private mutating func drop(_ count: Int, behind event: RuleEvent) {
        guard troubles.count < 8 else { return }
        troubles.append(
            """
            \(event.name): \(count) events that rules wanted to cause are left out; one event causes at most \
            \(Self.limitPerEvent), and all of one second \(Self.limitPerSecond)
            """
        )
    }
}
