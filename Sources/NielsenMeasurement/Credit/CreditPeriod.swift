// SPDX-License-Identifier: Apache-2.0

/// What one record reports of an account: it lies in one window of positions.
package struct CreditPeriod: Sendable, Hashable {
    /// The number of the window: that of a segment divided by the segments of a duration.
    package var window: Int64 = 0
    /// The segments that were credited.
    package var segments: [Int64] = []
    /// These, and the segments of which enough was seen once more.
    package var seen: [Int64] = []
    /// The credited seconds.
    package var seconds = 0

    /// Makes a period without credit.
    package init() {}

    init(window: Int64, segments: [Int64], seen: [Int64], seconds: Int) {
        self.window = window
        self.segments = segments
        self.seen = seen
        self.seconds = seconds
    }
}
