// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct TrackEventTests {
    private let bench = Bench()

    private func event(_ changes: [String: Any] = [:]) -> [String: Any] {
        let base: [String: Any] = [
            "event": "playhead", "type": "content", "playheadPosition": "0",
            "metadata": ["content": Bench.content, "ad": [String: String](), "static": [String: String]()],
        ]
        return base.merging(changes) { $1 }
    }

    @Test func documentedContentEventIsMeasured() throws {
        let tracker = try bench.makeTracker()
        var content = Bench.content
        content["assetName"] = "Big Buck Bunny"
        content["section"] = "cloudApi_app"
        for second in 0..<30 {
            tracker.trackEvent(
                event(["metadata": ["content": content, "ad": [:], "static": [:]], "playheadPosition": "\(second)"])
            )
            bench.clock.advance(by: .seconds(1))
        }
        #expect(bench.hearing.errors.isEmpty)
        #expect(tracker.creditSummary.map(\.segments) == [[0]])
    }

    @Test func documentedEventWithoutAPlayheadLoadsOnly() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(["playheadPosition": ""]))
        #expect(bench.hearing.errors.isEmpty)
        #expect(tracker.state == .processing)
        #expect(bench.records.isEmpty)
    }

    @Test func documentedWatermarkEventIsMeasured() throws {
        let tracker = try bench.makeTracker()
        let wrapped = Bench.id3.replacingOccurrences(of: "_EMc", with: "_\nEM c")
        let metadata: [String: Any] = [
            "content": ["adModel": "1", "channelname": "channel1"], "ad": [String: Any](), "static": NSNull(),
        ]
        tracker.trackEvent(event(["metadata": metadata, "playheadPosition": "1542797780", "id3Data": wrapped]))
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.sink.records.compactMap(\.payload) == [Bench.id3])
        #expect(bench.sink.records.last?.metadata["channelName"] == "channel1")
    }

    @Test func documentedJointEventIsMeasured() throws {
        let tracker = try bench.makeTracker()
        let content = ["type": "content", "length": "0", "adModel": "1", "adloadtype": "1"]
        tracker.trackEvent(event(["metadata": ["content": content], "id3Data": Bench.id3]))
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.sink.records.map(\.kind) == [.session, .id3, .view])
    }

    @Test func bothKindsOfDictionaryAreTheSame() throws {
        let tracker = try bench.makeTracker()
        let bridged: [AnyHashable: Any] = [
            "event": "playhead", "type": "content", "playheadPosition": 0,
            "metadata": ["content": Bench.content.reduce(into: [AnyHashable: Any]()) { $0[$1.key] = $1.value }]
                as [AnyHashable: Any],
        ]
        tracker.trackEvent(bridged)
        bench.clock.advance(by: .seconds(1))
        tracker.trackEvent(event(["playheadPosition": 1]))
        bench.clock.advance(by: .seconds(1))
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.records == ["view content vid345-67483#1 []"])
        #expect(tracker.creditSummary.map(\.seconds) == [2])
    }

    @Test func playheadsThatAreNoneAreError15() throws {
        let tracker = try bench.makeTracker()
        let wrong: [any Sendable] = [
            "15012251917470", "-1", "ten", "-0.5", "0x10", "1e99", Double.nan, Double.infinity, true, [1], -3,
            UInt64.max,
            "99999999999999999999",
        ]
        for value in wrong { tracker.trackEvent(event(["playheadPosition": value])) }
        #expect(bench.hearing.errors == Array(repeating: 15, count: wrong.count))
    }

    /// 0 to 9 a second apart and a second before the end, whatever the last event says about its position.
    @Test(arguments: ["pause", "complete"], ["NaN", "ten", "-1", "9.7"])
    func whatEndsHappensWithoutItsPosition(_ name: String, _ position: String) throws {
        let tracker = try bench.makeTracker()
        for second in 0..<10 {
            tracker.trackEvent(event(["playheadPosition": second]))
            bench.wait(1)
        }
        tracker.trackEvent(event(["event": name, "playheadPosition": position]))
        bench.wait(60)
        #expect(tracker.creditSummary.map(\.seconds) == [10])
        #expect(tracker.creditSummary.map(\.ended) == [name == "complete"])
    }

    @Test func unknownEventsNameTheFourThatAreKnown() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(["event": "play"]))
        tracker.trackEvent(event(["event": 7]))
        tracker.trackEvent([String: Any]())
        #expect(bench.hearing.errors == [2, 2, 2])
        #expect(bench.hearing.texts.allSatisfy { $0.contains("playhead, pause, complete, adStop") } as Bool)
        #expect(bench.records.isEmpty)
    }

    @Test func wrongTypesAtEveryLevelAreErrors() throws {
        let tracker = try bench.makeTracker()
        let wrong: [[String: Any]] = [
            ["type": "movie"], ["type": 3], ["metadata": "text"], ["metadata": [1, 2]],
            ["metadata": ["content": 5]], ["metadata": ["content": ["assetid": ["a": 1]]]],
            ["id3Data": 4], ["id3Data": "www.nielsen.com"], ["ottData": "on"], ["ottData": ["ottStatus": 2]],
            ["optout": "perhaps"], ["buffering": [1]], ["buttonEvent": 9],
        ]
        for (index, change) in wrong.enumerated() {
            let before = bench.hearing.errors.count
            tracker.trackEvent(event(change))
            #expect(bench.hearing.errors.count > before, "case \(index)")
        }
    }

    @Test func devicesAreTakenWithValuesThatAreNoStrings() throws {
        let tracker = try bench.makeTracker()
        let ott: [String: Any] = ["ottStatus": 1, "ottType": "casting", "ottDeviceID": 1234]
        tracker.trackEvent(event(["ottData": ott]))
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.sink.records.last?.ott == ["ottStatus": "1", "ottType": "casting", "ottDeviceID": "1234"])
    }

    @Test func theChoiceTravelsWithAnEvent() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event(["optout": "1"]))
        #expect(tracker.optOutStatus)
        #expect(bench.sink.records.last?.optedOut == true)
        tracker.trackEvent(event(["optout": false]))
        #expect(!tracker.optOutStatus)
    }

    @Test func aDisabledTrackerMeasuresNothingAndStartsAnewWhenEnabled() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event())
        tracker.appDisableApi = true
        tracker.trackEvent(event(["playheadPosition": "1"]))
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 []"])
        tracker.appDisableApi = false
        tracker.trackEvent(event(["playheadPosition": "2"]))
        #expect(bench.records.last == "view content vid345-67483#2 []")
    }

    @Test func sleepOfTheDeviceCountsTowardsAPause() throws {
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event())
        bench.wait(5)
        bench.clock.sleep(for: .seconds(3600))
        tracker.trackEvent(event(["playheadPosition": "5"]))
        bench.wait(5)
        // A second at each position, in two views. Without a pause the five seconds in between would have counted.
        #expect(tracker.creditSummary.map(\.seconds) == [1, 1])
    }
}

extension TrackEventTests {
    @Test func literalsOfEveryKindCompile() throws {
        let tracker = try Bench().makeTracker()
        tracker.trackEvent([:])
        tracker.trackEvent(["event": "pause"])
        tracker.trackEvent(["event": "pause", "playheadPosition": 1])
        let strings: [String: String] = ["event": "pause"]
        tracker.trackEvent(strings)
        #expect(tracker.lastErrorDict?["errorCode"] as? Int == 2)
    }

    @Test func whatIsWrongWithMetadataIsToldOnceAsLongAsItStays() throws {
        let tracker = try bench.makeTracker()
        var content: [String: Any] = Bench.content
        content["segB"] = 7
        for second in 0..<20 {
            tracker.trackEvent(
                event(["playheadPosition": "\(second)", "type": "film", "metadata": ["content": content]])
            )
        }
        #expect(bench.hearing.errors == [2, 2])
        content["segC"] = 8
        tracker.trackEvent(event(["playheadPosition": "20", "type": "film", "metadata": ["content": content]]))
        #expect(bench.hearing.errors == [2, 2, 2])
        tracker.trackEvent(event(["playheadPosition": "21"]))
        tracker.trackEvent(event(["playheadPosition": "22", "metadata": ["content": content]]))
        #expect(bench.hearing.errors == [2, 2, 2, 2, 2])
    }

    @Test func whatIsWrongWithOneEventIsToldEachTime() throws {
        let tracker = try bench.makeTracker()
        for _ in 0..<3 { tracker.trackEvent(["event": "unheard-of"]) }
        #expect(bench.hearing.errors == [2, 2, 2])
        for _ in 0..<3 { tracker.trackEvent(event(["playheadPosition": "-1"])) }
        #expect(bench.hearing.errors == [2, 2, 2, 15, 15, 15])
    }
}
