// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import Testing

/// The lines of help: as they were written where they fit, and joined to paragraphs where they do not.
struct HelpLayoutTests {
    private struct Wash: Sendable {
        static let syntax = CommandSyntax(
            "kitchen wash",
            summary: "wash up",
            discussion: [
                "One.", "Two.", "", "  cup", "  plate", "Three.", "Four.", "Washes what is dirty, and",
            ],
            examples: ["kitchen wash cup", "kitchen wash"],
            for: Wash.init
        ) { $0.argument(\.dish, .text("DISH"), "which dish") }

        var dish: String?
    }

    private struct Sleep: Sendable {
        static let syntax = CommandSyntax("kitchen sleep", summary: "sleep", for: Sleep.init) { _ in }
    }

    @Test func oneArgumentAndTwoExamplesHaveTheirHeadings() {
        #expect(
            Wash.syntax.outline.help() == """
                Usage: kitchen wash [DISH] [options]

                One.
                Two.

                  cup
                  plate
                Three.
                Four.
                Washes what is dirty, and

                Argument:
                  DISH                        which dish

                Options:
                  -h, --help                  show this help

                Examples:
                  kitchen wash cup
                  kitchen wash
                """
        )
    }

    @Test func whatACommandDoesNotHaveIsNotNamed() {
        let help = Sleep.syntax.outline.help().split(separator: "\n")
        #expect(help == ["Usage: kitchen sleep [options]", "Options:", "  -h, --help                  show this help"])
    }

    /// The widest line of the discussion has 25 columns.
    @Test func linesAreJoinedWhereOneOfThemIsTooWide() {
        let fits = "\n\nOne.\nTwo.\n\n  cup\n  plate\nThree.\nFour.\nWashes what is dirty, and\n\nArgument:\n"
        #expect(Wash.syntax.outline.help(width: 98).contains(fits))
        #expect(Wash.syntax.outline.help(width: 25).contains(fits))
        let joined = "\n\nOne. Two.\n\n  cup\n  plate\nThree. Four. Washes\nwhat is dirty, and\n\nArgument:\n"
        #expect(Wash.syntax.outline.help(width: 24).contains(joined))
    }
}
