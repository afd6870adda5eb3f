// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Every API may be called from every callback.
struct ReentrancyTests {
    /// The places from which a hub calls somebody else's code.
    enum Callback: String, CaseIterable, CustomTestStringConvertible {
        case listener
        case listenerMade
        case appListener
        case initializer
        case initializerAtOnce
        case registered
        case unregistered
        case unexpectedError
        case response
        case timeout
        case tap
        case started
        case shutDown
        case performInOrder
        case logSink

        var testDescription: String { rawValue }
    }

    /// Uses everything that a hub can do.
    private static func useEverything(
        of hub: EventHub,
        _ runtime: ExtensionRuntime?,
        _ done: @escaping @Sendable () -> Void
    ) {
        _ = hub.extensionNames
        _ = hub.counters(of: "subject")
        _ = hub.log.level
        _ = hub.clock.now
        guard let other = try? Event(name: "Other", type: "other", source: "other"), let mine = try? event("Mine")
        else {
            return
        }
        hub.dispatch(other)
        hub.dispatch(mine.answering(other))
        hub.request(other) { _ in }.cancel()
        hub.listen(type: "other", source: "other") { _ in }.cancel()
        hub.listen(type: "other", source: "other", name: "object") { RecordingListener() }.cancel()
        hub.install(RecordingTap()).cancel()
        try? hub.register("nested") { runtime in
            runtime.listen(type: "other", source: "other") { try? runtime.respond(to: $0, with: [:]) }
        }
        try? hub.registerAtOnce(named: "nested at once") { $0.listen(type: "other", source: "other") { _ in } }
        if let runtime {
            runtime.listen(type: "other", source: "other") { _ in }
            runtime.dispatch(other)
            runtime.request(other) { _ in }
            runtime.performInOrder {}
        }
        hub.start()
        try? hub.unregister("nested")
        try? hub.unregister("nested at once")
        hub.dispatch(other)
        runtime?.unregister()
        try? hub.unregister("subject")
        hub.shutDown(deadline: .milliseconds(10), done)
        try? hub.register("too late")
        hub.dispatch(other)
    }

    private final class CallingTap: HubTap {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        func observe(_ record: HubRecord) {
            body()
        }
    }

    private struct CallingSink: LogSink {
        let body: @Sendable () -> Void

        func write(_ record: LogRecord) {
            body()
        }
    }

    /// Runs a body at the first call only.
    private final class Once: Sendable {
        private let isDone = Locked(false)

        func run(_ body: () -> Void) {
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { body() }
        }
    }

    @Test(arguments: Callback.allCases, [false, true])
    func everythingMayBeCalledFrom(_ callback: Callback, isManual: Bool) async throws {
        let manual = ManualExecutor(seed: 7)
        let clock = ManualClock()
        let log = Log(level: .verbose, sink: NullSink())
        let options = HubOptions.patient(listenerBudget: .milliseconds(10))
        let hub =
            isManual
            ? EventHub(options: options, clock: clock, log: log, executor: manual)
            : EventHub(options: options, log: log)
        let ended = Recorder<Bool>()
        let once = Once()
        let overrun = Gate()
        let call: @Sendable (Callback, ExtensionRuntime?) -> Void = { [weak hub] place, runtime in
            guard place == callback, let hub else { return }
            once.run { Self.useEverything(of: hub, runtime) { ended.append(true) } }
        }
        log.sink = CallingSink { call(.logSink, nil) }
        if callback == .tap { hub.install(CallingTap { call(.tap, nil) }) }
        let hooks = TestExtension.Hooks(
            registered: { call(.registered, $0) },
            unregistered: { call(.unregistered, $0) },
            failed: { runtime, _ in
                overrun.open()
                call(.unexpectedError, runtime)
            }
        )
        try hub.register("subject", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                call(.listener, runtime)
                runtime.performInOrder { call(.performInOrder, runtime) }
                if callback == .unexpectedError, event.name == "Ask" {
                    // On a manual clock this is the delay; a hub that runs by itself is held up until it has noticed.
                    clock.advance(by: .seconds(1))
                    if !isManual { overrun.pass() }
                }
                if event.name == "Ask" { try? runtime.respond(to: event, with: [:]) }
            }
            runtime.listen(type: testType, source: testSource, label: "object") {
                call(.listenerMade, runtime)
                return RecordingListener()
            }
            call(.initializer, runtime)
        }
        hub.listen(type: testType, source: testSource) { _ in call(.appListener, nil) }
        let started = Recorder<Bool>()
        hub.start {
            call(.started, nil)
            started.append(true)
        }
        if callback == .initializerAtOnce {
            try? hub.registerAtOnce(named: "at once") { call(.initializerAtOnce, $0) }
        }
        hub.request(try event("Ask")) { _ in call(.response, nil) }
        hub.request(try event("Silence"), timeout: .milliseconds(1)) { _ in call(.timeout, nil) }
        if callback == .logSink { hub.start(nil) }
        if isManual {
            manual.runUntilIdle(limit: 100_000)
            clock.advance(by: .seconds(1))
            manual.runUntilIdle(limit: 100_000)
        }
        #expect(await started.waits(for: 1))
        if callback == .unregistered { try? hub.unregisterAtOnce("subject") }
        if callback == .shutDown { hub.shutDown { call(.shutDown, nil) } }
        if isManual {
            manual.runUntilIdle(limit: 100_000)
            clock.advance(by: .seconds(1))
            manual.runUntilIdle(limit: 100_000)
            #expect(manual.isIdle)
        }
        #expect(await ended.waits(for: 1))
    }
}
