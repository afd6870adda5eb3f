// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

@testable import LaunchHubTool

/// The session that is made of a log of calls.
struct CallLogSessionTests {
    private static let appInfo = #"{"t":0,"call":"appInfo","args":[{"appid":"PX"}]}"#

    /// Reads lines as a log; what is given is "line time name arguments", with "*" in front of what is no call.
    private func read(_ lines: [String]) throws -> (session: Session, steps: [String], remarks: [String]) {
        var log = CallLogSession("calls.jsonl")
        for (index, line) in lines.enumerated() { try log.read(Data(line.utf8), index + 1) }
        var remarks: [String] = []
        let (session, numbers) = log.finish { remarks.append($0) }
        #expect(session.steps.map(\.number) == (0..<session.steps.count).map { $0 + 1 })
        #expect(session.steps.allSatisfy { $0.command == nil && $0.result == nil && $0.call?.instance == "instance-1" })
        #expect(!session.hasPings && session.header.title == "calls.jsonl" && session.header.flow == "classic")
        #expect(session.header.seed == nil)
        let steps = zip(session.steps, numbers).map { step, line in
            let mark = step.call?.isLifecycle == true ? "*" : ""
            let arguments = step.call.map { JSONValue.array($0.arguments).jsonText } ?? ""
            return "\(line) \(step.time) \(mark)\(step.call?.name ?? "") \(arguments)"
        }
        return (session, steps, remarks)
    }

    private static func call(_ time: String, _ name: String) -> String { #"{"t":\#(time),"call":"\#(name)"}"# }

    @Test func timesCountFromTheFirstCallAndNeverGoBack() throws {
        let (session, steps, remarks) = try read([
            Self.appInfo.replacing("\"t\":0", with: "\"t\":5"), " \t", Self.call("6.5", "play"), Self.call("6", "stop"),
            Self.call("6.6004", "end"), Self.call("6.6005", "end"),
        ])
        #expect(
            steps == [
                #"1 0 appInfo [{"appid":"PX"}]"#, "3 1500 play []", "4 1500 stop []", "5 1600 end []", "6 1601 end []",
            ]
        )
        #expect(remarks.isEmpty)
        #expect(session.header.start == SessionHeader.defaultStart)
    }

    /// Ten years are the longest session.
    @Test(arguments: [("315360000", 315_360_000_000), ("315360001", 315_360_000_000), ("315359999.5", 315_359_999_500)])
    func aSessionIsNoLongerThanTenYears(_ time: String, _ milliseconds: Int64) throws {
        let session = try read([Self.appInfo, Self.call(time, "stop")]).session
        #expect(session.steps.last?.time == milliseconds)
    }

    /// Times since 1970 say when a session began; those of a clock of its own do not.
    @Test(
        arguments: [
            ("99999999", nil), ("100000000", 100_000_000_000), ("1772481600.5", 1_772_481_600_500),
            ("99999999999", 99_999_999_999_000), ("100000000000", nil),
        ] as [(String, Int64?)]
    )
    func aSessionWithADateBeginsThen(_ time: String, _ start: Int64?) throws {
        let session = try read([Self.appInfo.replacing("\"t\":0", with: "\"t\":\(time)")]).session
        #expect(session.header.start == start ?? SessionHeader.defaultStart)
        #expect(session.steps.map(\.time) == [0])
    }

    @Test func aLogThatDoesNotBeginWithAnInstanceGetsTheSampleApps() throws {
        let (_, steps, remarks) = try read([Self.call("3", "bufferStart"), Self.call("4", "play"), Self.appInfo])
        #expect(
            steps == [
                #"1 0 appInfo [{"appid":"PDEM00000-0000-4000-8000-000000000001"}]"#, "1 0 *bufferStart []",
                "2 1000 play []", #"3 1000 appInfo [{"appid":"PX"}]"#,
            ]
        )
        #expect(
            remarks == ["calls.jsonl: the log does not begin with appInfo; that of a sample app is used."]
        )
        // What happened before the first call is no call.
        let after = try read([Self.call("3", "bufferStart"), Self.appInfo.replacing("\"t\":0", with: "\"t\":4")])
        #expect(after.steps == ["1 0 *bufferStart []", #"2 1000 appInfo [{"appid":"PX"}]"#] && after.remarks.isEmpty)
    }

    @Test func nothingIsASessionOfTheSampleAppAlone() throws {
        let (session, steps, _) = try read(["", "  "])
        #expect(steps == [#"1 0 appInfo [{"appid":"PDEM00000-0000-4000-8000-000000000001"}]"#])
        #expect(session.header.start == SessionHeader.defaultStart)
    }

    /// The names of calls and of what is none, as a session has them.
    @Test(arguments: [
        ("playheadPosition", "playheadPosition"), ("setPlayheadPosition", "playheadPosition"), ("stop", "stop"),
        ("end", "end"), ("sendID3", "sendID3"), ("updateOTT", "updateOTT"), ("userOptOut", "userOptOut"),
        ("appDisableApi", "appDisableApi"), ("trackEvent", "trackEvent"), ("loadMetadata", "loadMetadata"),
        ("staticEnd", "staticEnd"), ("somethingElse", "somethingElse"),
        ("bufferStart", "*bufferStart"), ("bufferEnd", "*bufferEnd"),
        ("userPause", "*userPause"), ("foreground", "*foreground"),
    ])
    func aCallHasItsDocumentedName(_ name: String, _ shown: String) throws {
        let steps = try read([Self.appInfo, #"{"t":1,"call":"\#(name)","args":[7]}"#]).steps
        #expect(steps.last?.hasPrefix("2 1000 \(shown) ") == true, "\(steps)")
    }

    @Test func aLineThatIsNoCallIsNamedWithWhatIsRight() {
        var log = CallLogSession("calls.jsonl")
        let fault = #expect(throws: FileFailure.self) { try log.read(Data(#"{"call":"play"}"#.utf8), 9) }
        let said = fault?.description ?? ""
        let begin = "cannot read calls.jsonl: line 9: The line has no \"t\", the time in seconds. "
        #expect(said.hasPrefix(begin) && said.count > begin.count)
    }

    @Test(arguments: [
        (#"{"call":"play"}"#, true), (#"{"CALL":1}"#, true), (#"{"call":"play","schema":"x"}"#, false), ("[]", false),
        (#"{"kind":"action"}"#, false), ("play", false), ("", false),
    ])
    func aLineOfALogHasACall(_ line: String, _ isCall: Bool) {
        #expect(CallLogSession.isCall(Data(line.utf8)) == isCall)
    }
}
