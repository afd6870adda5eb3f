// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Reads the rules of a file out of their JSON values, one by one.
///
/// A rule that is not wholly understood is refused: to leave out the part that is not would make it apply to more than its
/// author meant.
struct RuleReader {
    /// The deepest nesting of groups.
    static let groupLimit = 64
    /// More warnings than this about one rule help nobody.
    private static let warningLimit = 20

    /// The parts that never have an effect, with their paths from the rule.
    private(set) var warnings: [RuleFault] = []
    private var shared = SharedRuleParts()
    /// The way from the rule to the value that is being read; where reading has ended with a fault, to the faulty one.
    var place: [JSONSourceText.Step] = []

    /// Reads a rule; the warnings are those of this one then.
    mutating func rule(_ value: JSONValue) throws(RuleFault) -> Rule {
        warnings = []
        place = []
        guard case .object(let rule) = value else {
            throw RuleFault("\(value.kindDescription) is no rule; an object with condition and consequences is needed")
        }
        guard let condition = rule["condition"] else {
            throw RuleFault("the rule has no condition\(Self.instead(of: "condition", in: rule))")
        }
        guard let list = rule["consequences"] else {
            throw RuleFault("the rule has no consequences\(Self.instead(of: "consequences", in: rule))")
        }
        guard case .array(let values) = list else {
            throw RuleFault(
                "the consequences are \(list.kindDescription); a list is needed",
                at: [.member("consequences")]
            )
        }
        place = [.member("condition")]
        let read = try self.condition(condition, depth: 0)
        var consequences: [RuleConsequence] = []
        for (index, value) in values.enumerated() {
            place = [.member("consequences"), .element(index)]
            consequences.append(try consequence(value))
        }
        let identifiers = values.map { $0["id"]?.stringValue ?? "" }
        return Rule(condition: read, consequences: consequences, consequenceIDs: identifiers)
    }

    /// Notes something that will never have an effect.
    ///
    /// - Parameters:
    ///   - reason: What is wrong, and what would be right.
    ///   - steps: The way to it from the value that is being read.
    mutating func warn(_ reason: String, at steps: JSONSourceText.Step...) {
        guard warnings.count < Self.warningLimit else { return }
        warnings.append(RuleFault(reason, at: place + steps))
    }

    // MARK: - Conditions

    private mutating func condition(_ value: JSONValue, depth: Int) throws(RuleFault) -> RuleCondition {
        guard case .object(let members) = value else {
            throw RuleFault("\(value.kindDescription) is no condition; an object with type and definition is needed")
        }
        guard case .string(let type)? = members["type"] else {
            throw RuleFault("the condition has no type; write group, matcher or historical")
        }
        guard case .object(let definition)? = members["definition"] else {
            throw RuleFault("the condition has no definition; an object is needed")
        }
        guard ["group", "matcher", "historical"].contains(type) else {
            throw RuleFault(
                "\(RuleFault.quoted(type)) is not a type of condition; write group, matcher or historical",
                at: [.member("type")]
            )
        }
        place.append(.member("definition"))
        let condition: RuleCondition =
            switch type {
            case "group": try group(definition, depth: depth)
            case "matcher": shared.condition(try matcher(definition))
            default: .history(try historical(definition))
            }
        place.removeLast()
        return condition
    }

    private mutating func group(_ definition: JSONObject, depth: Int) throws(RuleFault) -> RuleCondition {
        guard depth < Self.groupLimit else {
            throw RuleFault("groups are nested deeper than \(Self.groupLimit) levels; flatten them")
        }
        guard case .string(let logic)? = definition["logic"] else {
            throw RuleFault(#"the group has no logic; write "and" or "or""#)
        }
        let isAll = logic.lowercased() == "and"
        guard isAll || logic.lowercased() == "or" else {
            throw RuleFault(#"\#(RuleFault.quoted(logic)) is not a logic; write "and" or "or""#, at: [.member("logic")])
        }
        guard case .array(let values)? = definition["conditions"], !values.isEmpty else {
            throw RuleFault("the group has no conditions; a list of at least one is needed")
        }
        var conditions: [RuleCondition] = []
        for (index, value) in values.enumerated() {
            place += [.member("conditions"), .element(index)]
            conditions.append(try condition(value, depth: depth + 1))
            place.removeLast(2)
        }
        return isAll ? .all(conditions) : .any(conditions)
    }

    private mutating func matcher(_ definition: JSONObject) throws(RuleFault) -> RuleTest {
        guard case .string(let name)? = definition["key"] else {
            throw RuleFault("the matcher has no key; a text is needed")
        }
        place.append(.member("key"))
        let key = try shared.key(name)
        checkKey(key)
        if name.isEmpty { warn("the key is empty, which finds no value; write the name of one") }
        place.removeLast()
        guard case .string(let word)? = definition["matcher"] else {
            throw RuleFault("the matcher has no operator; write \(Self.operators)")
        }
        switch word {
        case "ex": return RuleTest(key: key, check: .exists(true))
        case "nx": return RuleTest(key: key, check: .exists(false))
        default: break
        }
        let isNegated = word == "ne" || word == "nc"
        guard let operation = isNegated ? (word == "ne" ? .equal : .contains) : RuleOperator(rawValue: word) else {
            throw RuleFault(
                "\(RuleFault.quoted(word)) is not an operator; write \(Self.operators)",
                at: [.member("matcher")]
            )
        }
        let operands = try operands(definition["values"], of: operation)
        for (index, operand) in operands.enumerated() {
            let reason: String
            switch operand.value {
            case .text where operation.isOrdering: reason = "\(word) never holds for text; write a number"
            case .bool where operation.isOrdering: reason = "\(word) never holds for a boolean; write a number"
            case .bool where operation.isTextual: reason = "\(word) finds no boolean; write a text"
            default: continue
            }
            warn(reason, at: .member("values"), .element(index))
        }
        return RuleTest(key: key, check: .compare(operation, operands, isNegated: isNegated))
    }

    private static let operators = "eq, ne, co, nc, sw, ew, gt, ge, lt, le, ex or nx"

    private func operands(_ value: JSONValue?, of operation: RuleOperator) throws(RuleFault) -> [RuleOperand] {
        guard let value else { throw RuleFault("the matcher has no values; a list of at least one is needed") }
        guard case .array(let values) = value, !values.isEmpty else {
            let kind = value.arrayValue == nil ? value.kindDescription : "empty"
            throw RuleFault("the values are \(kind); a list of at least one is needed", at: [.member("values")])
        }
        var operands: [RuleOperand] = []
        for (index, value) in values.enumerated() {
            guard let operand = RuleOperand(value, of: operation) else {
                throw RuleFault(
                    "\(value.kindDescription) cannot be compared with; write a text, a number or a boolean",
                    at: [.member("values"), .element(index)]
                )
            }
            operands.append(operand)
        }
        return operands
    }

    // MARK: - History

    private mutating func historical(_ definition: JSONObject) throws(RuleFault) -> RuleHistoryTest {
        guard case .string(let word)? = definition["matcher"],
            let comparison = RuleHistoryTest.Comparison(rawValue: word)
        else {
            throw RuleFault("the historical condition has no operator; write eq, ne, gt, ge, lt or le in matcher")
        }
        guard let given = definition["value"] else {
            throw RuleFault("the historical condition has no value; a whole number is needed")
        }
        guard let value = given.intValue else {
            throw RuleFault(
                "the value is \(given.kindDescription); a whole number is needed",
                at: [.member("value")]
            )
        }
        guard case .array(let events)? = definition["events"], !events.isEmpty else {
            throw RuleFault("the historical condition has no events; a list of at least one object is needed")
        }
        var subjects: [RuleHistoryTest.Subject] = []
        for (index, event) in events.enumerated() {
            place += [.member("events"), .element(index)]
            subjects.append(try subject(event))
            place.removeLast(2)
        }
        return RuleHistoryTest(
            search: try search(definition["searchType"]),
            comparison: comparison,
            value: value,
            subjects: subjects,
            from: try instant(definition, "from") ?? 0,
            to: try instant(definition, "to")
        )
    }

    private func subject(_ value: JSONValue) throws(RuleFault) -> RuleHistoryTest.Subject {
        guard case .object(let event) = value else {
            throw RuleFault("\(value.kindDescription) is no event; an object with the members that count is needed")
        }
        let template = try RuleTemplate(value)
        guard template.isConstant else { return .template(template) }
        guard let key = RuleHistoryKey(RuleHistoryContent(event)) else {
            throw RuleFault("the event has no member that could be recorded; empty texts and null do not count")
        }
        return .known(key)
    }

    private func search(_ value: JSONValue?) throws(RuleFault) -> RuleHistoryTest.Search {
        guard let value else { return .count }
        guard case .string(let word) = value else {
            throw RuleFault("the searchType is \(value.kindDescription); write any, ordered or mostRecent")
        }
        switch word {
        case "ordered": return .ordered
        case "mostRecent": return .mostRecent
        default: return .count
        }
    }

    private func instant(_ definition: JSONObject, _ name: String) throws(RuleFault) -> Int64? {
        guard let value = definition[name], !value.isNull else { return nil }
        guard let milliseconds = value.intValue else {
            throw RuleFault("\(name) is no time; write milliseconds since 1970", at: [.member(name)])
        }
        return milliseconds
    }

    // MARK: - Consequences

    private mutating func consequence(_ value: JSONValue) throws(RuleFault) -> RuleConsequence {
        guard case .object(let members) = value, case .string(let id)? = members["id"],
            case .string(let kind)? = members["type"], case .object(let detail)? = members["detail"]
        else {
            warn("the consequence is left out; it needs id and type as text and an object as detail")
            return .nothing
        }
        checkKind(kind, detail)
        place.append(.member("detail"))
        guard (try? JSONValue.object(["triggeredconsequence": ["detail": .object(detail)]]).validate()) != nil else {
            throw RuleFault("the detail is nested too deep for an event; flatten it")
        }
        checkTokens(.object(detail))
        switch kind {
        case "add", "mod":
            guard let data = detail["eventdata"], data.objectValue != nil else {
                warn("the consequence changes nothing; it needs an object as eventdata")
                return .nothing
            }
            return .merge(try template(data, "eventdata"), overwrites: kind == "mod")
        case "dispatch":
            return try dispatch(detail)
        default:
            if kind == RuleNotice.schemaKind { checkSchema(detail) }
            return .notice(RuleNotice(id: id, kind: kind, detail: try RuleTemplate(.object(detail))))
        }
    }

    private mutating func template(_ value: JSONValue, _ name: String) throws(RuleFault) -> RuleTemplate {
        place.append(.member(name))
        let template = try RuleTemplate(value)
        place.removeLast()
        return template
    }

    private mutating func dispatch(_ detail: JSONObject) throws(RuleFault) -> RuleConsequence {
        guard let type = detail["type"], type.stringValue != nil, let source = detail["source"],
            source.stringValue != nil,
            let action = detail["eventdataaction"]?.stringValue, action == "copy" || action == "new"
        else {
            warn("nothing is dispatched; it needs type and source as text, and copy or new as eventdataaction")
            return .nothing
        }
        if let name = detail["name"], name.stringValue == nil {
            throw RuleFault("the name of the event is \(name.kindDescription); write a text", at: [.member("name")])
        }
        var payload = RuleDispatch.Payload.copy
        let name = try template(detail["name"] ?? .string(RuleDispatch.usualName), "name")
        let (typeTemplate, sourceTemplate) = (try template(type, "type"), try template(source, "source"))
        if action == "new" {
            let data = detail["eventdata"].flatMap { $0.objectValue == nil ? JSONValue?.none : $0 }
            payload = .new(try data.map { data throws(RuleFault) in try template(data, "eventdata") })
        }
        return .dispatch(RuleDispatch(name: name, type: typeTemplate, source: sourceTemplate, payload: payload))
    }

    private mutating func checkSchema(_ detail: JSONObject) {
        guard RuleNotice.isSchema(detail) else {
            return warn("nothing happens; a schema needs id and schema as text and an object as data")
        }
        guard detail["schema"]?.stringValue == RuleNotice.historySchema else { return }
        let operation = detail["data"]?["operation"]?.stringValue ?? ""
        if operation != "insert", operation != "insertIfNotExists" {
            warn("nothing is recorded; the operation is insert or insertIfNotExists", at: .member("data"))
        } else if detail["data"]?["content"]?.objectValue?.isEmpty ?? true {
            warn("nothing is recorded; content needs at least one member", at: .member("data"))
        }
    }
}

extension RuleNotice {
    /// Whether a detail has everything that a schema needs.
    static func isSchema(_ detail: JSONObject) -> Bool {
        detail["id"]?.stringValue != nil && detail["schema"]?.stringValue != nil && detail["data"]?.objectValue != nil
    }
}

/// One rule of a file.
struct Rule: Sendable {
    let condition: RuleCondition
    let consequences: [RuleConsequence]
    /// The identifiers of the consequences; empty text for one that has none.
    let consequenceIDs: [String]
}
