// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import NielsenAppApi
    import Testing

    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ValidateTests {
        private static let content =
            #"{"type":"content","assetid":"C77664","program":"The Big Bang Theory","title":"The Pants Alternative S03E18","#
            + #""length":"3600","airdate":"2022-03-21T10:05:00","isfullepisode":"y","adloadtype":"2"}"#

        private func answers(
            _ kind: String,
            _ lines: [String],
            _ options: [String] = []
        ) throws -> (code: Int32, answers: [JSONValue]) {
            let input = lines.joined(separator: "\n") + "\n"
            let run = try Executable.run(["validate", kind, "-", "--json"] + options, input: input)
            #expect(run.error.isEmpty)
            return (run.code, try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) })
        }

        private func rules(_ answer: JSONValue) -> [String] {
            (answer["issues"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
        }

        static let configurations: [(text: String, code: Int32, rules: [String])] = [
            (#"{"schema":"launch-hub.sdk-configuration","version":1,"_note":"x"}"#, 0, []),
            (#"{"schema":"launch-hub.sdk-configuration","version":1,"treshholds":{}}"#, 0, ["CONFIG_REMARK"]),
            (
                #"{"schema":"launch-hub.sdk-configuration","version":7,"minimumReader":1,"new":1}"#, 0,
                ["CONFIG_REMARK", "CONFIG_REMARK"]
            ),
            (#"{"schema":"launch-hub.sdk-configuration","version":7}"#, 1, ["CONFIG_UNREADABLE"]),
            ("{", 1, ["CONFIG_UNREADABLE"]),
            ("", 2, ["CONFIG_UNREADABLE"]),
        ]

        @Test(arguments: configurations)
        func aConfigurationIsCheckedForItsAuthor(text: String, code: Int32, rules: [String]) throws {
            let run = try Executable.run(["validate", "config", "-", "--json"], input: text)
            #expect(run.code == code)
            let answer = try JSONValue(jsonText: run.output)
            #expect(self.rules(answer) == rules)
            #expect(answer["valid"] == .bool(code == 0))
            let words = try Executable.run(["validate", "config"], input: text)
            #expect(words.code == code)
            #expect(words.output.hasPrefix("standard input: "))
        }

        @Test func eachLineHasOneAnswer() throws {
            let broken = Self.content.replacingOccurrences(of: "2022-03-21T10:05:00", with: "2023-02-30T10:05:00")
            let lines = ["{\"id\":\"a\",\"input\":\(Self.content)}", "{\"id\":7,\"input\":\(broken)}"]
            let run = try answers("content", lines)
            #expect(run.code == 1)
            #expect(run.answers.count == 2)
            #expect(run.answers[0] == ["id": "a", "valid": true, "issues": []])
            #expect(run.answers[1]["id"] == 7)
            #expect(run.answers[1]["valid"] == false)
            let issue = run.answers[1]["issues"]?[0]
            #expect(issue?.objectValue?.keys.sorted() == ["key", "message", "rule", "severity"])
            #expect(issue?["rule"] == "AIRDATE_FORMAT")
            #expect(issue?["severity"] == "error")
            #expect(issue?["key"] == "airdate")
        }

        @Test func whatCannotBeReadIsAFindingAndTheRestIsChecked() throws {
            let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
            let right = "{\"id\":\"a\",\"input\":\(Self.content)}"
            let lines = ["{\"id\":", "", "5", "{\"id\":\"b\"}", "{\"input\":\(deep)}", "{\"input\":[[]]}", right]
            let run = try answers("content", lines)
            #expect(run.code == 1)
            #expect(run.answers.map { $0["id"] } == ["line 1", "line 3", "b", "line 5", "line 6", "a"])
            #expect(run.answers.map { $0["valid"] } == [false, false, false, false, false, true])
            #expect(rules(run.answers[0]) == ["LINE_NOT_JSON"])
            #expect(rules(run.answers[1]) == ["LINE_WITHOUT_INPUT"])
            #expect(rules(run.answers[2]) == ["LINE_WITHOUT_INPUT"])
            #expect(rules(run.answers[4]) == ["META_NOT_JSON_OBJECT"])
            let said = run.answers[0]["issues"]?[0]?["message"]?.stringValue
            #expect(
                said?.hasPrefix(
                    "line 1: the text is not well-formed JSON: column 7: a value was expected, but the text ends; "
                ) == true,
                "\(String(describing: said))"
            )
        }

        @Test func bytesThatAreNoTextAreAFinding() throws {
            let file = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            let right = Data("{\"id\":\"a\",\"input\":\(Self.content)}\r\n".utf8)
            let mark = Data([0xef, 0xbb, 0xbf])
            try (mark + right + Data("{\"input\":\"".utf8) + Data([0xff, 0xfe, 0x0a]) + right.dropLast(2)).write(
                to: file
            )
            let run = try Executable.run(["validate", "content", file.path, "--json"])
            let answers = try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
            #expect(answers.map { $0["valid"] } == [true, false, true])
            #expect(rules(answers[1]) == ["LINE_NOT_UTF8"])
        }

        @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32])
        func otherEncodingsAreAFindingOnEachLine(_ encoding: String.Encoding) throws {
            let file = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            let right = "{\"id\":\"a\",\"input\":\(Self.content)}\n"
            try #require((right + right).data(using: encoding)).write(to: file)
            let run = try Executable.run(["validate", "content", file.path, "--json"])
            let answers = try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
            #expect(run.code == 1)
            #expect(answers.map(rules) == [["LINE_NOT_UTF8"], ["LINE_NOT_UTF8"]])
        }

        @Test func longValuesAndManyKeysAreAnswered() throws {
            let long = String(repeating: "x", count: 1_000_000)
            let keys = (0..<20_000).map { "\"key\($0)\":\"x\"" }.joined(separator: ",")
            let run = try answers(
                "content",
                [
                    "{\"id\":1,\"input\":\(Self.content.replacingOccurrences(of: "C77664", with: long))}",
                    "{\"id\":2,\"input\":{\(keys),\(Self.content.dropFirst())}",
                ]
            )
            #expect(run.code == 1)
            #expect(run.answers.map { $0["id"] } == [1, 2])
            #expect(run.answers.map { $0["valid"] } == [true, false])
            #expect(rules(run.answers[1]) == ["TOO_MANY_KEYS"])
        }

        @Test func theOptionsChangeWhatIsFound() throws {
            let number = Self.content.replacingOccurrences(of: "\"3600\"", with: "3600")
            let line = "{\"id\":1,\"input\":\(number)}"
            #expect(try answers("content", [line]).code == 1)
            let lenient = try answers("content", [line], ["--lenient"])
            #expect(lenient.code == 0)
            #expect(rules(lenient.answers[0]) == ["META_NOT_STRING"])
            let info = #"{"id":1,"input":{"appid":"PD8B6BE43-2128-44B1-AC90-FE03B565ADCF","nol_devDebug":"DEBUG"}}"#
            #expect(rules(try answers("appinfo", [info]).answers[0]).isEmpty)
            #expect(rules(try answers("appinfo", [info], ["--production"]).answers[0]) == ["DEBUG_LEFT_ON"])
        }

        @Test func theValuesOfPagesAreCountedOverAllLines() throws {
            let lines = (1...26).map { #"{"id":\#($0),"input":{"type":"static","section":"s\#($0)"}}"# }
            let run = try answers("static", lines)
            #expect(run.code == 0)
            #expect(run.answers.dropLast().allSatisfy { rules($0).isEmpty })
            #expect(run.answers.last.map(rules) == ["SECTION_VALUES_OVER_25"])
        }

        @Test(arguments: ["static", "text", "Static"])
        func thePagesAmongOtherMetadataAreCountedToo(_ type: String) throws {
            let pages = (1...26).map { #"{"id":\#($0),"input":{"type":"\#(type)","section":"s\#($0)"}}"# }
            let last = try answers("metadata", pages).answers.last.map(rules)
            #expect(last?.last == "SECTION_VALUES_OVER_25")
            let ads = (1...26).map { #"{"id":\#($0),"input":{"type":"ad","assetid":"a","section":"s\#($0)"}}"# }
            #expect(try answers("metadata", ads).answers.last.map(rules)?.contains("SECTION_VALUES_OVER_25") == false)
        }

        @Test func peopleReadSentences() throws {
            let bad = #"{"id":"b\u001b[31m","input":{"type":"ad"}}"#
            let run = try Executable.run(
                ["validate", "ad"],
                input: bad + "\n" + #"{"id":1,"input":{"type":"ad","assetid":"a"}}"#
            )
            #expect(run.code == 1)
            #expect(
                run.output.contains("not valid\n  error META_MISSING_ASSETID (assetid): ad metadata has no assetid")
            )
            #expect(run.output.hasSuffix("2 inputs: 1 valid, 1 not valid; 1 error, 0 warnings.\n"))
            #expect(!run.output.contains("\u{1B}"))
            let empty = try Executable.run(["validate", "ad"])
            #expect(empty.output == "Nothing to check: there is no line.\n")
            #expect(empty.code == 2)
            #expect(try Executable.run(["validate", "id3", "--rules"]).output.contains("ID3_LENGTH (warning)"))
        }

        @Test(arguments: NielsenValidator.Kind.allCases)
        func everyKindAnswers(_ kind: NielsenValidator.Kind) throws {
            let run = try answers(kind.rawValue, ["{\"id\":1,\"input\":5}"])
            #expect(run.code == 1)
            #expect(run.answers.map { $0["valid"] } == [false])
        }

        /// Pings, templates and calls in each form, with the rules and keys that are found in it.
        static let forms: [(kind: String, input: String, found: [String])] = [
            ("ping", #"{"path":"/cgi-bin/gn","query":"prd=x"}"#, ["PING_OF_NO_TEMPLATE"]),
            ("ping", #"{"url":"http://127.0.0.1:8642/x y"}"#, ["PING_NOT_AN_ADDRESS"]),
            ("ping", #"{"x":1}"#, ["PING_NOT_AN_ADDRESS"]),
            ("template", #""a=[nol_appid]""#, []),
            ("template", #"{"template":"a=[nol_appid"}"#, ["TEMPLATE_UNREADABLE"]),
            ("template", #"{"x":1}"#, ["TEMPLATE_UNREADABLE"]),
            ("template", #"{"url":"http://127.0.0.1/x?","parameters":["a=[nol_appid]"]}"#, []),
            ("template", #"{"url":5}"#, ["TEMPLATE_UNREADABLE url"]),
            (
                "template", #"{"parameters":["a=[nol_appid]",5,"b=[nol_apid]"]}"#,
                ["TEMPLATE_UNREADABLE parameters[1]", "TEMPLATE_NAME_UNKNOWN parameters[2]"]
            ),
            (
                "sequence", #"{"calls":[{"t":0,"call":"play"},{"t":1,"call":"playheadPosition","args":[1]}]}"#,
                ["RESUME_WITHOUT_LOADMETADATA calls[1]"]
            ),
        ]

        @Test(arguments: forms)
        func eachFormOfAnInputIsRead(_ kind: String, _ input: String, _ found: [String]) throws {
            let (code, answers) = try answers(kind, [#"{"id":"x","input":\#(input)}"#])
            #expect(code == (found.isEmpty ? 0 : 1))
            let issues = answers.first?["issues"]?.arrayValue ?? []
            let shown = issues.map { issue in
                [issue["rule"]?.stringValue, issue["key"]?.stringValue].compactMap { $0 }.joined(separator: " ")
            }
            #expect(shown == found, "\(issues)")
            for issue in issues { #expect(issue["message"]?.stringValue?.contains("defaults Did") == false) }
        }

        static let wrong: [(words: [String], says: String)] = [
            (["validate"], "launchhub validate needs a KIND: appinfo"),
            (["validate", "contnet"], "KIND is \"contnet\"; use one of appinfo"),
            (["validate", "content", "/nonexistent/x.jsonl"], "cannot read /nonexistent/x.jsonl"),
            (["validate", "content", "a", "b"], "takes one FILE, but got \"a\" and \"b\""),
        ]

        @Test(arguments: wrong)
        func aWrongCommandLineEndsWithTwo(words: [String], says: String) throws {
            let run = try Executable.run(words)
            #expect(run.code == 2)
            #expect(run.error.contains(says), "\(run.error)")
        }
    }
#endif
