// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// The thresholds of viewability, from both sides.
struct ViewabilityLimitTests {
    private static let still = NielsenViewabilityReading(
        visibility: 50,
        volume: 50,
        screen: "400x800",
        window: "400x800",
        player: "400x200"
    )

    private func items(_ series: ViewabilitySeries, _ name: String) -> [JSONValue] {
        series.json?[name]?.arrayValue ?? []
    }

    @Test(arguments: [(54, 50, 1, 1), (55, 50, 2, 1), (45, 50, 2, 1), (46, 50, 1, 1), (50, 51, 1, 2), (50, 49, 1, 2)])
    func anItemBeginsWhereItsThresholdIsReached(_ visibility: Int, _ volume: Int, _ seen: Int, _ heard: Int) {
        var series = ViewabilitySeries(NielsenViewabilitySettings(), maximumStep: 10)
        series.advance(to: 0, at: 0, Self.still)
        var moved = Self.still
        moved.visibility = visibility
        moved.volume = volume
        series.advance(to: 1, at: 1_000, moved)
        #expect(items(series, "invs").count == seen)
        #expect(items(series, "inau").count == heard)
        #expect(items(series, "inss").count == 1)
    }

    @Test func eachChangeOfASizeBeginsAnItem() {
        var series = ViewabilitySeries(NielsenViewabilitySettings(), maximumStep: 10)
        series.advance(to: 0, at: 0, Self.still)
        var moved = Self.still
        (moved.screen, moved.window, moved.player) = ("401x800", "400x801", "400x201")
        series.advance(to: 3, at: 3_999, moved)
        #expect(items(series, "inss") == [["400x800", 0, 0, 3], ["401x800", 3, 3, 0]])
        #expect(items(series, "invp") == [["400x800", 0, 0, 3], ["400x801", 3, 3, 0]])
        #expect(items(series, "ines") == [["400x200", 0, 0, 3], ["400x201", 3, 3, 0]])
        #expect(items(series, "invs") == [[50, 0, 0, 3]])
    }

    @Test(arguments: [(10, 1), (11, 2), (0, 1), (-1, 2)] as [(Int64, Int)])
    func aSeekEndsAnItemAndALongStepDoesNot(_ step: Int64, _ count: Int) {
        var series = ViewabilitySeries(NielsenViewabilitySettings(), maximumStep: 10)
        series.advance(to: 20, at: 0, Self.still)
        series.advance(to: 20 + step, at: 1_000, Self.still)
        #expect(items(series, "invs").count == count)
    }

    @Test(arguments: [1, 3, 4, 5] as [Int64])
    func aSeriesHoldsItsLimitAndKeepsTheLatest(_ count: Int64) {
        var settings = NielsenViewabilitySettings()
        settings.maximumItems = 3
        var series = ViewabilitySeries(settings, maximumStep: 10)
        for number in 0..<count {
            series.advance(to: number * 100, at: number * 1_000, Self.still)
        }
        let starts = items(series, "invs").compactMap { $0[1]?.intValue }
        #expect(starts == Array((0..<count).suffix(3)).map { $0 * 100 })
    }

    /// The step up to the first playhead counts where the configuration says so, if it is a step.
    @Test(arguments: [(0, 0), (1, 1), (2, 0)] as [(Int64, Int64)])
    func aViewThatBeginsAtOneHasPlayedASecond(_ first: Int64, _ duration: Int64) {
        var settings = NielsenViewabilitySettings()
        settings.countsFirstStep = true
        var series = ViewabilitySeries(settings, maximumStep: 10)
        series.advance(to: first, at: 5_000, Self.still)
        #expect(items(series, "invs") == [[50, .int(first - duration), .int(5 - duration), .int(duration)]])
    }

    @Test(arguments: [(10, 10), (11, 0), (0, 0)] as [(Int64, Int64)])
    func afterAPauseTheStepCountsUpToTheLongest(_ step: Int64, _ duration: Int64) {
        var settings = NielsenViewabilitySettings()
        settings.countsFirstStep = true
        var series = ViewabilitySeries(settings, maximumStep: 10)
        series.advance(to: 0, at: 0, Self.still)
        series.flush()
        #expect(series.json == nil)
        series.advance(to: step, at: 20_000, Self.still)
        #expect(items(series, "invs").first?[3] == .int(duration))
        // What leads up to a playhead is unknown where nothing could be measured.
        series.lose()
        series.advance(to: step + 1, at: 21_000, Self.still)
        #expect(items(series, "invs").last?[3] == 0)
    }

    private func percent(alpha: Double, cover: Double = 0, isForeground: Bool = true) -> Double? {
        let frame = NielsenViewabilityRect(x: 0, y: 0, width: 100, height: 100)
        let scene = NielsenViewabilityScene(
            screen: frame,
            window: frame,
            views: [
                NielsenViewabilityView(tag: "1", frame: frame, alpha: alpha),
                NielsenViewabilityView(frame: frame, alpha: cover),
            ],
            isForeground: isForeground
        )
        return scene.extent(of: NielsenViewabilityTarget(viewTag: "1"))?.percent
    }

    @Test func aViewIsSeenAboveAHundredthAndHiddenFromAHalf() {
        #expect(percent(alpha: 0.01) == 0)
        #expect(percent(alpha: 0.010_1) == 100)
        #expect(percent(alpha: 1, cover: 0.5) == 0)
        #expect(percent(alpha: 1, cover: 0.499) == 100)
        #expect(percent(alpha: 1, isForeground: false) == 0)
    }

    @Test(arguments: [(1.0, 1.0), (1.5, 1), (0.5, 0.5), (0, 0), (-1, 0), (.nan, 0)] as [(Double, Double)])
    func sharesAreFromNoneToAll(_ value: Double, _ share: Double) {
        #expect(NielsenViewabilityScene.unit(value) == share)
    }
}
