// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchRules

extension BenchGroup {
    /// What rules and apps ask an event history, and what they put into it.
    static let history = BenchGroup(
        "history",
        "the event history: conditions, records and queries at a million records"
    ) {
        HistoryBench.report(in: $0)
    }
}

/// The figures of an event history.
enum HistoryBench {
    private static let start: Int64 = 1_700_000_000_000
    private static let records = 1_000_000

    /// Measures and reports all of them.
    static func report(in session: Session) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let count = session.count(records)
        let file = folder.appending(path: "history.sqlite")

        let full = HubEventHistory(file: file, maximumAge: nil, maximumCount: records, maximumBytes: .max)
        full.watch([], all: true)
        // A tenth of them is of one thing, and the rest of a hundred thousand.
        let filled = Measurement(runs: [
            rate(of: count) {
                for number in 0..<count {
                    let name = number % 10 == 0 ? "often" : "\(number % 100_000)"
                    full.record(RuleHistoryContent(["name": .string(name)]), at: start + Int64(number))
                }
                flush(full)
            }
        ])
        session.report("history_record_rate", filled, "records/s", .atLeast(25_000))
        full.close()

        let before = Heap.bytesInUse
        var opened: HubEventHistory?
        let load = Measurement(runs: [
            timed {
                let history = HubEventHistory(file: file, maximumAge: nil, maximumCount: records, maximumBytes: .max)
                history.watch([], all: true)
                opened = history
            } / 1e6
        ])
        session.report("history_load_\(count)", load, "ms")
        guard let history = opened else { return }
        let bytes = (Heap.bytesInUse - before) / Double(count)
        session.report("history_bytes_per_record", Measurement(runs: [bytes]), "bytes", .atMost(128))
        for (name, asked) in [("often", "often"), ("rarely", "1")] {
            guard let key = RuleHistoryKey(RuleHistoryContent(["name": .string(asked)])) else { continue }
            let condition = session.measure {
                CallCost(session.count(1_000_000)) { _ in precondition(!history.times(of: key).isEmpty) }.microseconds
            }
            session.report("history_condition_\(name)", condition, "us", .atMost(0.5))
        }
        for (name, isOrdered) in [("any", false), ("ordered", true)] {
            let cost = session.measure {
                microsecondsOfQuery(history, ordered: isOrdered, count: session.count(20_000))
            }
            session.report("history_query_\(name)", cost, "us", .atMost(20))
        }
        history.close()
    }

    /// Microseconds of a query with three requests.
    private static func microsecondsOfQuery(_ history: HubEventHistory, ordered: Bool, count: Int) -> Double {
        let requests = ["often", "1", "often"].map { name in
            HubHistoryRequest(mask: ["name": .string(name)], from: start, to: start + Int64(records / 2))
        }
        let (done, time) = (DispatchSemaphore(value: 0), Locked(0.0))
        Task {
            let begin = nanoseconds()
            for _ in 0..<count {
                let results = try await history.getHistoricalEvents(requests, enforceOrder: ordered)
                precondition(results[0].count > 0)
            }
            time.withLock { $0 = Double(nanoseconds() - begin) / 1_000 / Double(count) }
            done.signal()
        }
        done.wait()
        return time.withLock { $0 }
    }

    private static func flush(_ history: HubEventHistory) {
        let done = DispatchSemaphore(value: 0)
        Task {
            try await history.flush()
            done.signal()
        }
        done.wait()
    }
}
