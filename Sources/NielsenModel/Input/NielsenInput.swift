// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// Reads what callers hand over: a dictionary, or JSON text with an object, all of whose values are strings.
///
/// Source: "iOS SDK API Reference", "Handling JSON Metadata".
package enum NielsenInput {
    /// Reads a flat object.
    ///
    /// - Parameters:
    ///   - untyped: What the caller handed over.
    ///   - call: The call, for messages.
    ///   - code: The code of the errors.
    ///   - mode: What to do with values that are not strings.
    ///   - issues: Gets what was wrong.
    /// - Returns: The values that are strings, or nil where there is no object at all.
    package static func strings(
        _ untyped: Any?,
        of call: String,
        _ code: LogCode,
        _ mode: NielsenInputMode,
        _ issues: inout [NielsenIssue]
    ) -> [String: String]? {
        let object = NielsenFlatObject(untyped, subject: call, mode: mode, code: code)
        issues += object.findings.map(NielsenIssue.init)
        return object.values
    }

    /// A value that is a string, whatever holds it.
    static func text(_ value: Any) -> String? {
        if let text = value as? String { return text }
        return (value as? JSONValue)?.stringValue
    }

    /// Looks through optionals inside `Any`.
    package static func unwrapped(_ value: Any?) -> Any? {
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
    /// A value that is not a string: its kind in words, and the text that stands for it where there is one.
    package struct Scalar {
        package let kind: String
        package let text: String?
        private(set) var isNumber = false

        package init(_ json: JSONValue) {
            kind = json.kindDescription
            switch json {
            case .bool(let value): text = value ? "true" : "false"
            case .int(let value):
                text = String(value)
                isNumber = true
            case .double(let value):
                text = Self.text(of: value)
                isNumber = true
            case .string(let value): text = value
            case .null, .array, .object: text = nil
            }
        }

        package init(_ any: Any) {
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

extension NielsenInput {
    /// Looks through optionals inside `Any`, at no cost for the kinds of values that are usual.
    static func unwrapped(fast value: Any?) -> Any? {
        guard let value else { return nil }
        // Types are compared, not cast: a cast of a dictionary converts it, member by member.
        let type = type(of: value)
        if type == String.self || type == Int.self || type == [String: String].self || type == [String: Any].self
            || type == [AnyHashable: Any].self || type == JSONObject.self
        {
            return value
        }
        // NSNull only by its type as well: asking a dictionary for a class would bridge it.
        if type == NSNull.self { return nil }
        if type == JSONValue.self, let json = value as? JSONValue {
            switch json {
            case .null: return nil
            case .string(let text): return text
            case .object(let object): return object
            case .bool, .int, .double, .array: return json
            }
        }
        if type == [String: [String: String]].self { return value }
        return unwrapped(value)
    }
}

/// The handling of values that are not strings.
package enum NielsenInputMode: String, Sendable, Hashable, CaseIterable {
    /// A value that is not a string is an error and is left out.
    case strict
    /// Numbers and truth values are turned into strings, with a warning.
    case lenient
}
