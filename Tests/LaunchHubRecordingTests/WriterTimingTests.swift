// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchHubRecording

/// When a recorder writes by itself, and when it has nothing to do.
struct WriterTimingTests {
    /// A destination that says how many lines came at once.
    private final class Sink: LineSink {
        let writes = Recorder<Int>()
        let due = Locked<Int64?>(nil)

        var needsOpening: Bool { writes.isEmpty }
        var problem: String? { nil }

        func write(_ text: LineText, at now: Int64) -> (lines: UInt64, loss: RecordingLoss)? {
            writes.append(text.lines)
            return nil
        }

        func tend(at now: Int64) -> Int64? { due.withLock { $0 } }
        func synchronize() {}
        func close() {}
    }

    private let clock = ManualClock()
    private let sink = Sink()
    private let test = TestHub()
    private let recorder: SessionRecorder

    init() {
        recorder = SessionRecorder(
            sink,
            options: RecordingOptions(linesPerSecond: 100),
            clock: clock,
            log: .disabled,
            salt: 1
        )
        test.start()
        recorder.attach(to: test.hub)
    }

    private func dispatch(_ count: Int = 1) throws {
        for _ in 0..<count { try test.dispatch("Event", type: "com.example.t", source: "app") }
    }

    private func time(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// Lines wait for those that come with them, and a recorder without lines costs nothing.
    @Test func linesAreWrittenTogetherFiftyMillisecondsAfterTheFirst() async throws {
        #expect(clock.nextDue == nil)
        clock.advance(by: .milliseconds(1_000))
        try dispatch()
        #expect(clock.nextDue == time(1_050))
        clock.advance(by: .milliseconds(49))
        try dispatch()
        #expect(clock.nextDue == time(1_050))
        clock.advance(by: .milliseconds(1))
        #expect(await sink.writes.waits(for: 1))
        recorder.flush()
        #expect(sink.writes.elements == [3])
        #expect(clock.nextDue == nil)
        try dispatch()
        #expect(clock.nextDue == time(1_100))
    }

    /// A flood is looked at again until its source may go on.
    @Test func aSourceThatRestsIsLookedAtAgain() async throws {
        try dispatch()
        clock.advance(by: .milliseconds(40))
        try dispatch(110)
        clock.advance(by: .milliseconds(10))
        #expect(await sink.writes.waits(for: 1))
        recorder.flush()
        #expect(clock.nextDue == time(100))
        clock.advance(by: .milliseconds(50))
        recorder.flush()
        #expect(clock.nextDue == nil)
    }

    /// A file is synchronized when it is due, and a source that rests does not wait for that.
    @Test(arguments: [(1, 5_000), (200, 100)] as [(Int, Int64)])
    func whatADestinationHasToDoIsDoneInItsTime(_ count: Int, _ milliseconds: Int64) async throws {
        sink.due.withLock { $0 = 5_000_000_000 }
        try dispatch()
        clock.advance(by: .milliseconds(49))
        try dispatch(count)
        clock.advance(by: .milliseconds(1))
        #expect(await sink.writes.waits(for: 1))
        recorder.flush()
        #expect(clock.nextDue == time(milliseconds))
    }

    @Test func whatWasDueBeforeIsDoneAtOnce() throws {
        sink.due.withLock { $0 = 0 }
        clock.advance(by: .milliseconds(1_000))
        try dispatch()
        recorder.flush()
        #expect(clock.nextDue == time(1_000))
    }
}
