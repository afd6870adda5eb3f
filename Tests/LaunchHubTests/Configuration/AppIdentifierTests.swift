// SPDX-License-Identifier: Apache-2.0

import LaunchHub
import Testing

struct AppIdentifierTests {
    @Test(arguments: [
        "launch-EN1234-development",
        "b5cbd1a1220e/1857ef6cacb5/launch-2594f26b23cd-development",
        "a", "A_b.c-9", "...", "x/.hidden", String(repeating: "a", count: 256),
    ])
    func takesIdsAsInstructionsShowThem(_ text: String) throws {
        #expect(try AppIdentifier(text).text == text)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let text: String
        let reason: String
        var testDescription: String { text.debugDescription }
    }

    @Test(arguments: [
        Refused(text: "", reason: "is empty"),
        Refused(text: String(repeating: "a", count: 257), reason: "has 257 characters"),
        Refused(text: "/etc/passwd", reason: "begins with \"/\""),
        Refused(text: "/", reason: "begins with \"/\""),
        Refused(text: "a//b", reason: "has nothing between two \"/\" or behind the last at offset 2;"),
        Refused(text: "a/", reason: "has nothing between two \"/\" or behind the last at offset 2;"),
        Refused(text: "..", reason: "has the path step \"..\" at offset 0;"),
        Refused(text: "a/../b", reason: "has the path step \"..\" at offset 2;"),
        Refused(text: "a/./b", reason: "has the path step \".\" at offset 2;"),
        Refused(text: "a\\b", reason: "holds a backslash at offset 1;"),
        Refused(text: "a%2e", reason: "holds a percent sign at offset 1;"),
        Refused(text: "a b", reason: "holds a blank at offset 1;"),
        Refused(text: "a\nb", reason: "holds the control character U+A at offset 1;"),
        Refused(text: "a\r\nb", reason: "holds the control character U+D at offset 1;"),
        Refused(text: "ab\u{0}", reason: "holds the control character U+0 at offset 2;"),
        Refused(text: "a?b", reason: "holds \"?\" at offset 1;"),
        Refused(text: "a#b", reason: "holds \"#\" at offset 1;"),
        Refused(text: "a:b", reason: "holds \":\" at offset 1;"),
        Refused(text: "é", reason: "holds \"é\" at offset 0;"),
        Refused(text: "a\u{301}", reason: " at offset 1;"),
        Refused(text: "a\u{202E}b", reason: " at offset 1;"),
    ])
    func refusesWhatIsNoId(_ refused: Refused) {
        let error = #expect(throws: AppIdentifierError.self) { try AppIdentifier(refused.text) }
        #expect(error?.description.contains(refused.reason) == true)
    }

    @Test(arguments: ["a\u{1B}[31m", "a\nforged line", "\u{9B}", "\u{202E}x"])
    func writesNoControlCharactersIntoLogs(_ text: String) throws {
        let error = try #require(throws: AppIdentifierError.self) { try AppIdentifier(text) }
        let scalars = error.description.unicodeScalars
        #expect(scalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" })
    }
}
