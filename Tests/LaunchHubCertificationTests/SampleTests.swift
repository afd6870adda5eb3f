// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi
import Testing

/// The logs in the folder beside this file, which are written for readers.
struct SampleTests {
    private func judge(_ name: String) throws -> Judgement {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Logs"))
        return Judgement(try Data(contentsOf: url))
    }

    @Test func theGoodEveningHasNoFinding() throws {
        let judged = try judge("evening")
        #expect(judged.findings == [])
        #expect(judged.verdict == .pass)
        #expect(judged.cases["dcr-video-5-pause"] == .pass)
    }

    @Test func theOtherEveningHasTwoMistakes() throws {
        let judged = try judge("evening-with-mistakes")
        #expect(judged.findings.map(\.rule) == ["PAUSE_WITHOUT_STOP", "CONTENT_NOT_RELOADED_AFTER_AD"])
        #expect(judged.findings.last?.cost == 41)
        #expect(judged.verdict == .fail)
        #expect(judged.cases["dcr-video-5-pause"] == .fail)
    }

    /// The same calls say the same whether an app writes a log of them or a recorder a session.
    @Test(arguments: ["evening", "evening-with-mistakes"])
    func aRecordedSessionIsJudgedAsTheLogOfItsCalls(name: String) throws {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Logs"))
        let log = try String(contentsOf: url, encoding: .utf8)
        let appEvents: Set = ["userPause", "userResume", "background", "foreground", "bufferStart", "bufferEnd"]
        var session = #"{"schema":"launch-hub-session","version":2,"revision":1}"# + "\n"
        for line in log.split(separator: "\n") {
            let call = try JSONObject(jsonText: String(line))
            let name = try #require(call["call"])
            let isEvent = appEvents.contains(name.stringValue ?? "")
            var step: JSONObject = [
                "kind": isEvent ? "lifecycle" : "call", "instance": "sdk-1",
                "t": .int(Int64(((call["t"]?.doubleValue ?? 0) * 1000).rounded())),
            ]
            step[isEvent ? "event" : "name"] = name
            step["args"] = call["args"]
            session += step.jsonText + "\n"
        }
        let (asLog, asSession) = (Judgement(log), Judgement(session))
        #expect(asSession.findings.map(\.rule) == asLog.findings.map(\.rule))
        #expect(asSession.findings.map(\.cost) == asLog.findings.map(\.cost))
        #expect(asSession.cases == asLog.cases)
        #expect(asSession.verdict == asLog.verdict)
    }

    /// What an app does not do, such as the choice of another kind of media, is no undocumented call.
    @Test func aLifecycleEventThatNoRuleIsAboutIsNoFinding() {
        let judged = Judgement(
            """
            {"schema":"launch-hub-session","version":2,"revision":1}
            {"kind":"lifecycle","t":0,"instance":"sdk-1","event":"media","args":["audio"]}
            {"kind":"lifecycle","t":1,"instance":"sdk-1","event":"shutdown"}

            """
        )
        #expect(judged.findings.isEmpty)
    }
}
