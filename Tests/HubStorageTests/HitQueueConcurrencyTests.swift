// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import Testing
import HubStorage

/// Many threads at once, on the machine's clock and the queue's own threads.
struct HitQueueConcurrencyTests {
    /// Checks, as hits come, that each comes once, in its stream's order and alone in its stream.
    private final class Judge: HitProcessor {
        private struct State {
            var next: [String: Int] = [:]
            var out: Set<String> = []
            var count = 0
            var wrongs: [String] = []
        }

        private let state = Locked(State())
        private let total: Int
        let done = DispatchSemaphore(value: 0)

        init(total: Int) {
            self.total = total
        }

        func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
            let number = Int(String(decoding: hit.payload, as: UTF8.self)) ?? -1
            state.withLock { state in
                if !state.out.insert(hit.stream).inserted { state.wrongs.append("\(hit.stream) is out twice") }
                let expected = state.next[hit.stream, default: 0]
                if number != expected { state.wrongs.append("\(hit.stream) \(number) instead of \(expected)") }
            }
            DispatchQueue.global().async { [self] in
                // Every seventh is tried again at once.
                let isRetry = number % 7 == 3 && hit.attempts == 0
                let isLast = state.withLock { state in
                    state.out.remove(hit.stream)
                    if isRetry { return false }
                    state.next[hit.stream] = number + 1
                    state.count += 1
                    return state.count == total
                }
                completion(isRetry ? .retry(after: .zero) : .sent)
                if isLast { done.signal() }
            }
        }

        var wrongs: [String] { state.withLock { $0.wrongs } }
    }

    @Test func manyThreadsKeepTheirOrder() throws {
        let folder = try TemporaryFolder()
        let judge = Judge(total: 8 * 150)
        let queue = HitQueue(
            location: folder.location,
            processor: judge,
            configuration: HitQueue.Configuration(backoff: .fullJitter(initial: .zero, maximum: .zero))
        )
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<150 {
                _ = try? queue.enqueue(HitQueue.Draft(payload: Data("\(number)".utf8), stream: "\(thread)"))
                if number % 50 == 20 {
                    queue.setPrivacyStatus(.unknown)
                    _ = queue.summary()
                    queue.setPrivacyStatus(.optedIn)
                }
            }
        }
        #expect(judge.done.wait(timeout: .now() + 600) == .success)
        queue.close()
        #expect(judge.wrongs == [])
        #expect(try RawDatabase(folder.file).run("SELECT count(*) FROM hit") == ["0"])
    }
}
