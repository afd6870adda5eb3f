// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules

/// What rules mean, as plainly as it can be said: no index, no compiling, everything read from the JSON each time.
///
/// It shares nothing with the module but the form of events and histories, so that the two can be compared.
struct SlowRules {
    struct Row: Equatable {
        var name: String
        var type: String
        var source: String
        var data: JSONValue
        var after: JSONValue
        var recorded: [[String: String]]
    }

    struct Record {
        let leaves: [String: String]
        let time: Int64
    }

    /// The rules as they stand in the file.
    let rules: [JSONValue]
    let states: [String: JSONObject]
    var records: [Record]
    /// How many events are evaluated: more than the limit of the module is as good as endless.
    var room = 500

    // MARK: - Events

    mutating func run(_ event: RuleEvent, by ancestors: [Int] = [], hasDispatch: Bool = false) -> [Row] {
        room -= 1
        let fired = rules.indices.filter {
            Self.isUnderstood(rules[$0]) && !ancestors.contains($0) && holds(rules[$0]["condition"] ?? .null, event)
        }
        var data = event.data
        var recorded: [[String: String]] = []
        var caused: [(event: RuleEvent, by: Int, isDispatch: Bool)] = []
        for rule in fired {
            for consequence in rules[rule]["consequences"]?.arrayValue ?? [] {
                guard let kind = consequence["type"]?.stringValue, let detail = consequence["detail"] else { continue }
                let replaced = replacing(detail, event)
                func cause(_ name: String, _ type: String, _ source: String, _ data: JSONObject?, isDispatch: Bool) {
                    let new = RuleEvent(
                        name: name,
                        type: EventType(type),
                        source: EventSource(source),
                        data: data,
                        milliseconds: event.milliseconds
                    )
                    caused.append((new, rule, isDispatch))
                }
                switch kind {
                case "add", "mod":
                    guard let old = data, let new = replaced["eventdata"]?.objectValue else { continue }
                    data = Self.merge(old, new, overwrites: kind == "mod")
                case "dispatch":
                    guard !hasDispatch else { continue }
                    let isCopy = replaced["eventdataaction"] == "copy"
                    let new = replaced["eventdata"]?.objectValue.map { data in
                        JSONObject(data.filter { $0.value != .null }.map { ($0.key, $0.value) })
                    }
                    cause(
                        replaced["name"]?.stringValue ?? "Dispatch Consequence Result",
                        replaced["type"]?.stringValue ?? "",
                        replaced["source"]?.stringValue ?? "",
                        isCopy ? data : new,
                        isDispatch: true
                    )
                default:
                    if kind == "schema" {
                        let leaves = Self.leaves(replaced["data"]?["content"] ?? .null)
                        let isNew = !records.map(\.leaves).contains(leaves) && !recorded.contains(leaves)
                        guard !leaves.isEmpty, replaced["data"]?["operation"] == "insert" || isNew else { continue }
                        recorded.append(leaves)
                    }
                    let content: JSONObject = [
                        "id": consequence["id"] ?? .null, "type": .string(kind), "detail": replaced,
                    ]
                    cause(
                        "Rules Consequence Event",
                        "com.adobe.eventType.rulesEngine",
                        "com.adobe.eventSource.responseContent",
                        ["triggeredconsequence": .object(content)],
                        isDispatch: false
                    )
                }
            }
        }
        for leaves in recorded { records.append(Record(leaves: leaves, time: event.milliseconds)) }
        let row = Row(
            name: event.name,
            type: event.type.description,
            source: event.source.description,
            data: event.data.map(JSONValue.object) ?? .null,
            after: data.map(JSONValue.object) ?? .null,
            recorded: recorded
        )
        var rows = [row]
        for child in caused where room > 0 {
            rows += run(child.event, by: ancestors + [child.by], hasDispatch: hasDispatch || child.isDispatch)
        }
        return rows
    }

    // MARK: - Conditions

    static func isUnderstood(_ rule: JSONValue) -> Bool { isUnderstood(condition: rule["condition"] ?? .null) }

    private static func isUnderstood(condition: JSONValue) -> Bool {
        let definition = condition["definition"] ?? .null
        switch condition["type"] {
        case "group":
            let conditions = definition["conditions"]?.arrayValue ?? []
            return !conditions.isEmpty && ["and", "or"].contains(definition["logic"])
                && conditions.allSatisfy(isUnderstood(condition:))
        case "matcher":
            switch definition["matcher"]?.stringValue {
            case "ex", "nx": return true
            case "eq", "ne", "co", "nc", "sw", "ew", "gt", "ge", "lt", "le":
                let values = definition["values"]?.arrayValue ?? []
                return !values.isEmpty && values.allSatisfy { text(of: $0) != nil }
            default: return false
            }
        case "historical": return definition["value"]?.intValue != nil
        default: return false
        }
    }

    func holds(_ condition: JSONValue, _ event: RuleEvent) -> Bool {
        let definition = condition["definition"] ?? .null
        switch condition["type"] {
        case "group":
            let results = (definition["conditions"]?.arrayValue ?? []).map { holds($0, event) }
            return definition["logic"] == "and" ? !results.contains(false) : results.contains(true)
        case "matcher":
            let value = value(of: definition["key"]?.stringValue ?? "", event)
            let values = definition["values"]?.arrayValue ?? []
            switch definition["matcher"]?.stringValue ?? "" {
            case "ex": return value != nil
            case "nx": return value == nil
            case "ne": return !values.contains { Self.compare(value, "eq", $0) }
            case "nc": return !values.contains { Self.compare(value, "co", $0) }
            case let operation: return values.contains { Self.compare(value, operation, $0) }
            }
        default:
            return Self.order(
                .int(answer(definition, event)),
                definition["matcher"]?.stringValue ?? "",
                definition["value"] ?? .null
            )
        }
    }

    private static func compare(_ value: JSONValue?, _ operation: String, _ expected: JSONValue) -> Bool {
        guard let value else { return false }
        switch operation {
        case "eq":
            switch expected {
            case .string(let expected): return text(of: value)?.lowercased() == expected.lowercased()
            case .bool(let expected): return bool(of: value) == expected
            default: return number(of: value).map { $0 == number(of: expected) } ?? false
            }
        case "co", "sw", "ew":
            guard let text = text(of: value)?.lowercased() else { return false }
            if case .bool = expected { return false }
            let part = Self.text(of: expected)?.lowercased() ?? ""
            return operation == "sw"
                ? text.hasPrefix(part) : operation == "ew" ? text.hasSuffix(part) : part.isEmpty || text.contains(part)
        default:
            return order(value, operation, expected)
        }
    }

    private static func order(_ value: JSONValue, _ operation: String, _ expected: JSONValue) -> Bool {
        guard expected.doubleValue != nil, let left = number(of: value), let right = number(of: expected) else {
            return false
        }
        switch operation {
        case "eq": return left == right
        case "ne": return left != right
        case "gt": return left > right
        case "ge": return left >= right
        case "lt": return left < right
        default: return left <= right
        }
    }

    /// Numbers of these tests are small: a `Double` has them exactly.
    private static func number(of value: JSONValue) -> Double? {
        switch value {
        case .bool(let value): return value ? 1 : 0
        case .string(let text):
            let signs = Set("0123456789.eE+-")
            return text.allSatisfy(signs.contains) && text.last?.isNumber == true ? Double(text) : nil
        default: return value.doubleValue
        }
    }

    private static func bool(of value: JSONValue) -> Bool? {
        switch value {
        case .bool(let value): value
        case .string(let text): ["true": true, "false": false][text.lowercased()]
        default: value.doubleValue == 1 ? true : value.doubleValue == 0 ? false : nil
        }
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        default: nil
        }
    }

    // MARK: - Values

    private func value(of key: String, _ event: RuleEvent) -> JSONValue? {
        if key == "~type" { return .string(event.type.description) }
        if key == "~source" { return .string(event.source.description) }
        if key == "~timestampu" { return .int(event.milliseconds / 1_000) }
        if key.hasPrefix("~state.") {
            let parts = key.dropFirst(7).split(separator: "/", maxSplits: 1)
            return Self.flat(states[String(parts[0]).lowercased()].map(JSONValue.object) ?? .null)[String(parts[1])]
        }
        return Self.flat(event.data.map(JSONValue.object) ?? .null)[key]
    }

    /// Every value of some data by its path, null left out.
    private static func flat(_ value: JSONValue, _ path: String = "") -> [String: JSONValue] {
        var flat: [String: JSONValue] = [:]
        if !path.isEmpty, value != .null { flat[path] = value }
        func below(_ name: String, _ value: JSONValue) {
            flat.merge(Self.flat(value, path.isEmpty ? name : path + "." + name)) { $1 }
        }
        if case .object(let members) = value { for member in members { below(member.key, member.value) } }
        if case .array(let elements) = value {
            for (place, value) in elements.enumerated() { below("\(place)", value) }
        }
        return flat
    }

    static func leaves(_ value: JSONValue) -> [String: String] {
        flat(value).compactMapValues { text(of: $0) }.filter { !$0.value.isEmpty }
    }

    private func replacing(_ value: JSONValue, _ event: RuleEvent) -> JSONValue {
        switch value {
        case .string(let text):
            var rest = Substring(text)
            var result = ""
            while let open = rest.range(of: "{%"), let close = rest[open.upperBound...].range(of: "%}") {
                let name = String(rest[open.upperBound..<close.lowerBound])
                result += rest[..<open.lowerBound] + (self.value(of: name, event).flatMap(Self.text) ?? "")
                rest = rest[close.upperBound...]
            }
            return .string(result + rest)
        case .array(let elements): return .array(elements.map { replacing($0, event) })
        case .object(let members): return .object(JSONObject(members.map { ($0.key, replacing($0.value, event)) }))
        default: return value
        }
    }

    private static func merge(_ old: JSONObject, _ new: JSONObject, overwrites: Bool) -> JSONObject {
        var result = old
        for (name, value) in new.map({ ($0.key, $0.value) }) {
            if name.hasSuffix("[*]") {
                let list = String(name.dropLast(3))
                guard let changes = value.objectValue, let elements = result[list]?.arrayValue else { continue }
                result[list] = .array(
                    elements.map { element in
                        element.objectValue.map { .object(merge($0, changes, overwrites: overwrites)) } ?? element
                    }
                )
                continue
            }
            let there = result[name] == .null ? nil : result[name]
            if value == .null {
                if overwrites { result[name] = nil }
            } else if let old = there?.arrayValue, let new = value.arrayValue {
                result[name] = .array(old + new)
            } else if let new = value.objectValue {
                if let old = there?.objectValue {
                    result[name] = .object(merge(old, new, overwrites: overwrites))
                } else if there == nil || overwrites {
                    result[name] = .object(merge([:], new, overwrites: overwrites))
                }
            } else if there == nil || overwrites {
                result[name] = value
            }
        }
        return result
    }

    // MARK: - History

    private func answer(_ definition: JSONValue, _ event: RuleEvent) -> Int64 {
        let from = definition["from"]?.intValue ?? 0
        let to = definition["to"]?.intValue ?? event.milliseconds
        let events = (definition["events"]?.arrayValue ?? []).map { Self.leaves(replacing($0, event)) }
        let inTime = records.filter { from <= $0.time && $0.time <= to }
        switch definition["searchType"]?.stringValue {
        case "ordered":
            return Self.isOrdered(events[...], inTime, notBefore: .min) ? 1 : 0
        case "mostRecent":
            let newest = events.map { leaves in inTime.filter { $0.leaves == leaves }.map(\.time).max() }
            guard let last = newest.compactMap({ $0 }).max() else { return -1 }
            return Int64(newest.firstIndex(of: last) ?? -1)
        default:
            return Int64(events.map { leaves in inTime.count { $0.leaves == leaves } }.reduce(0, +))
        }
    }

    /// Tries every record for the first event, then what is left for the others.
    private static func isOrdered(_ events: ArraySlice<[String: String]>, _ records: [Record], notBefore time: Int64)
        -> Bool
    {
        guard let first = events.first else { return true }
        return records.indices.contains { place in
            guard records[place].leaves == first, records[place].time >= time else { return false }
            var rest = records
            rest.remove(at: place)
            return isOrdered(events.dropFirst(), rest, notBefore: records[place].time)
        }
    }
}
