// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Requests: exactly one outcome, whatever races.
struct RequestTests {
    /// A hub with an extension that answers everything of the tests' type with its data.
    private static func echoing(options: HubOptions = HubOptions()) throws -> TestHub {
        let test = TestHub(options: options)
        try test.hub.register("echo") { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                guard event.name != "Silence" else { return }
                try? runtime.respond(to: event, with: event.data)
            }
        }
        test.start()
        return test
    }

    @Test func aRequestIsAnswered() throws {
        let test = try Self.echoing()
        let ask = try event("Ask", data: ["a": 1])
        let outcome = test.request(ask)
        #expect(outcome?.response?.data == ["a": 1])
        #expect(outcome?.response?.requestID == ask.id)
        #expect(outcome?.response?.name == "Response to Ask")
    }

    @Test func aRequestThatNobodyListensToEndsAtOnce() throws {
        let test = try Self.echoing()
        guard case .noListener = try test.request("Ask", type: "nobody", source: "nobody") else {
            Issue.record("somebody listens")
            return
        }
    }

    @Test func aRequestThatNobodyAnswersEndsAfterFiveSeconds() throws {
        let test = try Self.echoing()
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(try event("Silence"), completion: outcomes.append)
        test.advance(by: .milliseconds(4_999))
        #expect(outcomes.isEmpty)
        test.advance(by: .milliseconds(1))
        guard case .timeout = outcomes.elements.first else {
            Issue.record("the request has not ended")
            return
        }
    }

    /// A device that has its answer is not woken for the time when it would have been too late.
    @Test func anAnsweredRequestLeavesNoTimer() throws {
        let test = try Self.echoing()
        let before = test.clock.pendingCount
        #expect(test.request(try event("Ask"))?.response != nil)
        #expect(test.clock.pendingCount == before)
        test.advance(by: .seconds(1))
        #expect(test.request(try event("Ask"))?.response != nil)
        #expect(test.clock.pendingCount == before)
    }

    @Test func eachRequestMayHaveItsOwnTimeout() throws {
        let test = try Self.echoing(options: HubOptions(requestTimeout: .seconds(2)))
        let ended = Recorder<String>()
        test.hub.request(try event("Silence")) { _ in ended.append("default") }
        test.hub.request(try event("Silence"), timeout: .seconds(1)) { _ in ended.append("shorter") }
        test.hub.request(try event("Silence"), timeout: .seconds(3)) { _ in ended.append("longer") }
        test.hub.request(try event("Silence"), timeout: .zero) { _ in ended.append("none") }
        test.hub.request(try event("Silence"), timeout: .seconds(Int64.max)) { _ in ended.append("for ever") }
        test.advance(by: .seconds(1_000_000))
        #expect(ended.elements == ["none", "shorter", "default", "longer"])
    }

    @Test func aCancelledRequestEndsOnce() throws {
        let test = try Self.echoing()
        let outcomes = Recorder<RequestOutcome>()
        let token = test.hub.request(try event("Silence"), completion: outcomes.append)
        test.run()
        token.cancel()
        token.cancel()
        test.advance(by: .seconds(10))
        #expect(outcomes.count == 1)
        guard case .cancelled = outcomes.elements.first else {
            Issue.record("not cancelled")
            return
        }
    }

    @Test func shuttingDownEndsEveryRequest() throws {
        let test = try Self.echoing()
        let outcomes = Recorder<String>()
        for _ in 0..<10 {
            test.hub.request(try event("Silence")) { outcome in
                if case .hubShutDown = outcome { outcomes.append("shut down") }
            }
        }
        test.run()
        test.hub.request(try event("Silence")) { outcome in
            if case .hubShutDown = outcome { outcomes.append("just before") }
        }
        test.shutDown()
        test.hub.request(try event("Silence")) { outcome in
            if case .hubShutDown = outcome { outcomes.append("after") }
        }
        test.run()
        #expect(outcomes.count == 12)
        #expect(outcomes.elements.suffix(2) == ["just before", "after"])
    }

    @Test func anAsynchronousRequestEndsWithItsTask() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let listener = RecordingListener()
        hub.listen(type: testType, source: testSource, listener.hear)
        let ask = try event("Ask")
        let task = Task { await hub.request(ask, timeout: .seconds(3_600)) }
        #expect(await listener.waits(for: 1))
        task.cancel()
        guard case .cancelled = await task.value else {
            Issue.record("not cancelled")
            return
        }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await hub.request(ask, timeout: .seconds(3_600))
        }
        guard case .cancelled = await early.value else {
            Issue.record("not cancelled")
            return
        }
        await hub.shutDownAndWait()
        guard case .hubShutDown = await hub.request(ask) else {
            Issue.record("a hub that was shut down took a request")
            return
        }
    }

    @Test func theFirstResponseWinsAndLaterOnesAreLogged() throws {
        let test = TestHub()
        test.start()
        test.hub.listen(type: testType, source: testSource) { [hub = test.hub] event in
            for name in ["first", "second"] {
                guard let answer = try? LaunchHubTests.event(name, answering: event) else { return }
                hub.dispatch(answer)
            }
        }
        let outcome = test.request(try event("Ask"))
        #expect(outcome?.response?.name == "first")
        #expect(test.log.records.filter { $0.message.contains("no request waits any more") }.count == 1)
        #expect(test.log.records.contains { $0.message.contains("second") })
    }

    @Test func aResponseAfterTheTimeoutIsLogged() throws {
        let test = try Self.echoing()
        let ask = try event("Silence")
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(ask, completion: outcomes.append)
        test.advance(by: .seconds(5))
        test.dispatch(try event("late", answering: ask))
        #expect(outcomes.count == 1)
        #expect(test.log.records.contains { $0.message.contains("late") })
    }

    @Test func responsesReachTheRequesterAndFullWildcardListenersOnly() throws {
        let test = try Self.echoing()
        let sameAddress = test.listener(type: testType, source: testSource)
        let anySource = test.listener(type: testType)
        let anyType = test.listener(source: testSource)
        let everything = test.listener()
        let outcome = test.request(try event("Ask"))
        #expect(outcome?.response != nil)
        for listener in [sameAddress, anySource, anyType] { #expect(listener.names == ["Ask"]) }
        #expect(everything.names == ["Ask", "Response to Ask"])
    }

    @Test func aSlowResponseCallbackDelaysNobodyElse() async throws {
        let hub = EventHub(options: .patient())
        try hub.register("echo") { runtime in
            runtime.listen(type: testType, source: testSource) { try? runtime.respond(to: $0, with: $0.data) }
        }
        await hub.start()
        let gate = Gate()
        let slow = Recorder<Bool>()
        for _ in 0..<10 {
            hub.request(try event("slow")) { _ in slow.append(gate.pass()) }
        }
        let quick = Recorder<RequestOutcome>()
        for _ in 0..<100 { hub.request(try event("quick"), completion: quick.append) }
        #expect(await quick.waits(for: 100))
        #expect(quick.elements.allSatisfy { $0.response != nil })
        #expect(slow.isEmpty)
        for _ in 0..<10 { gate.open() }
        #expect(await slow.waits(for: 10))
        await hub.shutDownAndWait()
    }

    @Test func aThousandRequestsExpireInTheOrderOfTheirDeadlines() throws {
        let test = try Self.echoing()
        let tap = test.tap()
        let count = 1_000
        var expected: [(deadline: Int, place: Int)] = []
        for place in 0..<count {
            // A permutation with many equal deadlines among them.
            let deadline = (place * 7_919) % 200
            expected.append((deadline, place))
            let ask = try event("Silence", data: ["place": .int(Int64(place))])
            test.hub.request(ask, timeout: .milliseconds(deadline + 1)) { _ in }
        }
        test.run()
        #expect(tap.outcomes.isEmpty)
        test.advance(by: .seconds(1))
        let order = tap.outcomes.map { $0.request.data["place"] }
        let sorted = expected.sorted { ($0.deadline, $0.place) < ($1.deadline, $1.place) }
        #expect(order == sorted.map { JSONValue.int(Int64($0.place)) })
    }

    @Test func everyRequestHasOneOutcomeWhenResponseTimeoutAndCancellationRace() async throws {
        let rounds = 10
        let each = 100
        let clock = ManualClock()
        let hub = EventHub(options: HubOptions(), clock: clock, log: .disabled, executor: DispatchExecutor.shared)
        await hub.start()
        hub.listen(type: testType, source: testSource) { _ in }
        let outcomes = Locked((count: 0, others: 0))
        let perRequest = Locked([UInt8](repeating: 0, count: each))
        let roundDone = Recorder<Int>()
        for round in 0..<rounds {
            perRequest.withLock { $0 = [UInt8](repeating: 0, count: each) }
            let requests = try events(0..<each)
            let tokens = requests.enumerated().map { place, request in
                hub.request(request, timeout: .microseconds(place + 1)) { outcome in
                    perRequest.withLock { $0[place] += 1 }
                    let count = outcomes.withLock { outcomes in
                        outcomes.count += 1
                        switch outcome {
                        case .response, .timeout, .cancelled: break
                        case .noListener, .hubShutDown: outcomes.others += 1
                        }
                        return outcomes.count
                    }
                    if count % each == 0 { roundDone.append(round) }
                }
            }
            let answers = try requests.map { try event("Answer", answering: $0) }
            let responder = Thread { for answer in answers { hub.dispatch(answer) } }
            let canceller = Thread { for token in tokens { token.cancel() } }
            let timekeeper = Thread { for _ in 0..<each { clock.advance(by: .microseconds(1)) } }
            responder.start()
            canceller.start()
            timekeeper.start()
            try #require(await roundDone.waits(for: round + 1))
            #expect(perRequest.withLock { $0 }.allSatisfy { $0 == 1 })
        }
        await hub.shutDown(deadline: .zero)
        let totals = outcomes.withLock { $0 }
        #expect(totals.count == rounds * each)
        #expect(totals.others == 0)
    }

    @Test func severalWhoAskWithOneEventAllGetTheAnswer() throws {
        let test = TestHub()
        test.start()
        let asked = Locked<Event?>(nil)
        test.hub.listen(type: testType, source: testSource) { event in asked.withLock { $0 = event } }
        let ask = try event("Ask")
        let ended = Recorder<String>()
        let tokens = (0..<4).map { number in
            test.hub.request(ask) { outcome in ended.append("\(number) \(outcome.response != nil)") }
        }
        test.run()
        tokens[0].cancel()
        tokens[2].cancel()
        test.run()
        #expect(ended.elements.sorted() == ["0 false", "2 false"])
        let answer = try event("Answer", answering: asked.withLock { $0 })
        test.dispatch(answer)
        #expect(ended.elements.sorted() == ["0 false", "1 true", "2 false", "3 true"])
        test.dispatch(answer)
        #expect(ended.count == 4)
    }

    @Test(arguments: [(testType, testSource), (.wildcard, .wildcard), (testType, .wildcard)])
    func aRequestEndsWithTheLastListenerForIt(_ type: EventType, _ source: EventSource) throws {
        let test = TestHub()
        let silent = test.hub.listen(type: type, source: source, name: "silent") { _ in }
        let other = test.hub.listen(type: testType, source: testSource, name: "other") { _ in }
        test.start()
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask"), completion: outcomes.append)
        test.run()
        other.cancel()
        test.run()
        #expect(outcomes.count == 0)
        silent.cancel()
        test.run()
        guard case .noListener = outcomes.elements.first else {
            Issue.record("\(outcomes.elements)")
            return
        }
    }
}
