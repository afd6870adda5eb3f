// SPDX-License-Identifier: Apache-2.0

package import HubServices

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
        /// The data as listeners receive it.
        package let data: JSONObject?
        /// Whether rules have changed the data.
        package let isChanged: Bool
        /// The records of the event history, that of the event itself last.
        package let recorded: [RuleHistoryContent]
        /// The rules that applied, by their positions among all that are in force.
        package let fired: [Int32]
    }

    /// The second of the clock that ``causedInSecond`` belongs to.
    private var second: Int64 = .min
    private var causedInSecond = 0
    /// The reasons why consequences had no effect, since this was last emptied.
    package var troubles: [String] = []
    /// The number of events that rules have caused.
    package private(set) var causedCount: UInt64 = 0
    /// The number of events that rules would have caused beyond the limits.
    package private(set) var droppedCount: UInt64 = 0

    package init() {}

    /// Evaluates an event, then what it causes, each behind the event that causes it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - rules: The rules in force.
    ///   - surroundings: What rules can ask for besides it.
    ///   - recorder: Receives what is recorded, at once, so that the next event sees it.
    ///   - fired: The rules that apply to the event; nil if their conditions have not been asked yet.
    /// - Returns: The event first, then everything that it causes in the order in which listeners receive it.
    package mutating func run(
        _ event: RuleEvent,
        _ rules: CompiledRules,
        _ surroundings: RuleSurroundings,
        _ recorder: any RuleHistoryRecorder,
        fired: [Int32]? = nil
    ) -> [Result] {
        var results: [Result] = []
        // The next event comes last.
        var waiting: [(event: RuleEvent, cause: Int?)] = [(event, nil)]
        var left = Self.limitPerEvent
        while let (next, cause) = waiting.popLast() {
            let outcome = rules.evaluate(next, surroundings, fired: cause == nil ? fired : nil)
            for trouble in outcome.troubles where troubles.count < 8 { troubles.append("\(next.name): \(trouble)") }
            var recorded = outcome.recorded
            if let mask = next.mask, let data = outcome.data {
                let content = RuleHistoryContent(data, mask: mask)
                if !content.isEmpty { recorded.append(content) }
            }
            for content in recorded { recorder.record(content, at: next.milliseconds) }
            results.append(
                Result(
                    event: next,
                    cause: cause,
                    data: outcome.data,
                    isChanged: outcome.isChanged,
                    recorded: recorded,
                    fired: outcome.fired
                )
            )
            guard !outcome.caused.isEmpty else { continue }
            let caused = outcome.caused.prefix(min(left, roomInSecond(of: surroundings.now)))
            if caused.count < outcome.caused.count { drop(outcome.caused.count - caused.count, behind: next) }
            left -= caused.count
            causedInSecond += caused.count
            causedCount += UInt64(caused.count)
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
        droppedCount += UInt64(count)
        guard troubles.count < 8 else { return }
        troubles.append(
            """
            \(event.name): \(count) events that rules wanted to cause are left out; one event causes at most \
            \(Self.limitPerEvent), and all of one second \(Self.limitPerSecond)
            """
        )
    }
}
