// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules
import TestSupport
import Testing

/// An event history as one would explain it: a list of records, searched from its beginning each time.
private struct SlowHistory {
    struct Record {
        var name: String
        var time: Int64
    }

    var records: [Record] = []
    var capacity: Int
    var age: Int64?

    mutating func record(_ name: String, at time: Int64) {
        records.append(Record(name: name, time: time))
        guard records.count > capacity else { return }
        records.removeFirst(min(records.count, records.count - capacity + max(1, capacity / 64) - 1))
    }

    func matches(_ name: String, from: Int64, to: Int64, at now: Int64) -> [Int64] {
        let earliest = max(from, age.map { now - $0 } ?? .min)
        return records.filter { $0.name == name && $0.time >= earliest && $0.time <= to }.map(\.time).sorted()
    }

    func results(of asked: [(String, Int64, Int64)], ordered: Bool, at now: Int64) -> [HubHistoryResult] {
        var (earliest, used, isBroken) = (Int64.min, [String: [Int64]](), false)
        return asked.map { name, from, to in
            var times = matches(name, from: ordered ? max(from, earliest) : from, to: to, at: now)
            if ordered {
                for time in used[name] ?? [] { if let place = times.firstIndex(of: time) { times.remove(at: place) } }
                if isBroken || times.isEmpty {
                    isBroken = true
                    times = []
                } else {
                    earliest = times[0]
                    used[name, default: []].append(times[0])
                }
            }
            return HubHistoryResult(count: times.count, oldest: times.first, newest: times.last)
        }
    }
}

/// Random histories and queries, which the history and the list have to answer alike.
struct HistoryModelTests {
    private static let names = ["a", "b", "c", "d"]

    @Test(arguments: 0..<4) func theHistoryAnswersAsAListDoes(block: Int) async throws {
        for number in 0..<400 {
            var random = SeededGenerator(seed: UInt64(block * 400 + number))
            // A file costs a thousand times as much, so that one of a hundred has one.
            try await play(&random, folder: number % 100 == 0 ? TemporaryFolder() : nil)
        }
    }

    private func play(_ random: inout SeededGenerator, folder: TemporaryFolder?) async throws {
        let age: Int64? = random.below(2) == 0 ? nil : Int64(random.below(40))
        // Old records leave room, so that the two limits are not tried together.
        let capacity = age == nil ? random.below(3) == 0 ? random.below(12) : 200 : 1_000
        let limits = HubHistoryLimits(age: age.map { .milliseconds($0) }, count: capacity)
        var model = SlowHistory(capacity: capacity, age: age)
        var bench = HistoryBench(folder?.history, limits: limits)
        bench.history.watch([], all: true)

        for _ in 0..<(4 + random.below(30)) {
            let now = bench.now
            let name = Self.names[random.below(Self.names.count)]
            switch random.below(20) {
            case 0..<9:
                // Now and then the clock was wrong.
                let time = random.below(5) == 0 ? now + Int64(random.below(40) - 20) : now
                bench.record(name, at: time)
                model.record(name, at: time)
            case 9..<11:
                bench.clock.advance(by: .milliseconds(random.below(12)))
            case 11:
                let (from, to) = (now - Int64(random.below(30)), now - Int64(random.below(20)))
                let gone = model.records.filter { $0.name == name && $0.time >= from && $0.time <= to }.count
                model.records.removeAll { $0.name == name && $0.time >= from && $0.time <= to }
                let request = HistoryBench.request(name, from: from, to: to)
                #expect(try await bench.history.deleteHistoricalEvents([request]) == gone)
            case 12 where random.below(4) == 0:
                bench.history.setPrivacyStatus(.optedOut)
                bench.history.setPrivacyStatus(.optedIn)
                model.records = []
            case 13 where folder != nil:
                bench.history.close()
                #expect(bench.history.summary.failure == nil)
                bench = HistoryBench(folder?.history, limits: limits, at: now)
                bench.history.watch([], all: true)
            default:
                let asked = (0..<(1 + random.below(4))).map { _ in
                    (
                        Self.names[random.below(Self.names.count)], now - Int64(random.below(60)),
                        now + Int64(random.below(30) - 20)
                    )
                }
                let ordered = random.below(2) == 0
                let requests = asked.map { HistoryBench.request($0, from: $1, to: $2) }
                let results = try await bench.history.getHistoricalEvents(requests, enforceOrder: ordered)
                try #require(results == model.results(of: asked, ordered: ordered, at: now))
                let times = model.matches(name, from: .min, to: .max, at: now)
                try #require(bench.times(name) == times)
                try #require(bench.history.contains(HistoryBench.key(name)) == !times.isEmpty)
            }
        }
        bench.history.close()
    }
}
