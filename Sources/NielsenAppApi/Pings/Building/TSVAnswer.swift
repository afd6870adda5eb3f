// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The body of an answer to a TSV request, read.
enum TSVAnswer: Sendable, Hashable {
    /// The flag, two digits.
    case flag(String)
    /// The answer is empty.
    case nothing
    /// The answer cannot be read; why.
    case unreadable(String)

    /// No answer is nearly as long; anything longer is not looked at.
    private static let longest = 65_536

    init(_ body: String) {
        guard body.utf8.count <= Self.longest else {
            self = .unreadable("it has \(body.utf8.count) bytes")
            return
        }
        let text = Self.unwrapped(body)
        if text.isEmpty {
            self = .nothing
            return
        }
        guard let object = try? JSONObject(jsonText: text) else {
            self = .unreadable("it is no JSON object")
            return
        }
        guard let value = object["tsvFlag"] else {
            self = .unreadable("it has no tsvFlag")
            return
        }
        if let number = value.intValue, (0...99).contains(number) {
            self = .flag(number < 10 ? "0\(number)" : "\(number)")
        } else if let text = value.stringValue, text.utf8.count == 2, text.utf8.allSatisfy(NielsenText.isDigit) {
            self = .flag(text)
        } else {
            self = .unreadable("its tsvFlag is no number of two digits")
        }
    }

    /// The argument of a call `name(…)` or `name(…);`; any other text as it is. Without white space around it.
    private static func unwrapped(_ body: String) -> String {
        var text = body[...].drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
        if text.last == ")", let open = text.firstIndex(of: "("), !text[..<open].contains("{") {
            text = text[text.index(after: open)...].dropLast()
        }
        return String(text)
    }
}
