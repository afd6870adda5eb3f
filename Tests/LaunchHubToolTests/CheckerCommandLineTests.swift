// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    /// Command lines of `segment` and `validate`, good and bad, with what they say and how they end.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct CheckerCommandLineTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let words: [String]
            let input: String
            let code: Int32
            let says: String

            init(_ words: String, _ input: String = "", _ code: Int32, _ says: String) {
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
        private static let playing = #"{"event":"Video Content Playing","properties":{"position":10}}"#
        private static let content =
            #"{"type":"content","assetid":"a","program":"P","title":"T S1E2","length":"60","#
            + #""airdate":"2026-01-01T00:00:00","isfullepisode":"y","adloadtype":"1"}"#
        private static let ping = "https://h.example/cgi-bin/gn?x=1"
        private static let plan = "{\"rules\":{\"events\":[{\"name\":\"Video Content Strated\",\"rules\":{}}]}}"

        private static let segment: [Case] = [
            Case("segment", "", 0, "Nothing to show: there is no event.\n"),
            Case("segment -", started, 0, "1 event, 1 call.\n"),
            Case("segment --json", started, 0, "\"method\":\"loadMetadata\""),
            Case("segment --json --markers", started, 0, "heartbeat.start"),
            Case("segment --format text", started, 0, "Video Content Started, line 1\n"),
            Case("segment --format json", started, 0, "\"event\":\"Video Content Started\""),
            Case("segment --format=junit", started, 0, "<testsuites name=\"launchhub segment\""),
            Case("segment --format sarif", started, 0, "\"version\":\"2.1.0\""),
            Case("segment", "[\(started),\n\(playing)]", 0, "2 events, 1 call.\n"),
            Case("segment", "{\"batch\":[\(started)]}", 0, "1 event, 1 call.\n"),
            Case("segment", #"{"type":"identify","traits":{}}"#, 0, "identify, line 1\n  passes on, without a call\n"),
            Case("segment", #"{"type":"group","groupId":"g"} {"type":"alias","previousId":"p"}"#, 0, "alias, line 1\n"),
            Case("segment", #"{"type":"page","name":"Home"}"#, 0, "screen Home, line 1\n"),
            Case("segment", #"{"event":"Order Completed"}"#, 0, "  no effect\n"),
            Case("segment", #"{"event":"Video Content Strated"}"#, 1, "Did you mean \"Video Content Started\"?"),
            Case("segment", #"{"event":"Video Started"}"#, 1, "\"Video Playback Started\", \"Video Content Started\""),
            Case("segment --format json", #"{"event":"video_ad_begin"}"#, 1, "SEGMENT_EVENT_UNKNOWN"),
            Case("segment --json", #"{"event":"Video Content Strated"}"#, 1, "line 1: SEGMENT_EVENT_UNKNOWN: "),
            Case("segment", #"{"event":"Video Ad Started","properties":{"type":"pre-roll"}}"#, 1, "needs assetid"),
            Case("segment", playing, 1, "error SEGMENT_CONTENT_NOT_STARTED: "),
            Case(
                "segment",
                #"{"event":"Video Playback Paused","properties":{"position":"x"}}"#,
                1,
                "position is \"x\""
            ),
            Case("segment", #"{"type":"trakc","event":"x"}"#, 1, "Did you mean \"track\"?"),
            Case("segment", #"{"type":"#, 1, "column 9: a value was expected, but the text ends"),
            Case("segment --format json", "[", 1, "ARRAY_WITHOUT_END"),
            Case("segment --json --format json", "", 2, "--json and --format exclude each other"),
            Case("segment --format xml", "", 2, "--format is \"xml\"; use one of text, json, junit, sarif."),
            Case("segment --fromat json", "", 2, "Did you mean \"--format\"?"),
            Case("segment --format", "", 2, "option --format needs a value"),
            Case("segment --plan /nonexistent/p.json", "", 2, "cannot read /nonexistent/p.json"),
            Case("segment --plan -", plan, 1, "PLAN_EVENT_UNKNOWN"),
            Case("segment --plan - --json", "{}", 1, "PLAN_UNREADABLE"),
            Case("segment --plan -", "{\"rules\": \n [}", 2, "-, line 2: the text is not well-formed JSON: column 3"),
            Case("segment a b", "", 2, "takes one FILE, but got \"a\" and \"b\""),
            Case("segment /nonexistent/e.jsonl", "", 2, "there is no such file or folder"),
            Case("segment --help", "", 0, "--plan FILE"),
        ]

        private static let validate: [Case] = [
            Case("validate content", content, 0, "1 input: all valid; 0 errors, 0 warnings.\n"),
            Case("validate content --json", content, 0, "{\"id\":\"line 1\",\"issues\":[],\"valid\":true}\n"),
            Case("validate content --format json", content, 0, "{\"id\":\"line 1\",\"issues\":[],\"valid\":true}\n"),
            Case("validate content", "[\(content), {\"id\":1,\"input\":\(content)}]", 0, "2 inputs: all valid"),
            Case("validate content --format junit", #"{"type":"content"}"#, 1, "META_MISSING_TITLE"),
            Case("validate content --format sarif", #"{"type":"content"}"#, 1, "\"ruleId\":\"META_MISSING_TITLE\""),
            Case("validate content --json", #"{"assetID":"a"}"#, 1, "Did you mean \\\"assetid\\\"?"),
            Case("validate content", #"{"type":"content","titel":"x"}"#, 1, "Did you mean \"title\"?"),
            Case("validate content", #"{"id":1,"imput":{}}"#, 1, "Did you mean \"input\"?"),
            Case("validate content", "", 2, "standard input has no input to check; --allow-empty accepts that."),
            Case("validate content --allow-empty", "", 0, "Nothing to check: there is no line.\n"),
            Case("validate content --allow-empty", "[]", 0, "Nothing to check: there is no line.\n"),
            Case("validate config", " \n", 2, "--allow-empty accepts that"),
            Case("validate config --allow-empty", "", 0, ""),
            Case("validate configuration", #"{"schema":"launch-hub.sdk-configuration","version":1}"#, 0, "all valid"),
            Case("validate configuration", #"{"schema":"x"}"#, 1, "CONFIG_UNREADABLE"),
            Case("validate template", "\"https://h.example/gn?ci=|!nol_clientid!|\"", 0, "all valid"),
            Case(
                "validate template",
                "\"https://h.example/gn?ci=|!nol_clientidd!|\"",
                1,
                "Did you mean \"nol_clientid\"?"
            ),
            Case("validate template", "\"https://h.example/gn?ci=[(nol_clientid)\"", 1, "TEMPLATE_UNREADABLE"),
            Case("validate ping", "\"\(ping)\"", 1, "PING_OF_NO_TEMPLATE"),
            Case("validate ping", #"{"url":"no address"}"#, 1, "PING_NOT_AN_ADDRESS"),
            Case("validate sequence", #"[{"t":0,"call":"paly","args":[]}]"#, 1, "UNDOCUMENTED_EVENT"),
            Case("validate sequence", #"{"t":0}"#, 1, "LINE_WITHOUT_CALL"),
            Case("validate --explain AIRDATE_FORMAT", "", 0, "Why it matters: "),
            Case("validate --explain meta_missing_title", "", 0, "META_MISSING_x (error)\n"),
            Case("validate content --explain SEGMENT_EVENT_UNKNOWN --json", "", 0, "\"cure\":\"Send the event"),
            Case("validate --explain AIRDATE_FROMAT", "", 2, "Did you mean \"AIRDATE_FORMAT\"?"),
            Case("validate --explain", "", 2, "option --explain needs a value"),
            Case("validate", "", 2, "launchhub validate needs a KIND: appinfo"),
            Case("validate seqence", "", 2, "Did you mean \"sequence\"?"),
            Case("validate content --json --format junit", "", 2, "--json and --format junit exclude each other."),
            Case("validate ping --rules", "", 0, "PING_TOO_LONG (error)\n"),
            Case("validate configuration --rules", "", 2, "has no rules of its own"),
        ]

        @Test func thereAreSixtyOfThem() {
            #expect(Self.segment.count + Self.validate.count >= 60)
        }

        @Test(arguments: segment + validate)
        func aCommandLineSaysWhatItDoes(_ line: Case) throws {
            let run = try Executable.run(line.words, input: line.input)
            #expect(run.code == line.code, "\(run.output)\(run.error)")
            #expect(line.says.isEmpty || (run.output + run.error).contains(line.says), "\(run.output)\(run.error)")
            // One line explains why nothing was done, without a trace of the program.
            if line.code == 2 { #expect(run.error.split(separator: "\n").count == 1, "\(run.error)") }
        }
    }
#endif
