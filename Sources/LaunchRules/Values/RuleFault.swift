// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A fault in a part of a rule, and its place in the rule.
struct RuleFault: Error {
    let reason: String
    /// The way from the part that is being read to what is wrong.
    var path: [JSONSourceText.Step] = []

    init(_ reason: String, at path: [JSONSourceText.Step] = []) {
        self.reason = reason
        self.path = path
    }

    /// Returns the fault as seen from a value that the part lies in.
    func below(_ steps: [JSONSourceText.Step]) -> RuleFault {
        RuleFault(reason, at: steps + path)
    }

    /// Returns text from a file as messages show it: on one line, and not all of a long one.
    static func quoted(_ text: String) -> String {
        let isLong = text.utf8.count > 100
        let shown = isLong ? String(decoding: text.utf8.prefix(60), as: UTF8.self) : text
        return "\"" + VisibleText.line(shown) + (isLong ? "...\"" : "\"")
    }
}
