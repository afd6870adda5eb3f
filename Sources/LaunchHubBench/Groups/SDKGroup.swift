// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

extension BenchGroup {
    /// What the calls of the SDK cost their caller, and what instances cost that are there.
    static let sdk = BenchGroup(
        "sdk",
        "what playheads and events cost the caller, 1,000 live instances, and an idle one"
    ) { session in
        let calls = session.measureTogether { callFigures(session) }
        session.report("sdk_playhead", calls[0], "us", .atMost(1))
        session.report("sdk_playhead_allocations", calls[1], "allocations")
        session.report("sdk_track_event", calls[2], "us", .atMost(15))
        session.report("sdk_track_event_allocations", calls[3], "allocations")
        session.report("sdk_track_event_bridged", calls[4], "us", .atMost(15))
        session.report("sdk_track_event_bridged_allocations", calls[5], "allocations")
        session.report("sdk_load_metadata", calls[6], "us")
        let live = session.measure { share(of: 1_000, seconds: session.count(600)) }
        session.report("sdk_1000_instances", live, "percent_of_a_core", .atMost(5))
        let idle = session.measureTogether { idleBytes(session.count(1_000)) }
        session.report("sdk_idle_instance", idle[0], "bytes", .atMost(32_768))
        session.report("sdk_playing_instance", idle[1], "bytes")
    }

    private static func makeApi(_ environment: NielsenEnvironment) -> NielsenAppApi {
        guard let api = NielsenAppApi(appInfo: SampleMetadata.appInfo, delegate: nil, environment: environment) else {
            preconditionFailure("the app information is as it should be")
        }
        return api
    }

    // MARK: - Calls

    private static func callFigures(_ session: Session) -> [Double] {
        let sink = CountingSink()
        let environment = NielsenEnvironment(log: .disabled, sink: sink, pings: sink)
        let api = makeApi(environment)
        api.play()
        api.loadMetadata(SampleMetadata.content)
        let playhead = CallCost(session.count(200_000)) { api.playheadPosition(Int64($0)) }
        let event = eventCost(session.count(20_000), environment) {
            SampleMetadata.event($0)
        } track: {
            $0.trackEvent($1)
        }
        let bridged = eventCost(session.count(20_000), environment) {
            SampleMetadata.bridgedEvent($0)
        } track: {
            $0.trackEvent($1)
        }
        let others = (0..<50).map { number in
            SampleMetadata.content.merging(["assetid": "asset-\(number)"]) { _, new in new }
        }
        let load = CallCost(session.count(5_000)) { api.loadMetadata(others[$0 % others.count]) }
        precondition(sink.total > 0, "nothing was measured")
        return [
            playhead.microseconds, playhead.allocations, event.microseconds, event.allocations, bridged.microseconds,
            bridged.allocations, load.microseconds,
        ]
    }

    /// What an event costs where each is a dictionary of its own. The dictionaries are made before.
    private static func eventCost<Event>(
        _ count: Int,
        _ environment: NielsenEnvironment,
        _ make: (Int) -> Event,
        track: (NielsenEventTracker, Event) -> Void
    ) -> CallCost {
        let tracker = NielsenEventTracker(
            appInfo: SampleMetadata.appInfo,
            delegate: nil,
            environment: environment
        )
        guard let tracker else { preconditionFailure("the app information is as it should be") }
        let events = (0..<min(count, 2_000)).map(make)
        return CallCost(count) { track(tracker, events[$0 % events.count]) }
    }

    // MARK: - Instances

    /// The share of a core that instances use which each have a playhead a second.
    ///
    /// Time is moved by hand: what counts is the processor's time for each second of the clock.
    private static func share(of count: Int, seconds: Int) -> Double {
        let clock = ManualClock()
        let sink = CountingSink()
        let environment = NielsenEnvironment(clock: clock, log: .disabled, sink: sink, pings: sink)
        let instances = (0..<count).map { number in
            let api = makeApi(environment)
            api.play()
            api.loadMetadata(SampleMetadata.content.merging(["assetid": "asset-\(number)"]) { _, new in new })
            return api
        }
        let before = processorSeconds()
        for second in 0..<seconds {
            for instance in instances { instance.playheadPosition(Int64(second)) }
            clock.advance(by: .seconds(1))
        }
        let used = processorSeconds() - before
        precondition(sink.total > count, "no pings were made")
        return used / Double(seconds) * 100
    }

    private static func processorSeconds() -> Double {
        Double(clock()) / Double(CLOCKS_PER_SEC)
    }

    /// The bytes of an instance that does nothing, and of one that plays.
    private static func idleBytes(_ count: Int) -> [Double] {
        let sink = CountingSink()
        let environment = NielsenEnvironment(
            clock: ManualClock(),
            log: .disabled,
            store: InMemoryKeyValueStore(),
            sink: sink,
            pings: sink
        )
        // What is made once for all, and the identifiers of the device.
        let first = makeApi(environment)
        var instances: [NielsenAppApi] = []
        instances.reserveCapacity(count)
        let empty = Heap.bytesInUse
        for _ in 0..<count { instances.append(makeApi(environment)) }
        let idle = Heap.bytesInUse
        for instance in instances {
            instance.play()
            instance.loadMetadata(SampleMetadata.content)
            for second in 0..<90 { instance.playheadPosition(Int64(second)) }
        }
        let playing = Heap.bytesInUse
        withExtendedLifetime((first, instances)) {}
        return [(idle - empty) / Double(count), (playing - empty) / Double(count)]
    }
}
