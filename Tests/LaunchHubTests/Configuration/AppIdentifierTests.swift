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
        let reason: AppIdentifierError.Reason
        var testDescription: String { text.debugDescription }
    }

    @Test(arguments: [
        Refused(text: "", reason: .empty),
        Refused(text: String(repeating: "a", count: 257), reason: .tooLong(257)),
        Refused(text: "/etc/passwd", reason: .absolutePath),
        Refused(text: "/", reason: .absolutePath),
        Refused(text: "a//b", reason: .emptyComponent(offset: 2)),
        Refused(text: "a/", reason: .emptyComponent(offset: 2)),
        Refused(text: "..", reason: .dotComponent("..", offset: 0)),
        Refused(text: "a/../b", reason: .dotComponent("..", offset: 2)),
        Refused(text: "a/./b", reason: .dotComponent(".", offset: 2)),
        Refused(text: "a\\b", reason: .character("\\", offset: 1)),
        Refused(text: "a%2e", reason: .character("%", offset: 1)),
        Refused(text: "a b", reason: .character(" ", offset: 1)),
        Refused(text: "a\nb", reason: .character("\n", offset: 1)),
        Refused(text: "a\r\nb", reason: .character("\r", offset: 1)),
        Refused(text: "ab\u{0}", reason: .character("\u{0}", offset: 2)),
        Refused(text: "a?b", reason: .character("?", offset: 1)),
        Refused(text: "a#b", reason: .character("#", offset: 1)),
        Refused(text: "a:b", reason: .character(":", offset: 1)),
        Refused(text: "é", reason: .character("é", offset: 0)),
        Refused(text: "a\u{301}", reason: .character("\u{301}", offset: 1)),
        Refused(text: "a\u{202E}b", reason: .character("\u{202E}", offset: 1)),
    ])
    func refusesWhatIsNoId(_ refused: Refused) {
        let error = #expect(throws: AppIdentifierError.self) { try AppIdentifier(refused.text) }
        #expect(error?.reason == refused.reason)
    }

    @Test(arguments: ["a\u{1B}[31m", "a\nforged line", "\u{9B}", "\u{202E}x"])
    func writesNoControlCharactersIntoLogs(_ text: String) throws {
        let error = try #require(throws: AppIdentifierError.self) { try AppIdentifier(text) }
        let scalars = error.description.unicodeScalars
        #expect(scalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" })
    }
}
