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

    /// Asks and waits for the answer, again and again.
    ///
    /// - Returns: Microseconds of each round.
    func samples(_ count: Int) -> [Double] {
        let answered = DispatchSemaphore(value: 0)
        var samples: [Double] = []
        samples.reserveCapacity(count)
        for _ in 0..<count {
            let question = Sample.event()
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
