// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubTool

/// Which colours and weights a text may bring to a terminal: those that the tool itself could write.
struct TerminalColourTests {
    @Test(arguments: [
        ("0", true), ("4", true), ("5", false), ("9", false), ("21", false), ("22", true), ("27", true), ("28", false),
        ("29", true), ("39", true), ("40", false), ("-1", false), ("x", false), ("", false), ("1;4", true),
        ("1;5", false), ("28;1", false),
        // Twelve characters with the bracket and the letter, and thirteen.
        ("1;22;39;3", true), ("1;22;39;30", false),
    ])
    func aColourStaysAndAnotherOrderIsSpelled(_ codes: String, _ stays: Bool) {
        let (before, behind) = ("a", "[\(codes)mb\u{1B}[0m")
        #expect(TerminalText.safe("\(before)\u{1B}\(behind)") == before + (stays ? "\u{1B}" : "\\u001b") + behind)
    }

    @Test func anOrderIsSpelledWithFourDigits() {
        #expect(TerminalText.safe("\u{1}\u{7F}\u{AD}\u{600}\u{2028}") == "\\u0001\\u007f\\u00ad\\u0600\\u2028")
        #expect(TerminalText.safe("\u{1B}m\u{1B}") == "\\u001bm\\u001b")
        #expect(TerminalText.safe("a\nb") == "a\nb")
    }

    /// Four digits say no character beyond U+FFFF in JSON.
    @Test func anOrderBeyondFourDigitsIsSpelledWithTwice() throws {
        let safe = TerminalText.safe("a\u{E0001}b")
        #expect(safe == "a\\udb40\\udc01b")
        #expect(try JSONValue(jsonText: "\"\(safe)\"") == "a\u{E0001}b")
    }
}
