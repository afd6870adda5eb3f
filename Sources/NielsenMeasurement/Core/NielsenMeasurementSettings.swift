// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// The part of a configuration that measurement depends on.
package struct NielsenMeasurementSettings: Sendable, Hashable {
    /// The numbers that crediting and checking go by.
    var thresholds: NielsenThresholds
    /// What to do with values that are not strings.
    var inputMode: NielsenInputMode
    /// The settings of viewability measurement.
    var viewability: NielsenViewabilitySettings
    /// The calls that resume a session after an interruption.
    var resumeCalls: NielsenResumeCalls

    /// Makes settings of their parts.
    package init(
        thresholds: NielsenThresholds,
        inputMode: NielsenInputMode,
        viewability: NielsenViewabilitySettings,
        resumeCalls: NielsenResumeCalls
    ) {
        self.thresholds = thresholds
        self.inputMode = inputMode
        self.viewability = viewability
        self.resumeCalls = resumeCalls
    }
}

/// The calls with which a session goes on after an interruption.
///
/// The documents disagree; all are accepted.
package enum NielsenResumeCalls: String, Sendable, Hashable, CaseIterable {
    /// `loadMetadata`. Source: "DCR Video iOS SDK guide", "Interruptions during playback".
    case loadMetadata
    /// `play`, `loadMetadata`. Source: "iOS SDK API Reference", "Nielsen iOS App SDK Application Life Cycle". For
    /// watermarked streams the next watermark comes before the next playhead, which is the third form of the documents.
    case playAndLoadMetadata
}

/// The thresholds that times are compared with, in nanoseconds, and in bounds within which no sum of a few overflows.
package struct NielsenSpans: Sendable {
    /// The silence after which a stream is over, and after which its session is.
    package let pause: Int64
    /// The longest session.
    let session: Int64
    /// The time for which a page is shown before it is reported.
    let pagePeriod: Int64
    /// The longest time for which a page is measured.
    let page: Int64

    private static let second: Int64 = 1_000_000_000
    private static let year = 31_536_000

    init(_ thresholds: NielsenThresholds) {
        pause = Self.span(thresholds.pauseTimeoutSeconds, 1...Self.year)
        session = Self.span(thresholds.sessionMaximumSeconds, 60...Self.year)
        page = Self.span(thresholds.staticMaximumSeconds, 0...Self.year)
        pagePeriod =
            Self.span(thresholds.segmentSeconds, 1...100_000)
            * Int64(min(max(1, thresholds.segmentsPerDuration), 10_000))
    }

    private static func span(_ seconds: Int, _ range: ClosedRange<Int>) -> Int64 {
        Int64(min(max(range.lowerBound, seconds), range.upperBound)) * second
    }
}
