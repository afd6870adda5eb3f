// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The body of an answer, read.
enum PingAnswerBody: Sendable, Hashable {
    /// A JSON object.
    case object(JSONObject)
    /// The answer is empty.
    case nothing
    /// The answer cannot be read; why.
    case unreadable(String)

    /// No answer is nearly as long; anything longer is not read.
    private static let longest = 65_536

    init(_ body: String) {
        guard body.utf8.count <= Self.longest else {
            self = .unreadable("it has \(body.utf8.count) bytes")
            return
        }
        let text = Self.unwrapped(body)
        if text.isEmpty {
            self = .nothing
        } else if let object = try? JSONObject(jsonText: text) {
            self = .object(object)
        } else {
            self = .unreadable("it is not a JSON object")
        }
    }

    /// The argument of a call `name(…)` or `name(…);`; any other text unchanged.
    ///
    /// Without white space around it.
    private static func unwrapped(_ body: String) -> String {
        var text = body[...].drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
        if text.last == ")", let open = text.firstIndex(of: "("), !text[..<open].contains("{") {
            text = text[text.index(after: open)...].dropLast()
        }
        return String(text)
    }
}
