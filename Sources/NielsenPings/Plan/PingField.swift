// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One parameter of a template.
struct PingField: Sendable, Hashable {
    /// The parameter's name; empty where the template has none.
    let parameter: String
    /// The text behind the equals sign.
    let text: String
    /// The names that stand in it, in their order.
    let names: [String]

    /// Reads a parameter of a template.
    ///
    /// - Parameters:
    ///   - template: The parameter as written in the template.
    ///   - isKnown: Whether a name has a value.
    init(_ template: String, isKnown: (String) -> Bool) {
        let sides = template.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // What joins it to an address of the client's own stands before the name.
        let side = sides.first ?? ""
        parameter = String(side.lastIndex(of: "]").map { side[side.index(after: $0)...] } ?? side)
        text = sides.count > 1 ? String(sides[1]) : ""
        var names: [String] = []
        for word in template.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }) {
            let name = String(word)
            if word != side, isKnown(name), !names.contains(name) { names.append(name) }
        }
        self.names = names
    }

    /// The text of a field without names.
    var constantText: String { text.removingPercentEncoding ?? text }
}
