// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import TestSupport
    import Testing

    /// What listeners that block cost those that do not.
    @Suite(.serialized)
    struct IsolationTests {
        /// Returns the figures of the best run: a busy machine can only make them worse.
        private func best(_ arguments: [String], _ isGood: ([Double]) -> Bool) throws -> [Double] {
            var figures: [Double] = []
            for _ in 0..<5 {
                figures = try RunningProgram("Sleeper", arguments).linesUntilExit().compactMap(Double.init)
                if isGood(figures) { break }
            }
            return figures
        }

        @Test func fourOfTenListenersThatSleepDelayTheOthersByNoMoreThanAMillisecond() throws {
            let isGood: ([Double]) -> Bool = { $0.count == 2 && $0[0] <= 1 && $0[1] <= 10 }
            let delays = try best(["slow", "200"], isGood)
            #expect(isGood(delays), "median and 99th percentile in ms: \(delays)")
        }

        @Test func aThousandListenersThatHangDelayNobodyAndAreAllReported() throws {
            let isGood: ([Double]) -> Bool = {
                $0.count == 4 && $0[0] <= 200 && $0[1] <= 200 && $0[2] == 1_000 && $0[3] <= 5
            }
            let figures = try best(["many", "1000"], isGood)
            #expect(
                isGood(figures),
                "ms to the event, ms to the next, reports, ms of processor time a second: \(figures)"
            )
        }
    }

#endif
