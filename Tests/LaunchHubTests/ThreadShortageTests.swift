// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// What a hub says when no thread can be had for what is ready.
struct ThreadShortageTests {
    /// Runs jobs one by one, and has those that wait say that they do.
    private final class ShortExecutor: HubExecutor {
        private let ready = Locked<[any HubJob]>([])

        var isManual: Bool { true }

        func submit(_ jobs: [any HubJob]) { ready.withLock { $0 += jobs } }

        func submit(_ job: any HubJob) { ready.withLock { $0.append(job) } }

        func runNext() -> Bool {
            guard let job = ready.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
            if let follower = job.run() { submit(follower) }
            return true
        }

        func run() { while runNext() {} }

        func lack(_ shortage: ThreadShortage) -> [String] {
            let jobs = ready.withLock { $0 }
            for job in jobs { job.waitsForThread(shortage) }
            return jobs.map { "\(Swift.type(of: $0))" }
        }
    }

    private struct Stage {
        let executor = ShortExecutor()
        let sink = RecordingSink()
        let heard = RecordingListener()
        let hub: EventHub

        init() {
            hub = EventHub(
                options: HubOptions(),
                clock: ManualClock(),
                log: Log(level: .verbose, sink: sink),
                executor: executor
            )
            hub.listen(type: .hub, source: .threadShortage, heard.hear)
            hub.start()
            executor.run()
        }

        var errors: [String] { sink.records.filter { $0.level == .error }.map(\.message) }
    }

    private static let limit = """
        all 3 threads of the hub are held by calls that do not return; events wait until one returns. Hand work \
        that blocks to a queue of its own.
        """
    private static let notMade = """
        the system made no thread beyond the 7 that the hub has; events wait until one returns. Hand work that \
        blocks to a queue of its own.
        """

    @Test func eachShortageIsReportedOnceHoweverManyJobsWait() throws {
        let stage = Stage()
        stage.hub.dispatch(try event())
        let first = ThreadShortage(cause: .limitReached, threads: 3, serial: 1)
        #expect(stage.executor.lack(first) == ["Router"])
        _ = stage.executor.lack(first)
        #expect(stage.errors == [Self.limit])
        stage.executor.run()
        #expect(stage.heard.data == [["description": .string(Self.limit), "threads": 3]])
        #expect(stage.heard.names == ["No thread is free"])

        stage.hub.dispatch(try event())
        _ = stage.executor.lack(ThreadShortage(cause: .threadNotMade, threads: 7, serial: 2))
        #expect(stage.errors == [Self.limit, Self.notMade])
        stage.executor.run()
        #expect(stage.heard.data.last == ["description": .string(Self.notMade), "threads": 7])
        #expect(stage.heard.count == 2)
    }

    @Test func mailboxesAndCallbacksThatWaitSaySo() throws {
        let stage = Stage()
        stage.hub.listen(type: testType, source: testSource) { _ in }
        stage.executor.run()
        stage.hub.dispatch(try event())
        #expect(stage.executor.runNext())
        #expect(stage.executor.lack(ThreadShortage(cause: .limitReached, threads: 3, serial: 1)) == ["Mailbox"])
        #expect(stage.errors.count == 1)
        stage.executor.run()
        #expect(stage.heard.count == 1)

        // Nobody hears it, so it ends at once, and its callback is called where it delays nobody.
        stage.hub.request(try Event(name: "Ask", type: "nobody", source: "nobody")) { _ in }
        #expect(stage.executor.runNext())
        #expect(stage.executor.lack(ThreadShortage(cause: .limitReached, threads: 3, serial: 2)) == ["CallbackBatch"])
        #expect(stage.errors.count == 2)
        stage.executor.run()
        #expect(stage.heard.count == 2)
    }
}
