// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules
import TestSupport
import Testing

struct HubEventHistoryTests {
    private static let start = HistoryBench.start

    @Test func recordsCountAndHaveTimes() async throws {
        let bench = HistoryBench()
        for time: Int64 in [5, 3, 9, 3] { bench.record("a", at: Self.start + time) }
        bench.clock.advance(by: .seconds(1))
        let results = try await bench.history.getHistoricalEvents([
            HistoryBench.request("a"), HistoryBench.request("b"),
        ])
        #expect(results[0] == HubHistoryResult(count: 4, oldest: Self.start + 3, newest: Self.start + 9))
        #expect(results[1] == HubHistoryResult(count: 0, oldest: nil, newest: nil))
        #expect(bench.times("a") == [3, 3, 5, 9].map { Self.start + $0 })
        #expect(bench.history.contains(HistoryBench.key("a")))
        #expect(!bench.history.contains(HistoryBench.key("b")))
    }

    struct Window: Sendable {
        var from: Int64
        var to: Int64
        var count: Int
    }

    @Test(arguments: [
        Window(from: 0, to: 100, count: 3), Window(from: 10, to: 30, count: 3), Window(from: 11, to: 29, count: 1),
        Window(from: 20, to: 20, count: 1), Window(from: 31, to: 100, count: 0), Window(from: 30, to: 10, count: 0),
        Window(from: .min, to: .max, count: 3), Window(from: .max, to: .min, count: 0),
    ])
    func bothEndsOfAWindowAreInclusive(window: Window) async throws {
        let bench = HistoryBench(limits: HubHistoryLimits(age: nil))
        for time: Int64 in [10, 20, 30] { bench.record("a", at: time) }
        let request = HistoryBench.request("a", from: window.from, to: window.to)
        #expect(try await bench.history.getHistoricalEvents([request])[0].count == window.count)
    }

    struct Order: Sendable, CustomTestStringConvertible {
        var title: String
        var records: [String]
        /// The times of the records; one after the other if nil.
        var times: [Int64]?
        var asked: [String]
        var counts: [Int]

        var testDescription: String { title }
    }

    @Test(arguments: [
        Order(title: "in order", records: ["a", "b"], asked: ["a", "b"], counts: [1, 1]),
        Order(title: "not in order", records: ["b", "a"], asked: ["a", "b"], counts: [1, 0]),
        Order(title: "from the oldest hit on", records: ["a", "b", "a", "b"], asked: ["a", "b"], counts: [2, 2]),
        Order(title: "one is missing", records: ["a", "c"], asked: ["a", "b", "c"], counts: [1, 0, 0]),
        Order(title: "the same twice", records: ["a", "a"], asked: ["a", "a"], counts: [2, 1]),
        Order(title: "the same twice, once there", records: ["a"], asked: ["a", "a"], counts: [1, 0]),
        Order(title: "one instant", records: ["b", "a"], times: [7, 7], asked: ["a", "b"], counts: [1, 1]),
        Order(title: "one instant, twice", records: ["a", "a"], times: [7, 7], asked: ["a", "a"], counts: [2, 1]),
        Order(
            title: "around another",
            records: ["a", "b", "a"],
            times: [7, 7, 7],
            asked: ["a", "b", "a", "a"],
            counts: [2, 1, 1, 0]
        ),
    ])
    func orderIsEnforced(order: Order) async throws {
        let bench = HistoryBench(limits: HubHistoryLimits(age: nil))
        for (place, name) in order.records.enumerated() {
            bench.record(name, at: order.times?[place] ?? Int64(place))
        }
        let requests = order.asked.map { HistoryBench.request($0) }
        let results = try await bench.history.getHistoricalEvents(requests, enforceOrder: true)
        #expect(results.map(\.count) == order.counts)
    }

    @Test func anEventIsRecordedUnderItsMask() async throws {
        let bench = HistoryBench()
        let event = try Event(name: "Play", type: "com.example.player", source: "app", data: ["act": "go", "pos": 12])
        try await bench.history.recordHistoricalEvent(event, mask: ["act"])
        let results = try await bench.history.getHistoricalEvents([.init(mask: ["act": "go"])])
        #expect(results == [HubHistoryResult(count: 1, oldest: Self.start, newest: Self.start)])
        await #expect(throws: LaunchRuleError.noContent) {
            try await bench.history.recordHistoricalEvent(event, mask: ["other"])
        }
    }

    @Test func whatIsDeletedIsGone() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
        for time: Int64 in [10, 20, 30] { for name in ["a", "b"] { bench.record(name, at: time) } }
        let count = try await bench.history.deleteHistoricalEvents([HistoryBench.request("a", from: 15, to: 25)])
        #expect(count == 1)
        #expect(bench.times("a") == [10, 30])
        #expect(try await bench.history.deleteHistoricalEvents([HistoryBench.request("b")]) == 3)
        bench.history.close()
        let next = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
        next.history.watch([], all: true)
        #expect(next.times("a") == [10, 30])
        #expect(next.times("b") == [])
        #expect(next.history.summary.count == 2)
    }

    @Test func whatIsWrongIsSaid() async throws {
        let bench = HistoryBench()
        let requests = [HistoryBench.request("a"), HubHistoryRequest(mask: ["a": ""])]
        await #expect(throws: LaunchRuleError.noContent(ofRequest: 1)) {
            try await bench.history.getHistoricalEvents(requests)
        }
        await #expect(throws: LaunchRuleError.noContent) {
            try await bench.history.recordHistoricalEvent(["a": nil])
        }
        bench.history.close()
        await #expect(throws: LaunchRuleError.historyClosed) {
            try await bench.history.recordHistoricalEvent(["a": 1])
        }
        await #expect(throws: LaunchRuleError.historyClosed) {
            try await bench.history.getHistoricalEvents([HistoryBench.request("a")])
        }
        #expect(LaunchRuleError.noContent(ofRequest: 1).code == .emptyRequest)
        #expect(LaunchRuleError.historyClosed.code != .optedOut)
    }
}
