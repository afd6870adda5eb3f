// SPDX-License-Identifier: Apache-2.0

import CHeap
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// How often an event and a request allocate, from the call to the end, in an unoptimized build; an optimized one
/// allocates less.
///
/// Nobody counts where the allocator cannot be counted, or a sanitizer has one of its own.
struct AllocationTests {
    /// Runs the jobs of a hub on the thread of the test, so that this thread's count is that of the whole way.
    private final class OwnThread: HubExecutor {
        private let jobs = Locked<[any HubJob]>([])

        var isManual: Bool { false }

        func submit(_ job: any HubJob) {
            jobs.withLock { $0.append(job) }
        }

        func submit(_ more: [any HubJob]) {
            jobs.withLock { $0 += more }
        }

        func run() {
            while var job = jobs.withLock({ $0.popLast() }) {
                while let next = job.run() { job = next }
            }
        }
    }

    private func allocations(_ count: Int, of work: (EventHub) throws -> Void) throws -> Double {
        let executor = OwnThread()
        let hub = EventHub(options: HubOptions(), clock: ManualClock(), log: .disabled, executor: executor)
        try hub.register("echo") { runtime in
            runtime.listen(type: testType, source: testSource) { _ in }
            runtime.listen(type: "question", source: testSource) { [runtime] event in
                try? runtime.respond(to: event, with: [:], name: "answer")
            }
        }
        hub.start()
        executor.run()
        func rounds() throws {
            for _ in 0..<count {
                try work(hub)
                executor.run()
            }
        }
        try rounds()
        let before = launchhub_heap_allocations()
        try rounds()
        let after = launchhub_heap_allocations()
        hub.shutDown(deadline: .zero)
        executor.run()
        return Double(after - before) / Double(count)
    }

    @Test func anEventOnItsOwnAllocatesAFewTimes() throws {
        let event = try event()
        #expect(try allocations(1_000) { _ = $0.dispatch(event) } <= 8)
    }

    @Test func eventsThatComeTogetherAllocateNothingEach() throws {
        let event = try event()
        let each = try allocations(20) { hub in for _ in 0..<500 { hub.dispatch(event) } } / 500
        #expect(each <= 0.1)
    }

    @Test func aRequestAndItsAnswerAllocateAFewDozenTimes() throws {
        let question = try Event(name: "question", type: "question", source: testSource)
        let answered = Recorder<Bool>()
        let each = try allocations(1_000) { hub in
            hub.request(question) { outcome in
                if outcome.response != nil, answered.count == 0 { answered.append(true) }
            }
        }
        #expect(answered.count == 1)
        #expect(each <= 40)
    }
}
