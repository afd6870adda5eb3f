// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Time in the background is asked for once and ended once, in whichever order things happen.
struct BackgroundTimeTests {
    /// A system that notes what it is asked.
    private final class System: Sendable {
        struct State {
            var isOver: [@Sendable () -> Void] = []
            var ended: [Int] = []
        }

        let state = Locked(State())
        let grants: Bool
        /// Whether the time is over as soon as it is asked for.
        let isShort: Bool

        init(grants: Bool = true, isShort: Bool = false) {
            self.grants = grants
            self.isShort = isShort
        }

        var requests: Int { state.withLock { $0.isOver.count } }
        var ended: [Int] { state.withLock { $0.ended } }

        func time() -> BackgroundTime {
            BackgroundTime { [self] isOver in
                let number = state.withLock { state in
                    state.isOver.append(isOver)
                    return state.isOver.count
                }
                if isShort { isOver() }
                guard grants else { return nil }
                return { self.state.withLock { $0.ended.append(number) } }
            }
        }

        func expire(_ request: Int) { state.withLock { $0.isOver[request - 1] }() }
    }

    /// Work that is done when the test says so.
    private final class Work: Sendable {
        private let dones = Locked<[@Sendable () -> Void]>([])

        var begun: Int { dones.withLock { $0.count } }
        func begin(in time: BackgroundTime) { time.spend { done in dones.withLock { $0.append(done) } } }
        func finish(_ index: Int) { dones.withLock { $0[index] }() }
    }

    @Test func workThatIsDoneEndsTheTime() {
        let (system, work) = (System(), Work())
        let time = system.time()
        work.begin(in: time)
        #expect(system.requests == 1)
        #expect(system.ended.isEmpty)
        work.finish(0)
        system.expire(1)
        #expect(system.ended == [1])
    }

    @Test func theSystemEndsTheTimeOfWorkThatIsNotDone() {
        let (system, work) = (System(), Work())
        let time = system.time()
        work.begin(in: time)
        system.expire(1)
        #expect(system.ended == [1])
        work.finish(0)
        system.expire(1)
        #expect(system.ended == [1])
    }

    @Test func workAtTheSameTimeSharesTheTime() {
        let (system, work) = (System(), Work())
        let time = system.time()
        work.begin(in: time)
        work.begin(in: time)
        work.finish(0)
        #expect(system.requests == 1)
        #expect(system.ended.isEmpty)
        work.finish(1)
        #expect(system.ended == [1])
    }

    @Test func laterWorkAsksAgainAndIsNotEndedByWhatWasLate() {
        let (system, work) = (System(), Work())
        let time = system.time()
        work.begin(in: time)
        system.expire(1)
        work.begin(in: time)
        #expect(system.requests == 2)
        work.finish(0)
        system.expire(1)
        #expect(system.ended == [1])
        work.finish(1)
        #expect(system.ended == [1, 2])
    }

    @Test func timeThatIsOverAtOnceIsEnded() {
        let (system, work) = (System(isShort: true), Work())
        work.begin(in: system.time())
        #expect(system.ended == [1])
        work.finish(0)
        #expect(system.ended == [1])
    }

    @Test func workIsDoneWithoutTime() {
        let (system, work) = (System(grants: false), Work())
        work.begin(in: system.time())
        #expect(work.begun == 1)
        work.finish(0)
        system.expire(1)
        #expect(system.ended.isEmpty)
    }
}
