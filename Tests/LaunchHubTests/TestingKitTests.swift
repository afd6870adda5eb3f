// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The test kit itself.
struct TestingKitTests {
    @Test func nothingHappensUntilTheTestSaysSo() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: testType)
        test.run()
        test.hub.dispatch(try event())
        #expect(listener.count == 0)
        #expect(!test.isIdle)
        #expect(test.run() > 0)
        #expect(listener.count == 1)
        #expect(test.isIdle)
    }

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

    @Test func timePassesFromOneDueTimeToTheNext() {
        let test = TestHub()
        let times = Recorder<Duration>()
        let clock = test.clock
        clock.schedule(after: .seconds(1)) {
            times.append(clock.now - .zero)
            clock.schedule(after: .seconds(1)) { times.append(clock.now - .zero) }
        }
        test.advance(by: .seconds(3))
        #expect(times.elements == [.seconds(1), .seconds(2)])
        #expect(clock.now - .zero == .seconds(3))
        test.advance(by: .seconds(-1))
        #expect(clock.now - .zero == .seconds(3))
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

    @Test func aRecordingListenerReactsAfterItHasKeptTheEvent() throws {
        let counts = Recorder<Int>()
        let listener = Locked<RecordingListener?>(nil)
        let made = RecordingListener { _ in counts.append(listener.withLock { $0 }?.count ?? -1) }
        listener.withLock { $0 = made }
        made.hear(try event("a", data: ["key": 1]))
        #expect(counts.elements == [1])
        #expect(made.names == ["a"])
        #expect(made.data == [["key": 1]])
        listener.withLock { $0 = nil }
    }
}
