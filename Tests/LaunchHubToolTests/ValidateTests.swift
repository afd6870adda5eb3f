// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct ValidateTests {
    private static let content =
        #"{"type":"content","assetid":"C77664","program":"The Big Bang Theory","title":"The Pants Alternative S03E18","#
        + #""length":"3600","airdate":"2022-03-21T10:05:00","isfullepisode":"y","adloadtype":"2"}"#

    private func answers(
        _ kind: String,
        _ lines: [String],
        _ options: [String] = []
    ) async throws -> (code: Int32, answers: [JSONValue]) {
        let input = lines.joined(separator: "\n") + "\n"
        let run = try await ToolRun(["validate", kind, "-", "--json"] + options, input: input)
        #expect(run.error.isEmpty)
        return (run.code, try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) })
    }

    private func rules(_ answer: JSONValue) -> [String] {
        (answer["issues"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
    }

    @Test func whatCannotBeReadIsAFindingAndTheRestIsChecked() async throws {
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        let right = "{\"id\":\"a\",\"input\":\(Self.content)}"
        let lines = ["{\"id\":", "", "5", "{\"id\":\"b\"}", "{\"input\":\(deep)}", "{\"input\":[[]]}", right]
        let run = try await answers("content", lines)
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

    @Test func bytesThatAreNoTextAreAFinding() async throws {
        let file = ToolRun.temporary("jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let right = Data("{\"id\":\"a\",\"input\":\(Self.content)}\r\n".utf8)
        let mark = Data([0xef, 0xbb, 0xbf])
        try (mark + right + Data("{\"input\":\"".utf8) + Data([0xff, 0xfe, 0x0a]) + right.dropLast(2)).write(
            to: file
        )
        let run = try await ToolRun(["validate", "content", file.path, "--json"])
        let answers = try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
        #expect(answers.map { $0["valid"] } == [true, false, true])
        #expect(rules(answers[1]) == ["LINE_NOT_UTF8"])
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32])
    func otherEncodingsAreAFindingOnEachLine(_ encoding: String.Encoding) async throws {
        let file = ToolRun.temporary("jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let right = "{\"id\":\"a\",\"input\":\(Self.content)}\n"
        try #require((right + right).data(using: encoding)).write(to: file)
        let run = try await ToolRun(["validate", "content", file.path, "--json"])
        let answers = try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
        #expect(run.code == 1)
        #expect(answers.map(rules) == [["LINE_NOT_UTF8"], ["LINE_NOT_UTF8"]])
    }

    @Test func theValuesOfPagesAreCountedOverAllLines() async throws {
        let lines = (1...26).map { #"{"id":\#($0),"input":{"type":"static","section":"s\#($0)"}}"# }
        let run = try await answers("static", lines)
        #expect(run.code == 0)
        #expect(run.answers.dropLast().allSatisfy { rules($0).isEmpty })
        #expect(run.answers.last.map(rules) == ["SECTION_VALUES_OVER_25"])
    }

    @Test(arguments: NielsenValidator.Kind.allCases)
    func everyKindAnswers(_ kind: NielsenValidator.Kind) async throws {
        let run = try await answers(kind.rawValue, ["{\"id\":1,\"input\":5}"])
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
    func eachFormOfAnInputIsRead(_ kind: String, _ input: String, _ found: [String]) async throws {
        let (code, answers) = try await answers(kind, [#"{"id":"x","input":\#(input)}"#])
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
        (["validate", "content", "a", "b"], "unexpected argument \"b\"; launchhub validate takes KIND FILE."),
    ]
}
