// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension

extension BenchGroup {
    /// The cost of `trackEvent` through the extension: called, and as an event.
    static let tracking = BenchGroup("track", "trackEvent of the extension, called and as an event") { session in
        let results = session.measureTogether { figures(session) }
        session.report("static_track_event", results[0], "us", .atMost(6))
        session.report("static_track_event_allocations", results[1], "allocations")
        session.report("static_track_event_cold", results[2], "us")
        session.report("event_track_event", results[3], "us", .atMost(25))
        session.report("event_track_event_cpu", results[4], "us")
        session.report("event_track_event_burst", results[5], "us", .atMost(8))
        session.report("event_track_event_burst_cpu", results[6], "us")
    }

    private static func figures(_ session: Session) -> [Double] {
        let sink = CountingSink()
        let environment = NielsenEnvironment(log: .disabled, sink: sink, pings: sink)
        let service = NielsenInstanceService(settings: .init(environment: environment))
        let bench = BenchHub { hub in
            do {
                try service.register(with: hub)
            } catch {
                preconditionFailure("the name is new to the hub: \(error)")
            }
        }
        defer { bench.end() }
        let made = service.instantiateSDK(withConfiguration: SampleMetadata.appInfo)
        guard let identifier = made["identifier"] as? String else { preconditionFailure("no instance: \(made)") }
        let count = session.count(10_000)
        // What a Swift client's literal is: the outer dictionary as the documents declare it, the inner ones Swift's own.
        let make = { SampleMetadata.event($0) as [AnyHashable: Any] }
        let call = { (event: [AnyHashable: Any]) in
            let result = service.trackEvent(event, forSDKWithIdentifier: identifier)
            precondition(result["code"] as? Int == 5001, "the instance is there")
        }
        let called = CallCost(count, making: make, call)
        // Made so long before that the memory has to be asked for them.
        let calls = (0..<2_000).map(make)
        let cold = CallCost(count) { call(calls[$0 % calls.count]) }
        let data = (0..<2_000).map { number -> JSONObject in
            do {
                return try JSONObject(untyped: SampleMetadata.event(number))
            } catch {
                preconditionFailure("the sample is JSON: \(error)")
            }
        }
        let answered = DispatchSemaphore(value: 0)
        var samples: [Double] = []
        let usage = ProcessUsage.of {
            for number in 0..<count {
                let event = event(data[number % data.count], identifier)
                samples.append(
                    timed {
                        bench.hub.request(event) { _ in answered.signal() }
                        answered.wait()
                    } / 1_000
                )
            }
        }
        let events = (0..<count).map { event(data[$0 % data.count], identifier) }
        var burst = 0.0
        let burstUsage = ProcessUsage.of {
            burst =
                timed {
                    for event in events.dropLast() { bench.hub.dispatch(event) }
                    bench.hub.request(events[count - 1], timeout: .seconds(60)) { _ in answered.signal() }
                    answered.wait()
                } / 1_000
        }
        return [
            called.microseconds, called.allocations, cold.microseconds, Percentiles(samples).p50,
            usage.cpu / Double(count), burst / Double(count), burstUsage.cpu / Double(count),
        ]
    }

    private static func event(_ data: JSONObject, _ identifier: String) -> Event {
        do {
            return try NielsenInstanceEvent.track(data, identifier: identifier).event()
        } catch {
            preconditionFailure("the sample is a valid event: \(error)")
        }
    }
}
