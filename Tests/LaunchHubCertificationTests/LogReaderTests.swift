// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi
import Testing

/// What logs may look like, and what is no log.
struct LogReaderTests {
    @Test(arguments: [
        (#"{"call": "play"}"#, "LINE_WITHOUT_TIME"), (#"{"t": null, "call": "play"}"#, "LINE_WITHOUT_TIME"),
        (#"{"t": "NaN", "call": "play"}"#, "LINE_WITHOUT_TIME"),
        (#"{"t": "inf", "call": "play"}"#, "LINE_WITHOUT_TIME"),
        (#"{"t": 1e300, "call": "play"}"#, "LINE_WITHOUT_TIME"), (#"{"t": [1], "call": "play"}"#, "LINE_WITHOUT_TIME"),
        (#"{"t": "0x10", "call": "play"}"#, "LINE_WITHOUT_TIME"),
        (#"{"t": 1}"#, "LINE_WITHOUT_CALL"), (#"{"t": 1, "call": 7}"#, "LINE_WITHOUT_CALL"),
        (#"{"t": 1, "call": ""}"#, "LINE_WITHOUT_CALL"), (#"{"t": 1, "call": "ggPM"}"#, "LINE_ARGUMENTS"),
        (#"{"t": 1, "call": "ggPM", "args": [{}]}"#, "LINE_ARGUMENTS"), ("[]", "LINE_NOT_JSON"), ("7", "LINE_NOT_JSON"),
        (#"{"t": 1, "call": "play""#, "LINE_NOT_JSON"), ("play 1", "LINE_NOT_JSON"),
        (String(repeating: "[", count: 100_000), "LINE_TOO_DEEP"),
        (
            #"{"t": 1, "call": "loadMetadata", "args": "# + String(repeating: "[", count: 70)
                + String(repeating: "]", count: 70)
                + "}", "LINE_TOO_DEEP"
        ),
    ])
    func aLineThatIsNoCallIsAnError(_ line: String, _ rule: String) throws {
        let judged = Judgement("\n" + line + "\n")
        let finding = try #require(judged.findings.first)
        #expect(judged.findings.count == 1)
        #expect(finding.rule == rule)
        #expect(finding.line == 2)
        #expect(finding.severity == .error)
        #expect(!finding.message.isEmpty && !finding.cure.isEmpty)
        #expect(judged.verdict == .fail)
    }

    @Test func bytesThatAreNotUTF8AreAnError() {
        #expect(Judgement(Data([0x7b, 0xff, 0x7d, 0x0a])).rules == ["LINE_NOT_UTF8"])
        #expect(Judgement(Data("{\u{0}}".utf8)).rules == ["LINE_NOT_UTF8"])
    }

    @Test func looseWritingIsRead() {
        let lines = GoodLogs.plain.lines.map { line in
            var loose: JSONObject = [:]
            loose["T"] = .string(line["t"]?.jsonText ?? "")
            loose["Call"] = .string(line["call"]?.stringValue?.uppercased() ?? "")
            loose["ARGS"] = .array(
                (line["args"]?.arrayValue ?? []).map { $0.intValue.map { .string("\($0)") } ?? $0 }
            )
            return loose.jsonText + "\r\n"
        }
        let judged = Judgement("\u{feff}" + lines.joined())
        #expect(judged.findings == [])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    /// The same session by the numbers and by the names of `ggPM`.
    @Test(arguments: [
        ["play": JSONValue.int(5), "loadMetadata": 15, "playheadPosition": 49, "stop": 7, "end": 57],
        ["play": "5", "loadMetadata": "3", "playheadPosition": "49", "stop": " 7 ", "end": "57"],
        [
            "play": "PLAY", "loadMetadata": "loadmetadata", "playheadPosition": "setPlayheadPosition", "stop": "Stop",
            "end": "END",
        ],
    ])
    func pagesCallByNumberOrName(_ names: [String: JSONValue]) {
        let log = GoodLogs.plain.editing { lines in
            for index in lines.indices {
                let name = lines[index]["call"]?.stringValue.flatMap { names[$0] } ?? .null
                lines[index]["args"] = .array([name] + (lines[index]["args"]?.arrayValue ?? []))
                lines[index]["call"] = "ggPM"
            }
        }
        #expect(log.judged.findings == [])
        #expect(log.judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    @Test func metadataMayBeText() {
        let log = GoodLogs.plain.editing { lines in lines[1]["args"] = [.string(Log.content.jsonText)] }
        #expect(log.judged.findings == [])
    }

    @Test func pingsAloneSayLittle() {
        var input = CheckedInput()
        input.read(ping: "/cgi-bin/gn?prd=session&c13=asid%2CP0A1B2C3D-0000-4000-8000-0123456789AB&c9=", 1)
        input.read(ping: "no address", 2)
        #expect(input.lines == 2)
        let (cases, verdict) = input.finish()
        #expect(verdict == .undecidable)
        #expect(cases.filter { $0.verdict == .pass }.map(\.id) == ["pre-check-appid", "pre-check-config-ping"])
        #expect(cases.filter { $0.verdict == .undecidable }.allSatisfy { $0.reason.hasPrefix("Pings alone") })
    }

    @Test func linesThatAreNotBlankAreCounted() {
        var input = CheckedInput()
        for (index, line) in ["", " \t\r", "x", "{}", "\u{1}"].enumerated() { input.read(Data(line.utf8), index + 1) }
        #expect(input.lines == 2)
    }

    @Test func timeDoesNotGoBack() {
        let log = GoodLogs.plain.editing { $0.swapAt(40, 41) }
        #expect(log.judged.rules.contains("TIME_GOES_BACK"))
    }

    /// Times count from anywhere: only an earlier line says that the time went back.
    @Test func aLogMayBeginBeforeNoTime() {
        let log = GoodLogs.plain.editing { $0[0]["t"] = -5 }
        #expect(log.judged.findings == [])
    }

    /// A file that ends anywhere: whole lines are judged, the last one may be an error.
    @Test func aLogMayEndAnywhere() {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.watch(0...3)
        log.tag(10)
        log.call("stop")
        log.call("ggPM", 57, 3)
        let bytes = Data(log.text.utf8)
        for count in 0...bytes.count {
            let judged = Judgement(bytes.prefix(count))
            let broken = judged.findings.filter { $0.rule.hasPrefix("LINE_") }
            #expect(broken.count <= 1, "\(count)")
            #expect(count > 0 || judged.verdict == .undecidable)
        }
    }

    @Test(arguments: [
        JSONValue.double(1e308), .int(.max), .int(.min), .double(-1e-300), "1e999", "-inf", .null, [:], true,
        .string(String(repeating: "9", count: 5000)),
    ])
    func anyArgumentIsJudged(_ value: JSONValue) {
        var log = Log()
        for name in [
            "play", "loadMetadata", "playheadPosition", "sendID3", "staticEnd", "updateOTT", "userOptOut", "trackEvent",
            "appInfo", "eventOccurred", "setPrivacyStatus", "collector", "appDisableApi", "ggPM", "stop", "end",
        ] {
            log.call(name, value)
            log.wait(1)
        }
        #expect(log.judged.verdict == .fail)
    }

    @Test func aMistakeInEveryLineOfAViewIsOneFinding() {
        var input = CheckedInput()
        var findings = 0
        func read(_ line: String, _ number: Int) {
            input.read(Data(line.utf8), number)
            findings += input.removeFindings().count
        }
        read(#"{"t": 0, "call": "play"}"#, 1)
        let live = Log.content.with(["length": "86400"])
        read(#"{"t": 0, "call": "loadMetadata", "args": [\#(live.jsonText)]}"#, 2)
        for number in 0..<1_000 {
            read(#"{"t": \#(number), "call": "playheadPosition", "args": [\#(1_772_481_600 + number)]}"#, number + 3)
            read(#"{"t": \#(number), "call": "playheadPosition", "args": [-1]}"#, number + 3)
        }
        _ = input.finish()
        findings += input.removeFindings().count
        #expect(findings == 1)
    }
}
