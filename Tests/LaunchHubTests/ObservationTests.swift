// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Taps and logs, and that neither they nor anybody's deinitializer can hold up the routing stage.
struct ObservationTests {
    @Test func aTapSeesEverythingInOrder() throws {
        let test = TestHub()
        let tap = test.tap()
        try test.hub.register("echo") { runtime in
            runtime.listen(type: testType, source: testSource) { try? runtime.respond(to: $0, with: [:]) }
        }
        test.start()
        _ = test.request(try event("Ask"))
        try test.hub.unregister("echo")
        test.run()
        let seen = tap.records.map { record in
            switch record {
            case .dispatched(let event): "dispatched \(event.name)"
            case .delivered(let event, to: _, in: let mailbox, took: _): "\(mailbox) heard \(event.name)"
            case .ended(request: let event, outcome: _): "ended \(event.name)"
            case .overran: "overran"
            case .registered(let name): "registered \(name)"
            case .failed: "failed"
            case .stateChanged(let owner): "state of \(owner)"
            case .rulesApplied(let record): "rules applied to \(record.event.name)"
            case .unregistered(let name): "unregistered \(name)"
            }
        }
        #expect(
            seen == [
                "registered echo", "state of com.adobe.module.eventhub", "dispatched Booted",
                "dispatched Shared state change", "dispatched Ask", "echo heard Ask", "dispatched Response to Ask",
                "ended Ask", "state of com.adobe.module.eventhub", "dispatched Shared state change",
                "unregistered echo",
            ]
        )
    }

    @Test func aTapThatWasRemovedSeesNothingMore() throws {
        final class SelfRemoving: HubTap {
            let token = Locked<HubToken?>(nil)
            let seen = Recorder<HubRecord>()

            func observe(_ record: HubRecord) {
                seen.append(record)
                token.withLock { $0 }?.cancel()
            }
        }
        let test = TestHub()
        test.start()
        let tap = SelfRemoving()
        tap.token.withLock { $0 = test.hub.install(tap) }
        // They are numbered, and so shown to the tap, together.
        for event in try events(0..<3) { test.hub.dispatch(event) }
        test.run()
        test.dispatch(try event("3"))
        #expect(tap.seen.count == 1)
    }

    @Test func aSlowTapDelaysNobodyButItself() async throws {
        final class Slow: HubTap {
            let gate = Gate()
            let seen = Recorder<Bool>()

            func observe(_ record: HubRecord) {
                seen.append(gate.pass())
            }
        }
        let hub = EventHub(options: .patient())
        let slow = Slow()
        hub.install(slow)
        let tap = RecordingTap()
        hub.install(tap)
        await hub.start()
        let listener = RecordingListener()
        hub.listen(type: testType, source: testSource, listener.hear)
        for event in try events(0..<100) { hub.dispatch(event) }
        #expect(await listener.waits(for: 100))
        #expect(await tap.waits { $0.count == 203 })
        #expect(slow.seen.isEmpty)
        for _ in 0..<203 { slow.gate.open() }
        #expect(await slow.seen.waits(for: 203))
        await hub.shutDownAndWait()
    }

    @Test func messagesThatAreNotWrittenAreNotBuilt() throws {
        let log = Log(level: .warning, sink: NullSink())
        log.debug(
            "test",
            {
                Issue.record("built a message that nobody reads")
                return ""
            }()
        )
        let sink = RecordingSink()
        log.sink = sink
        log.warning("test", "written")
        #expect(sink.records.map(\.message) == ["written"])
    }

    @Test func aSinkThatBlocksHoldsUpNeitherRoutingNorTheWatch() async throws {
        final class Blocking: LogSink {
            let gate = Gate()
            let entered = Recorder<String>()

            func write(_ record: LogRecord) {
                entered.append(record.message)
                gate.pass()
            }
        }
        let sink = Blocking()
        let hub = EventHub(
            options: .patient(listenerBudget: .milliseconds(10)),
            log: Log(level: .debug, sink: sink)
        )
        await hub.start()
        let listener = RecordingListener()
        hub.listen(type: testType, source: testSource, listener.hear)
        // The routing stage logs an answer that nobody waits for.
        let ask = try event("Ask")
        hub.dispatch(try event("late", answering: ask))
        #expect(await sink.entered.waits(for: 1))
        hub.dispatch(try event("1"))
        #expect(await listener.waits(for: 1))
        // The watch logs an overrun, and has to notice the next one all the same.
        let gate = Gate()
        let overruns = RecordingListener()
        hub.listen(type: .hub, source: .overrun, overruns.hear)
        for number in 1...2 {
            hub.listen(type: "block", source: "block", name: "blocking \(number)") { _ in gate.pass() }
        }
        hub.dispatch(try Event(name: "Block", type: "block", source: "block"))
        #expect(await overruns.waits(for: 2))
        for _ in 0..<2 { gate.open() }
        for _ in 0..<20 { sink.gate.open() }
        await hub.shutDownAndWait()
    }

    @Test func aListenerWhoseDeinitializerBlocksHoldsNobodyUp() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let gate = Gate()
        let freed = Recorder<Bool>()
        let listener = RecordingListener()
        hub.listen(type: testType, source: testSource, listener.hear)
        for round in 0..<5 {
            do {
                let canary = Canary { freed.append(gate.pass()) }
                hub.listen(type: "other", source: "other", once: true) { _ in canary.sing() }
            }
            hub.dispatch(try Event(name: "Other", type: "other", source: "other"))
            hub.dispatch(try event("\(round)"))
            #expect(await listener.waits(for: round + 1))
        }
        #expect(freed.isEmpty)
        for _ in 0..<5 { gate.open() }
        #expect(await freed.waits(for: 5))
        await hub.shutDownAndWait()
    }
}
