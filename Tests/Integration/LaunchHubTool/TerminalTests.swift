// SPDX-License-Identifier: Apache-2.0

// A terminal can be made on this system only.
#if os(Linux)
    import Testing

    /// What the tool writes to a terminal.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct TerminalTests {
        @Test func outputIsAsWideAsTheTerminalAndHasItsColours() throws {
            let event = #"{"event": "Order\u001b[2J Completed\u202e"}"# + "\n"
            for (columns, width) in [(0, 98), (79, 80), (90, 90), (300, 98)] as [(UInt16, Int)] {
                let help = try Terminal.run(["rules", "--help"], columns: columns)
                let longest = help.split(separator: "\n").map(\.count).max() ?? 0
                #expect((width - 6...width).contains(longest), "\(columns)")
            }
            let title = "Order\\u{1b}[2J Completed\\u{202e}"
            let shown = try Terminal.run(["segment"], columns: 80, input: event)
            #expect(shown.hasPrefix("\u{1B}[1m\(title)\u{1B}[0m\u{1B}[2m, line 1\u{1B}[0m\n"))
            let plain = try Terminal.run(["segment"], columns: 80, environment: ["NO_COLOR": "1"], input: event)
            #expect(plain.hasPrefix("\(title), line 1\n"))
            #expect(try Executable.run(["segment"], input: event).output == plain)
        }
    }
#endif
