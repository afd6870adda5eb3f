// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The four sample events of "DCR & DTVR iOS Adobe Launch Extension", and every parameter of the pings that they make.
struct DocumentPingTests {
    private typealias View = ExpectedPing.View

    private let bench = PingBench()

    /// The payload as the document prints it, wrapped.
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

    private func differences(_ view: View, _ tracker: NielsenEventTracker) -> [String] {
        ExpectedPing.dcr(view, ExpectedPing.Device(bench, tracker)).differences(to: bench.read(.dcrVideo).first)
    }

    /// Checks the TSV request and the two DTVR pings of the payload.
    private func checkWatermark(_ tracker: NielsenEventTracker) {
        #expect(bench.pings.pings.map(\.product) == [.session, .tsv, .dtvr, .dtvr])
        let device = ExpectedPing.Device(bench, tracker)
        let tsv = ExpectedPing.tsv(Self.id3.filter { $0 != "\n" }, device)
        #expect(tsv.differences(to: bench.read(.tsv).first).isEmpty)
        for (ping, tag) in zip(
            bench.read(.dtvr),
            [
                ExpectedPing.Watermark(identifier: "FD__EMc37zfVgq_8KB7baUYfg=="),
                ExpectedPing.Watermark(identifier: "PC_065H2g6E7ZyQ5UdmMAbbpg=="),
            ]
        ) {
            var expected = tag
            expected.adModel = "1"
            let differences = ExpectedPing.dtvr(expected, device).differences(to: ping)
            // A number against caches is in every ping, and it is another one in each.
            #expect(differences.isEmpty)
            #expect(ping["rnd"].count == 10)
        }
        #expect(bench.read(.dtvr).map { $0["rnd"] }.first != bench.read(.dtvr).map { $0["rnd"] }.last)
        #expect(bench.hearing.errors.isEmpty)
    }

    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "DCR".
    ///
    /// As printed the event has no position, so nothing is seen yet; with one there is a view.
    @Test func theSampleOfDCRIsAView() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(Self.dcr))
        #expect(bench.pings.pings.map(\.product) == [.session])
        tracker.trackEvent(event(Self.dcr, ["playheadPosition": "10"]))
        #expect(bench.pings.pings.map(\.product) == [.session, .dcrVideo])
        #expect(differences(View(asset: Self.dcr), tracker).isEmpty)
    }

    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "DTVR".
    @Test func theSampleOfDTVRIsAStart() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(["adModel": "1", "channelname": "channel1"], ["id3Data": Self.id3]))
        checkWatermark(tracker)
    }

    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "DCR & DTVR".
    @Test func theSampleOfBothIsAStartAndAView() throws {
        let content = ["type": "content", "length": "0", "adModel": "1", "adloadtype": "1"]
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(content, ["id3Data": Self.id3]))
        checkWatermark(tracker)
        tracker.trackEvent(event(content, ["playheadPosition": "1501225191"]))
        #expect(bench.pings.pings.last?.product == .dcrVideo)
        #expect(differences(View(asset: content), tracker).isEmpty)
    }
}
