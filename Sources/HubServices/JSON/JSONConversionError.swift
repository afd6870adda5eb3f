// SPDX-License-Identifier: Apache-2.0

/// The reason why a value or a text could not be converted to a ``JSONValue``, with its position.
public struct JSONConversionError: Error, Sendable, CustomStringConvertible {
    /// The reason for the error.
    package enum Reason: Sendable, Hashable {
        /// A value has a type that JSON does not support; the value is the name of the type.
        case unsupportedType(String)
        /// A dictionary key is not a string; the value is the type of the key.
        case keyNotString(String)
        /// A number is not finite.
        case notFinite(Double)
        /// The nesting exceeds ``JSONValue/maximumDepth``.
        case tooDeep
        /// The text is not JSON; the value is the position and what was expected there.
        case malformedText(String)
        /// The text is JSON but not an object; the value is its kind.
        case notAnObject(String)
    }

    package let reason: Reason
    /// The position, as `.member[0].member`; empty for the value itself.
    public let path: String

    package init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    func prefixed(by component: String) -> JSONConversionError {
        // A path of more than a few hundred characters is of no help, and deep nesting would make it grow.
        guard path.utf8.count < 256 else { return self }
        return JSONConversionError(reason, path: component + path)
    }

    /// A description of what was wrong, where, and what would be right.
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
