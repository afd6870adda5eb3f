// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules
import TestSupport
import Testing

/// What a launch finds of the launches before it, and what limits leave of it.
struct HistoryLaunchTests {
    private static let start = HistoryBench.start
    private static let day: Int64 = 86_400_000

    @Test func theNextLaunchHasEverything() async throws {
        let folder = try TemporaryFolder()
        for launch: Int64 in 0..<3 {
            let bench = HistoryBench(folder.history, at: Self.start + launch * 1_000)
            bench.history.watch([HistoryBench.key("a")], all: false)
            #expect(bench.times("a") == (0..<launch).map { Self.start + $0 * 1_000 })
            bench.record("a")
            bench.history.close()
            #expect(bench.history.summary.failure == nil)
        }
    }

    @Test func whatIsRecordedBeforeTheFileWasReadComesBehindIt() async throws {
        let folder = try TemporaryFolder()
        let first = HistoryBench(folder.history)
        first.record("a", at: Self.start)
        first.history.close()

        let bench = HistoryBench(folder.history, at: Self.start + 10, isSuspended: true)
        bench.record("a", at: Self.start + 5)
        #expect(bench.times("a") == [Self.start + 5])
        #expect(!bench.history.summary.isReady)
        async let results = bench.history.getHistoricalEvents([HistoryBench.request("a")])
        bench.queue.resume()
        #expect(try await results[0].count == 2)
        bench.history.close()

        let last = HistoryBench(folder.history, at: Self.start + 10)
        last.history.watch([], all: true)
        #expect(last.times("a") == [Self.start, Self.start + 5])
    }

    @Test func recordsThatComeAtOnceAreAllThere() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { try await bench.history.recordHistoricalEvent(["number": .int(Int64(number % 10))]) }
            }
            try await group.waitForAll()
        }
        bench.history.close()
        let next = HistoryBench(folder.history)
        let requests = (0..<10).map { HubHistoryRequest(mask: ["number": .int($0)]) }
        #expect(try await next.history.getHistoricalEvents(requests).map(\.count) == Array(repeating: 20, count: 10))
    }

    @Test func aHistoryThatIsReleasedStoresWhatWaits() async throws {
        let folder = try TemporaryFolder()
        var bench: HistoryBench? = HistoryBench(folder.history, isSuspended: true)
        bench?.record("a")
        let queue = try #require(bench?.queue)
        bench = nil
        queue.resume()
        queue.sync {}
        let next = HistoryBench(folder.history)
        next.history.watch([], all: true)
        #expect(next.times("a").count == 1)
    }

    // MARK: Limits

    struct Limit: Sendable, CustomTestStringConvertible {
        var title: String
        var limits: HubHistoryLimits
        var recorded: Int
        var left: Int

        var testDescription: String { title }
    }

    @Test(arguments: [
        Limit(title: "by count", limits: .init(count: 10), recorded: 10, left: 10),
        Limit(title: "one more", limits: .init(count: 10), recorded: 11, left: 10),
        Limit(title: "many more", limits: .init(count: 10), recorded: 1_000, left: 10),
        Limit(title: "in steps", limits: .init(count: 640), recorded: 641, left: 631),
        Limit(title: "by bytes", limits: .init(bytes: 32 * 5 + 31), recorded: 9, left: 5),
        Limit(title: "nothing", limits: .init(count: 0), recorded: 3, left: 0),
        Limit(title: "below nothing", limits: .init(count: -4), recorded: 3, left: 0),
    ])
    func theFirstGo(limit: Limit) async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history, limits: limit.limits)
        bench.history.watch([], all: true)
        // The clock of the device runs backwards, which does not matter.
        for number in 0..<limit.recorded {
            bench.record(number % 2 == 0 ? "a" : "b", at: Self.start - Int64(number))
        }
        let kept = (limit.recorded - limit.left)..<limit.recorded
        let times = kept.filter { $0 % 2 == 0 }.map { Self.start - Int64($0) }
        #expect(bench.times("a") == times.reversed())
        #expect(bench.history.summary.count == limit.left)
        try await bench.history.flush()
        #expect(try RawDatabase(folder.history).run("SELECT count(*) FROM record") == ["\(limit.left)"])
        bench.history.close()
        let next = HistoryBench(folder.history, limits: limit.limits)
        next.history.watch([], all: true)
        #expect(next.times("a") == times.reversed())
    }

    @Test func aSmallerLimitHoldsForWhatIsThere() async throws {
        let folder = try TemporaryFolder()
        let first = HistoryBench(folder.history)
        for number: Int64 in 0..<100 { first.record("a", at: Self.start + number) }
        first.history.close()
        let bench = HistoryBench(folder.history, limits: HubHistoryLimits(count: 7))
        bench.history.watch([], all: true)
        #expect(bench.times("a") == (93..<100).map { Self.start + $0 })
        try await bench.history.flush()
        #expect(try RawDatabase(folder.history).run("SELECT count(*) FROM record") == ["7"])
    }

    // MARK: Age and clocks

    @Test func whatIsTooOldDoesNotCount() async throws {
        let bench = HistoryBench(limits: HubHistoryLimits(age: .seconds(100)))
        bench.record("a")
        bench.clock.advance(by: .seconds(60))
        bench.record("a")
        bench.clock.advance(by: .seconds(40))
        #expect(bench.times("a").count == 2)
        bench.clock.advance(by: .milliseconds(1))
        #expect(bench.times("a") == [Self.start + 60_000])
        #expect(try await bench.history.getHistoricalEvents([HistoryBench.request("a")])[0].count == 1)
        bench.clock.advance(by: .seconds(60))
        #expect(!bench.history.contains(HistoryBench.key("a")))
    }

    /// Records of one launch, and what later launches with other clocks leave of it in the file.
    @Test func aClockThatIsWrongForOneLaunchRemovesNothing() async throws {
        let folder = try TemporaryFolder()
        func launch(at time: Int64) async throws -> (count: Int, stored: [String]) {
            let bench = HistoryBench(folder.history, at: time)
            let results = try await bench.history.getHistoricalEvents([HistoryBench.request("a")])
            try await bench.history.flush()
            bench.history.close()
            return (results[0].count, try RawDatabase(folder.history).run("SELECT count(*) FROM record"))
        }
        let first = HistoryBench(folder.history)
        first.record("a")
        first.history.close()
        let future = Self.start + 5_000 * Self.day
        for time in [future, future + Self.day / 2, 1_000, Self.start + Self.day, future, Self.start + 2 * Self.day] {
            let found = try await launch(at: time)
            #expect(found.count == (time < future && time >= Self.start ? 1 : 0))
            #expect(found.stored == ["1"])
        }
        // What is too old on two days is removed.
        #expect(try await launch(at: future) == (0, ["1"]))
        #expect(try await launch(at: future + Self.day) == (0, ["0"]))
    }

    @Test(arguments: [Int64.min, -1, 0, .max]) func recordsOfAnyTimeAreKept(time: Int64) async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
        bench.record("a", at: time)
        bench.record("a", at: 5)
        #expect(bench.times("a") == [time, 5].sorted())
        bench.history.close()
        let next = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
        next.history.watch([], all: true)
        #expect(next.times("a") == [time, 5].sorted())
        let request = HistoryBench.request("a", from: .min, to: .max)
        #expect(try await next.history.getHistoricalEvents([request])[0].count == 2)
    }
}
