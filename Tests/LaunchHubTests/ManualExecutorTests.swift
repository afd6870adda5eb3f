// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The number of steps that a test hub says it has run.
struct ManualExecutorTests {
    /// A job with a number of others behind it, each of which follows the one before.
    private final class Job: HubJob {
        private let left: Int
        private let ran: Recorder<Int>

        init(_ left: Int, _ ran: Recorder<Int>) {
            self.left = left
            self.ran = ran
        }

        var progress: UInt64 { 0 }

        func run() -> (any HubJob)? {
            ran.append(left)
            return left > 0 ? Job(left - 1, ran) : nil
        }
    }

    /// A job that follows another is a step of its own, and a limit is never exceeded.
    @Test func eachJobIsAStep() {
        let executor = ManualExecutor()
        let ran = Recorder<Int>()
        #expect(executor.runUntilIdle() == 0)
        executor.submit(Job(2, ran))
        executor.submit([Job(0, ran), Job(0, ran)])
        #expect(executor.runUntilIdle(limit: 0) == 0 && ran.isEmpty)
        #expect(executor.runUntilIdle(limit: 1) == 1 && ran.elements == [2])
        #expect(executor.runUntilIdle(limit: 3) == 3 && ran.elements == [2, 0, 0, 1])
        #expect(!executor.isIdle)
        #expect(executor.runUntilIdle() == 1 && ran.elements == [2, 0, 0, 1, 0])
        #expect(executor.isIdle)
    }

    @Test func aHubWithNothingToDoTakesNoStep() {
        let test = TestHub()
        test.start()
        #expect(test.run() == 0)
    }
}
