// SPDX-License-Identifier: Apache-2.0

// A terminal can be made on this system only.
#if os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// What a terminal shows while commands work, and the colours of what they say beside their output.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ProgressTests {
        /// Goes to the beginning of the line and clears it.
        private static let clears = "\r\u{1B}[2K"

        /// What a terminal gets of standard error.
        private func shown(
            _ words: [String],
            environment: [String: String] = [:],
            input: String = ""
        ) throws -> String {
            try Terminal.run(words, showsErrors: true, environment: environment, input: input)
        }

        // MARK: - Inputs and files

        /// Each thousand of inputs is said, and the line is left empty.
        @Test(arguments: [(0, ""), (999, ""), (1_000, "1000 inputs"), (1_001, "1000 inputs"), (1_999, "1000 inputs")])
        func aThousandInputsAreSaid(_ count: Int, _ says: String) throws {
            let line = #"{"input":{"type":"ad","assetid":"a"}}"# + "\n"
            let words = ["validate", "ad", "--allow-empty"]
            let input = String(repeating: line, count: count)
            let said = try shown(words, input: input)
            #expect(said == (says.isEmpty ? "" : Self.clears + says) + Self.clears)
            #expect(try shown(words + ["--quiet"], input: input).isEmpty)
            #expect(try Executable.run(words, input: input).error.isEmpty)
        }

        @Test func filesAreCountedAsTheyAreJudged() throws {
            let folder = try TemporaryFolder()
            let files = try ["a", "b"].map {
                try folder.write(#"{"t":0,"call":"play"}"# + "\n", to: "\($0).jsonl").path
            }
            let said = try shown(["certify"] + files)
            #expect(said == Self.clears + "1 of 2 files" + Self.clears + "2 of 2 files" + Self.clears)
            #expect(try shown(["certify"] + files.prefix(1)) == Self.clears)
        }

        @Test(arguments: [(9_999, false), (10_000, true)])
        func tenThousandLinesAreSaid(_ count: Int, _ isSaid: Bool) throws {
            let input = #"{"t":0,"call":"play"}"# + String(repeating: "\n", count: count)
            let said = try shown(["certify"], input: input)
            #expect(said.contains(Self.clears + "10000 lines" + Self.clears) == isSaid)
            #expect(said.hasSuffix(Self.clears))
        }

        // MARK: - Playing

        private func channel(_ length: Int) throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            let script = #"[{"at":0,"action":"play"}]"#
            try folder.write(
                #"{"appInfo":{"appid":"x"},"channels":[{"name":"A","metadata":{"assetid":"C1"},"length":\#(length),"#
                    + #""script":\#(script)}]}"#,
                to: "channels.json"
            )
            return folder
        }

        private func play(_ folder: TemporaryFolder, _ options: String...) throws -> String {
            try shown(["play", "--channels", folder.file("channels.json").path] + options)
        }

        @Test func whoWatchesInRealTimeSeesEachSecond() throws {
            let folder = try channel(3)
            let said = try play(folder, "--speed", "1000000")
            for second in 0...3 { #expect(said.contains(Self.clears + "00:0\(second) of 00:03" + Self.clears)) }
            #expect(said.hasSuffix(Self.clears))
            #expect(try play(folder, "--speed", "1000000", "--quiet").isEmpty)
        }

        /// In virtual time every five hundredth step is said; the first makes the instance.
        @Test func whatTakesNoTimeIsSaidNowAndThen() throws {
            #expect(try !play(try channel(400)).contains(" of "))
            let said = try play(try channel(600))
            #expect(said.contains(Self.clears + "08:18 of 10:00" + Self.clears))
            #expect(said.components(separatedBy: " of ").count == 2)
        }

        // MARK: - Colours

        private static let plain = "launchhub: "

        @Test(
            arguments: [
                ([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
            ] as [([String: String], Bool)]
        )
        func mistakesAndRemarksAreColouredWhereThatIsWanted(
            _ environment: [String: String],
            _ isColoured: Bool
        ) throws {
            let mistake = try shown(["ply"], environment: environment)
            #expect(mistake.hasPrefix(isColoured ? "\u{1B}[31mlaunchhub:\u{1B}[0m unknown" : Self.plain + "unknown"))
            let settings = #"{"settings":{"appid2":1}}"#
            let remark = try shown(["segment"], environment: environment, input: settings)
            let place = "standard input, line 1: "
            #expect(remark.hasPrefix((isColoured ? "\u{1B}[2mlaunchhub:\u{1B}[0m " : Self.plain) + place))
        }

        @Test func anOptionDecidesBeforeTheTerminal() throws {
            #expect(try shown(["--color", "never", "ply"]).hasPrefix(Self.plain))
            let always = try shown(["--color", "always", "ply"], environment: ["NO_COLOR": "1"])
            #expect(always.hasPrefix("\u{1B}[31mlaunchhub:\u{1B}[0m "))
        }
    }
#endif
