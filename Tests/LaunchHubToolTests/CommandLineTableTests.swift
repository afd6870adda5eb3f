// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import Testing

    /// Command lines, good and bad, with what they say and how they end.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct CommandLineTableTests {
        struct Line: Sendable, CustomTestStringConvertible {
            let words: [String]
            let code: Int32
            /// A part of the output, or of standard error where the code is 2.
            let says: String

            init(_ words: String, _ code: Int32, _ says: String) {
                self.words = words.split(separator: " ").map(String.init)
                self.code = code
                self.says = says
            }

            var testDescription: String { words.joined(separator: " ") }
        }

        private static let version = "launchhub \(HubPackage.version)\n"

        private static let good: [Line] = [
            Line("version", 0, version),
            Line("--version", 0, version),
            Line("-V", 0, version),
            Line("version --json", 0, #""kind":"version""#),
            Line("-V --json", 0, #""kind":"version""#),
            Line("--json version", 0, #""schema":"launchhub/1""#),
            Line("--json --version", 0, #""name":"launchhub""#),
            Line("-q version", 0, version),
            Line("-v version", 0, version),
            Line("--color never version", 0, version),
            Line("--color=always version", 0, version),
            Line("version --color always", 0, version),
            Line("help", 0, "Commands:"),
            Line("-h", 0, "Commands:"),
            Line("--json --help", 0, "Commands:"),
            Line("help play", 0, "Usage: launchhub play [options]"),
            Line("-q help play", 0, "Usage: launchhub play [options]"),
            Line("play -h", 0, "Usage: launchhub play [options]"),
            Line("play --zzz -h", 0, "Usage: launchhub play [options]"),
            Line("help help", 2, #"unknown command "help""#),
            Line("play --list", 0, "Front page"),
            Line("play --list --json", 0, #""kind":"channel""#),
            Line("-q --json play --list", 0, #""kind":"channel""#),
            Line("play --list --channels=-", 2, "standard input"),
            Line("completions bash", 0, "complete -F _launchhub launchhub"),
            Line("completions zsh", 0, "#compdef launchhub"),
            Line("completions fish", 0, "complete -c launchhub -f"),
            Line("completions fish --json", 0, #""shell":"fish""#),
            Line("report -o/dev/null -", 2, "the file is empty"),
            Line("replay -", 2, "the file is empty"),
            Line("validate content --rules", 0, "(error)"),
            Line("validate --allow-empty content -", 0, "Nothing to check"),
            Line("serve --port 0 --https-port 0 --for 0.2 -q", 0, "Serving on"),
            Line("export --schema", 0, "urn:launch-hub:export:1"),
            Line("rules check -", 2, "cannot read standard input"),
        ]

        private static let bad: [Line] = [
            Line("ply", 2, #"unknown command "ply". Did you mean "play"? See launchhub --help."#),
            Line("--verison", 2, #"unknown option "--verison". Did you mean "--version"?"#),
            Line("-x", 2, #"unknown option "-x". See launchhub --help."#),
            Line("-qv version", 2, #"unknown option "-qv". See launchhub --help."#),
            Line("version -qv", 2, "--quiet and --verbose contradict each other; use one of them."),
            Line("version --quiet --verbose", 2, "See launchhub version --help."),
            Line("-q version -v", 2, "--quiet and --verbose contradict"),
            Line("--version extra", 2, #"launchhub version takes no argument, but got "extra"."#),
            Line("version extra", 2, #"launchhub version takes no argument, but got "extra"."#),
            Line("version --color", 2, "option --color needs a value: --color WHEN."),
            Line("version --color=", 2, "option --color needs a value: --color WHEN."),
            Line("version --color purple", 2, #"--color is "purple"; use one of auto, always, never."#),
            Line("version --color nevr", 2, #"Did you mean "never"?"#),
            Line("--color", 2, "Commands:"),
            Line("--color never", 2, "Commands:"),
            Line("--color purple version", 2, #"--color is "purple""#),
            Line("--color never version --color always", 2, "option --color is given twice."),
            Line("version --json=yes", 2, #"option --json takes no value, but has "yes"."#),
            Line("completions", 2, "launchhub completions needs a SHELL: bash, zsh or fish."),
            Line("completions csh", 2, #"SHELL is "csh"; use one of bash, zsh, fish."#),
            Line("completions bahs", 2, #"Did you mean "bash"?"#),
            Line("completions bash zsh", 2, #"takes one SHELL, but got "bash" and "zsh"."#),
            Line("play --flow", 2, "option --flow needs a value: --flow FLOW."),
            Line("play --flow both", 2, #"--flow is "both"; use one of events, api, classic."#),
            Line("play --flow events --flow api", 2, "option --flow is given twice."),
            Line("play --speed=fast", 2, #"--speed is "fast""#),
            Line("play -o x", 2, #"unknown option "-o" for launchhub play."#),
            Line("play --lsit", 2, #"Did you mean "--list"?"#),
            Line("play extra", 2, #"launchhub play takes no argument, but got "extra"."#),
            Line("report -o", 2, "option --output needs a value: --output HTML."),
            Line("report -o= x", 2, "option --output needs a value: --output HTML."),
            Line("report -oa -ob x", 2, "option --output is given twice."),
            Line("demo -o-", 2, "--report needs a file; standard output has the summary."),
            Line("kept", 2, "launchhub kept needs an ACTION: show or reset."),
            Line("kept shwo app", 2, #"ACTION is "shwo"; use show or reset. Did you mean "show"?"#),
            Line("kept show /nonexistent", 2, "/nonexistent is not a folder"),
            Line("diff one", 2, "diff takes two session files; only one was given."),
            Line("serve --port 65536", 2, #"--port is "65536"; use a number from 0 to 65535."#),
            Line("serve --for -1", 2, #"--for is "-1"; use seconds"#),
            Line("certify --rule NO_SUCH_RULE -", 2, #"there is no rule "NO_SUCH_RULE"."#),
            Line("export", 2, "export needs a SOURCE: a collector's database, a session file, or an app's folder."),
            Line("export one", 2, "export needs --output FOLDER"),
            Line("export one -o x --format xml", 2, #"--format is "xml"; use "#),
            Line("export one -o x --table pings,cases1", 2, "use names of tables, comma-separated: pings, "),
            Line("export one -o x --format har --table cases", 2, "there is no table cases as har; use jsonl or csv."),
            Line("export one -o x --since yesterday", 2, #"--since is "yesterday"; use a day such as 2026-11-23."#),
            Line("export one -o x --since 2026-02-30", 2, "use a day such as 2026-11-23."),
            Line("export one -o x --since 2026-03-02 --until 2026-03-01", 2, "--until is before --since"),
            Line("export one -o x --part ../one", 2, #"--part is "../one"; use up to 64 letters"#),
            Line("export /nonexistent -o /nonexistent/x", 2, "cannot read /nonexistent: there is no such file"),
            Line("validate contnet", 2, #"Did you mean "content"?"#),
        ]

        @Test(arguments: good + bad)
        func aCommandLineEndsAsItShould(_ line: Line) throws {
            let run = try Executable.run(line.words)
            #expect(run.code == line.code, "\(run.error)")
            let said = line.says == "Commands:" || line.code == 0 ? run.output : run.error
            #expect(said.contains(line.says), "\(run.output)\(run.error)")
            if line.code == 2, line.says != "Commands:" { #expect(run.output.isEmpty) }
        }

        @Test func thereAreSixtyAndMore() {
            #expect(Self.good.count + Self.bad.count >= 60)
            #expect(Set((Self.good + Self.bad).map(\.testDescription)).count == Self.good.count + Self.bad.count)
        }

        @Test(arguments: bad.filter { $0.says != "Commands:" })
        func aMistakeIsALineOfJSONWhereThatIsAskedFor(_ line: Line) throws {
            guard !line.words.contains(where: { $0.hasPrefix("--json") }) else { return }
            let run = try Executable.run(["--json"] + line.words)
            #expect(run.code == 2 && run.output.isEmpty)
            let lines = try run.error.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.count == 1)
            #expect(lines.first?["kind"] == "error")
            #expect(lines.first?["schema"] == "launchhub/1")
            let message = try #require(lines.first?["message"]?.stringValue)
            let help = lines.first?["help"]?.stringValue.map { " See \($0)." } ?? ""
            #expect((message + help).contains(line.says), "\(message)")
        }

        @Test func quietLeavesRemarksOutAndVerboseAddsWhatIsDone() throws {
            let cut = #"{"schema":"launch-hub-session","version":2,"title":"T","flow":"api"}"# + "\n"
            #expect(try Executable.run(["replay"], input: cut).error.contains("there is no \"end\" line"))
            #expect(try Executable.run(["replay", "-q"], input: cut).error.isEmpty)
            let verbose = try Executable.run(["-v", "version"]).error.split(separator: "\n")
            #expect(verbose.count == 2)
            #expect(verbose.first == "launchhub: launchhub \(HubPackage.version), command version")
            #expect(verbose.last?.hasPrefix("launchhub: version took ") == true)
            #expect(verbose.last?.hasSuffix(" ms; exit code 0") == true)
            let line = try Executable.run(["version", "-v", "--json"]).error.split(separator: "\n").first
            let detail = try JSONObject(jsonText: String(try #require(line)))
            #expect(detail["kind"] == "detail" && detail["schema"] == "launchhub/1")
        }

        @Test func coloursAreWrittenToAPipeWhereTheyAreAskedFor() throws {
            let event = #"{"type": "screen", "name": "Home"}"#
            #expect(try Executable.run(["segment", "--color", "always"], input: event).output.hasPrefix("\u{1B}[1m"))
            #expect(try Executable.run(["--color=always", "segment"], input: event).output.hasPrefix("\u{1B}[1m"))
            for choice in ["auto", "never"] {
                #expect(try !Executable.run(["segment", "--color", choice], input: event).output.contains("\u{1B}"))
            }
            #expect(try Executable.run(["--color", "always", "ply"]).error.hasPrefix("\u{1B}[31mlaunchhub:\u{1B}[0m "))
        }

        /// What is wrong with a command line is a line of JSON where JSON was asked for.
        @Test(arguments: (good + bad).filter { $0.code == 2 && !$0.words.contains("--") })
        func aUsageErrorHasItsKindAndItsSchema(_ line: Line) throws {
            let run = try Executable.run(["--json"] + line.words)
            // Without a command the help is the answer.
            guard run.code == 2, run.output.isEmpty else { return }
            let lines = try run.error.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.last?["kind"] == "error" && lines.last?["message"]?.stringValue?.isEmpty == false)
            #expect(lines.allSatisfy { $0["schema"] == "launchhub/1" && $0["kind"]?.stringValue != nil })
        }

        @Test func everyLineOfJSONHasItsKindAndItsSchema() throws {
            let session = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: session) }
            #expect(try Executable.run(["play", "--channel", "Front page", "--record", session.path]).code == 0)
            let changed = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: changed) }
            let text = try String(contentsOf: session, encoding: .utf8)
            try Data(text.replacing("\"code\":5001", with: "\"code\":5011").utf8).write(to: changed)
            let commands = [
                ["version"], ["play", "--list"], ["replay", changed.path], ["diff", session.path, changed.path],
                ["certify", session.path], ["pings", session.path], ["pings", "--lint", session.path],
                ["kept", "show", NSTemporaryDirectory()], ["validate", "content", "--rules"],
                ["validate", "--explain", "TITLE_LENGTH"], ["rules", "try", "-", session.path],
                ["segment", "--format", "json"],
            ]
            for words in commands {
                let input = words[0] == "rules" ? #"{"version": 1, "rules": [{}]}"# : #"{"event":"Video Started"}"#
                let json = words.contains("--format") ? [] : ["--json"]
                let run = try Executable.run(words + json, input: input)
                let output = run.output + (json.isEmpty ? "" : run.error)
                let lines = try output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
                #expect(!lines.isEmpty, "\(words)")
                for line in lines {
                    #expect(line["kind"]?.stringValue != nil && line["schema"] == "launchhub/1", "\(words): \(line)")
                }
            }
        }
    }
#endif
