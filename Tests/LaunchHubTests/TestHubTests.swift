// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The test kit itself.
struct TestHubTests {
    @Test func aHubThatNeverRestsStopsAtTheLimit() throws {
        let test = TestHub()
        test.start()
        test.hub.listen(type: testType, source: testSource) { [weak hub = test.hub] event in hub?.dispatch(event) }
        test.hub.dispatch(try event())
        #expect(test.run(limit: 100) == 100)
        #expect(!test.isIdle)
    }

    @Test func theSameSeedGivesTheSameOrderAndAnotherSeedAnother() throws {
        func order(_ seed: UInt64?) throws -> [String] {
            let test = TestHub(seed: seed)
            let heard = Recorder<String>()
            for name in ["a", "b", "c", "d", "e", "f"] {
                try test.hub.register(name) { runtime in
                    runtime.listen(type: testType, source: testSource) { _ in heard.append(name) }
                }
            }
            test.start()
            test.dispatch(try event())
            return heard.elements
        }
        #expect(try order(nil) == ["a", "b", "c", "d", "e", "f"])
        #expect(try order(1) == order(1))
        #expect(Set(try (1...20).map { try order($0) }).count > 1)
    }

    @Test func aRequestThatStillWaitsHasNoOutcome() throws {
        let test = TestHub()
        test.start()
        _ = test.listener(type: testType)
        let outcome = test.request(try event("Ask"))
        if let outcome { Issue.record("ended with \(outcome)") }
    }

    @Test func aRecorderWaitsForWhatComesLater() async {
        let recorder = Recorder<Int>()
        async let few = recorder.waits(for: 2)
        async let sum = recorder.waits { $0.reduce(0, +) >= 6 }
        for number in 1...3 { recorder.append(number) }
        #expect(await few)
        #expect(await sum)
        #expect(recorder.elements == [1, 2, 3])
        recorder.removeAll()
        #expect(recorder.isEmpty)
    }

    @Test func aRecorderGivesUpAtTheLimit() async {
        let recorder = Recorder<Int>()
        recorder.append(1)
        #expect(await recorder.waits(for: 2, within: .milliseconds(1)) == false)
        #expect(await recorder.waits(for: 1, within: .zero))
    }

    @Test func startingRunsEverythingThatTheStartNeeds() throws {
        let test = TestHub()
        let made = Recorder<Bool>()
        try test.hub.register("ext") { _ in made.append(true) }
        test.run()
        #expect(made.isEmpty)
        test.start()
        #expect(made.count == 1)
        #expect(test.isIdle)
    }

    @Test func dispatchingRunsTheHubAndReturnsTheEvent() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener()
        let event = try test.dispatch("Hello", type: testType, source: testSource, data: ["key": 1])
        #expect(event.data == ["key": 1])
        #expect(listener.events.map(\.id) == [event.id])
        test.dispatch(try LaunchHubTests.event("again"))
        #expect(listener.names == ["Hello", "again"])
        #expect(test.isIdle)
    }

    @Test func workThatIsPendingRunsBeforeTimePasses() throws {
        let test = TestHub()
        test.start()
        let times = Recorder<Instant>()
        test.hub.listen(type: testType, source: testSource) { [clock = test.clock] _ in times.append(clock.now) }
        test.run()
        test.hub.dispatch(try event())
        test.advance(by: .seconds(5))
        #expect(times.elements == [.zero])
    }

    /// What becomes due on the way runs at its time, and what is due at the very end runs too, with what it makes due then.
    @Test(arguments: [(999, 0), (1_000, 2), (1_001, 2), (3_000, 3)] as [(Int64, Int)])
    func whatBecomesDueRunsAtItsTime(_ milliseconds: Int64, _ count: Int) throws {
        let test = TestHub()
        test.start()
        let clock = test.clock
        let times = Recorder<Instant>()
        test.hub.listen(type: testType, source: testSource) { _ in
            times.append(clock.now)
            clock.schedule(after: .zero) { times.append(clock.now) }
        }
        test.run()
        let due = try event()
        clock.schedule(after: .seconds(1)) { [hub = test.hub] in hub.dispatch(due) }
        clock.schedule(after: .seconds(2)) { times.append(clock.now) }
        test.advance(by: .milliseconds(milliseconds))
        let all = [1, 1, 2].map { Instant.zero + .seconds($0) }
        #expect(times.elements == Array(all.prefix(count)))
        #expect(clock.now == .zero + .milliseconds(milliseconds))
        #expect(test.isIdle)
    }
}
