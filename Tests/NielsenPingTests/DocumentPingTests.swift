// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The pings of the calls and events that the documents print.
struct DocumentPingTests {
    private let bench = PingBench()

    // MARK: - S1, "Finite-state machine table"

    /// What each call does in each state, in DCR pings; content with a credited minute is open in processing.
    @Test(arguments: [
        ("idle", "play", 0), ("idle", "playhead", 0), ("idle", "stop", 0), ("idle", "end", 0), ("idle", "disable", 0),
        ("idle", "enable", 0), ("idle", "optOut", 0), ("idle", "loadAndPlayhead", 1),
        ("processing", "playhead", 0), ("processing", "stop", 0), ("processing", "end", 1),
        ("processing", "disable", 1),
        ("processing", "enable", 0), ("processing", "optOut", 0), ("processing", "play", 0),
        ("processing", "loadAndPlayhead", 2),
        ("disabled", "play", 0), ("disabled", "playhead", 0), ("disabled", "stop", 0), ("disabled", "end", 0),
        ("disabled", "enable", 0), ("disabled", "optOut", 0), ("disabled", "loadAndPlayhead", 0),
    ])
    func aCallMakesThePingsOfItsState(_ state: String, _ call: String, _ count: Int) throws {
        let api = try bench.makeApi()
        if state == "processing" {
            api.play()
            api.loadMetadata(PingBench.content)
            bench.play(api, 0..<31)
        }
        if state == "disabled" { api.appDisableApi = true }
        #expect(api.state.rawValue == state)
        let before = bench.dcr().count
        switch call {
        case "play": api.play()
        case "playhead": api.playheadPosition(31)
        case "stop": api.stop()
        case "end": api.end()
        case "disable": api.appDisableApi = true
        case "enable": api.appDisableApi = false
        case "optOut": api.userOptOut("nielsenappsdk://1")
        default:
            api.loadMetadata(PingBench.content.merging(["assetid": "other"]) { $1 })
            api.playheadPosition(0)
        }
        let new = bench.dcr().dropFirst(before)
        #expect(new.count == count)
        if state == "processing", count > 0 { #expect(new.first == "vid345-67483 4_00_99_D1_60 timer 2") }
        if call == "loadAndPlayhead", count > 0 { #expect(new.last == "other 4_00_99_V0_0 view 0") }
    }

    // MARK: - S3, the sample events

    private static let id3 =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_\nEMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn\n"
        + "2KLSrTzyJpZZ-QeRn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1Q\nJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMK\n"
        + "uvvJO1jhtSXa9AroChb11ZUnG1WVJx2O4M=/33648/22847/00"

    private func event(_ content: [String: String], _ more: [String: Any] = [:]) -> [String: Any] {
        let metadata: [String: Any] = ["content": content, "ad": [:], "static": [:]]
        return [
            "event": "playhead", "type": "content", "metadata": metadata, "playheadPosition": "",
        ].merging(more) { $1 }
    }

    private static let dcr = [
        "assetName": "Big Buck Bunny", "assetid": "B66473", "length": "3600", "program": "MyProgram",
        "segB": "CustomSegmentValueB", "segC": "segmentC", "title": "S2,E3", "type": "content",
        "section": "cloudApi_app", "airdate": "20180120 10:00:00", "isfullepisode": "y",
        "crossId1": "Standard Episode ID", "crossId2": "Content Originator", "adloadtype": "2",
    ]

    /// Source: S3, "DCR". As printed the event has no position, so nothing is seen yet; with one there is a view.
    @Test func theSampleOfDCRIsAView() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(Self.dcr))
        #expect(bench.pings.pings.map(\.product) == [.session])
        tracker.trackEvent(event(Self.dcr, ["playheadPosition": "10"]))
        let pings = bench.read(.dcrVideo)
        let ping = try #require(pings.first)
        #expect(pings.count == 1)
        for (name, value) in [
            ("asn", "cloudApi_app"), ("tl", "S2,E3"), ("cg", "MyProgram"), ("c32", "segA,NA"),
            ("c33", "segB,CustomSegmentValueB"), ("c34", "segC,segmentC"), ("c36", "cref1,Standard Episode ID"),
            ("c37", "cref2,Content Originator"), ("sd", "3600"), ("c53", "fef,y"), ("c54", "oad,20180120 10:00:00"),
            ("c57", "adldf,2"), ("ai", "B66473"), ("ch", "us-000000_c00_B66473_P"), ("c58", "isLive,false"),
            ("cr", "4_00_99_V0_0"), ("at", "view"),
        ] {
            #expect(ping[name] == value, "\(name)")
        }
    }

    /// Source: S3, "DTVR".
    @Test func theSampleOfDTVRIsAStart() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(["adModel": "1", "channelname": "channel1"], ["id3Data": Self.id3]))
        #expect(bench.pings.pings.map(\.product) == [.session, .tsv, .dtvr, .dtvr])
        let pings = bench.read(.dtvr)
        #expect(pings.map { $0["ca"] } == ["FD__EMc37zfVgq_8KB7baUYfg==", "PC_065H2g6E7ZyQ5UdmMAbbpg=="])
        #expect(pings.map { $0["cr"] } == ["4_00_99_I0_0", "4_00_99_I0_0"])
        #expect(pings.map { $0["os"] } == ["22847", "33648"])
        #expect(pings.map { $0["ch"] } == ["channel1", "channel1"])
        #expect(pings.map { $0["adm"] } == ["1", "1"])
        #expect(bench.read(.tsv).first?["id3"] == Self.id3.filter { $0 != "\n" })
        #expect(bench.hearing.errors.isEmpty)
    }

    /// Source: S3, "DCR & DTVR".
    @Test func theSampleOfBothIsAViewAndAStart() throws {
        let content = ["type": "content", "length": "0", "adModel": "1", "adloadtype": "1"]
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(content, ["id3Data": Self.id3]))
        #expect(bench.pings.pings.map(\.product) == [.session, .tsv, .dtvr, .dtvr])
        tracker.trackEvent(event(content, ["playheadPosition": "1501225191"]))
        let ping = try #require(bench.read(.dcrVideo).first)
        #expect(ping["c57"] == "adldf,1")
        #expect(ping["c58"] == "isLive,true")
        #expect(ping["ai"] == "")
        #expect(ping["ca"] == "us-000000_c00")
        #expect(bench.read(.dtvr).first?["ch"] == "defaultChannelName")
    }

    /// Source: S3, "ottData"; the values of the example are no strings.
    @Test func theSampleWithADeviceBesideSaysSo() throws {
        let ott: [String: Any] = [
            "ottStatus": 1, "ottType": "casting", "ottDevice": "chromecast", "ottDeviceID": 1234,
        ]
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(Self.dcr, ["playheadPosition": "0", "ottData": ott]))
        let ping = try #require(bench.read(.dcrVideo).first)
        #expect(ping["c71"] == "ottflg,1")
        #expect(ping["c72"] == "otttyp,casting")
    }
}
