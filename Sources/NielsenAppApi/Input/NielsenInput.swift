// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Reads what callers hand over: a dictionary, or JSON text with an object, all of whose values are strings.
///
/// Source: S1, "Handling JSON Metadata".
enum NielsenInput {
    /// Reads a flat object.
    ///
    /// - Parameters:
    ///   - untyped: What the caller handed over.
    ///   - call: The call, for messages.
    ///   - code: The code of the errors.
    ///   - mode: What to do with values that are not strings.
    ///   - issues: Gets what was wrong.
    /// - Returns: The values that are strings, or nil where there is no object at all.
    static func strings(
        _ untyped: Any?,
        of call: String,
        _ code: LogCode,
        _ mode: NielsenConfiguration.InputMode,
        _ issues: inout [NielsenIssue]
    ) -> [String: String]? {
        guard let untyped = unwrapped(untyped) else {
            issues.append(.error(NielsenError(code, "\(call) got nothing; hand over a dictionary or JSON text")))
            return nil
        }
        switch untyped {
        case let strings as [String: String]:
            guard let few = documented(of: strings.count, { strings[$0] }) else { return strings }
            issues.append(tooManyKeys(strings.count, call, code))
            return Dictionary(uniqueKeysWithValues: few)
        case let text as String:
            return strings(text: text, of: call, code, mode, &issues)
        case let object as JSONObject:
            return object.strings(of: call, code, mode, &issues)
        case let members as [String: Any]:
            if let few = documented(of: members.count, { members[$0] }) {
                issues.append(tooManyKeys(members.count, call, code))
                return strings(members: few, of: call, code, mode, &issues)
            }
            return strings(members: members.lazy.map { ($0.key, $0.value) }, of: call, code, mode, &issues)
        case let members as [AnyHashable: Any]:
            if let few = documented(of: members.count, { members[$0] }) {
                issues.append(tooManyKeys(members.count, call, code))
                return strings(members: few, of: call, code, mode, &issues)
            }
            return strings(
                members: members.lazy.compactMap { member in
                    (member.key.base as? String).map { ($0, member.value) }
                },
                of: call,
                code,
                mode,
                &issues,
                foreignKeys: members.keys.lazy.filter { !($0.base is String) }.count
            )
        default:
            issues.append(
                .error(
                    NielsenError(
                        code,
                        "\(call) got a value of type \(type(of: untyped)); hand over a dictionary or JSON text with an "
                            + "object"
                    )
                )
            )
            return nil
        }
    }

    private static func strings(
        text: String,
        of call: String,
        _ code: LogCode,
        _ mode: NielsenConfiguration.InputMode,
        _ issues: inout [NielsenIssue]
    ) -> [String: String]? {
        if let refusal = refusal(ofText: text, call) {
            issues.append(.error(NielsenError(code, refusal.message, rule: refusal.rule)))
            return nil
        }
        do {
            return try JSONObject(jsonText: text).strings(of: call, code, mode, &issues)
        } catch {
            issues.append(.error(NielsenError(code, "\(call): \(error)")))
            return nil
        }
    }

    private static func strings(
        members: some Sequence<(String, Any)>,
        of call: String,
        _ code: LogCode,
        _ mode: NielsenConfiguration.InputMode,
        _ issues: inout [NielsenIssue],
        foreignKeys: Int = 0
    ) -> [String: String] {
        if foreignKeys > 0 {
            let message = "\(call) has \(foreignKeys) keys that are not strings; they were left out"
            issues.append(.error(NielsenError(code, message)))
        }
        var strings: [String: String] = [:]
        strings.reserveCapacity(members.underestimatedCount)
        var found: [(String, NielsenIssue)] = []
        for (key, value) in members {
            if let text = value as? String {
                strings[key] = text
            } else {
                strings[key] = string(of: Scalar(value), key: key, call, code, mode) { found.append((key, $0)) }
            }
        }
        // A dictionary has no order, a report should have one.
        tell(found.sorted { $0.0 < $1.0 }.map(\.1), of: call, &issues)
        return strings
    }

    /// Tells the first findings one by one, and of the others how many there are.
    fileprivate static func tell(_ found: [NielsenIssue], of call: String, _ issues: inout [NielsenIssue]) {
        issues += found.prefix(NielsenMetadataRules.listed)
        guard found.count > NielsenMetadataRules.listed else { return }
        let count = String(found.count - NielsenMetadataRules.listed)
        issues.append(.finding(NielsenValidationIssue(.tooManyFindings, subject: call, detail: count)))
    }

    /// A value that is no string, as a string where the mode allows it.
    fileprivate static func string(
        of scalar: Scalar,
        key: String,
        _ call: String,
        _ code: LogCode,
        _ mode: NielsenConfiguration.InputMode,
        _ report: (NielsenIssue) -> Void
    ) -> String? {
        let shown = NielsenText.shown(key)
        if mode == .lenient, let text = scalar.text {
            let message = "\(call): \(shown) is \(scalar.kind); \"\(text)\" was used, write it as a string"
            report(.warning(key: key, rule: "META_NOT_STRING", message))
            return text
        }
        let message = "\(call): \(shown) is \(scalar.kind); every value must be a string"
        report(.error(NielsenError(code, message, key: key, rule: "META_NOT_STRING")))
        return nil
    }

    /// Looks through optionals inside `Any`.
    static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return unwrapped(optional.content)
    }
}

/// What every optional is, whatever it may hold.
private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { self }
}

extension NielsenInput {
    /// A value that is no string: its kind in words, and the text that stands for it where there is one.
    struct Scalar {
        let kind: String
        let text: String?

        init(_ json: JSONValue) {
            kind = json.kindDescription
            switch json {
            case .bool(let value): text = value ? "true" : "false"
            case .int(let value): text = String(value)
            case .double(let value): text = Self.text(of: value)
            case .string(let value): text = value
            case .null, .array, .object: text = nil
            }
        }

        init(_ any: Any) {
            switch NielsenInput.unwrapped(any) {
            case nil:
                self.init(JSONValue.null)
            // Nesting is not followed, however deep it is: it is wrong at its first level.
            case is [Any]:
                self.init(JSONValue.array([]))
            case is [AnyHashable: Any]:
                self.init(JSONValue.object([:]))
            case let value?:
                do {
                    self.init(try JSONValue(any: value))
                } catch {
                    self.init(kind: value is Double || value is Float ? "\(value)" : "of type \(type(of: value))")
                }
            }
        }

        private init(kind: String) {
            self.kind = kind
            text = nil
        }

        private static func text(of value: Double) -> String? {
            guard value.isFinite else { return nil }
            return Int64(exactly: value).map { String($0) } ?? String(value)
        }
    }
}

extension JSONObject {
    fileprivate func strings(
        of call: String,
        _ code: LogCode,
        _ mode: NielsenConfiguration.InputMode,
        _ issues: inout [NielsenIssue]
    ) -> [String: String] {
        var strings: [String: String] = [:]
        var found: [NielsenIssue] = []
        let few = NielsenInput.documented(of: count) { self[$0] }
        if few != nil { issues.append(NielsenInput.tooManyKeys(count, call, code)) }
        for (key, value) in few ?? map({ ($0.key, $0.value) }) {
            if let text = value.stringValue {
                strings[key] = text
            } else {
                strings[key] = NielsenInput.string(
                    of: NielsenInput.Scalar(value),
                    key: key,
                    call,
                    code,
                    mode
                ) { found.append($0) }
            }
        }
        NielsenInput.tell(found, of: call, &issues)
        return strings
    }
}

extension NielsenInput {
    /// Looks through optionals inside `Any`, at no cost for the kinds of values that are usual.
    static func unwrapped(fast value: Any?) -> Any? {
        guard let value else { return nil }
        // Types are compared, not cast: a cast of a dictionary converts it, member by member.
        let type = type(of: value)
        if type == String.self || type == Int.self || type == [String: String].self || type == [String: Any].self
            || type == [AnyHashable: Any].self
        {
            return value
        }
        // NSNull only by its type as well: asking a dictionary for a class would bridge it.
        if type == NSNull.self { return nil }
        if type == JSONValue.self, let json = value as? JSONValue { return json.isNull ? nil : json }
        if type == [String: [String: String]].self { return value }
        return unwrapped(value)
    }
}
