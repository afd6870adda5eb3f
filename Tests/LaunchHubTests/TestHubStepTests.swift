// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What each step of a test hub runs, and at which time.
struct TestHubStepTests {
    @Test func theDefaultsAreAKnownDayAndTheOrderOfWork() {
        let test = TestHub()
        #expect(test.clock.date.timeIntervalSince1970 == 1_700_000_000)
        #expect(test.clock.now == .zero)
        #expect(test.log.records.isEmpty)
        #expect(test.isIdle)
    }

    @Test func aPatientHubWaitsAnHour() {
        let options = HubOptions.patient()
        #expect(options.listenerBudget == .seconds(3_600))
        #expect(options.bootDeadline == .seconds(3_600))
        #expect(options.requestTimeout == .seconds(3_600))
        #expect(HubOptions.patient(listenerBudget: .seconds(1)).listenerBudget == .seconds(1))
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

    @Test func aRecordingListenerReceivesResponsesOnlyWithBothWildcards() throws {
        let test = TestHub()
        test.start()
        let (all, some) = (test.listener(), test.listener(type: testType, source: testSource))
        try test.hub.register("ext") { runtime in
            runtime.listen(type: testType, source: testSource) { try? runtime.respond(to: $0, with: ["answer": 1]) }
        }
        test.run()
        all.removeAll()
        some.removeAll()
        let outcome = test.request(try event("Ask"))
        #expect(outcome?.response?.data == ["answer": 1])
        #expect(all.events.count { $0.requestID != nil } == 1)
        #expect(some.names == ["Ask"])
    }

    @Test func shuttingDownEndsWhatWaits() throws {
        let test = TestHub()
        test.start()
        _ = test.listener(type: testType)
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask"), completion: outcomes.append)
        test.run()
        #expect(outcomes.isEmpty)
        test.shutDown()
        guard case .hubShutDown? = outcomes.elements.first else {
            Issue.record("\(outcomes.elements)")
            return
        }
        #expect(test.isIdle)
        #expect(throws: HubError.self) { try test.hub.register("late") }
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
