// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct VisibleTextTests {
    @Test(arguments: [
        ("plain é 😀 text", "plain é 😀 text"), ("", ""), ("a\nb\rc\td", "a\\u{a}b\\u{d}c\\u{9}d"),
        ("a\u{7F}b", "a\\u{7f}b"), ("\u{1B}[2J\u{9B}31m", "\\u{1b}[2J\\u{9b}31m"), ("\0", "\\u{0}"),
        ("\u{202E}gnp.exe\u{2066}\u{200F}\u{61C}", "\\u{202e}gnp.exe\\u{2066}\\u{200f}\\u{61c}"),
        ("a\u{2028}b\u{2029}c\u{FEFF}", "a\\u{2028}b\\u{2029}c\\u{feff}"), ("\u{E0041}x", "\\u{e0041}x"),
        // Joiners are part of what is written.
        ("👩‍👧 नमस्\u{200D}ते", "👩‍👧 नमस्\u{200D}ते"),
    ])
    func whatIsObeyedInsteadOfShownIsSpelled(_ text: String, _ line: String) {
        #expect(VisibleText.line(text) == line)
        #expect(VisibleText.line(line) == line)
    }

    @Test func everyCharacterIsShownOrSpelled() {
        for value in UInt32(0)...0x1_10000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let line = VisibleText.line(String(scalar))
            #expect(!line.unicodeScalars.contains(where: VisibleText.isObeyed))
        }
    }
}
