// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct TimekeeperTests {
    @Test(.timeLimit(.minutes(10)))
    func workRunsAtItsTimeAndNotBefore() async {
        let keeper = Timekeeper()
        let start = SystemClock().now
        let end = await withCheckedContinuation { continuation in
            _ = keeper.schedule(at: start + .milliseconds(20)) { continuation.resume(returning: SystemClock().now) }
        }
        #expect(end - start >= .milliseconds(20))
        #expect(keeper.pendingCount == 0)
    }

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
    func aThousandAtOnceRunOnceEach() async {
        let keeper = Timekeeper()
        let left = Locked(1_000)
        let start = SystemClock().now
        await withCheckedContinuation { continuation in
            for number in 0..<1_000 as Range<Int64> {
                let calledOff = keeper.schedule(at: start + .seconds(3_600 - number)) {}
                _ = keeper.schedule(at: start + .microseconds(20_000 - 20 * number)) {
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    if isLast { continuation.resume() }
                }
                calledOff.cancel()
            }
        }
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
}
