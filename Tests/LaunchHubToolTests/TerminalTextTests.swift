// SPDX-License-Identifier: Apache-2.0

import Testing

/// What a terminal gets of values that anybody may have made.
struct TerminalTextTests {
    @Test(arguments: [
        ("plain é 😀\nnext", "plain é 😀\nnext"), ("a\u{1B}[2Jb", "a\\u001b[2Jb"),
        ("a\u{1B}]0;title\u{7}", "a\\u001b]0;title\\u0007"),
        ("\u{202E}gnp.exe", "\\u202egnp.exe"), ("a\rb\tc", "a\\u000db\\u0009c"), ("\u{9B}31m", "\\u009b31m"),
        ("\u{2066}x\u{2069}\u{200F}\u{61C}", "\\u2066x\\u2069\\u200f\\u061c"), ("\u{1B}", "\\u001b"),
        // The tool's own colours stay; what hides text does not.
        ("\u{1B}[1;31mred\u{1B}[0m", "\u{1B}[1;31mred\u{1B}[0m"), ("\u{1B}[8mhidden", "\\u001b[8mhidden"),
        ("\u{1B}[999999999999999999999m", "\\u001b[999999999999999999999m"), ("\u{1B}[1;m", "\\u001b[1;m"),
        ("\u{1B}[?1m", "\\u001b[?1m"),
    ])
    func valuesGiveATerminalNoOrders(_ text: String, _ safe: String) {
        #expect(ToolRun.shownOnATerminal(text) == safe)
    }
}
