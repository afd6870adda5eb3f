// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Checks of text from a page before anything else reads it.
enum BridgeText {
    /// The largest number of characters of a page's text that is shown.
    static let shownLimit = 160

    /// Returns text that is short and harmless in a log: on one line, without control or formatting characters.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: shownLimit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return VisibleText.line(text) }
        return VisibleText.line(String(scalars[..<end])) + "..."
    }

    /// Returns the beginning of a value as JSON text, short and harmless in a log.
    ///
    /// The work does not grow with the value: writing a whole message as text takes longer than everything else that is
    /// done with it.
    static func excerpt(of value: JSONValue) -> String {
        var room = shownLimit
        return shown(beginning(of: value, &room).jsonText)
    }

    /// Returns what stands first in a value: each part of it takes at least one character as text.
    private static func beginning(of value: JSONValue, _ room: inout Int) -> JSONValue {
        room -= 1
        switch value {
        case .null, .bool, .int, .double: return value
        case .string(let text):
            let scalars = text.unicodeScalars.prefix(max(1, room + 1))
            room -= scalars.count
            return .string(String(scalars))
        case .array(let elements):
            var beginning: [JSONValue] = []
            for element in elements {
                guard room >= 0 else { break }
                beginning.append(Self.beginning(of: element, &room))
            }
            return .array(beginning)
        case .object(let members):
            // Text has the members sorted by name; of very many, the first are shown as they came.
            var beginning = JSONObject()
            let first = members.count > shownLimit ? Array(members.prefix(shownLimit)) : Array(members)
            for member in first.sorted(by: { $0.key < $1.key }) {
                guard room >= 0 else { break }
                room -= member.key.unicodeScalars.count
                beginning[member.key] = .some(Self.beginning(of: member.value, &room))
            }
            return .object(beginning)
        }
    }

    /// Returns whether lists and objects in JSON text are nested deeper than a limit, reading each byte once, without a
    /// stack.
    static func isNested(_ text: String, deeperThan limit: Int) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                depth += 1
                if depth > limit { return true }
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                depth -= 1
            }
        }
        return false
    }
}
