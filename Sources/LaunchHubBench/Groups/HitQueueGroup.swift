// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import HubStorage

extension BenchGroup {
    /// Adding hits that survive the process, one a transaction, and getting rid of them.
    static let hits = BenchGroup("hits", "the hit queue: adding, one hit a transaction, and processing") { session in
        let results = session.measureTogether {
            rates(of: session.count(25_000)) + [
                BareSQLite.insertRate(session.count(25_000), .likeTheQueue),
                BareSQLite.insertRate(session.count(25_000), .plain),
            ]
        }
        session.report(
            "hitqueue_add_rate",
            results[0],
            "hits/s",
            .atLeastTimes(0.75, of: "sqlite_insert_rate_of_queue", is: results[0].ratio(to: results[2]))
        )
        session.report("sqlite_insert_rate_of_queue", results[2], "rows/s")
        session.report("sqlite_insert_rate", results[3], "rows/s")
        session.report("hitqueue_process_rate", results[1], "hits/s", .atLeast(10_000))
    }

    private static func rates(of count: Int) -> [Double] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sink = CountingProcessor(expecting: count)
        var configuration = HitQueue.Configuration()
        configuration.limits.count = count + 1
        configuration.limits.offlineCount = count + 1
        configuration.limits.bytes = 1 << 30
        let queue = HitQueue(
            location: .file(folder.appending(path: "hits.sqlite")),
            processor: sink,
            configuration: configuration,
            isSuspended: true
        )
        let draft = HitQueue.Draft(payload: Data(repeating: 0x61, count: 512), stream: "instance")
        let added = rate(of: count) {
            for _ in 0..<count { enqueue(draft, queue) }
        }
        let processed = rate(of: count) {
            queue.resume()
            sink.done.wait()
        }
        queue.close()
        return [added, processed]
    }

    private static func enqueue(_ draft: HitQueue.Draft, _ queue: HitQueue) {
        do throws(HitQueueError) {
            try queue.enqueue(draft)
        } catch {
            preconditionFailure("the draft is small and the queue open: \(error)")
        }
    }
}

/// Accepts every hit, and signals when all have arrived.
private final class CountingProcessor: HitProcessor {
    let done = DispatchSemaphore(value: 0)
    private let left: Locked<Int>

    init(expecting count: Int) {
        left = Locked(count)
    }

    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
        completion(.sent)
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { done.signal() }
    }
}
