// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import Testing

/// Recorded sessions and pings, line by line: what is complete when, and whose it is.
struct SessionInputTests {
    private static let header = #"{"schema":"launch-hub-session","version":2,"revision":1}"#
    private static let appid = "P0A1B2C3D-0000-4000-8000-0123456789AB"

    private func judged(_ lines: [JSONObject]) -> Judgement {
        Judgement(([Self.header] + lines.map(\.jsonText)).map { $0 + "\n" }.joined())
    }

    private func instantiation(_ information: JSONObject) -> JSONObject {
        [
            "kind": "action", "t": 0, "name": "InstantiateSDKWithLocalConfigEvent",
            "data": ["data": .object(information)],
        ]
    }

    private func result(_ identifier: String) -> JSONObject {
        ["kind": "result", "t": 6_000, "result": ["identifier": .string(identifier)]]
    }

    private func notice(_ identifier: String) -> JSONObject {
        [
            "kind": "notice", "t": 5_000,
            "notice": ["kind": "event", "identifier": .string(identifier), "code": 2001],
        ]
    }

    // MARK: - Findings

    @Test func findingsOfASessionAreCompleteWithTheirView() {
        var input = CheckedInput()
        var number = 0
        func read(_ line: String) {
            number += 1
            input.read(Data(line.utf8), number)
        }
        read(Self.header)
        read(#"{"kind":"call","instance":"sdk-1","name":"playheadPosition","args":[-5]}"#)
        #expect(!input.hasFindings)
        read(#"{"kind":"call","t":1000,"instance":"sdk-1","name":"appDisableApi","args":[true]}"#)
        #expect(input.hasFindings)
        let findings = input.removeFindings()
        #expect(findings.map(\.rule) == ["PLAYHEAD_NEGATIVE"])
        // A line without a time is one at the beginning.
        #expect(findings.first?.time == 0)
        #expect(!input.hasFindings)
        #expect(input.finish().verdict == .fail)
        #expect(input.hasFindings)
        #expect(input.removeFindings().isEmpty)
    }

    @Test func findingsOfALogAreThere() {
        var input = CheckedInput()
        #expect(!input.hasFindings)
        input.read(Data(#"{"call":"stop"}"#.utf8), 1)
        #expect(input.hasFindings)
        #expect(input.removeFindings().map(\.rule) == ["LINE_WITHOUT_TIME"])
        #expect(!input.hasFindings)
    }

    /// A line that cannot be read belongs to no instance, and fails the session all the same.
    @Test func aBrokenLineFailsASessionWhoseInstancesPass() {
        let lines = [instantiation(Log.appInfo.with(["nol_devDebug": ""])), result("one")]
        #expect(judged(lines).verdict == .pass)
        #expect(judged(lines + [["t": 1]]).verdict == .fail)
    }

    // MARK: - Instances

    /// An instance reports before its maker knows its name; its app information comes first in time.
    @Test func aNoticeMayComeBeforeTheResult() {
        let judged = judged([instantiation(Log.appInfo.with(["nol_devDebug": ""])), notice("one"), result("one")])
        #expect(judged.rules == [])
        #expect(judged.cases["pre-check-appid"] == .pass)
        #expect(judged.cases["pre-check-config-ping"] == .pass)
    }

    /// What an older instance reports meanwhile says nothing about the one that is being made.
    @Test func aNoticeOfAnotherInstanceIsItsOwn() {
        let right = instantiation(Log.appInfo.with(["nol_devDebug": ""]))
        let wrong = instantiation(Log.appInfo.with(["appid": "P1", "nol_devDebug": ""]))
        let judged = judged([right, result("one"), wrong, notice("one"), result("two")])
        #expect(judged.cases["pre-check-appid"] == .pass)
        #expect(judged.rules.contains("APPID_NOT_GUID"))
    }

    /// A later line tells the configuration as well as the first one.
    @Test func theConfigurationOfTheHubIsThatOfItsInstances() {
        let action: JSONObject = ["kind": "action", "t": 0, "name": "InstantiateSDKWithRemoteConfigEvent", "data": [:]]
        func judged(of owner: String) -> Judgement {
            let configuration: JSONObject = [
                "kind": "configuration", "t": 0, "of": .string(owner),
                "configuration": ["nielsen.ios": .object(Log.appInfo.with(["nol_devDebug": ""]))],
            ]
            return self.judged([configuration, action, result("one")])
        }
        #expect(judged(of: "hub").cases["pre-check-appid"] == .pass)
        #expect(judged(of: "rules").cases["pre-check-appid"] == .undecidable)
    }

    // MARK: - Pings

    @Test func aSessionOfACollectorHasPingsOnly() {
        var input = CheckedInput()
        let lines = [
            #"{"schema":"launch-hub-session","version":2,"source":"collector"}"#,
            #"{"kind":"ping","t":0,"ping":{"url":"/cgi-bin/gn?prd=session&c13=asid%2C\#(Self.appid)"}}"#,
            #"{"kind":"ping","t":1,"ping":{"url":"/cgi-bin/gn?prd=dcr"}}"#,
        ]
        for (index, line) in lines.enumerated() { input.read(Data(line.utf8), index + 1) }
        #expect(input.lines == 3)
        let (cases, verdict) = input.finish()
        #expect(verdict == .undecidable)
        #expect(cases.filter { $0.verdict == .pass }.map(\.id) == ["pre-check-appid", "pre-check-config-ping"])
    }

    private func verdict(ofPing ping: String) -> CheckCase.Verdict? {
        var input = CheckedInput()
        input.read(ping: ping, 1)
        return input.finish().cases.first { $0.id == "pre-check-appid" }?.verdict
    }

    @Test func theApplicationOfAPingIsReadInEachForm() {
        for mark in [",", "%2C", "%2c"] {
            #expect(verdict(ofPing: "/cgi-bin/gn?prd=session&c13=asid\(mark)\(Self.appid)") == .pass, "\(mark)")
        }
        // A value may have a question mark.
        #expect(verdict(ofPing: "/cgi-bin/gn?c9=a?b&c13=asid,\(Self.appid)") == .pass)
        #expect(verdict(ofPing: "/cgi-bin/gn?c13=other,\(Self.appid)") == .undecidable)
        #expect(verdict(ofPing: "/cgi-bin/gn?c13=asid,P1") == .fail)
    }

    /// A query is read to its limit, and what is cut off there is wrong.
    @Test(arguments: [(16_384, CheckCase.Verdict.pass), (16_385, .fail)])
    func aQueryIsReadToItsLimit(_ length: Int, _ expected: CheckCase.Verdict) {
        let end = "&c13=asid,\(Self.appid)"
        let query = "c9=" + String(repeating: "x", count: length - 3 - end.count) + end
        #expect(query.count == length)
        #expect(verdict(ofPing: "/cgi-bin/gn?" + query) == expected)
    }
}
