// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// One order for all, each producer's own order, and no overlap within a mailbox.
struct OrderTests {
    /// Starts threads of the test's own, because those that run tests are few.
    private static func produce(_ producers: Int, _ body: @escaping @Sendable (Int) -> Void) {
        for producer in 0..<producers {
            Thread { body(producer) }.start()
        }
    }

    @Test func everybodyHearsTheSameOrderAndEachProducersOwn() async throws {
        let producers = 4
        let each = 300
        let hub = EventHub(options: .patient())
        let listeners = (0..<3).map { _ in RecordingListener() }
        for (place, listener) in listeners.enumerated() {
            try hub.register("ext \(place)") { runtime in
                runtime.listen(type: testType, source: .wildcard, listener.hear)
            }
        }
        await hub.start()
        let batches = try (0..<producers).map { try events(0..<each, prefix: "\($0) ") }
        Self.produce(producers) { producer in
            for event in batches[producer] { hub.dispatch(event) }
        }
        for listener in listeners { #expect(await listener.waits(for: producers * each)) }
        await hub.shutDownAndWait()
        let first = listeners[0].events
        #expect(first.map(\.number) == Array(3..<UInt64(producers * each + 3)))
        for listener in listeners { #expect(listener.events.map(\.id) == first.map(\.id)) }
        for producer in 0..<producers {
            let own = first.filter { $0.name.hasPrefix("\(producer) ") }
            #expect(own.map(\.id) == batches[producer].map(\.id))
        }
    }

    /// Types of one text that were made one by one are one address; answers go their own way between them.
    @Test func eventsOfManyAddressesAtOnceComeInOrder() throws {
        let test = TestHub()
        test.start()
        let all = test.listener(type: .wildcard, source: .wildcard)
        let even = test.listener(type: EventType(testType.description.uppercased()), source: testSource)
        let odd = test.listener(type: "odd", source: testSource)
        let request = try event("Ask")
        // Longer than a batch, in runs of one to five.
        var sent: [Event] = []
        for run in 0..<200 {
            let type = run.isMultiple(of: 2) ? EventType(testType.description) : EventType("odd")
            for place in 0..<(run % 5 + 1) {
                let next = try Event(name: "\(run).\(place)", type: type, source: testSource)
                sent.append(run % 7 == 3 ? next.answering(request) : next)
            }
        }
        for event in sent { test.hub.dispatch(event) }
        test.run()
        let ids = Set(sent.map(\.id))
        #expect(all.events.map(\.id).filter(ids.contains) == sent.map(\.id))
        let plain = sent.filter { $0.requestID == nil }
        #expect(even.events.map(\.id) == plain.filter { $0.type == testType }.map(\.id))
        #expect(odd.events.map(\.id) == plain.filter { $0.type == "odd" }.map(\.id))
        #expect(!even.events.isEmpty && !odd.events.isEmpty)
    }

    @Test(arguments: 1...5)
    func everybodyHearsTheSameOrderWhateverTheOrderOfWork(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        let listeners = (0..<4).map { _ in RecordingListener() }
        for (place, listener) in listeners.enumerated() {
            try test.hub.register("ext \(place)") { runtime in
                runtime.listen(type: .wildcard, source: .wildcard) { event in
                    listener.hear(event)
                    // What a listener dispatches has its place in the one order too.
                    guard event.type == testType, !event.name.contains("."), place < 2 else { return }
                    guard let echo = try? LaunchHubTests.event("\(event.name).\(place)") else { return }
                    runtime.dispatch(echo)
                }
            }
        }
        test.start()
        for event in try events(0..<50) { test.hub.dispatch(event) }
        test.run()
        let numbers = listeners[0].numbers
        #expect(numbers.count >= 150)
        #expect(numbers == numbers.sorted())
        // The first events went to listeners that were there; all were, because they were made at the start.
        for listener in listeners { #expect(listener.events.map(\.id) == listeners[0].events.map(\.id)) }
    }

    @Test func listenersOfOneExtensionNeverOverlap() async throws {
        let hub = EventHub(options: .patient())
        let inside = Locked(0)
        let overlaps = Recorder<Int>()
        let done = Recorder<Int>()
        try hub.register("ext") { runtime in
            for _ in 0..<3 {
                runtime.listen(type: testType, source: .wildcard) { event in
                    let count = inside.withLock { count in
                        count += 1
                        return count
                    }
                    if count != 1 { overlaps.append(count) }
                    // Enough work for an overlap to happen if it could.
                    var sum = 0
                    for number in 0..<200 { sum &+= number ^ event.name.utf8.count }
                    inside.withLock { $0 -= 1 }
                    done.append(sum)
                }
            }
        }
        await hub.start()
        Self.produce(4) { producer in
            for _ in 0..<100 {
                guard let event = try? event("\(producer)") else { return }
                hub.dispatch(event)
            }
        }
        #expect(await done.waits(for: 4 * 100 * 3))
        #expect(overlaps.isEmpty)
        await hub.shutDownAndWait()
    }

    @Test func mailboxesRunInParallel() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let done = Recorder<String>()
        let toLeft = Gate()
        let toRight = Gate()
        // Each needs the other to be running.
        hub.listen(type: testType, source: testSource, name: "left") { _ in
            toRight.open()
            if toLeft.pass() { done.append("left") }
        }
        hub.listen(type: testType, source: testSource, name: "right") { _ in
            toLeft.open()
            if toRight.pass() { done.append("right") }
        }
        hub.dispatch(try event())
        #expect(await done.waits(for: 2))
        await hub.shutDownAndWait()
    }

    @Test func manyBlockedListenersDelayNobody() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let gate = Gate()
        let blocked = Recorder<Bool>()
        for number in 0..<20 {
            hub.listen(type: testType, source: testSource, name: "blocked \(number)") { event in
                if event.name == "0" { blocked.append(gate.pass()) }
            }
        }
        let free = RecordingListener()
        hub.listen(type: testType, source: testSource, name: "free", free.hear)
        for event in try events(0..<100) { hub.dispatch(event) }
        #expect(await free.waits(for: 100))
        #expect(blocked.isEmpty)
        for _ in 0..<20 { gate.open() }
        #expect(await blocked.waits(for: 20))
        #expect(blocked.elements.allSatisfy { $0 })
        await hub.shutDownAndWait()
    }
}
