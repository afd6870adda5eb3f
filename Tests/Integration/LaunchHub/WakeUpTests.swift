// SPDX-License-Identifier: Apache-2.0

// The kernel says how often a thread has fallen asleep on this system only.
#if os(Linux)

    import TestSupport
    import Testing

    /// H9: what watching and waiting cost a device that is otherwise asleep, seen from outside by the kernel's own count.
    @Suite(.serialized)
    struct WakeUpTests {
        private func wakeups(_ arguments: String...) throws -> [Double] {
            try RunningProgram("Sleeper", arguments).linesUntilExit().compactMap(Double.init)
        }

        /// One for the event; the look at whether its listener has returned is called off.
        ///
        /// On a busy machine the look may come first, and a thread may have to wait for a lock, so the events that were
        /// disturbed least count.
        @Test func anIsolatedEventWakesTheHubNoMoreThanTwice() throws {
            let wakeups = try wakeups("isolated", "40").sorted()
            try #require(wakeups.count == 40)
            #expect(wakeups[wakeups.count / 4] >= 1, "they are counted at all")
            #expect(wakeups[wakeups.count / 10] <= 2, "\(wakeups)")
        }

        @Test func aListenerThatHangsWakesTheHubNoMoreThanTwelveTimesASecond() throws {
            let rate = try #require(try wakeups("hung", "2").first)
            #expect(rate <= 12)
        }
    }

#endif
