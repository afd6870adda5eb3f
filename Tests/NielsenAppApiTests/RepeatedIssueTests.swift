// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What is wrong in one event after the other: told once for as long as it stays, or each time where it is new.
struct RepeatedIssueTests {
    private let bench = Bench()

    /// Tracks playheads that differ from right ones by some values; how often a rule is told of, and the errors.
    private func told(_ rule: String, _ changes: [[String: Any]]) throws -> (remarks: Int, errors: [Int]) {
        let tracker = try bench.makeTracker()
        for (second, change) in changes.enumerated() {
            var event: [String: Any] = [
                "event": "playhead", "type": "content", "playheadPosition": "\(second)",
                "metadata": ["content": Bench.content.merging(["length": "0"]) { $1 }],
            ]
            event.merge(change) { $1 }
            tracker.trackEvent(event)
            bench.clock.advance(by: .seconds(1))
        }
        let remarks = bench.lines.records.filter { $0.message.hasPrefix("\(rule):") }
        return (remarks.count, bench.hearing.errors)
    }

    private func milliseconds(_ seconds: Int...) -> [[String: Any]] {
        seconds.map { ["playheadPosition": "\(1_700_000_000_000 + $0 * 1_000)"] }
    }

    @Test func positionsInMillisecondsAreToldOnce() throws {
        let told = try told("PLAYHEAD_MILLISECONDS", milliseconds(0, 1, 2))
        #expect(told.remarks == 1)
        #expect(told.errors == [])
    }

    @Test func positionsInMillisecondsAreToldAgainAfterARightOne() throws {
        let right: [String: Any] = ["playheadPosition": "1700000001"]
        let told = try told("PLAYHEAD_MILLISECONDS", milliseconds(0) + [right] + milliseconds(2))
        #expect(told.remarks == 2)
        #expect(told.errors == [])
    }

    /// Another rule about the same position is another matter.
    @Test func anotherFaultOfThePositionIsTold() throws {
        let number: [String: Any] = ["playheadPosition": 1_700_000_000]
        let told = try told("PLAYHEAD_MILLISECONDS", [number, number] + milliseconds(2, 3))
        #expect(told.remarks == 1)
        #expect(bench.lines.records.filter { $0.message.hasPrefix("META_NOT_STRING:") }.count == 1)
    }

    /// The words of the values count, except for positions.
    @Test func anotherButtonOrTypeIsTold() throws {
        let types = ["pre-roll", "pre-roll", "mid-roll"].map { ["type": $0] as [String: Any] }
        #expect(try told("TYPE_SPELLING", types).remarks == 2)
    }

    @Test func aButtonIsNewInEachEvent() throws {
        let buttons = ["jump", "jump", "play", "jump"].map { ["buttonEvent": $0] as [String: Any] }
        #expect(try told("BUTTON_UNKNOWN", buttons).remarks == 3)
    }

    @Test(
        arguments: [
            ("event", "rewind", [2, 2, 2]), ("playheadPosition", "soon", [15, 15, 15]), ("buffering", "maybe", [2]),
        ] as [(String, String, [Int])]
    )
    func anErrorIsToldEachTimeWhereItsValueIsNew(_ key: String, _ value: String, _ errors: [Int]) throws {
        #expect(try told("-", Array(repeating: [key: value], count: 3)).errors == errors)
    }

    @Test func anErrorThatStaysIsToldOnceAndAgainAfterARightValue() throws {
        let wrong: [String: Any] = ["optout": "maybe"]
        #expect(try told("-", [wrong, wrong, [:], wrong]).errors == [2, 2])
    }
}
