// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension

extension BenchGroup {
    /// The cost of SDK calls for their caller, and of idle instances.
    static let sdk = BenchGroup(
        "sdk",
        "what playheads and events cost the caller, 1,000 live instances, and an idle one"
    ) { session in
        let calls = session.measureTogether { callFigures(session) }
        session.report("sdk_playhead", calls[0], "us", .atMost(0.3))
        session.report("sdk_playhead_allocations", calls[1], "allocations")
        session.report("sdk_track_event", calls[2], "us", .atMost(5))
        session.report("sdk_track_event_allocations", calls[3], "allocations")
        session.report("sdk_track_event_bridged", calls[4], "us", .atMost(15))
        session.report("sdk_track_event_bridged_allocations", calls[5], "allocations")
        session.report("sdk_load_metadata", calls[6], "us")
        let hub = session.measureTogether { hubEventCosts(session.count(5_000)) }
        session.report("sdk_hub_event_cpu", hub[0], "us", .atMost(8))
        session.report("sdk_hub_event_alone_cpu", hub[1], "us")
        let checkpoint = session.measure { checkpointCost(session.count(500)) }
        session.report("sdk_checkpoint_cpu", checkpoint, "us")
        // Each of a thousand instances writes every ten seconds.
        let share = Measurement(runs: checkpoint.runs.map { $0 * 1_000 / 10 / 1_000_000 * 100 })
        session.report("sdk_1000_instances_checkpoints", share, "percent_of_a_core")
        let live = session.measure { Self.share(of: 1_000, seconds: session.count(600)) }
        session.report("sdk_1000_instances", live, "percent_of_a_core", .atMost(0.1))
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
        let clock = SteppedClock()
        let environment = NielsenEnvironment(clock: clock, log: .disabled, sink: sink, pings: sink)
        let api = makeApi(environment)
        api.play()
        api.loadMetadata(SampleMetadata.content)
        let playhead = CallCost(session.count(200_000)) {
            clock.step()
            api.playheadPosition(Int64($0 % 3_600))
        }
        let event = eventCost(session.count(20_000), environment) {
            SampleMetadata.event($0)
        } track: {
            clock.step()
            $0.trackEvent($1)
        }
        let bridged = eventCost(session.count(20_000), environment) {
            SampleMetadata.bridgedEvent($0)
        } track: {
            clock.step()
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

    /// Measures the cost of events that are each a dictionary of their own.
    ///
    /// The dictionaries are made before.
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

    // MARK: - Hub events

    /// Microseconds of processor time of an event from its dispatch until it was handled: of many at once, and of one that
    /// has to wake a thread.
    private static func hubEventCosts(_ count: Int) -> [Double] {
        let sink = CountingSink()
        let clock = SteppedClock()
        let hub = EventHub(clock: clock)
        let environment = NielsenEnvironment(clock: clock, log: .disabled, sink: sink, pings: sink)
        let service = NielsenInstanceService(settings: .init(environment: environment))
        defer { hub.shutDown(deadline: .zero) }
        do {
            try service.register(with: hub)
            hub.start()
            let result = service.instantiateSDK(withConfiguration: SampleMetadata.appInfo)
            let identifier = result["identifier"] as? String ?? ""
            let events = try (0..<count).map { position in
                let data = try JSONObject(untyped: SampleMetadata.event(position % 3_600))
                return try NielsenInstanceEvent.track(data, identifier: identifier).event()
            }
            func cost(_ events: ArraySlice<Event>, pause: UInt32) -> Double {
                let before = ProcessUsage.now
                for event in events {
                    clock.step()
                    hub.dispatch(event)
                    if pause > 0 { usleep(pause) }
                }
                // A call sees the effect of every event before it.
                _ = service.optOutStatusForSDK(withIdentifier: identifier)
                return (ProcessUsage.now - before).cpu / Double(max(1, events.count))
            }
            let alone = cost(events.prefix(max(1, count / 10)), pause: 2_000)
            return [cost(events[...], pause: 0), alone]
        } catch {
            preconditionFailure("the names are new to the hub, and events are JSON: \(error)")
        }
    }

    // MARK: - Checkpoints

    /// Microseconds of processor time of writing what is open, which an instance's timer does every ten seconds.
    private static func checkpointCost(_ count: Int) -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "launchhub-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = ManualClock()
        let environment = NielsenEnvironment.app(
            storage: .folder(folder),
            clock: clock,
            log: .disabled,
            privacy: .unknown
        )
        let api = makeApi(environment)
        api.play()
        api.loadMetadata(SampleMetadata.content)
        api.playheadPosition(0)
        var used = 0.0
        for number in 1...max(1, count) {
            api.playheadPosition(Int64(number * 10 % 3_600))
            let before = ProcessUsage.now
            clock.advance(by: .seconds(10))
            used += (ProcessUsage.now - before).cpu
        }
        api.shutdown()
        environment.delivery?.close()
        return used / Double(max(1, count))
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
