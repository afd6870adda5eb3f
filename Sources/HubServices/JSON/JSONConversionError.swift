// SPDX-License-Identifier: Apache-2.0

/// Why a value or a text could not become a ``JSONValue``, and where.
public struct JSONConversionError: Error, Sendable, CustomStringConvertible {
    /// What was wrong.
    public enum Reason: Sendable, Hashable {
        /// A value of a type that JSON does not have; the type's name.
        case unsupportedType(String)
        /// A dictionary key that is not a string; the key's type.
        case keyNotString(String)
        /// A number that is not finite.
        case notFinite(Double)
        /// Nesting beyond ``JSONValue/maximumDepth``.
        case tooDeep
        /// Text that is not JSON; the place, and what was expected there.
        case malformedText(String)
        /// Text that is JSON but not an object; what it is instead.
        case notAnObject(String)
    }

    /// What was wrong.
    public let reason: Reason
    /// Where it was, as `.member[0].member`; empty for the value itself.
    public let path: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: What was wrong.
    ///   - path: Where it was.
    public init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    func prefixed(by component: String) -> JSONConversionError {
        // A path of more than a few hundred characters helps nobody, and deep nesting would make it grow.
        guard path.utf8.count < 256 else { return self }
        return JSONConversionError(reason, path: component + path)
    }

    /// What was wrong, where, and what would be right.
    public var description: String { VisibleText.line(text) }

    private var text: String {
        let place = path.isEmpty ? "the value" : "the value at \(path)"
        return switch reason {
        case .unsupportedType(let type):
            "\(place) is of type \(type); use a string, number, boolean, null, array or dictionary"
        case .keyNotString(let type):
            "\(place) has a key of type \(type); keys must be strings"
        case .notFinite(let number):
            "\(place) is \(number); JSON numbers must be finite"
        case .tooDeep:
            "\(place) is nested deeper than \(JSONValue.maximumDepth) levels; flatten it"
        case .malformedText(let detail):
            "the text is not well-formed JSON: \(detail)"
        case .notAnObject(let kind):
            "\(place) is \(kind); a JSON object such as {\"key\":\"value\"} is needed"
        }
    }
}
