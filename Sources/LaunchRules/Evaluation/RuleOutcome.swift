// SPDX-License-Identifier: Apache-2.0

package import HubServices
import LaunchHub

/// The result of evaluating rules for one event.
package struct RuleOutcome: Sendable {
    /// The event's data as listeners receive it.
    package var data: JSONObject?
    /// Whether the data differs from what the event came with.
    package var isChanged = false
    /// The rules that applied, by their positions among all that are in force.
    package var fired: [Int32] = []
    /// The events that rules cause, in their order.
    package var caused: [RuleEvent] = []
    /// The records that rules make in the event history, in their order.
    package var recorded: [RuleHistoryContent] = []
    /// The reasons why consequences had no effect, for the log.
    package var troubles: [String] = []
}

extension CompiledRules {
    /// Evaluates an event: first the conditions of all rules, on the event as it came; then the consequences of those that
    /// apply, in their order.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - surroundings: What rules can ask for besides it.
    ///   - fired: The rules that apply; nil if their conditions have not been asked yet.
    /// - Returns: Its data afterwards, and what is to be done; nothing has been done yet.
    package func evaluate(
        _ event: RuleEvent,
        _ surroundings: RuleSurroundings,
        fired: [Int32]? = nil
    ) -> RuleOutcome {
        let values = RuleValues(event: event, surroundings: surroundings)
        let fired = fired ?? matches(values)
        guard !fired.isEmpty else { return RuleOutcome(data: event.data) }
        var run = RuleRun(values)
        for match in fired { run.apply(rules[Int(match)]) }
        var outcome = run.outcome
        outcome.fired = fired
        return outcome
    }
}

/// Applies the consequences of rules to one event, and carries nothing out.
struct RuleRun {
    private(set) var outcome: RuleOutcome
    private let values: RuleValues
    private let isProtected: Bool
    /// The keys of what the rules record, which conditions do not see yet.
    private var recordedKeys: Set<RuleHistoryKey> = []

    private var event: RuleEvent { values.event }

    init(_ values: RuleValues) {
        self.values = values
        outcome = RuleOutcome(data: values.event.data)
        isProtected = RuleEvent.isProtected(values.event.type, values.event.source)
    }

    /// Forgets why consequences had no effect.
    mutating func removeTroubles() {
        outcome.troubles = []
    }

    mutating func apply(_ rule: CompiledRule) {
        for consequence in rule.consequences {
            switch consequence {
            case .nothing: break
            case .merge(let changes, let overwrites): merge(changes, overwrites)
            case .dispatch(let dispatch): self.dispatch(dispatch, rule.identity)
            case .notice(let notice): leave(notice, rule.identity)
            }
        }
    }

    private mutating func merge(_ changes: RuleTemplate, _ overwrites: Bool) {
        guard let data = outcome.data else { return }
        guard !isProtected else { return trouble("rules may not change an event that configures the hub") }
        var expansion = RuleExpansion(values)
        guard let changes = expansion.object(changes), !expansion.isTooLong else { return tooLong() }
        let changed = data.applying(changes, overwrites: overwrites)
        guard (try? changed.validate()) != nil else {
            return trouble("the changed data is nested too deep for an event")
        }
        outcome.data = changed
        outcome.isChanged = true
    }

    private mutating func dispatch(_ dispatch: RuleDispatch, _ rule: RuleLineage.Ancestor) {
        guard !event.lineage.hasDispatch else {
            return trouble("the event descends from one that a rule dispatched; no other is dispatched for it")
        }
        var expansion = RuleExpansion(values)
        let data: JSONObject?
        switch dispatch.payload {
        case .copy: data = outcome.data
        case .new(let template): data = template.flatMap { expansion.object($0) }?.withoutNulls
        }
        guard let name = expansion.text(dispatch.name), let type = expansion.text(dispatch.type),
            let source = expansion.text(dispatch.source), !expansion.isTooLong
        else { return tooLong() }
        let address = (type: EventType(type), source: EventSource(source))
        guard !name.isEmpty, !type.isEmpty, !source.isEmpty, address.type != .wildcard, address.source != .wildcard
        else {
            return trouble("an event is not dispatched whose name, type or source is empty or the wildcard")
        }
        guard !RuleEvent.isProtected(address.type, address.source) else {
            return trouble("rules may not dispatch an event that configures the hub")
        }
        let lineage = event.lineage.followed(by: rule, dispatching: true)
        cause(name, address.type, address.source, data, .dispatch, lineage)
    }

    private mutating func leave(_ notice: RuleNotice, _ rule: RuleLineage.Ancestor) {
        var expansion = RuleExpansion(values)
        guard let detail = expansion.object(notice.detail), !expansion.isTooLong else { return tooLong() }
        if notice.kind == RuleNotice.schemaKind {
            guard RuleNotice.isSchema(detail) else { return }
            guard detail["schema"]?.stringValue != RuleNotice.historySchema || record(detail) else { return }
        }
        let consequence: JSONObject = [
            "id": .string(notice.id), "type": .string(notice.kind), "detail": .object(detail),
        ]
        let lineage = event.lineage.followed(by: rule, dispatching: false)
        let data: JSONObject = ["triggeredconsequence": .object(consequence)]
        cause(RuleNotice.eventName, .rulesEngine, .responseContent, data, .notice, lineage)
    }

    /// Carries out an operation on the event history.
    ///
    /// - Returns: False where nothing was recorded.
    private mutating func record(_ detail: JSONObject) -> Bool {
        guard let operation = detail["data"]?["operation"]?.stringValue,
            let object = detail["data"]?["content"]?.objectValue
        else { return false }
        let content = RuleHistoryContent(object)
        guard let key = RuleHistoryKey(content) else { return false }
        switch operation {
        case "insert": break
        case "insertIfNotExists":
            if recordedKeys.contains(key) || values.surroundings.history.contains(key) { return false }
        default: return false
        }
        recordedKeys.insert(key)
        outcome.recorded.append(content)
        return true
    }

    private mutating func cause(
        _ name: String,
        _ type: EventType,
        _ source: EventSource,
        _ data: JSONObject?,
        _ origin: RuleEvent.Origin,
        _ lineage: RuleLineage
    ) {
        outcome.caused.append(
            RuleEvent(
                name: name,
                type: type,
                source: source,
                data: data,
                milliseconds: event.milliseconds,
                origin: origin,
                lineage: lineage
            )
        )
    }

    private mutating func tooLong() {
        trouble("the tokens of a consequence write more than \(RuleExpansion.limit) bytes; it is left out")
    }

    private mutating func trouble(_ text: String) {
        guard outcome.troubles.count < 8 else { return }
        outcome.troubles.append(text)
    }
}

extension JSONObject {
    /// The object without the members that are null.
    fileprivate var withoutNulls: JSONObject {
        guard contains(where: { $0.value.isNull }) else { return self }
        return JSONObject(lazy.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    }
}
