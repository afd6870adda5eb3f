// SPDX-License-Identifier: Apache-2.0

// A terminal can be made on this system only.
#if os(Linux)
    import HubCommandLine
    import HubServices
    import LaunchHubSession
    import Testing

    @testable import LaunchHubTool

    /// What the tool writes to a terminal: as wide as it is, with colours where they are wanted.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct TerminalTests {
        /// The columns of a terminal, and how wide the tool writes.
        @Test(arguments: [(0, 98), (1, 80), (79, 80), (80, 80), (81, 81), (97, 97), (98, 98), (99, 98), (300, 98)])
        func helpIsAsWideAsTheTerminalWithinBounds(_ columns: UInt16, _ width: Int) throws {
            #expect(try Terminal.run(["--help"], columns: columns) == Tool.help(width: width) + "\n")
            #expect(
                try Terminal.run(["demo", "--help"], columns: columns)
                    == DemoCommand.syntax.outline.help(width: width) + "\n"
            )
        }

        @Test(arguments: [(79, 80), (80, 80), (90, 90), (98, 98), (99, 98), (.max, 98), (0, 80), (-1, 80)])
        func aStyleIsFromEightyToNinetyEightColumnsWide(_ columns: Int, _ width: Int) {
            #expect(TextStyle(isColoured: false, columns: columns).width == width)
        }

        private static let line = #"{"event": "Order\u001b[2J Completed\u202e"}"# + "\n"

        /// The variables of the terminal, and whether there are colours then.
        @Test(
            arguments: [
                ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["NO_COLOR": "0"], false),
                (["TERM": "dumb"], false), (["TERM": "xterm-256color"], true),
            ] as [([String: String], Bool)]
        )
        func coloursAreWrittenWhereTheyAreWanted(_ environment: [String: String], _ isColoured: Bool) throws {
            let output = try Terminal.run(["segment"], columns: 80, environment: environment, input: Self.line)
            let title = "Order\\u{1b}[2J Completed\\u{202e}"
            let coloured = "\u{1B}[1m\(title)\u{1B}[0m\u{1B}[2m, line 1\u{1B}[0m\n"
            #expect(
                output == (isColoured ? coloured : "\(title), line 1\n")
                    + "  no effect\n\n1 event, 0 calls; 1 had no effect.\n"
            )
        }

        private static let content = #"{"id": "one", "input": {"type": "content", "assetid": "a", "length": "soon"}}"#

        /// A command with an input that it finds mistakes in, and the beginning of a line as a terminal shows it.
        @Test(arguments: [
            (["validate", "content"], content, "\u{1B}[31m  error LENGTH_NOT_NUMERIC\u{1B}[0m (length): "),
            (["validate", "--explain", "LENGTH_NOT_NUMERIC"], "", "\u{1B}[1mLENGTH_NOT_NUMERIC\u{1B}[0m (error)"),
            (["rules", "check"], #"{"version": 1, "rules": [{}]}"#, "\u{1B}[31mrefused:\u{1B}[0m line 1, column "),
            (["certify"], #"{"t": 0, "call": "heartbeat"}"#, "\u{1B}[2mline 1, 0:00:00  \u{1B}[0merror \u{1B}[1mUNDOC"),
        ])
        func findingsAreColouredAndFitTheTerminal(_ words: [String], _ input: String, _ begin: String) throws {
            let output = try Terminal.run(words, columns: 80, input: input)
            let lines = output.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix(begin) }, "\(output)")
            #expect(!output.contains("\\u{1b}"))
            let plain = try Terminal.run(words, columns: 80, environment: ["NO_COLOR": "1"], input: input)
            #expect(!plain.contains("\u{1B}"))
            let isWrapped = words[0] != "certify"
            #expect(!isWrapped || plain.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(plain)")
            // A program finds each finding on one line.
            let piped = try Executable.run(words, input: input).output
            let joined = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(piped.split(whereSeparator: \.isWhitespace).joined(separator: " ") == joined)
            #expect(words[0] != "validate" || piped.split(separator: "\n").contains { $0.count > 80 })
        }

        @Test func aPipeGetsNoColoursAndTheWidestLines() throws {
            #expect(try Executable.run(["--help"]).output == Tool.help(width: 98) + "\n")
            let output = try Executable.run(["segment"], input: Self.line).output
            #expect(output.hasPrefix("Order\\u{1b}[2J Completed\\u{202e}, line 1\n  no effect\n"))
            #expect(!output.contains("\u{1B}"))
        }

        @Test func aTerminalOfTheTestsIsOne() throws {
            // With a program that asks whether it has a terminal: the tool, whose tables are narrower there.
            let wide = try Terminal.run(["rules", "--help"], columns: 98)
            let narrow = try Terminal.run(["rules", "--help"], columns: 80)
            #expect(wide != narrow)
            #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 80 })
            #expect(wide.split(separator: "\n").contains { $0.count > 80 })
        }
    }

    /// Colours by themselves.
    struct TextStyleTests {
        private let coloured = TextStyle(isColoured: true)

        @Test func eachKindOfTextHasItsColour() {
            #expect(coloured.bold("x") == "\u{1B}[1mx\u{1B}[0m")
            #expect(coloured.dim("x") == "\u{1B}[2mx\u{1B}[0m")
            #expect(coloured.bold("") == "")
            #expect(TextStyle.plain.bold("x") == "x")
            #expect(TextStyle.plain.dim("x") == "x")
        }
    }
#endif
