// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Mailboxes with a limit, and what stays in memory.
struct MailboxPolicyTests {
    /// A hub whose one extension has a full mailbox in front of it when the test goes on.
    private static func run(_ policy: MailboxPolicy, batches: [Range<Int>]) throws -> (names: [String], dropped: UInt64)
    {
        let test = TestHub(options: HubOptions(mailboxPolicy: policy))
        let listener = RecordingListener()
        let counters = Recorder<MailboxCounters>()
        try test.hub.register("ext") { runtime in
            runtime.listen(type: testType, source: testSource) { [hub = test.hub, executor = test] event in
                listener.hear(event)
                guard event.name == "first" else { return }
                // The mailbox is busy with this call, so that everything else has to wait in it.
                for batch in batches {
                    for event in (try? events(batch)) ?? [] { hub.dispatch(event) }
                    executor.run()
                    if let state = hub.counters(of: "EXT") { counters.append(state) }
                }
            }
        }
        test.start()
        test.dispatch(try event("first"))
        let dropped = try #require(test.hub.counters(of: "ext")).dropped
        if let limit = policy.limit { #expect(counters.elements.allSatisfy { $0.waiting <= limit }) }
        #expect(counters.elements.last?.dropped == dropped)
        return (Array(listener.names.dropFirst()), dropped)
    }

    @Test func mailboxesHaveNoLimitByDefault() throws {
        let (names, dropped) = try Self.run(.unbounded, batches: [0..<1_000, 1_000..<2_000])
        #expect(names == (0..<2_000).map(String.init))
        #expect(dropped == 0)
    }

    @Test func theOldestMakeRoom() throws {
        let (names, dropped) = try Self.run(MailboxPolicy(limit: 3), batches: [0..<2, 2..<4, 4..<6])
        #expect(names == ["3", "4", "5"])
        #expect(dropped == 3)
    }

    @Test func aBatchBeyondTheLimitKeepsItsNewest() throws {
        let (names, dropped) = try Self.run(MailboxPolicy(limit: 3), batches: [0..<2, 2..<12])
        #expect(names == ["9", "10", "11"])
        #expect(dropped == 9)
    }

    @Test func newEventsAreRefused() throws {
        let (names, dropped) = try Self.run(
            MailboxPolicy(limit: 3, refusesNewEvents: true),
            batches: [0..<2, 2..<4, 4..<6]
        )
        #expect(names == ["0", "1", "2"])
        #expect(dropped == 3)
    }

    @Test func aLimitIsAtLeastOne() throws {
        #expect(MailboxPolicy(limit: -5).limit == 1)
        let (names, dropped) = try Self.run(MailboxPolicy(limit: 0), batches: [0..<10])
        #expect(names == ["9"])
        #expect(dropped == 9)
    }

    @Test func aFullMailboxDelaysNobodyElse() throws {
        let test = TestHub(options: HubOptions(mailboxPolicy: MailboxPolicy(limit: 1)))
        test.start()
        let other = RecordingListener()
        test.hub.listen(type: testType, source: testSource) { [test] event in
            guard event.name == "first" else { return }
            for event in (try? events(0..<10)) ?? [] { test.dispatch(event) }
        }
        test.hub.listen(type: testType, source: testSource, other.hear)
        test.dispatch(try event("first"))
        #expect(other.count == 11)
    }

    @Test func aListenerThatIsDroppedWithItsEventsMayUseTheHubWhenItIsFreed() throws {
        let test = TestHub(options: HubOptions(mailboxPolicy: MailboxPolicy(limit: 1)))
        let freed = Recorder<Int>()
        try test.hub.register("ext") { runtime in
            let token = Locked<HubToken?>(nil)
            runtime.listen(type: "first", source: "first") { [weak test] _ in
                guard let test, let old = try? event("old"), let new = try? event("new") else { return }
                do {
                    let canary = Canary { [weak test] in
                        if let waiting = test?.hub.counters(of: "ext")?.waiting { freed.append(waiting) }
                    }
                    let made = runtime.listen(type: testType, source: testSource) { _ in canary.sing() }
                    token.withLock { $0 = made }
                }
                // Now the event in the mailbox is the last to know its listener, and then it makes room for the next.
                test.dispatch(old)
                token.withLock { $0 }?.cancel()
                token.withLock { $0 = nil }
                test.run()
                runtime.listen(type: testType, source: testSource) { _ in }
                test.dispatch(new)
            }
        }
        test.start()
        try test.dispatch("first", type: "first", source: "first")
        #expect(freed.count == 1)
    }

    @Test func nothingStaysOfAnEventThatWasHeard() throws {
        let test = TestHub()
        test.start()
        _ = test.listener(type: "unheard")
        let heard = Locked(0)
        test.hub.listen(type: testType, source: testSource) { _ in heard.withLock { $0 += 1 } }
        let freed = Locked(0)
        let count = 1_000
        for _ in 0..<count {
            // What an answer's callback holds lives as long as the hub knows the request.
            let canary = Canary { freed.withLock { $0 += 1 } }
            test.hub.request(try event()) { _ in canary.sing() }
        }
        test.run()
        #expect(freed.withLock { $0 } == 0)
        test.advance(by: .seconds(5))
        #expect(heard.withLock { $0 } == count)
        #expect(freed.withLock { $0 } == count)
        #expect(test.clock.pendingCount == 0)
        #expect(test.isIdle)
    }
}
