// SPDX-License-Identifier: Apache-2.0

/// JSON texts of one form, of any size.
struct JSONShape: Sendable {
    let name: String
    private let unit: @Sendable (Int) -> String
    private let brackets: (open: String, close: String)

    private init(
        _ name: String,
        _ brackets: (open: String, close: String) = ("[", "]"),
        unit: @escaping @Sendable (Int) -> String
    ) {
        self.name = name
        self.unit = unit
        self.brackets = brackets
    }

    /// A text of about so many bytes.
    func text(bytes: Int) -> String {
        var text = brackets.open
        var number = 0
        repeat {
            if number > 0 { text += "," }
            text += unit(number)
            number += 1
        } while text.utf8.count < bytes - 80
        return text + brackets.close
    }

    /// Shapes that are easy for readers, typical ones, and the ones that cost most for their length.
    static let all: [JSONShape] = [
        JSONShape("events") { number in
            #"{"type":"content","assetid":"vid-\#(number)","title":"A title of some length","length":"3600","live":false}"#
        },
        JSONShape("wide", ("{", "}")) { number in #""key\#(number)":\#(number)"# },
        JSONShape("digits") { _ in "0" },
        JSONShape("fractions") { number in "\(Double(number) * 1.37)" },
        JSONShape("strings") { number in #""text \#(number)""# },
        JSONShape("escapes") { _ in #""\n\u00e9\ud83d\ude00""# },
        nested(1), nested(8), nested(32), nested(62),
    ]

    private static func nested(_ depth: Int) -> JSONShape {
        let text = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        return JSONShape("depth\(depth)") { _ in text }
    }
}
