// SPDX-License-Identifier: Apache-2.0

/// The number of lines that may still be recorded, which grows with time.
struct LineBudget: Sendable {
    private let perSecond: Double
    private var left: Double
    private var time: Int64 = 0

    /// Makes a full budget.
    ///
    /// - Parameter perSecond: The lines that come with each second, and the most that are kept.
    init(perSecond: Int) {
        self.perSecond = Double(max(1, perSecond))
        left = self.perSecond
    }

    /// Takes lines.
    ///
    /// - Parameters:
    ///   - count: The number of lines that are wanted.
    ///   - now: Nanoseconds since any origin, which do not go back.
    /// - Returns: The number of lines that may be recorded.
    mutating func take(_ count: Int, at now: Int64) -> Int {
        grow(until: now)
        let granted = min(count, Int(left))
        left -= Double(granted)
        return granted
    }

    /// Returns whether enough lines are there to go on for a while.
    mutating func allowsMore(at now: Int64) -> Bool {
        grow(until: now)
        return left >= max(1, perSecond / 20)
    }

    private mutating func grow(until now: Int64) {
        let (elapsed, overflows) = now.subtractingReportingOverflow(time)
        guard !overflows, elapsed > 0 else { return }
        time = now
        left = min(perSecond, left + Double(elapsed) / 1e9 * perSecond)
    }
}
