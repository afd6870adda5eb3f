// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

/// What the vendor's joint certification tests ask a tester to do, done by the sample player; its pings alone are judged.
struct JointSequenceTests {
    struct Sequence: Sendable, CustomTestStringConvertible {
        let name: String
        let channel: FaultTests.Fault
        /// The credited minutes of each view of content, ad, page or side of a stream.
        let minutes: [String]
        var testDescription: String { name }

        init(
            _ name: String,
            length: Int = 480,
            stream: String = "vod",
            metadata: String? = nil,
            _ script: [String],
            more: String = "",
            minutes: [String]
        ) {
            let content = FaultTests.content.replacing(#""length":"60""#, with: #""length":"\#(length)""#)
            channel = FaultTests.Fault(
                rule: "",
                stream: stream,
                length: "\(length)",
                metadata: metadata ?? content,
                script: script,
                more: more
            )
            (self.name, self.minutes) = (name, minutes)
        }
    }

    private static let ads = #"""
        "ads":[{"position":0,"length":15,"metadata":{"type":"preroll","assetid":"A1"}},
        {"position":240,"length":30,"metadata":{"type":"midroll","assetid":"A2"}},
        {"position":240,"length":45,"metadata":{"type":"midroll","assetid":"A3"}},
        {"position":"end","length":30,"metadata":{"type":"postroll","assetid":"A4"}}],
        """#

    static let sequences = [
        Sequence("content without ads", [], minutes: ["C1 8"]),
        Sequence("content with ads", [], more: ads, minutes: ["A1 0", "C1 8", "A2 1", "A3 1", "A4 1"]),
        Sequence(
            "a pause of more than half an hour",
            length: 600,
            [#"{"at":180,"action":"pause","for":1860}"#],
            minutes: ["C1 3", "C1 7"]
        ),
        Sequence(
            "forward and back",
            length: 900,
            [#"{"at":90,"action":"seek","to":630}"#, #"{"at":180,"action":"seek","to":30}"#],
            minutes: ["C1 15"]
        ),
        Sequence("a pause", [#"{"at":100,"action":"pause","for":60}"#], minutes: ["C1 8"]),
        Sequence("the app in the background", [#"{"at":100,"action":"background","for":90}"#], minutes: ["C1 8"]),
        Sequence(
            "opt-out and opt-in",
            length: 900,
            [#"{"at":200,"action":"optOut"}"#, #"{"at":500,"action":"optIn"}"#],
            minutes: ["C1 3", "C1 5", "C1 7"]
        ),
        Sequence(
            "a live stream",
            length: 86_400,
            stream: "live",
            metadata: FaultTests.live,
            [#"{"at":420,"action":"stop"}"#],
            minutes: ["C1 7"]
        ),
        Sequence(
            "a stream with watermarks",
            length: 86_400,
            stream: "live",
            metadata: FaultTests.stream,
            [#"{"at":660,"action":"stop"}"#],
            more: FaultTests.tags.replacing(#""every":20,"until":160"#, with: #""every":10,"until":660"#),
            minutes: ["FD_AAECAwQFBgcICQoLDA0ODw== 11", "PC_AAECAwQFBgcICQoLDA0ODw== 11"]
        ),
        Sequence(
            "pages",
            stream: "static",
            metadata: FaultTests.page,
            [
                #"{"at":400,"action":"page","metadata":{"type":"static","section":"Sport","assetid":"P2"}}"#,
                #"{"at":460,"action":"leavePage"}"#,
            ],
            minutes: ["P1 -", "P2 -"]
        ),
    ]

    @Test func thereAreTen() { #expect(Set(Self.sequences.map(\.name)).count == 10) }

    @Test(arguments: sequences, [PlayerFlow.classic, .events])
    func thePingsOfASequencePass(sequence: Sequence, flow: PlayerFlow) async throws {
        let file = try ChannelFile(Data(sequence.channel.text.utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file, flow: flow)
        let header = SessionHeader(title: "Test", configuration: file.configuration)
        let session = try await SessionRunner.run(plan, header: header, flow: flow.session)
        let addresses = session.steps.flatMap(\.pings).compactMap { $0["url"]?.stringValue }
        let folder = try TemporaryFolder()
        let pings = try folder.write(addresses.joined(separator: "\n") + "\n", to: "pings.txt")
        let run = try await ToolRun(["certify", pings.path, "--json"])
        let lines = try run.objects
        let failed = lines.filter { $0["kind"] == "check" && $0["verdict"] == "fail" }
        #expect(failed.map { "\($0["id"] ?? "") \($0["message"] ?? "")" } == [])
        #expect(run.code == 0)
        #expect(lines.last?["verdict"] == "pass")
        let views = lines.filter { $0["kind"] == "view" }
        let told = views.map { "\($0["asset"]?.stringValue ?? "") \($0["minutes"]?.intValue.map(String.init) ?? "-")" }
        #expect(told == sequence.minutes, "\(sequence.name)")
    }
}
