// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchHubRecording

/// What a recorder counts and reports where its destination loses lines.
struct RecorderSinkTests {
    /// A destination that loses what a test says.
    private final class Sink: LineSink {
        struct State: Sendable {
            var lines: [String] = []
            var losses: [(lines: UInt64, loss: RecordingLoss)?] = []
            var nextProblem: String?
            var problem: String?
            var needsOpening = true
            var synchronizations = 0
            var ends = 0
        }

        let state = Locked(State())

        var needsOpening: Bool { state.withLock { $0.needsOpening } }
        var problem: String? { state.withLock { $0.problem } }

        func write(_ text: LineText, at now: Int64) -> (lines: UInt64, loss: RecordingLoss)? {
            state.withLock { state in
                state.needsOpening = false
                state.problem = state.nextProblem
                state.lines += String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(
                    String.init
                )
                return state.losses.isEmpty ? nil : state.losses.removeFirst()
            }
        }

        func tend(at now: Int64) -> Int64? { nil }
        func synchronize() { state.withLock { $0.synchronizations += 1 } }
        func close() { state.withLock { $0.ends += 1 } }

        func next(_ loss: (lines: UInt64, loss: RecordingLoss)?, problem: String? = nil) {
            state.withLock { state in
                state.losses = [loss]
                state.nextProblem = problem
            }
        }

        /// The kinds of the lines since the last call.
        func kinds() -> [String] {
            let lines = state.withLock { state in
                defer { state.lines = [] }
                return state.lines
            }
            return lines.compactMap { try? JSONObject(jsonText: $0) }.map { line in
                let kind = line["kind"]?.stringValue ?? "opening"
                return kind
                    + (line["reason"]?.stringValue.map { " \($0) \(line["lines"]?.jsonText ?? "")" } ?? "")
            }
        }
    }

    private let clock = ManualClock()
    private let sink = Sink()
    private let log = RecordingSink()

    private func recorder(_ clock: (any HubClock)? = nil) -> SessionRecorder {
        SessionRecorder(
            sink,
            options: RecordingOptions(linesPerSecond: 100),
            clock: clock ?? self.clock,
            log: HubLog(level: .verbose, sink: log),
            salt: 1
        )
    }

    /// Dispatches an event, which is a line for the recorder, and has it written.
    private func dispatch(_ test: TestHub, _ recorder: SessionRecorder) throws {
        try test.dispatch("Event", type: "com.example.t", source: "app")
        recorder.flush()
    }

    /// Lines that wait for a server are counted as lines; those that it cannot have any more as dropped.
    @Test func whatADestinationLosesIsCountedByItsReason() throws {
        let test = TestHub()
        test.start()
        let recorder = recorder()
        recorder.attach(to: test.hub)
        try dispatch(test, recorder)
        #expect(sink.kinds() == ["opening", "event"])
        #expect(recorder.lineCount == 2 && recorder.droppedLineCount == 0 && recorder.problem == nil)

        sink.next((3, .connection))
        try dispatch(test, recorder)
        #expect(sink.kinds() == ["event", "dropped connection 3"])
        #expect(recorder.lineCount == 3 && recorder.droppedLineCount == 3)

        for dropped in 4...5 {
            sink.next((1, .file), problem: "the disk is full")
            try dispatch(test, recorder)
            #expect(sink.kinds() == ["event"])
            #expect(recorder.lineCount == 3 && recorder.droppedLineCount == dropped)
            #expect(recorder.problem == "the disk is full")
            // The log says once what goes on.
            #expect(log.records.map(\.message) == ["the disk is full"])
        }

        sink.next(nil)
        try dispatch(test, recorder)
        #expect(recorder.lineCount == 4 && recorder.droppedLineCount == 5 && recorder.problem == nil)
    }

    /// A line of a flood says how many others there were.
    @Test func aFloodIsALineOfItsOwn() throws {
        let test = TestHub()
        test.start()
        let recorder = recorder()
        recorder.attach(to: test.hub)
        for _ in 0..<101 { try test.dispatch("Event", type: "com.example.t", source: "app") }
        recorder.flush()
        #expect(
            sink.kinds() == ["opening"] + Array(repeating: "event", count: 100) + ["dropped rate 1"]
        )
        #expect(recorder.lineCount == 102 && recorder.droppedLineCount == 1)
    }

    @Test func aRecorderEndsOnce() throws {
        let test = TestHub()
        test.start()
        let recorder = recorder()
        recorder.attach(to: test.hub)
        try dispatch(test, recorder)
        #expect(sink.state.withLock { $0.synchronizations } == 1)
        recorder.stop()
        #expect(sink.kinds() == ["opening", "event", "end"])
        #expect(recorder.lineCount == 3 && sink.state.withLock { $0.ends } == 1)
        recorder.stop()
        try dispatch(test, recorder)
        #expect(sink.kinds() == [] && recorder.lineCount == 3)
    }

    /// A recording of nothing says that it is complete.
    @Test func aRecordingOfNothingHasItsTwoLines() {
        let recorder = recorder()
        recorder.flush()
        #expect(sink.kinds() == [] && recorder.lineCount == 0)
        recorder.stop()
        #expect(sink.kinds() == ["opening", "end"] && recorder.lineCount == 2)
    }

    @Test func instancesAreNumberedFromOne() {
        let writer = RecordingWriter(
            sink,
            RecordingOptions(),
            clock: clock,
            log: HubLog(level: .verbose, sink: log),
            salt: 1
        )
        #expect((0..<3).map { _ in writer.nextName() } == ["sdk-1", "sdk-2", "sdk-3"])
    }

    /// A second is within what clocks are corrected by; each change is a line once.
    @Test func aClockIsSetByMoreThanASecond() throws {
        let test = TestHub()
        test.start()
        let set = SettableClock(clock)
        let recorder = recorder(set)
        recorder.attach(to: test.hub)
        var found: [[String]] = []
        for offset in [0, 1, 3, 3, 4, 1.5, -1_699_999_990] {
            set.offset.withLock { $0 = offset }
            try dispatch(test, recorder)
            found.append(sink.kinds().filter { $0 != "opening" })
        }
        #expect(
            found == [
                ["event"], ["event"], ["event", "clock"], ["event"], ["event"], ["event", "clock"],
                ["event", "clock"],
            ]
        )
    }
}
