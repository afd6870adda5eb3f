// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// Series whose settings are at the ends of their ranges, and what a flush leaves of them.
struct ViewabilitySeriesLimitTests {
    private static let still = NielsenViewabilityReading(
        visibility: 50,
        volume: 50,
        screen: "4x8",
        window: "4x8",
        player: "4x2"
    )

    private let names = ["invs", "inau", "inss", "invp", "ines"]

    private func counts(_ series: ViewabilitySeries) -> [Int] {
        names.map { series.json?[$0]?.arrayValue?.count ?? 0 }
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3)])
    func oneItemIsHeldAtLeast(_ limit: Int, _ count: Int) {
        var settings = NielsenViewabilitySettings()
        settings.maximumItems = limit
        var series = ViewabilitySeries(settings, maximumStep: 10)
        for number in 0..<3 { series.advance(to: Int64(number) * 100, at: 0, Self.still) }
        #expect(counts(series) == Array(repeating: count, count: 5))
        #expect(series.json?["invs"]?.arrayValue?.last == [50, 200, 0, 0])
    }

    @Test(arguments: [(0, 0, 1), (0, 1, 2), (1, 1, 2), (2, 1, 1), (2, 2, 2), (-1, 0, 1)])
    func aThresholdIsAPercentAtLeast(_ threshold: Int, _ move: Int, _ count: Int) {
        var settings = NielsenViewabilitySettings()
        settings.visibilityThreshold = threshold
        settings.volumeThreshold = threshold
        var series = ViewabilitySeries(settings, maximumStep: 10)
        series.advance(to: 0, at: 0, Self.still)
        var moved = Self.still
        moved.visibility += move
        moved.volume -= move
        series.advance(to: 1, at: 1_000, moved)
        #expect(counts(series) == [count, count, 1, 1, 1])
    }

    @Test func aFlushLeavesNothingOfAnySeries() {
        var series = ViewabilitySeries(NielsenViewabilitySettings(), maximumStep: 10)
        series.advance(to: 5, at: 5_000, Self.still)
        series.flush()
        #expect(series.json == nil)
        series.advance(to: 6, at: 6_000, Self.still)
        #expect(counts(series) == [1, 1, 1, 1, 1])
        let expected: JSONObject = [
            "invs": [[50, 6, 6, 0]], "inau": [[50, 6, 6, 0]], "inss": [["4x8", 6, 6, 0]], "invp": [["4x8", 6, 6, 0]],
            "ines": [["4x2", 6, 6, 0]],
        ]
        #expect(series.json == expected)
    }

    /// Where the first step counts, it is that from the last playhead.
    @Test(arguments: [(99, 0), (100, 0), (101, 1), (105, 5), (110, 10), (111, 0)] as [(Int64, Int64)])
    func afterAPauseItGoesOnFromTheLastPlayhead(_ next: Int64, _ duration: Int64) {
        for isFlushed in [false, true] {
            var settings = NielsenViewabilitySettings()
            settings.countsFirstStep = true
            var series = ViewabilitySeries(settings, maximumStep: 10)
            series.advance(to: 100, at: 0, Self.still)
            if isFlushed { series.flush() } else { series.interrupt() }
            series.advance(to: next, at: 20_000, Self.still)
            let last = series.json?["invs"]?.arrayValue?.last
            #expect(last == [50, .int(next - duration), .int(20 - duration), .int(duration)])
        }
    }

    /// A view that is tracked again is looked for again.
    @Test func aViewThatIsMissingIsReportedAgainOnceItIsTrackedAgain() {
        var meter = ViewabilityMeter()
        for _ in 0..<2 {
            meter.track(NielsenViewabilityTarget(viewTag: "1"))
            let first = meter.see(nil, of: nil)
            #expect(first?.code == 19)
            let second = meter.see(nil, of: nil)
            #expect(second == nil)
        }
    }
}
