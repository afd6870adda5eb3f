// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

/// Command lines, good and bad, with what they say and how they end.
struct CommandLineTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let words: [String]
        let input: String
        let code: Int32
        /// A part of the output, or of standard error where the code is 2.
        let says: String

        init(_ words: String, _ code: Int32, _ says: String) { self.init(words, "", code, says) }

        init(_ words: String, _ input: String, _ code: Int32, _ says: String) {
            self.words = words.split(separator: " ").map(String.init)
            self.input = input
            self.code = code
            self.says = says
        }

        var testDescription: String { words.joined(separator: " ") + " ← " + input.prefix(60) }
    }

    private static let started =
        #"{"event":"Video Content Started","properties":{"asset_id":"a","title":"T S1E2","program":"P","#
        + #""airdate":"2026-01-01","total_length":60,"position":0}}"#
    private static let debugging =
        #"{"t":0,"call":"appInfo","args":[{"appid":"P0A1B2C3D-0000-4000-8000-0123456789AB","appname":"A","#
        + #""appversion":"1","sfcode":"cert","nol_devDebug":"DEBUG"}]}"# + "\n"
        + #"{"t":1,"call":"eventOccurred","args":[{"eventCode":2001}]}"# + "\n"
    private static let version = "launchhub \(HubPackage.version)\n"

    private static let good: [Line] = [
        Line("-V", 0, version),
        Line("-V --json", 0, #""kind":"version""#),
        Line("--json version", 0, #""schema":"launchhub/1""#),
        Line("--color=always version", 0, version),
        Line("-h", 0, "Check an integration:"),
        Line("help play", 0, "Usage: launchhub play [options]"),
        Line("-q help play", 0, "Usage: launchhub play [options]"),
        Line("play --zzz -h", 0, "Usage: launchhub play [options]"),
        Line("completions bash", 0, "complete -F _launchhub launchhub"),
        Line("completions zsh", 0, "#compdef launchhub"),
        Line("completions fish", 0, "complete -c launchhub -f"),
        Line("completions fish --json", 0, #""shell":"fish""#),
        Line("validate content --rules", 0, "(error)"),
        Line("validate --allow-empty content -", 0, "Nothing to check"),
        Line("validate content --allow-empty", "[]", 0, "Nothing to check: there is no line.\n"),
        Line("validate content --format junit", #"{"type":"content"}"#, 1, "META_MISSING_TITLE"),
        Line("validate content", #"{"id":1,"imput":{}}"#, 1, #""imput" is ignored; did you mean "input"?"#),
        Line("validate content", "5", 1, #"expected {"id": ..., "input": ...}, got a number"#),
        Line("validate content", #"{"type":"content","Title":"x"}"#, 1, #""Title" is ignored; did you mean "title"?"#),
        Line("validate sequence", "5", 1, #"expected {"t": 0, "call": "play", "args": [...]}, got a number"#),
        Line(
            "validate sequence",
            #"{"t":0,"call":"fly"}"#,
            1,
            "1 input: all valid; the sequence is not valid; 1 error, 0 warnings."
        ),
        Line(
            "certify --cases none",
            #"{"t":0,"call":"stop"}"#,
            0,
            "Verdict: pass. Rules pass: 0 errors, 0 warnings.\n"
        ),
        Line("certify --format junit", debugging, 0, #"failures="0""#),
        Line("certify --production", debugging, 1, "error DEBUG_LEFT_ON"),
        Line("certify --json", debugging, 0, #""kind":"verdict""#),
        Line("doctor --help", 0, "those of this user's apps are listed"),
        Line("record --help", 0, "comma-separated"),
        Line("validate config", #"{"schema":"launch-hub.sdk-configuration","version":1}"#, 0, "standard input: valid"),
        Line("validate configuration", #"{"schema":"x"}"#, 1, "CONFIG_UNREADABLE"),
        Line("validate template", "\"https://h.example/gn?ci=[(nol_clientid)\"", 1, "TEMPLATE_UNREADABLE"),
        Line("validate ping", #"{"url":"no address"}"#, 1, "PING_NOT_AN_ADDRESS"),
        Line("validate sequence", #"{"t":0}"#, 1, "LINE_WITHOUT_CALL"),
        Line("validate --explain meta_missing_title", 0, "META_MISSING_x (error)\n"),
        Line("segment --allow-empty", 0, "Nothing to show: there is no event.\n"),
        Line("segment -", started, 0, "1 event, 1 call.\n"),
        Line("segment", "[\(started),\n\(started)]", 0, "2 events, 2 calls.\n"),
        Line("segment", "{\"batch\":[\(started)]}", 0, "1 event, 1 call.\n"),
        Line("segment", #"{"type":"group","groupId":"g"} {"type":"alias","previousId":"p"}"#, 0, "alias, line 1\n"),
        Line("segment", #"{"event":"Video Started"}"#, 1, "\"Video Playback Started\", \"Video Content Started\""),
        Line("segment --allow-empty", #"{"settings": {"appid2": 1}}"#, 0, "Nothing to show"),
        Line("validate ping", "http://h.example/cgi-bin/gn?prd=dcr\n\n/cgi-bin/gn?a=b\n", 1, "line 3: not valid"),
        Line("validate ping http://h.example/cgi-bin/gn?prd=dcr", 1, "error PING_PARAMETER_MISSING (ci)"),
        Line("pings", "http://h.example/cgi-bin/gn?prd=dcr", 0, "  prd  dcr  product  (template)\n"),
        Line("pings --json", "http://h.example/cgi-bin/gn?prd=dcr", 0, #""product":"dcr-video""#),
        Line("pings --json", "http://h.example/cgi-bin/gn?PRD=DCR&RT=Text", 0, #""product":"dcr-static""#),
        Line("certify --allow-empty", 0, "Verdict: undecidable. Rules undecidable: 0 errors, 0 warnings."),
        Line("certify -", "http://h.example/index.html", 1, "LINE_NOT_JSON"),
        Line("validate ping", "hello\n", 1, "1 input: 0 valid, 1 not valid"),
        Line("certify --format json", #"{"kind":"queued_ping","url":"/cgi-bin/gn?prd=dcr"}"#, 0, "undecidable"),
        Line("segment --format json", "[", 1, "ARRAY_WITHOUT_END"),
        Line("segment --format=junit", started, 0, "<testsuites name=\"launchhub segment\""),
        Line("segment --plan - --json", "{}", 1, "PLAN_UNREADABLE"),
        Line("record --schema", 0, "urn:launch-hub:session:2"),
        Line("export --schema", 0, "urn:launch-hub:export:1"),
    ]

    private static let bad: [Line] = [
        Line("ply", 2, #"Unknown command "ply". Did you mean "play"? See launchhub --help."#),
        Line("help pley", 2, #"Unknown command "pley". Did you mean "play"?"#),
        Line("--verison", 2, #"unknown option "--verison". Did you mean "--version"?"#),
        Line("-qv version", 2, #"unknown option "-qv". See launchhub --help."#),
        Line("-q version -v", 2, "--quiet and --verbose contradict each other; use one of them."),
        Line("version extra", 2, #"unexpected argument "extra"; launchhub version takes none."#),
        Line("version --color=", 2, "option --color needs a value: --color WHEN."),
        Line("version --color nevr", 2, #"--color is "nevr"; use one of auto, always, never. Did you mean "never"?"#),
        Line("--color never version --color always", 2, "option --color is given twice."),
        Line("version --json=yes", 2, #"option --json takes no value, but has "yes"."#),
        Line("completions bash zsh", 2, #"unexpected argument "zsh"; launchhub completions takes SHELL."#),
        Line("extension nwe", 2, #"Unknown command "extension nwe". Did you mean "extension new"?"#),
        Line("extension", 2, "launchhub extension needs new behind it."),
        Line("config sohw", 2, #"Unknown command "config sohw". Did you mean "config show"?"#),
        Line("rules check a b", 2, #"unexpected argument "b"; check takes one file."#),
        Line("certify --cases some -", 2, #"--cases is "some"; use all or none."#),
        Line(
            "doctor /nonexistent",
            2,
            "No such folder: /nonexistent. An app creates it when it first stores something."
        ),
        Line("doctor /dev/null", 2, "/dev/null is a file; name the folder of an app."),
        Line("play --speed=fast", 2, #"--speed is "fast""#),
        Line("play --channel Soap", 2, "there is no channel \"Soap\"; the channels are: \"Episode with ads\""),
        Line("play --list --channels=-", 2, "standard input"),
        Line("play --record -", 2, "--record needs a file; --json writes the session to standard output."),
        Line("demo -o-", 2, "--report needs a file; standard output has the summary."),
        Line("replay -", 2, "the file is empty"),
        Line("diff one", 2, "diff takes two session files; only one was given."),
        Line("diff - -", 2, "only one of the two sessions can come from standard input."),
        Line("rules check -", 2, "cannot read standard input"),
        Line("certify --rule PLAY_MISING -", 2, #"there is no rule "PLAY_MISING". Did you mean "PLAY_MISSING"?"#),
        Line("certify - -", 2, "standard input can be read once"),
        Line("validate contnet", 2, #"Did you mean "content"?"#),
        Line("validate", 2, "launchhub validate needs a KIND: appinfo"),
        Line("validate content", 2, "standard input has no input to check; --allow-empty accepts that."),
        Line("validate --explain AIRDATE_FROMAT", 2, "Did you mean \"AIRDATE_FORMAT\"?"),
        Line("validate content --json --format junit", 2, "--json and --format junit exclude each other."),
        Line("segment", 2, "Standard input has no event; --allow-empty accepts that."),
        Line("pings show /tmp", 2, "no ping is named; write its number or its id."),
        Line("segment --format xml", 2, "--format is \"xml\"; use one of text, json, junit, sarif."),
        Line("segment --plan -", "{\"rules\": \n [}", 2, "-, line 2: the text is not well-formed JSON: column 3"),
        Line("kept shwo app", 2, #"ACTION is "shwo"; use show or reset. Did you mean "show"?"#),
        Line("kept show /nonexistent", 2, "No such folder: /nonexistent."),
        Line("pings list /nonexistent", 2, "See launchhub pings list --help."),
        Line("pings list /tmp --only sent", 2, #"--only is "sent""#),
        Line("record", 2, "See launchhub record --help."),
        Line("extension new 9lives", 2, "9lives"),
        Line("export one", 2, "export needs --output FOLDER"),
        Line("export one -o x --format xml", 2, #"--format is "xml"; use "#),
        Line("export one -o x --table pings,cases1", 2, "use names of tables, comma-separated: pings, "),
        Line("export one -o x --since 2026-02-30", 2, "use a day such as 2026-11-23."),
        Line("export one -o x --since 2026-03-02 --until 2026-03-01", 2, "--until is before --since"),
        Line("export one -o x --part ../one", 2, #"--part is "../one"; use up to 64 letters"#),
        Line("export /nonexistent -o /nonexistent/x", 2, "cannot read /nonexistent: there is no such file"),
        Line("serve --port 65536", 2, #"--port is "65536"; use a number from 0 to 65535."#),
        Line("serve --port 7000 --https-port 7000", 2, "--port and --https-port are both 7000"),
        Line("serve --host 0.0.0.0", 2, "the server listens on this machine only"),
        Line("serve --fail often", 2, #"--fail is "often""#),
        Line("serve --delay nan", 2, #"--delay is "nan""#),
        Line("serve --for -1", 2, #"--for is "-1"; use seconds"#),
        Line("serve --certificate x", 2, "--certificate and --key go together"),
        Line("serve --https-port off --ca-file x", 2, "--ca-file is for HTTPS, which is off"),
        Line("serve --root /nonexistent/folder", 2, "/nonexistent/folder"),
        Line("serve --name a,b!c", 2, "\"b!c\" is not a host name"),
    ]

    @Test(arguments: good + bad)
    func aCommandLineEndsAsItShould(_ line: Line) async throws {
        let run = try await ToolRun(line.words, input: line.input)
        #expect(run.code == line.code, "\(run.error)")
        let said = line.code == 2 ? run.error : run.output
        #expect(said.contains(line.says), "\(run.output)\(run.error)")
    }

    /// What is wrong with a command line is a line of JSON where JSON was asked for.
    @Test(arguments: bad)
    func aMistakeIsALineOfJSONWhereThatIsAskedFor(_ line: Line) async throws {
        guard !line.words.contains(where: { $0.hasPrefix("--json") || $0.hasPrefix("--record") }) else { return }
        let run = try await ToolRun(["--json"] + line.words, input: line.input)
        #expect(run.code == 2)
        let lines = try run.error.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
        #expect(lines.last?["kind"] == "error" && lines.last?["message"]?.stringValue?.isEmpty == false)
        #expect(lines.allSatisfy { $0["schema"] == "launchhub/1" && $0["kind"]?.stringValue != nil })
    }

    @Test func withoutACommandTheHelpIsShownAndTheExitCodeIsTwo() async throws {
        for words in [[], ["--color", "never"]] {
            let run = try await ToolRun(words)
            #expect(run.code == 2 && run.output.contains("Check an integration:"))
        }
    }

    @Test func verboseSaysWhatIsDone() async throws {
        let verbose = try await ToolRun(["-v", "version"]).error.split(separator: "\n")
        #expect(verbose.first == "launchhub: launchhub \(HubPackage.version), command version")
        #expect(verbose.last?.hasPrefix("launchhub: version took ") == true)
    }

    @Test func coloursAreWrittenOnATerminalAndWhereTheyAreAskedFor() async throws {
        let event = #"{"type": "screen", "name": "Home"}"#
        for (words, columns, variables, isColoured) in [
            ([], nil, [:], false), ([], 80, [:], true), (["--color", "never"], 80, [:], false),
            (["--color", "always"], nil, [:], true), ([], 80, ["NO_COLOR": "1"], false),
            ([], 80, ["NO_COLOR": ""], true), ([], 80, ["TERM": "dumb"], false),
        ] as [([String], Int?, [String: String], Bool)] {
            let run = try await ToolRun(["segment"] + words, input: event, columns: columns, environment: variables)
            #expect(run.output.contains("\u{1B}[") == isColoured, "\(words) \(variables)")
        }
    }

    @Test(arguments: [(20, 80), (60, 80), (80, 80), (90, 90), (200, 98)])
    func outputIsAsWideAsTheTerminalWithinBounds(_ columns: Int, _ width: Int) async throws {
        let run = try await ToolRun(["play", "--channel", "Zapping", "--color", "never"], columns: columns)
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= width })
        for words in [["--help"], ["play", "--help"]] {
            let help = try await ToolRun(words, columns: columns).output.split(separator: "\n")
            #expect(help.allSatisfy { $0.count <= min(max(columns, 40), 98) }, "\(words)")
        }
    }
}
