// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// Works on several things at once, and delivers what comes of them in their order.
///
/// ```swift
/// OrderedWork.run(files.count, work: { index, deliver in deliver(judge(files[index])) }) { index, result in
///     write(result)
/// }
/// ```
///
/// Memory is bounded whatever the number of things and of results: a thing that is ahead of its turn waits once its
/// batches are full, and at most a few things are ahead.
enum OrderedWork {
    /// The largest number of results that are handed over at once, and of batches of them that wait for their turn.
    private static let batchSize = 256
    private static let waitingBatches = 16

    /// Works on things and delivers their results.
    ///
    /// - Parameters:
    ///   - count: The number of things.
    ///   - width: How many are worked on at once, at least 1.
    ///   - work: Makes the results of the thing with an index, on a thread of its own; each is passed to the closure.
    ///   - deliver: Receives the results on the caller's thread: those of the first thing, those of the second, and so on.
    static func run<Output: Sendable>(
        _ count: Int,
        width: Int,
        work: @escaping @Sendable (Int, (Output) -> Void) -> Void,
        deliver: (Int, Output) -> Void
    ) {
        guard count > 0 else { return }
        let width = max(1, min(width, count))
        let queues = Locked<[Int: OutputQueue<Output>]>([:])
        let next = Locked(0)
        // How far work may be ahead of what was delivered.
        let ahead = DispatchSemaphore(value: 0)
        for _ in 0..<(width * 2) { ahead.signal() }
        @Sendable func queue(_ index: Int) -> OutputQueue<Output> {
            queues.withLock { queues in
                let queue = queues[index] ?? OutputQueue(Self.waitingBatches)
                queues[index] = queue
                return queue
            }
        }
        let worker: @Sendable () -> Void = {
            while true {
                ahead.wait()
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < count else { return }
                let queue = queue(index)
                var batch: [Output] = []
                work(index) { output in
                    batch.append(output)
                    guard batch.count >= Self.batchSize else { return }
                    queue.add(batch)
                    batch.removeAll(keepingCapacity: true)
                }
                queue.add(batch)
                queue.end()
            }
        }
        for number in 1...width where !SystemThread.start("files \(number)", worker) {
            // The system has no thread left; the pool's are there already.
            DispatchQueue.global().async(execute: worker)
        }
        for index in 0..<count {
            let queue = queue(index)
            while let batch = queue.removeFirst() { for output in batch { deliver(index, output) } }
            queues.withLock { $0[index] = nil }
            ahead.signal()
        }
        // Lets those end that wait for a turn that does not come.
        for _ in 1...width { ahead.signal() }
    }
}

/// The results of one thing, from the thread that makes them to the one that delivers them.
private final class OutputQueue<Output: Sendable>: Sendable {
    private let batches = Locked<[[Output]]>([])
    private let filled = DispatchSemaphore(value: 0)
    private let free = DispatchSemaphore(value: 0)

    /// Makes a queue that holds so many batches.
    init(_ limit: Int) {
        for _ in 0..<limit { free.signal() }
    }

    func add(_ batch: [Output]) {
        guard !batch.isEmpty else { return }
        put(batch)
    }

    /// Ends the queue: an empty batch is the last.
    func end() { put([]) }

    private func put(_ batch: [Output]) {
        free.wait()
        batches.withLock { $0.append(batch) }
        filled.signal()
    }

    /// Waits for the next batch; nil behind the last one.
    func removeFirst() -> [Output]? {
        filled.wait()
        let batch = batches.withLock { $0.removeFirst() }
        free.signal()
        return batch.isEmpty ? nil : batch
    }
}
