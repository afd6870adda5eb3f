// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub

/// Makes lines of what was put down, and writes them, on a thread of its own.
///
/// It runs some milliseconds after something was put down, and once a second while a file has to be synchronized;
/// otherwise it costs nothing. It is kept by what it is attached to.
final class RecordingWriter: Sendable {
    private struct State: Sendable {
        var script: SessionScript
        /// Return the sources, which their hub or instance keeps.
        var attached: [@Sendable () -> (any RecordedSource)?] = []
        /// The number of lines that were written, or that wait to be sent.
        var lines = 0
        /// The number of lines that were dropped.
        var dropped = 0
        var instances = 0
        /// The difference between the time of day and the time of the recording, in milliseconds.
        var dayOffset: Int64
        var isStopped = false
    }

    /// How long lines may wait for others: half a frame of what a person sees, and a twentieth of what a budget has.
    private static let pause = Duration.milliseconds(50)

    private let clock: any HubClock
    private let log: HubLog
    private let start: Instant
    private let sink: any LineSink
    private let options: RecordingOptions
    private let queue = DispatchQueue(label: "launch-hub.recording", qos: .utility)
    private let state: Locked<State>
    /// The earliest time at which the writer will run; apart from the rest, which is in use while lines are made.
    private let planned = Locked<Int64?>(nil)
    private let intake = Locked(WeakReference<RecordingIntake>(nil))

    init(_ sink: any LineSink, _ options: RecordingOptions, clock: any HubClock, log: HubLog, salt: UInt64) {
        self.sink = sink
        self.options = options
        self.clock = clock
        self.log = log
        start = clock.now
        let unix = Self.milliseconds(clock)
        state = Locked(
            State(
                script: SessionScript(
                    title: options.title,
                    start: unix,
                    redactor: Redactor(options, salt: salt)
                ),
                dayOffset: unix
            )
        )
    }

    /// The time of day, from 1970 to 9999.
    private static func milliseconds(_ clock: any HubClock) -> Int64 {
        Int64(max(0, min(253_402_300_799, clock.date.timeIntervalSince1970)) * 1_000)  // in range: it is clamped
    }

    /// Begins with a place where sources put down what they observe.
    ///
    /// The place keeps the writer, and the sources keep the place; the writer does not keep it.
    func makeIntake() -> RecordingIntake {
        let made = RecordingIntake(clock: clock, start: start, linesPerSecond: options.linesPerSecond) { [self] in
            plan(at: clock.now.nanoseconds(since: start) + Self.pause.nanoseconds)
        } flush: { [self] in
            flush()
        }
        intake.withLock { $0 = WeakReference(made) }
        return made
    }

    var counts: (lines: Int, dropped: Int) { state.withLock { ($0.lines, $0.dropped) } }

    /// The last problem of the destination; nil if there was none.
    var problem: String? { sink.problem }

    /// Returns the name of the next instance.
    func nextName() -> String {
        state.withLock { state in
            state.instances += 1
            return "sdk-\(state.instances)"
        }
    }

    /// Begins the file, and keeps what the recorder is attached to.
    func keep(_ source: some RecordedSource) {
        Self.writesAtExit
        Self.writers.withLock { writers in
            writers.removeAll { $0.object == nil || $0.object === self }
            writers.append(WeakReference(self))
        }
        let now = clock.now.nanoseconds(since: start)
        let reference = WeakReference(source)
        state.withLock { state in
            state.attached.removeAll { $0() == nil }
            state.attached.append { reference.object }
            guard !state.isStopped else { return }
            // An app that ends at once leaves a file that says what it is.
            write(at: now, &state) { _, _ in }
        }
    }

    // MARK: - Running

    private func plan(at due: Int64) {
        let isNew = planned.withLock { planned in
            guard due < planned ?? .max else { return false }
            planned = due
            return true
        }
        guard isNew else { return }
        let delay = max(0, due - clock.now.nanoseconds(since: start))
        // The hub may be released before its last events are written.
        let kept = intake.withLock { $0.object }
        _ = clock.schedule(after: .nanoseconds(delay)) { [self] in
            queue.async { [self] in
                planned.withLock { $0 = nil }
                run()
                _ = consume kept
            }
        }
    }

    /// Writes what was put down.
    private func run() {
        guard let intake = intake.withLock({ $0.object }) else { return }
        let attached = state.withLock { state in
            write(intake.removeAll(), &state)
            return state.attached
        }
        var missed: UInt64 = 0
        var isResting = false
        for case let source? in attached.map({ $0() }) {
            let woken = source.wake(intake)
            missed = missed &+ woken.missed
            isResting = isResting || woken.isResting
        }
        if missed > 0 {
            state.withLock { state in
                let item = RecordedItem(time: intake.now, content: .dropped(lines: missed, .rate))
                state.dropped += Int(clamping: missed)
                write(.init(items: [item]), &state)
            }
        }
        let now = intake.now
        var next = sink.tend(at: now)
        if isResting || !intake.awaitNext() {
            let soon = now + Self.pause.nanoseconds
            next = min(next ?? soon, soon)
        }
        if let next { plan(at: next) }
    }

    private func write(_ taken: RecordingIntake.Taken, _ state: inout State) {
        guard !state.isStopped else { return }
        let now = clock.now.nanoseconds(since: start)
        var items = taken.items
        let offset = Self.milliseconds(clock) - now / 1_000_000
        if (offset - state.dayOffset).magnitude > 1_000 {
            state.dayOffset = offset
            items.append(RecordedItem(time: now, content: .clock(unix: offset + now / 1_000_000)))
        }
        for (lines, loss) in [(taken.overRate, RecordingLoss.rate), (taken.overMemory, .memory)] where lines > 0 {
            state.dropped += Int(clamping: lines)
            items.append(RecordedItem(time: now, content: .dropped(lines: lines, loss)))
        }
        guard !items.isEmpty else { return }
        write(at: now, &state) { script, text in
            for item in items { script.add(item, to: &text) }
        }
    }

    /// Writes lines, behind those that a file begins with where these are missing.
    private func write(at now: Int64, _ state: inout State, _ add: (inout SessionScript, inout LineText) -> Void) {
        let before = sink.problem
        var lines = 0
        let lost = sink.write(at: now) { isFirst in
            var text = isFirst ? state.script.opening() : LineText()
            add(&state.script, &text)
            lines = text.lines
            return text
        }
        if lost?.loss != .file { state.lines += lines }
        guard let lost else { return }
        state.dropped += Int(clamping: lost.lines)
        if lost.loss != .file {
            _ = sink.write(at: now) { isFirst in
                var text = isFirst ? state.script.opening() : LineText()
                state.script.add(RecordedItem(time: now, content: .dropped(lines: lost.lines, lost.loss)), to: &text)
                return text
            }
        }
        if let problem = sink.problem, problem != before { log.error("LaunchHubRecording", problem) }
    }

    // MARK: - Ending

    /// The writers that still have something to write when the process ends.
    private static let writers = Locked<[WeakReference<RecordingWriter>]>([])
    private static let writesAtExit: Void = {
        atexit { RecordingWriter.writers.withLock { $0 }.forEach { $0.object?.writeAtExit() } }
    }()

    /// Writes what was put down when the process ends: a program may be over before its lines are due.
    ///
    /// A disk or a server that does not answer must not keep the process, so the wait has a limit.
    private func writeAtExit() {
        let isWritten = DispatchSemaphore(value: 0)
        queue.async { [self] in
            run()
            sink.drain { isWritten.signal() }
        }
        _ = isWritten.wait(timeout: .now() + 2)
    }

    /// Writes what was put down, and synchronizes it, before it returns.
    func flush() {
        queue.sync { run() }
        sink.synchronize()
    }

    /// Detaches everything and writes the last line.
    func stop() {
        let attached = state.withLock { $0.attached }
        for case let source? in attached.map({ $0() }) { source.detach() }
        queue.sync {
            run()
            state.withLock { state in
                guard !state.isStopped else { return }
                write(at: clock.now.nanoseconds(since: start), &state) { $0.end(&$1) }
                state.isStopped = true
                state.attached = []
            }
            intake.withLock { $0.object }?.stop()
            sink.close()
        }
    }
}
