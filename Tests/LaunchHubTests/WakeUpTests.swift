// SPDX-License-Identifier: Apache-2.0

// The kernel says how often a thread has fallen asleep on this system only.
#if os(Linux)

    import TestSupport
    import Testing

    /// H9: what watching and waiting cost a device that is otherwise asleep, seen from outside by the kernel's own count.
    @Suite(.serialized)
    struct WakeUpTests {
        private func wakeups(_ arguments: String...) throws -> Int {
            try #require(try RunningProgram("Sleeper", arguments).linesUntilExit().first.flatMap { Int($0) })
        }

        /// One for the event; the look at whether its listener has returned is called off.
        ///
        /// On a busy machine the look may come first, and a thread may have to wait for a lock.
        @Test func anIsolatedEventWakesTheHubNoMoreThanTwice() throws {
            let count = 20
            let wakeups = try wakeups("isolated", "\(count)")
            #expect(wakeups >= count)
            #expect(wakeups <= 2 * count + count / 2)
        }

        @Test func aListenerThatHangsWakesTheHubNoMoreThanTwelveTimesASecond() throws {
            #expect(try wakeups("hung", "2") <= 24)
        }
    }

#endif
