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
            "15012251917470", "-1", "ten", "1.5", 1.5, Double.nan, Double.infinity, true, [1], -3, UInt64.max,
            "99999999999999999999",
        ]
        for value in wrong { tracker.trackEvent(event(["playheadPosition": value])) }
        #expect(bench.hearing.errors == Array(repeating: 15, count: wrong.count))
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
        let clock = SleepyClock(manual: bench.clock)
        var environment = bench.environment()
        environment.clock = clock
        let tracker = try NielsenEventTracker.make(appInfo: Bench.appInfo, environment: environment)
        tracker.trackEvent(event())
        bench.clock.advance(by: .seconds(5))
        clock.slept.withLock { $0 = 3600 }
        tracker.trackEvent(event(["playheadPosition": "5"]))
        bench.clock.advance(by: .seconds(5))
        // A second of each run. Without a pause the five seconds in between would have counted, six altogether.
        #expect(tracker.creditSummary.map(\.seconds) == [2])
    }
}

/// A clock whose instants stand still while the device sleeps, as those of the machine do.
private struct SleepyClock: HubClock {
    let manual: ManualClock
    let slept = Locked<Double>(0)

    var now: Instant { manual.now }
    var date: Date { manual.date.addingTimeInterval(slept.withLock { $0 }) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        manual.schedule(after: delay, work)
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
