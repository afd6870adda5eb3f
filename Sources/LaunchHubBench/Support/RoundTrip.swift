// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// A hub with an extension that answers every request, and one that never does.
struct RoundTrip {
    private let bench: BenchHub
    private static let silentType: EventType = "com.example.eventType.silence"

    init() {
        bench = BenchHub { hub in
            BenchHub.register(hub, "com.example.silence") { runtime in
                runtime.listen(type: Self.silentType, source: Sample.source) { _ in }
            }
            BenchHub.register(hub, "com.example.echo") { runtime in
                runtime.listen(type: Sample.type, source: Sample.source) { event in
                    do {
                        try runtime.respond(to: event, with: ["code": "5001"], name: "Answer")
                    } catch {
                        preconditionFailure("the answer is a valid event: \(error)")
                    }
                }
            }
        }
    }

    func end() {
        bench.end()
    }

    /// Leaves requests waiting.
    func leavePending(_ count: Int) {
        for _ in 0..<count {
            bench.hub.request(Sample.event(Self.silentType), timeout: .seconds(600)) { _ in }
        }
        // A request and its answer come after them in the hub's order.
        _ = samples(1)
    }

    /// Cancels a listener that no request waits for, and has a request answered behind that.
    ///
    /// - Returns: Microseconds of both.
    func microsecondsToCancelAnUnrelatedListener() -> Double {
        _ = samples(100)
        let token = bench.hub.listen(type: Sample.otherType, source: Sample.source) { _ in }
        _ = samples(1)
        token.cancel()
        return samples(1)[0]
    }

    /// Asks again and again from a task that waits for each answer.
    ///
    /// - Returns: Microseconds of each round.
    func awaitedSamples(_ count: Int) -> [Double] {
        let done = DispatchSemaphore(value: 0)
        let result = Locked<[Double]>([])
        Task.detached { [bench] in
            var samples: [Double] = []
            samples.reserveCapacity(count)
            for _ in 0..<count {
                let question = Sample.event()
                let start = nanoseconds()
                let outcome = await bench.hub.request(question, timeout: .seconds(1))
                samples.append(Double(nanoseconds() - start) / 1_000)
                precondition(outcome.response != nil, "the echo always answers")
            }
            result.withLock { [samples] in $0 = samples }
            done.signal()
        }
        done.wait()
        return result.withLock { $0 }
    }

    /// Asks again and again without waiting, with at most a thousand requests on their way.
    ///
    /// - Returns: Requests a second.
    func pipelinedRate(_ count: Int) -> Double {
        let window = DispatchSemaphore(value: 1_000)
        let answered = DispatchSemaphore(value: 0)
        let left = Locked(count)
        return rate(of: count) {
            for _ in 0..<count {
                window.wait()
                bench.hub.request(Sample.event(), timeout: .seconds(10)) { _ in
                    window.signal()
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    if isLast { answered.signal() }
                }
            }
            answered.wait()
        }
    }

    /// Asks and waits for the answer, again and again.
    ///
    /// - Returns: Microseconds of each round.
    func samples(_ count: Int) -> [Double] { samples(Sample.events(count)) }

    /// Asks each of the questions and waits for its answer.
    ///
    /// - Returns: Microseconds of each round.
    func samples(_ questions: [Event]) -> [Double] {
        let answered = DispatchSemaphore(value: 0)
        var samples: [Double] = []
        samples.reserveCapacity(questions.count)
        for question in questions {
            samples.append(
                timed {
                    bench.hub.request(question, timeout: .seconds(1)) { outcome in
                        precondition(outcome.response != nil, "the echo always answers")
                        answered.signal()
                    }
                    answered.wait()
                } / 1_000
            )
        }
        return samples
    }
}

/// A closure in the form of a listener.
final class BenchListener: EventListener {
    private let body: (Event) -> Void

    init(_ body: @escaping (Event) -> Void) {
        self.body = body
    }

    func hear(_ event: Event) {
        body(event)
    }
}
