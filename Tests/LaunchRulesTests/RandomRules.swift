// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchRules

/// Random rules, events and histories that meet each other often.
struct RandomRules {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }

    private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

    // Names without dots are never the beginning of a name with a dot, so that no two values have one path.
    private static let names = ["a", "b", "c", "rows", "p.q"]
    private static let types = [
        "com.example.one", "com.example.two", "COM.example.One", "com.adobe.eventType.rulesEngine",
    ]
    private static let sources = ["com.example.app", "com.example.web", "com.adobe.eventSource.responseContent"]
    private static let leaves: [JSONValue] = [
        "x", "X", "xy", "", "7", 7, 7.5, "7.5", -3, 0, 1, true, false, "TRUE", nil, "1e1", 10, " 7", "Ä", "ä",
    ]
    private static let keys = [
        "a", "b", "c", "a.b", "a.0", "b.c", "rows.0.a", "rows.1", "p.q", "a.p.q", "c.1.b", "~type", "~source",
        "~state.com.example.s/a", "~state.COM.example.S/b.0", "~state.com.example.gone/a",
        "triggeredconsequence.id", "triggeredconsequence.detail.a",
    ]

    // MARK: - Events

    mutating func object(depth: Int = 2) -> JSONObject {
        JSONObject((0..<random.below(4)).map { _ in (pick(Self.names), value(depth: depth)) })
    }

    private mutating func value(depth: Int) -> JSONValue {
        guard depth > 0, chance(45) else { return pick(Self.leaves) }
        if chance(60) { return .object(object(depth: depth - 1)) }
        return .array((0..<random.below(3)).map { _ in value(depth: depth - 1) })
    }

    mutating func event(at milliseconds: Int64) -> RuleEvent {
        RuleEvent(
            name: "Step",
            type: EventType(pick(Self.types)),
            source: EventSource(pick(Self.sources)),
            data: chance(8) ? nil : object(),
            milliseconds: milliseconds
        )
    }

    /// What is recorded and asked for.
    mutating func subject() -> JSONObject {
        chance(50) ? ["a": pick(["x", "7", 7])] : ["a": pick(["x", "y"]), "b": ["c": pick([true, "true", 1])]]
    }

    // MARK: - Rules

    mutating func file() -> [JSONValue] { (0..<1 + random.below(6)).map { _ in .object(rule()) } }

    private mutating func rule() -> JSONObject {
        [
            "condition": condition(depth: 2),
            "consequences": .array((0..<1 + random.below(3)).map { .object(consequence($0)) }),
        ]
    }

    private mutating func condition(depth: Int) -> JSONValue {
        if depth > 0, chance(65) {
            var conditions = (0..<1 + random.below(3)).map { _ in condition(depth: depth - 1) }
            if depth == 2, chance(60) { conditions.append(matcher("~type", "eq", [.string(pick(Self.types))])) }
            if depth == 2, chance(30) { conditions.append(matcher("~source", "eq", [.string(pick(Self.sources))])) }
            let logic: JSONValue = chance(70) ? "and" : "or"
            return ["type": "group", "definition": ["logic": logic, "conditions": .array(conditions)]]
        }
        if chance(12) { return historical() }
        if chance(2) { return ["type": "regex", "definition": ["key": "a"]] }
        let word = pick(["eq", "eq", "eq", "eq", "ne", "co", "nc", "sw", "ew", "gt", "ge", "lt", "le", "ex", "nx"])
        let key = pick(Self.keys)
        let values = (0..<(chance(98) ? 1 + random.below(2) : 0)).map { _ in operand(key) }
        return matcher(key, word, values)
    }

    private mutating func operand(_ key: String) -> JSONValue {
        switch key {
        case "~type": .string(pick(Self.types))
        case "~source": .string(pick(Self.sources))
        default: pick(Self.leaves)
        }
    }

    private func matcher(_ key: String, _ word: String, _ values: [JSONValue]) -> JSONValue {
        ["type": "matcher", "definition": ["key": .string(key), "matcher": .string(word), "values": .array(values)]]
    }

    private mutating func historical() -> JSONValue {
        var definition: JSONObject = [
            "events": .array((0..<1 + random.below(3)).map { _ in .object(subject()) }),
            "matcher": pick(["eq", "ne", "gt", "ge", "lt", "le"]), "value": .int(Int64(random.below(4)) - 1),
        ]
        if chance(60) { definition["searchType"] = pick(["any", "ordered", "mostRecent", "never"]) }
        if chance(30) { definition["from"] = .int(Int64(random.below(3_000))) }
        if chance(30) { definition["to"] = .int(Int64(random.below(3_000))) }
        if chance(20) { definition["events"] = [["a": "{%a%}"], ["a": "{%b.c%}{%a%}", "b": ["c": "true"]]] }
        return ["type": "historical", "definition": .object(definition)]
    }

    private mutating func consequence(_ number: Int) -> JSONObject {
        let detail: JSONObject
        let kind = pick(["add", "mod", "dispatch", "note", "note", "schema"])
        switch kind {
        case "add", "mod": detail = ["eventdata": .object(changes(depth: 2))]
        case "dispatch":
            var dispatch: JSONObject = [
                "type": .string(pick(Self.types)), "source": .string(pick(Self.sources)),
                "eventdataaction": pick(["copy", "new"]), "eventdata": .object(changes(depth: 1)),
            ]
            if chance(40) { dispatch["name"] = "Named {%a%}!" }
            detail = dispatch
        case "schema":
            detail = [
                "id": "i", "schema": "https://ns.adobe.com/personalization/eventHistoryOperation",
                "data": [
                    "operation": pick(["insert", "insertIfNotExists"]),
                    "content": .object(chance(50) ? subject() : ["a": "{%a%}"]),
                ],
            ]
        default: detail = changes(depth: 1)
        }
        return ["id": .string("c\(number)"), "type": .string(kind), "detail": .object(detail)]
    }

    private mutating func changes(depth: Int) -> JSONObject {
        JSONObject(
            (0..<random.below(4)).map { _ in
                let name = pick(Self.names) + (chance(15) ? "[*]" : "")
                if chance(25) { return (name, "{%\(pick(Self.keys))%}-{%a%}{% {q}") }
                return (name, depth > 0 && chance(50) ? .object(changes(depth: depth - 1)) : value(depth: 1))
            }
        )
    }
}
