// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension

/// What playheads and `trackEvent` with full metadata cost their caller, and `trackEvent` as an event of the hub.
enum TrackGroup {
    static let group = BenchGroup("track") { effort in
        let sink = CountingSink()
        let clock = SteppedClock()
        let environment = NielsenEnvironment(
            clock: clock,
            log: .disabled,
            store: InMemoryKeyValueStore(),
            sink: sink,
            pings: sink
        )
        let service = NielsenInstanceService(
            settings: .init(
                environment: NielsenEnvironment(log: .disabled, store: InMemoryKeyValueStore(), sink: sink, pings: sink)
            )
        )
        let bench = BenchHub { hub in
            do {
                try service.register(with: hub)
            } catch {
                preconditionFailure("the name is new to the hub: \(error)")
            }
        }
        defer { bench.end() }
        let made = service.instantiateSDK(withConfiguration: SampleMetadata.appInfo)
        guard
            let identifier = made["identifier"] as? String,
            let api = NielsenAppApi(appInfo: SampleMetadata.appInfo, delegate: nil, environment: environment),
            let tracker = NielsenEventTracker(appInfo: SampleMetadata.appInfo, delegate: nil, environment: environment)
        else { preconditionFailure("the app information is as it should be") }
        api.play()
        api.loadMetadata(SampleMetadata.content)

        let count = effort.count(20_000)
        let walk = "every member of its dictionary read"
        let floor = {
            costOfCall(count, making: SampleMetadata.event) { event in
                precondition(bytes(of: event) > 100, "the metadata is there")
            } / 1_000
        }
        let playheads = Locked<[String: Int64]>([:])
        let call = { (event: [AnyHashable: Any]) in
            let result = service.trackEvent(event, forSDKWithIdentifier: identifier)
            precondition(result["code"] as? Int == 5001, "the instance is there")
        }
        let hop = BareHop()
        return [
            effort.measure(
                "playhead",
                "ns",
                to: "a lock and a dictionary",
                {
                    costOfCall(count * 5) {
                        clock.step()
                        api.playheadPosition(Int64($0 % 3_600))
                    }
                },
                floor: {
                    costOfCall(count * 5) { number in playheads.withLock { $0["content"] = Int64(number % 3_600) } }
                }
            ),
            effort.measure(
                "track_event",
                "us",
                to: walk,
                {
                    costOfCall(count, making: SampleMetadata.event) { event in
                        clock.step()
                        tracker.trackEvent(event)
                    } / 1_000
                },
                floor: floor
            ),
            effort.measure(
                "extension_call",
                "us",
                to: walk,
                { costOfCall(count, making: { SampleMetadata.event($0) as [AnyHashable: Any] }, call) / 1_000 },
                floor: floor
            ),
            effort.measure(
                "extension_event",
                "us",
                to: "bare hop",
                { answered(effort.count(5_000), bench.hub, identifier).median / 1_000 },
                floor: { hop.samples(effort.count(5_000)).median / 1_000 }
            ),
        ]
    }

    /// The bytes of all texts of a dictionary, each of which is read.
    private static func bytes(of value: Any) -> Int {
        if let text = value as? String { return text.utf8.reduce(0) { $0 + ($1 > 0 ? 1 : 0) } }
        guard let members = value as? [String: Any] else { return 0 }
        return members.reduce(0) { $0 + $1.key.utf8.count + bytes(of: $1.value) }
    }

    /// Sends events one by one and waits for the answer to each.
    ///
    /// - Returns: Nanoseconds of each.
    private static func answered(_ count: Int, _ hub: EventHub, _ identifier: String) -> [Double] {
        let done = DispatchSemaphore(value: 0)
        return (0..<count).map { position in
            let event: Event
            do {
                let data = try JSONObject(untyped: SampleMetadata.event(position % 2_000))
                event = try NielsenInstanceEvent.track(data, identifier: identifier).event()
            } catch {
                preconditionFailure("the sample is a valid event: \(error)")
            }
            return timed {
                hub.request(event) { _ in done.signal() }
                done.wait()
            }
        }
    }
}
