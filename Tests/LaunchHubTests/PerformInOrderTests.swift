// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Synchronous calls into an extension, in the order in which the calling thread did everything.
struct PerformInOrderTests {
    /// An extension that counts events, with a way into its mailbox.
    private final class Counting: Sendable {
        let count = Locked(0)
        let runtime = Locked<ExtensionRuntime?>(nil)

        func register(with hub: EventHub, _ name: String = "counting") throws {
            try hub.registerAtOnce(named: name) { [self] runtime in
                self.runtime.withLock { $0 = runtime }
                runtime.listen(type: testType, source: testSource) { [self] _ in count.withLock { $0 += 1 } }
            }
        }

        func read() -> Int {
            guard let runtime = runtime.withLock({ $0 }) else { return -1 }
            return runtime.performInOrder { [self] in count.withLock { $0 } }
        }
    }

    @Test(arguments: 1...5)
    func aCallSeesTheEffectOnAManualHubToo(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        let counting = Counting()
        try counting.register(with: test.hub)
        test.start()
        for round in 1...10 {
            test.hub.dispatch(try event())
            #expect(counting.read() == round)
        }
    }

    @Test func fourThreadsAtOnceEachSeeTheirOwn() async throws {
        let hub = EventHub(options: .patient())
        let seen = Locked([Int](repeating: 0, count: 4))
        let (inside, runtime) = (Locked(0), Locked<ExtensionRuntime?>(nil))
        let mistakes = Recorder<String>()
        let enter: @Sendable () -> Void = {
            let count = inside.withLock { count in
                count += 1
                return count
            }
            if count != 1 { mistakes.append("overlap") }
        }
        try hub.registerAtOnce(named: "ext") { made in
            runtime.withLock { $0 = made }
            made.listen(type: testType, source: testSource) { event in
                enter()
                if case .int(let thread)? = event.data["thread"] { seen.withLock { $0[Int(thread)] += 1 } }
                inside.withLock { $0 -= 1 }
            }
        }
        await hub.start()
        let mailbox = try #require(runtime.withLock { $0 })
        let done = Recorder<Int>()
        for thread in 0..<4 {
            let event = try event(data: ["thread": .int(Int64(thread))])
            Thread {
                for round in 1...100 {
                    hub.dispatch(event)
                    let count = mailbox.performInOrder {
                        enter()
                        defer { inside.withLock { $0 -= 1 } }
                        return seen.withLock { $0[thread] }
                    }
                    if count != round { mistakes.append("thread \(thread) saw \(count) after \(round)") }
                }
                done.append(thread)
            }.start()
        }
        #expect(await done.waits(for: 4))
        #expect(mistakes.isEmpty)
        await hub.shutDownAndWait()
    }

    @Test func insideAListenerOfTheSameExtensionItRunsAtOnce() async throws {
        let hub = EventHub(options: .patient())
        let steps = Recorder<String>()
        try hub.register("ext") { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                steps.append("before \(event.name)")
                runtime.performInOrder { steps.append("inside \(event.name)") }
                steps.append("after \(event.name)")
            }
        }
        await hub.start()
        for event in try events(0..<2) { hub.dispatch(event) }
        #expect(await steps.waits(for: 6))
        #expect(steps.elements == ["before 0", "inside 0", "after 0", "before 1", "inside 1", "after 1"])
        await hub.shutDownAndWait()
    }

    @Test func itWorksBeforeTheStart() async throws {
        let hub = EventHub(options: .patient())
        let counting = Counting()
        try counting.register(with: hub)
        hub.dispatch(try event())
        #expect(counting.read() == 0, "the event is kept until the hub starts")
        await hub.start()
        #expect(counting.read() == 1)
        await hub.shutDownAndWait()
    }

    @Test func itWorksAfterUnregisteringAndAfterTheShutdown() async throws {
        let hub = EventHub(options: .patient())
        let counting = Counting()
        try counting.register(with: hub)
        await hub.start()
        try hub.unregisterAtOnce("counting")
        #expect(counting.read() == 0)
        await hub.shutDownAndWait()
        #expect(counting.read() == 0)
    }

    @Test func aCallThatWaitsForAnExtensionThatEndsGoesOn() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let gate = Gate()
        let entered = Recorder<String>()
        let runtime = Locked<ExtensionRuntime?>(nil)
        try hub.registerAtOnce(named: "stuck") { made in
            runtime.withLock { $0 = made }
            made.listen(type: testType, source: testSource) { _ in
                entered.append("listener")
                gate.pass()
            }
        }
        await hub.start()
        hub.dispatch(try event())
        #expect(await entered.waits(for: 1))
        let mailbox = try #require(runtime.withLock { $0 })
        Thread { mailbox.performInOrder { entered.append("call") } }.start()
        // The call is on its way to the mailbox, or will be refused by it: it has to come through in both cases.
        try hub.unregisterAtOnce("stuck")
        #expect(await entered.waits(for: 2))
        gate.open()
        await hub.shutDownAndWait()
    }

    @Test func extensionsThatCallEachOtherDoNotWaitForEver() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let left = Counting()
        let right = Counting()
        try left.register(with: hub, "left")
        try right.register(with: hub, "right")
        await hub.start()
        let leftRuntime = try #require(left.runtime.withLock { $0 })
        let rightRuntime = try #require(right.runtime.withLock { $0 })
        let done = Recorder<String>()
        let toLeft = Gate()
        let toRight = Gate()
        leftRuntime.listen(type: "both", source: "both") { _ in
            toRight.open()
            toLeft.pass()
            rightRuntime.performInOrder { done.append("in right") }
            done.append("left")
        }
        rightRuntime.listen(type: "both", source: "both") { _ in
            toLeft.open()
            toRight.pass()
            leftRuntime.performInOrder { done.append("in left") }
            done.append("right")
        }
        hub.dispatch(try Event(name: "Both", type: "both", source: "both"))
        #expect(await done.waits(for: 4))
        #expect(Set(done.elements) == ["in right", "in left", "left", "right"])
        await hub.shutDownAndWait()
    }
}
