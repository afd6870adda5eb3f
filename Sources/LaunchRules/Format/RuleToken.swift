// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The content of `{%` and `%}`: a key, or functions around one.
struct RuleToken: Sendable, Hashable {
    /// The conversion of a value by a function.
    enum Function: String, Sendable, Hashable {
        /// Text with everything but letters, digits and `-._~` percent-encoded.
        case urlenc
        /// The number without its fraction.
        case int
        /// The number.
        case double
        /// The text.
        case string
        /// The boolean.
        case bool
        /// A name that is no function: the value stays as it is.
        case unknown

        init(named name: String) {
            self = Function(rawValue: name) ?? .unknown
        }
    }

    /// More functions than this around one key are no call.
    private static let nestingLimit = 8

    /// The whole text as a path in the data, which wins over a call: a name in data may have parentheses.
    let path: RulePath?
    /// The functions, the one to be applied first coming first.
    let functions: [Function]
    let key: RuleKey

    /// Reads a token.
    ///
    /// - Parameter text: What stands between the signs.
    /// - Throws: ``RuleFault`` if the key is not valid.
    init(_ text: Substring) throws(RuleFault) {
        let whole = Self.trimmed(text)
        var functions: [Function] = []
        var rest = whole
        while functions.count < Self.nestingLimit, rest.utf8.last == UInt8(ascii: ")"),
            let open = rest.firstIndex(of: "("),
            open != rest.startIndex
        {
            functions.append(Function(named: String(Self.trimmed(rest[..<open]))))
            rest = Self.trimmed(rest[rest.index(after: open)...].dropLast())
        }
        key = try RuleKey(String(rest))
        path = functions.isEmpty ? nil : RulePath(String(whole))
        self.functions = functions.reversed()
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, isBlank(first) { text = Substring(text.utf8.dropFirst()) }
        while let last = text.utf8.last, isBlank(last) { text = Substring(text.utf8.dropLast()) }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension RuleToken.Function {
    /// Applies the function.
    ///
    /// - Parameter value: The value, no list or object.
    /// - Returns: Nil where the value cannot be converted.
    func applied(to value: JSONValue) -> JSONValue? {
        switch self {
        case .unknown: value
        case .urlenc: value.stringValue.map { .string(PercentEncoding.encode($0)) } ?? value
        case .string: value.leafText.map(JSONValue.string)
        case .bool: value.ruleBool.map(JSONValue.bool)
        case .double:
            switch RuleNumber(value) {
            case .whole(let number): .int(number)
            case .fraction(let number): .double(number)
            case nil: nil
            }
        case .int:
            switch RuleNumber(value) {
            case .whole(let number): .int(number)
            case .fraction(let number): Int64(exactly: number.rounded(.towardZero)).map(JSONValue.int)
            case nil: nil
            }
        }
    }
}
