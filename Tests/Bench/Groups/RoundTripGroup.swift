// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// A request with a timeout, and its answer.
enum RoundTripGroup {
    static let group = BenchGroup("roundtrip") { effort in
        let count = effort.count(10_000)
        let bench = makeEcho()
        defer { bench.end() }
        let hop = BareHop()
        let questions = Sample.events(count)
        _ = (hop.samples(100), ask(bench.hub, questions.prefix(100)))
        func processorTime(_ work: () -> [Double]) -> Double {
            ProcessUsage.of { _ = work() }.cpu / Double(count)
        }
        return [
            effort.measure(
                "request",
                "us",
                to: "bare hop",
                { ask(bench.hub, questions[...]).median / 1_000 },
                floor: { hop.samples(count).median / 1_000 }
            ),
            effort.measure(
                "request_cpu",
                "us",
                to: "bare hop",
                { processorTime { ask(bench.hub, questions[...]) } },
                floor: { processorTime { hop.samples(count) } }
            ),
            effort.measure(
                "request_5000_wait",
                "us",
                to: "bare hop",
                { askBesideOthers(questions).median / 1_000 },
                floor: { hop.samples(count).median / 1_000 }
            ),
        ]
    }

    private static let silent: EventType = "com.example.eventType.silence"

    /// Makes a hub with an extension that answers every request, and one that never does.
    private static func makeEcho() -> BenchHub {
        BenchHub { hub in
            BenchHub.register(hub, "com.example.silence") { runtime in
                runtime.listen(type: silent, source: Sample.source) { _ in }
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

    private static func askBesideOthers(_ questions: [Event]) -> [Double] {
        let bench = makeEcho()
        defer { bench.end() }
        for _ in 0..<5_000 { bench.hub.request(Sample.event(silent), timeout: .seconds(600)) { _ in } }
        _ = ask(bench.hub, questions.prefix(100))
        return ask(bench.hub, questions[...])
    }

    /// Asks each of the questions and waits for its answer.
    ///
    /// - Returns: Nanoseconds of each round.
    private static func ask(_ hub: EventHub, _ questions: ArraySlice<Event>) -> [Double] {
        let answered = DispatchSemaphore(value: 0)
        return questions.map { question in
            timed {
                hub.request(question, timeout: .seconds(1)) { outcome in
                    precondition(outcome.response != nil, "the echo always answers")
                    answered.signal()
                }
                answered.wait()
            }
        }
    }
}
