// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct TimekeeperTests {
    /// What comes later was there first, and a time that is over already counts as now.
    @Test(.timeLimit(.minutes(10)))
    func anEarlierTimeOvertakesALaterOne() async {
        let keeper = Timekeeper()
        let now = SystemClock().now
        let later = keeper.schedule(at: now + .seconds(3_600)) {}
        await withCheckedContinuation { continuation in
            _ = keeper.schedule(at: .zero) { continuation.resume() }
        }
        #expect(keeper.pendingCount == 1)
        later.cancel()
        later.cancel()
        #expect(keeper.pendingCount == 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func aThreadThatCannotBeMadeIsSurvived() async {
        let refusals = Locked(1)
        let keeper = Timekeeper { name, body in
            let isRefused = refusals.withLock { left in
                left -= 1
                return left >= 0
            }
            return isRefused ? false : SystemThread.start(name, body)
        }
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in
                _ = keeper.schedule(at: SystemClock().now + .milliseconds(1)) { continuation.resume() }
            }
        }
        #expect(keeper.pendingCount == 0)
    }

    /// What waits for a timeout may be what blocks all threads of Dispatch.
    @Test(.timeLimit(.minutes(10)))
    func whatNoThreadOfDispatchBeginsRunsOnceOnOneOfItsOwn() async {
        let blocked = Locked<[@Sendable () -> Void]>([])
        let keeper = Timekeeper(dispatch: { work in blocked.withLock { $0.append(work) } })
        let count = Locked(0)
        await withCheckedContinuation { continuation in
            _ = keeper.schedule(at: .zero) {
                count.withLock { $0 += 1 }
                continuation.resume()
            }
        }
        for work in blocked.withLock({ $0 }) { work() }
        #expect(count.withLock { $0 } == 1)
    }
}
