// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// The keys of a `trackEvent` dictionary: where they may stand, and what is said of those that are not read.
struct EventKeyTests {
    private let bench = Bench()

    private func warnings(of rule: String) -> [String] {
        bench.lines.records.map(\.message).filter { $0.contains(rule) }
    }

    /// The table of watermarked streams has these two beside `event`; its sample has them in `metadata.content`.
    @Test func theModelAndTheChannelMayStandBesideTheEvent() throws {
        let tracker = try bench.makeTracker()
        for second in 0..<3 {
            tracker.trackEvent([
                "event": "playhead", "type": "content", "adModel": "2", "channelName": "News",
                "playheadPosition": "\(1_542_797_780 + second)", "id3Data": Bench.id3,
            ])
            bench.clock.advance(by: .seconds(1))
        }
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.sink.records.last?.metadata["adModel"] == "2")
        #expect(bench.sink.records.last?.metadata["channelName"] == "News")
        #expect(tracker.creditSummary.map(\.seconds) == [3])
    }

    /// Apps put the type of the ad itself where its track belongs.
    @Test(arguments: [
        ("preroll", "ad"), ("MidRoll", "ad"), ("post-roll", "ad"), ("Content", "content"), ("STATIC", "static"),
    ])
    func aLooselySpelledTypeIsTheTrackItMeans(_ type: String, _ track: String) throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent([
            "event": "playhead", "type": type, "playheadPosition": "0",
            "metadata": [
                "content": Bench.content, "ad": ["type": "preroll", "assetid": "ad-1"], "static": Bench.page,
            ],
        ])
        #expect(warnings(of: "TYPE_SPELLING").count == 1)
        #expect(bench.sink.records.last?.json["lane"]?.stringValue == track)
    }

    @Test func aModelThatIsNoStringIsError2() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(["event": "playhead", "adModel": 1, "channelName": "News", "playheadPosition": "0"])
        #expect(bench.hearing.errors == [2])
        #expect(bench.hearing.texts.first?.contains("adModel") == true)
        #expect(bench.sink.records.last?.metadata["channelName"] == "News")
    }

    @Test func aKeyInOtherCapitalsIsToldOnceAsLongAsItStays() throws {
        let tracker = try bench.makeTracker()
        for second in 0..<5 {
            tracker.trackEvent([
                "event": "playhead", "type": "content", "playHeadPosition": "\(second)",
                "metadata": ["Content": Bench.content, "content": Bench.content],
            ])
        }
        #expect(tracker.creditSummary.isEmpty)
        let told = warnings(of: "KEY_CASE")
        #expect(told.count == 2)
        #expect(told.contains { $0.contains(#""playHeadPosition" is ignored; did you mean "playheadPosition"?"#) })
        #expect(told.contains { $0.contains(#""Content" is ignored; did you mean "content"?"#) })
    }

    @Test func anEventWithoutANameTellsWhatStandsThereInstead() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(["Event": "playhead", "playheadPosition": "0"])
        #expect(bench.hearing.errors == [2])
        #expect(warnings(of: #""Event" is ignored; did you mean "event"?"#).count == 1)
    }

    @Test func metadataThatIsNotNestedIsToldWhereItBelongs() throws {
        let tracker = try bench.makeTracker()
        for second in 0..<2 {
            tracker.trackEvent(["event": "playhead", "playheadPosition": "\(second)", "metadata": Bench.content])
        }
        #expect(warnings(of: "METADATA_EMPTY_FOR_TYPE").count == 1)
        #expect(bench.logged("belongs into metadata.content"))
    }
}
