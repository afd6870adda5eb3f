// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub
@testable import LaunchRules

/// How many events are kept for rules that are still to come: the newest.
struct RuleWaitingTests {
    private static func event(_ name: String, _ data: JSONObject = [:]) throws -> PassedEvent {
        PassedEvent(try Event(name: name, type: "com.example.type", source: "com.example.source", data: data))
    }

    @Test(arguments: [
        (0, 0), (999, 0), (1_000, 0), (1_001, 1), (1_999, 999), (2_000, 1_000), (2_001, 1_001), (3_500, 2_500),
    ])
    func theLastThousandEventsAreKept(_ count: Int, _ dropped: Int) throws {
        let waiting = RuleWaiting()
        for number in 0..<count {
            waiting.keep(try Self.event("\(number)"), isRecorded: number.isMultiple(of: 2))
        }
        #expect(waiting.droppedCount == UInt64(dropped))
        let kept = waiting.removeAll()
        #expect(kept.map(\.event.event.name) == (dropped..<count).map(String.init))
        #expect(kept.map(\.isRecorded) == (dropped..<count).map { $0.isMultiple(of: 2) })
        // What is gone takes no room.
        #expect(waiting.removeAll().isEmpty)
        for number in 0..<1_000 { waiting.keep(try Self.event("\(number)"), isRecorded: false) }
        #expect(waiting.droppedCount == UInt64(dropped))
    }

    /// Eight mebibytes, however few events they are.
    @Test func longEventsAreKeptUpToTheirBytes() throws {
        let empty = try Self.event("0", ["text": ""]).footprint
        // Two of them are just as long as may be kept.
        let text = String(repeating: "x", count: (8 << 20) / 2 - empty)
        let waiting = RuleWaiting()
        for number in 0..<2 {
            let event = try Self.event("\(number)", ["text": .string(text)])
            #expect(event.footprint == 4 << 20)
            waiting.keep(event, isRecorded: false)
        }
        #expect(waiting.droppedCount == 0)
        waiting.keep(try Self.event("2"), isRecorded: false)
        #expect(waiting.droppedCount == 1)
        #expect(waiting.removeAll().map(\.event.event.name) == ["1", "2"])
    }
}
