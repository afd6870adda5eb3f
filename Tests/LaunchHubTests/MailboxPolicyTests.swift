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

    /// By default everything waits; with a limit the oldest make room, or new ones are refused.
    @Test(
        arguments: [
            (MailboxPolicy.unbounded, ["0", "1", "2", "3", "4", "5"]), (MailboxPolicy(limit: 3), ["3", "4", "5"]),
            (MailboxPolicy(limit: 3, refusesNewEvents: true), ["0", "1", "2"]),
        ]
    )
    func whatWaitsIsWhatThePolicySays(_ policy: MailboxPolicy, _ expected: [String]) throws {
        let (names, dropped) = try Self.run(policy, batches: [0..<2, 2..<4, 4..<6])
        #expect(names == expected)
        #expect(dropped == UInt64(6 - expected.count))
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

    @Test func nothingStaysOfAnEventThatWasHeard() throws {
        let test = TestHub()
        test.start()
        _ = test.listener(type: "unheard")
        let heard = Locked(0)
        test.hub.listen(type: testType, source: testSource) { _ in heard.withLock { $0 += 1 } }
        let freed = Locked(0)
        let count = 200
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

    @Test func aMailboxCountsBytesAndWhatIsBeingHeard() throws {
        let test = TestHub()
        let counters = Recorder<MailboxCounters>()
        let heard = RecordingListener()
        let text = JSONValue.string(String(repeating: "x", count: 1_000))
        try test.hub.register(name: "ext", policy: MailboxPolicy(byteLimit: 5_000)) { runtime in
            runtime.listen(type: testType, source: testSource) { [test] event in
                heard.hear(event)
                guard event.name == "first" else { return }
                for _ in 0..<20 {
                    (try? LaunchHubTests.event("next", data: ["text": text])).map { _ = test.hub.dispatch($0) }
                }
                test.run()
                if let state = test.hub.counters(of: "ext") { counters.append(state) }
            }
            return TestExtension(runtime)
        }
        test.start()
        test.dispatch(try event("first"))
        let state = try #require(counters.elements.first)
        #expect(state.handling == 1)
        #expect(state.waiting == heard.count - 1)
        #expect(state.waiting < 5)
        #expect(state.waitingBytes <= 5_000)
        #expect(state.dropped == UInt64(20 - state.waiting))
    }
}
