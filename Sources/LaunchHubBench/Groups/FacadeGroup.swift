// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
import LaunchHub

extension BenchGroup {
    /// The cost of an event of the documented form for its client.
    static let facade = BenchGroup("acp", "an event of ACPCore made of a dictionary, and its data read") { session in
        let results = session.measureTogether {
            let count = session.count(20_000)
            let dictionaries = (0..<min(count, 2_000)).map { _ -> [AnyHashable: Any] in
                Sample.payload().anyDictionary
            }
            let made = CallCost(count) { _ = event(dictionaries[$0 % dictionaries.count]) }
            let once = event(dictionaries[0])
            precondition(once.eventData?.count == 6, "the event carries its data")
            var read = 0
            let again = CallCost(count) { _ in read += once.eventData?.count ?? 0 }
            precondition(read == 6 * count, "the event carries its data")
            return [made.microseconds, made.allocations, again.microseconds]
        }
        session.report("acp_event_create", results[0], "us", .atMost(2))
        session.report("acp_event_create_allocations", results[1], "allocations")
        session.report("acp_event_data_again", results[2], "us", .atMost(0.05))
    }

    private static func event(_ data: [AnyHashable: Any]) -> ACPExtensionEvent {
        do {
            return try ACPExtensionEvent(
                name: "Playback",
                type: "com.example.eventType.playback",
                source: "com.example.eventSource.requestContent",
                data: data
            )
        } catch {
            preconditionFailure("the sample is a valid event: \(error)")
        }
    }
}
