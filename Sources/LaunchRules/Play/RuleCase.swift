// SPDX-License-Identifier: Apache-2.0

package import HubServices
import LaunchHub

import struct Foundation.Data
import struct Foundation.TimeZone

/// A case: rules, events and the expected results, as written on a line of a file of cases.
///
/// A case has `id`, `rules` (or `rules_text`, a file as it is), `state`, `history`, `now_unix` and `events`; `rules_at` says
/// before which event the rules are loaded, and `replace` before which events others are. The time zone is UTC.
package struct RuleCase {
    private struct States: RuleStates {
        var values: [FoldedName: JSONObject] = [:]

        func state(of owner: FoldedName) -> JSONObject? { values[owner] }
    }

    private let line: JSONObject
    /// The events of the case, as they are before anything is done.
    package private(set) var events: [RuleEvent] = []
    private var states = States()
    private var rules = CompiledRules()
    private var loading: UInt64 = 0
    private var chain = RuleChain()
    private let history = HubEventHistory(file: nil, maximumAge: nil)
    private var load: JSONObject = ["rules": 0, "refused": false]
    private var rows: [JSONValue] = []

    /// Reads the line of a case, which is nested deeper than the data of events, because it holds rules.
    ///
    /// - Parameter text: JSON text in UTF-8.
    /// - Returns: The case.
    /// - Throws: ``LaunchRuleError`` if the text is no JSON object.
    package static func line(_ text: [UInt8]) throws(LaunchRuleError) -> JSONObject {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONSourceText(text, maximumDepth: 2 * LaunchRuleSet.depthLimit).value
        } catch {
            throw LaunchRuleError(.noCase, "the case is not JSON that can be read: \(error)")
        }
        guard case .object(let line) = value else {
            throw LaunchRuleError(.noCase, "the case is \(value.kindDescription); an object is needed")
        }
        return line
    }

    /// Reads a case.
    ///
    /// - Parameter line: The case.
    /// - Throws: ``LaunchRuleError``, which says what is missing.
    package init(_ line: JSONObject) throws(LaunchRuleError) {
        self.line = line
        guard line["id"]?.stringValue != nil else {
            throw LaunchRuleError(.noCase, "the case has no id; a text is needed")
        }
        guard case .array(let events)? = line["events"] else {
            throw LaunchRuleError(.noCase, "the case has no events; a list is needed")
        }
        // Far from where arithmetic ends, in either direction.
        let start = max(-1 << 40, min(1 << 40, line["now_unix"]?.intValue ?? 0)) * 1_000
        for (index, event) in events.enumerated() {
            self.events.append(try Self.event(event, usualTime: start + 1_000 * Int64(index)))
        }
        for member in line["state"]?.objectValue ?? [:] {
            states.values[FoldedName(member.key)] = member.value.objectValue
        }
        for record in line["history"]?.arrayValue ?? [] {
            guard let data = record["data"]?.objectValue else { continue }
            history.record(RuleHistoryContent(data, mask: Self.mask(record)), at: record["at_ms"]?.intValue ?? start)
        }
    }

    private static func event(_ value: JSONValue, usualTime: Int64) throws(LaunchRuleError) -> RuleEvent {
        guard let type = value["type"]?.stringValue, let source = value["source"]?.stringValue else {
            throw LaunchRuleError(.noCase, "an event of the case has no type or no source; texts are needed")
        }
        return RuleEvent(
            name: value["name"]?.stringValue ?? "Event",
            type: EventType(type),
            source: EventSource(source),
            data: value["data"]?.objectValue,
            milliseconds: max(-1 << 50, min(1 << 50, value["at_ms"]?.intValue ?? usualTime)),
            mask: mask(value)
        )
    }

    private static func mask(_ value: JSONValue) -> [String]? {
        value["mask"]?.arrayValue?.compactMap(\.stringValue)
    }

    /// Returns what rules can ask for besides an event, for those who evaluate the events themselves.
    ///
    /// - Parameter now: The time of the evaluation, in milliseconds since 1970.
    /// - Returns: The states and the history of the case; chance always gives the same.
    package func surroundings(now: Int64) -> RuleSurroundings {
        RuleSurroundings(states: states, history: history, now: now, timeZone: .gmt) { _ in 0 }
    }

    /// Plays the case.
    ///
    /// - Returns: `{"id", "load": {"rules", "refused"}, "rows": [...]}` with one row an event: `event`, `data_after`,
    ///   `consequences`, `dispatched` and `recorded`, which are hashes.
    package mutating func play() -> JSONObject {
        rows = events.map { _ in .null }
        let start = line["rules_at"]?.intValue ?? 0
        let changes = line["replace"]?.arrayValue ?? []
        var isLoaded = false
        for (index, event) in events.enumerated() {
            if !isLoaded, index >= start {
                isLoaded = true
                loadFirst()
                for late in 0..<index { evaluate(late, isLate: true, now: event.milliseconds) }
            }
            for change in changes where change["at"]?.intValue == Int64(index) { replace(change["rules"]) }
            if isLoaded { evaluate(index, now: event.milliseconds) }
        }
        if !isLoaded {
            loadFirst()
            for (index, event) in events.enumerated() { evaluate(index, isLate: true, now: event.milliseconds) }
        }
        return ["id": line["id"] ?? .null, "load": .object(load), "rows": .array(rows)]
    }

    private mutating func loadFirst() {
        do throws(LaunchRuleError) {
            let set =
                if let text = line["rules_text"]?.stringValue {
                    try LaunchRuleSet(json: Data(text.utf8))
                } else {
                    // As text, so that it is read as a file is.
                    try LaunchRuleSet(json: (line["rules"] ?? .null).jsonData())
                }
            load = ["rules": .int(Int64(set.count)), "refused": false]
            replace(with: set)
        } catch {
            load = ["rules": 0, "refused": true]
        }
    }

    private mutating func replace(_ rules: JSONValue?) {
        guard let object = rules?.objectValue, let set = try? LaunchRuleSet(object) else { return }
        replace(with: set)
    }

    private mutating func replace(with set: LaunchRuleSet) {
        loading += 1
        rules = CompiledRules([(loading, set)])
    }

    /// Evaluates an event.
    ///
    /// - Parameters:
    ///   - index: The place of the event.
    ///   - isLate: Whether the rules came after it: listeners have had it, so that it cannot be changed any more.
    ///   - now: The time of the evaluation, in milliseconds since 1970.
    private mutating func evaluate(_ index: Int, isLate: Bool = false, now: Int64) {
        let surroundings = RuleSurroundings(states: states, history: history, now: now, timeZone: .gmt)
        let results = chain.run(events[index], rules, surroundings)
        var notices: [JSONValue] = []
        var dispatched: [JSONValue] = []
        for result in results.dropFirst() {
            switch result.event.origin {
            case .outside: break
            case .notice: notices.append(result.event.data?["triggeredconsequence"] ?? .null)
            case .dispatch: dispatched.append(Self.row(of: result))
            }
        }
        let recorded = results.flatMap(\.outcome.recorded).map { JSONValue.int(Int64($0.eventHash)) }
        let data = isLate ? events[index].data : results[0].outcome.data
        rows[index] = [
            "event": .int(Int64(index)), "data_after": data.map(JSONValue.object) ?? .null,
            "consequences": .array(notices), "dispatched": .array(dispatched), "recorded": .array(recorded),
        ]
    }

    private static func row(of result: RuleChain.Result) -> JSONValue {
        var row: JSONObject = [
            "name": .string(result.event.name), "type": .string(result.event.type.description),
            "source": .string(result.event.source.description),
            "data": result.event.data.map(JSONValue.object) ?? .null,
        ]
        if result.outcome.isChanged { row["data_after"] = result.outcome.data.map(JSONValue.object) }
        return .object(row)
    }
}
