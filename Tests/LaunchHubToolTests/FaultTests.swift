// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi
import Testing

/// What the sample player does wrong on purpose, and the rule that finds it.
struct FaultTests {
    /// A channel whose script has two lines at most, and the rule that its session breaks.
    struct Fault: Sendable, CustomTestStringConvertible {
        let rule: String
        var flow = PlayerFlow.classic
        var stream = "vod"
        var length = "60"
        var metadata = FaultTests.content
        var script: [String] = []
        var more = ""
        var faults = "{}"
        var appInfo = ""
        var configuration = "{}"
        /// The statement about pings that fails; nil where the pings are those of a session without the fault.
        var trace: String?
        var testDescription: String { rule }

        /// The file with the channel.
        var text: String {
            let lines = ([#"{"at":0,"action":"play"}"#] + script).joined(separator: ",")
            let length = stream == "static" ? "" : #""length":\#(self.length),"#
            return #"{"appInfo":{"appid":"P0A1B2C3D-0000-4000-8000-0123456789AB","appname":"A","appversion":"1","#
                + #""sfcode":"cert"\#(appInfo)},"configuration":\#(configuration),"channels":[{"name":"A","#
                + #""stream":"\#(stream)",\#(length)"metadata":\#(metadata),\#(more)"script":[\#(lines)],"faults":\#(faults)}]}"#
        }
    }

    static let content = #"""
        {"type":"content","assetid":"C1","program":"P","title":"T S01E01","length":"60","airdate":"2026-03-02T20:00:00",
        "isfullepisode":"y","adloadtype":"2"}
        """#.replacing("\n", with: "")
    static let live = content.replacing(#""length":"60""#, with: #""length":"0""#)
    static let page = #"{"type":"static","section":"Front","assetid":"P1"}"#
    static let stream = #"{"type":"content","channelName":"One","adModel":"1"}"#
    static let ad = #""ads":[{"position":20,"length":10,"metadata":{"type":"midroll","assetid":"AD"}}],"#
    static let twoAds = ad.replacing(
        "]",
        with: #",{"position":20,"length":10,"metadata":{"type":"midroll","assetid":"AD"}}]"#
    )
    static let payload =
        "www.nielsen.com/AAECAwQFBgcICQoLDA0ODw==/AAECAwQFBgcICQoLDA0ODw==/" + String(repeating: "A", count: 166)
        + "==/00010/00010/00"
    static let tags = #""id3":[{"position":0,"every":20,"until":160,"payload":"\#(payload)"}],"#

    static let faults: [Fault] = [
        Fault(rule: "PLAY_MISSING", faults: #"{"omit":["play"]}"#),
        Fault(rule: "LOADMETADATA_BEFORE_PLAY", faults: #"{"order":["loadMetadata","play"]}"#),
        Fault(rule: "LOADMETADATA_PER_PLAYHEAD", faults: #"{"twice":{"loadMetadata":"playheadPosition"}}"#),
        Fault(
            rule: "RESUME_WITHOUT_LOADMETADATA",
            script: [#"{"at":20,"action":"pause","for":10}"#],
            faults: #"{"omit":["loadMetadata.resume"]}"#
        ),
        Fault(rule: "CONTENT_NOT_RELOADED_AFTER_AD", more: ad, faults: #"{"omit":["loadMetadata.resume"]}"#),
        Fault(
            rule: "STOP_ON_BUFFERING",
            script: [#"{"at":20,"action":"buffer","for":8}"#],
            faults: #"{"twice":{"stop":"bufferStart"}}"#
        ),
        Fault(
            rule: "PAUSE_WITHOUT_STOP",
            script: [#"{"at":20,"action":"pause","for":10}"#],
            faults: #"{"omit":["stop"]}"#
        ),
        Fault(
            rule: "PAUSE_WITHOUT_STOP",
            script: [#"{"at":20,"action":"call","for":30}"#],
            faults: #"{"late":{"stop":8}}"#
        ),
        Fault(rule: "PLAY_EVERY_SECOND", faults: #"{"twice":{"play":"playheadPosition"}}"#),
        Fault(
            rule: "CONTENT_METADATA_CHANGED",
            script: [
                #"{"at":20,"action":"sdk","name":"loadMetadata","args":[\#(content.replacing("T S01E01", with: "U"))]}"#
            ],
            trace: "DV8"
        ),
        Fault(
            rule: "CHANNEL_NAME_CHANGED",
            metadata: content.replacing("{", with: #"{"channelName":"One","#),
            script: [#"{"at":20,"action":"sdk","name":"play","args":[{"channelName":"Two"}]}"#]
        ),
        Fault(
            rule: "AD_PLAYHEAD_NOT_FROM_ZERO",
            script: [
                #"{"at":20,"action":"sdk","name":"loadMetadata","args":[{"type":"midroll","assetid":"AD2"}]}"#
            ]
        ),
        Fault(rule: "FINAL_PLAYHEAD_MISSING", faults: #"{"order":["stop","playheadPosition"]}"#),
        Fault(rule: "AD_NOT_STOPPED", more: ad, faults: #"{"omit":["stop"]}"#),
        Fault(rule: "AD_RESTARTED_WITHOUT_ADSTOP", more: twoAds, faults: #"{"omit":["stop"]}"#),
        Fault(rule: "PLAYHEAD_AFTER_COMPLETE", faults: #"{"order":["end","playheadPosition"]}"#),
        Fault(
            rule: "STATIC_NOT_ENDED_ON_BACKGROUND",
            stream: "static",
            metadata: page,
            script: [#"{"at":20,"action":"background","for":30}"#],
            faults: #"{"omit":["staticEnd"]}"#
        ),
        Fault(rule: "PLAYHEAD_NOT_INTEGER", faults: #"{"playheadUnit":"fraction"}"#),
        Fault(rule: "PLAYHEAD_NEGATIVE", faults: #"{"playheadUnit":"negative"}"#),
        Fault(rule: "PLAYHEAD_MILLISECONDS", faults: #"{"playheadUnit":"milliseconds"}"#, trace: "DV11"),
        Fault(rule: "PLAYHEAD_BEYOND_LENGTH", length: "90"),
        Fault(
            rule: "LIVE_PLAYHEAD_NOT_EPOCH",
            stream: "live",
            metadata: live,
            faults: #"{"playheadUnit":"position"}"#
        ),
        Fault(rule: "EPOCH_WITH_LENGTH", faults: #"{"playheadUnit":"epoch"}"#, trace: "DV17"),
        Fault(rule: "PLAYHEAD_FASTER_THAN_TIME", script: [#"{"at":5,"action":"rate","to":2}"#]),
        Fault(
            rule: "SKIP_REPORTED_AS_PLAY",
            script: [#"{"at":20,"action":"skip","by":10}"#],
            faults: #"{"omit":["stop","loadMetadata.resume"]}"#
        ),
        Fault(rule: "DCR_NOT_MEASURED_NO_ASSETID", metadata: stream),
        Fault(rule: "ID3_CADENCE_CANNOT_CREDIT", stream: "live", length: "170", metadata: stream, more: tags),
        Fault(rule: "DEBUG_LEFT_ON", appInfo: #","nol_devDebug":"DEBUG""#),
        Fault(rule: "PRIVACY_UNKNOWN_PINGS_WAIT", flow: .events, configuration: #"{"global.privacy":"optunknown"}"#),
        Fault(rule: "COLLECTOR_IS_LOOPBACK"),
        Fault(rule: "OPTOUT_VALUE", script: [#"{"at":20,"action":"sdk","name":"userOptOut","args":["yes"]}"#]),
        // The same faults in events.
        Fault(
            rule: "PLAYHEAD_NOT_INTEGER",
            flow: .events,
            faults: #"{"playheadUnit":"fraction"}"#
        ),
        Fault(rule: "EPOCH_WITH_LENGTH", flow: .api, faults: #"{"playheadUnit":"epoch"}"#, trace: "DV17"),
    ]

    private static func play(_ text: String, _ flow: PlayerFlow) async throws -> Session {
        let file = try ChannelFile(Data(text.utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file, flow: flow)
        let header = SessionHeader(title: "Test", configuration: file.configuration)
        return try await SessionRunner.run(plan, header: header, flow: flow.session)
    }

    /// The rules that a session of the text breaks, and the cases that it fails.
    private static func judge(_ text: String, _ flow: PlayerFlow, isForProduction: Bool = false) async throws -> (
        rules: Set<String>, errors: [Finding]
    ) {
        let session = try await play(text, flow)
        var input = CheckedInput(isForProduction: isForProduction)
        var findings: [Finding] = []
        for (index, line) in SessionFile.text(of: session).split(separator: "\n").enumerated() {
            input.read(Data(line.utf8), index + 1)
            findings += input.removeFindings()
        }
        _ = input.finish()
        findings += input.removeFindings()
        return (Set(findings.map(\.rule)), findings.filter { $0.severity == .error })
    }

    @Test(arguments: faults)
    func eachRuleHasAFailingScriptOfTwoLines(fault: Fault) async throws {
        #expect(fault.script.count < 2)
        // A debug flag is wrong in a released app alone.
        let isForProduction = fault.rule == "DEBUG_LEFT_ON"
        let (rules, _) = try await Self.judge(fault.text, fault.flow, isForProduction: isForProduction)
        #expect(rules.contains(fault.rule), "found \(rules.sorted())")
    }

    /// Most faults are in what the app asks, and the pings are right for that; where a fault leaves a trace, the pings alone
    /// are judged as the calls are.
    @Test(arguments: faults)
    func thePingsOfAFaultAreJudgedAsItsCalls(fault: Fault) async throws {
        let session = try await Self.play(fault.text, fault.flow)
        var judge = WireJudge()
        for (entry, sent) in session.pings.enumerated() {
            let address = sent.ping["url"]?.stringValue ?? ""
            judge.read(SeenRequest(entry, address: Array(address.utf8), time: session.header.start + sent.time))
        }
        let result = judge.finish()
        let broken = result.checks.filter { $0.verdict == .fail && $0.severity == .error }.map(\.id)
        #expect(broken == [fault.trace].compactMap { $0 })
        #expect(
            result.verdict(isStrict: false).total
                == (fault.trace != nil ? .fail : result.isMeasured ? .pass : .undecidable)
        )
    }

    /// What is wrong with the text of a log is not of any player, and this one has neither a call of its own nor another
    /// position after an ad, and passes on watermarks when they are due.
    @Test func noRuleIsLeftOut() {
        let others = ["TIME_GOES_BACK", "UNDOCUMENTED_EVENT", "CONTENT_POSITION_AFTER_AD", "ID3_FASTER_THAN_TIME"]
        let known = Set(Rule.ofCalls.map(\.name).filter { !$0.hasPrefix("LINE_") && !others.contains($0) })
        #expect(known.subtracting(Self.faults.map(\.rule)) == [])
    }

    @Test func aCallThatTheSDKHasNotIsRefusedByName() {
        let fault = Fault(rule: "", script: [#"{"at":20,"action":"sdk","name":"loadMetaData"}"#])
        let error = #expect(throws: InputFileError.self) { try ChannelFile(Data(fault.text.utf8), file: "test") }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(#"no call "loadMetaData""#) && text.contains(#"Did you mean "loadMetadata"?"#), "\(text)")
    }

    static let good = [
        #"{"at":10,"action":"pause","for":10}"#, #"{"at":10,"action":"buffer","for":8}"#,
        #"{"at":10,"action":"buffer","for":50}"#, #"{"at":10,"action":"call","for":20}"#,
        #"{"at":10,"action":"lock","for":20}"#, #"{"at":10,"action":"alarm","for":5}"#,
        #"{"at":10,"action":"networkLoss","for":40}"#, #"{"at":10,"action":"background","for":20}"#,
        #"{"at":10,"action":"pipStart","for":30},{"at":15,"action":"background","for":20}"#,
        #"{"at":10,"action":"pipStart","for":30},{"at":15,"action":"lock","for":20}"#,
        #"{"at":10,"action":"kill","for":20}"#, #"{"at":10,"action":"kill"}"#, #"{"at":10,"action":"skip","by":10}"#,
        #"{"at":10,"action":"skip","by":-5}"#, #"{"at":10,"action":"seek","to":50}"#,
        #"{"at":10,"action":"clock","by":3600}"#, #"{"at":10,"action":"disable","for":5}"#,
        #"{"at":10,"action":"optOut"}"#, #"{"at":10,"action":"stop"}"#,
        #"{"at":10,"action":"call","for":20},{"at":12,"action":"lock","for":9}"#,
    ]

    @Test(arguments: good, [PlayerFlow.classic, .events])
    func withoutFaultsNothingIsWrong(script: String, flow: PlayerFlow) async throws {
        let fault = Fault(rule: "", script: [script], more: Self.ad)
        let (_, errors) = try await Self.judge(fault.text, flow)
        #expect(errors.map { "\($0.rule): \($0.message)" } == [])
    }

    @Test func bothWaysOfSpeakingAreCreditedTheSame() async throws {
        for name in ["Episode with ads", "Live news", "Front page"] {
            let file = try ChannelFile.builtIn()
            let channel = try file.channel(named: name)
            var sessions: [Session] = []
            for flow in [PlayerFlow.events, .classic] {
                let plan = ScriptedPlayer.plan(channel, of: file, flow: flow)
                sessions.append(
                    try await SessionRunner.run(plan, header: SessionHeader(title: name), flow: flow.session)
                )
            }
            let credits = sessions.map { session in
                SessionModel(session).credits.map { "\($0.product) \($0.assetid) \($0.seconds) \($0.credited)" }
                    .sorted()
            }
            #expect(credits[0] == credits[1] && !credits[0].isEmpty, "\(name)")
        }
    }
}
