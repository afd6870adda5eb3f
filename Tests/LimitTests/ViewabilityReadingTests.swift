// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What is read of a scene, to the pixel and the percent.
struct ViewabilityReadingTests {
    private static let target = NielsenViewabilityTarget(viewTag: "1")

    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> NielsenViewabilityRect {
        NielsenViewabilityRect(x: x, y: y, width: width, height: height)
    }

    private func scene(_ cover: NielsenViewabilityView? = nil, scale: Double = 1) -> NielsenViewabilityScene {
        let player = NielsenViewabilityView(tag: "1", frame: rect(0, 0, 100, 50))
        return NielsenViewabilityScene(
            screen: rect(0, 0, 200, 300),
            window: rect(0, 0, 150, 250),
            scale: scale,
            views: [player] + [cover].compactMap(\.self)
        )
    }

    // MARK: - Values

    @Test(
        arguments: [
            (2, "400x600"), (0.5, "100x150"), (0, "200x300"), (-1, "200x300"), (.infinity, "200x300"),
        ] as [(Double, String)]
    )
    func sizesAreInPixels(_ scale: Double, _ screen: String) {
        let reading = NielsenViewabilityReading(scene(scale: scale), of: Self.target)
        #expect(reading?.screen == screen)
        #expect(reading?.visibility == 100)
        #expect(reading?.volume == 100)
    }

    @Test func everyValueIsThatOfItsView() {
        var scene = scene(NielsenViewabilityView(frame: rect(0, 0, 20.4, 50)), scale: 2)
        scene.volume = 0.125
        let expected = NielsenViewabilityReading(
            visibility: 80,
            volume: 13,
            screen: "400x600",
            window: "300x500",
            player: "200x100"
        )
        #expect(NielsenViewabilityReading(scene, of: Self.target) == expected)
        scene.isMuted = true
        scene.window = nil
        let muted = NielsenViewabilityReading(
            visibility: 0,
            volume: 0,
            screen: "400x600",
            window: "0x0",
            player: "200x100"
        )
        #expect(NielsenViewabilityReading(scene, of: Self.target) == muted)
        #expect(NielsenViewabilityReading(scene, of: NielsenViewabilityTarget(viewTag: "2")) == nil)
    }

    /// The setting, and what a view with an alpha of a hundredth or of nothing hides.
    @Test(
        arguments: [
            (-1, 0.01, 0), (0, 0.01, 0), (1, 0.01, 0), (1, 0.009, 100), (0, 0, 100), (2, 0.01, 100), (2, 0.02, 0),
        ] as [(Int, Double, Int)]
    )
    func aViewHidesFromItsPercentOn(_ percent: Int, _ alpha: Double, _ visibility: Int) {
        let cover = NielsenViewabilityView(frame: rect(0, 0, 100, 100), alpha: alpha)
        let reading = NielsenViewabilityReading(scene(cover), of: Self.target, opaquePercent: percent)
        #expect(reading?.visibility == visibility)
    }

    // MARK: - Series

    private let names = ["invs", "inau", "inss", "invp", "ines"]

    @Test func aSeriesOfOneItemIsReadAgain() {
        let reading = NielsenViewabilityReading(visibility: 1, volume: 2, screen: "3x3", window: "4x4", player: "5x5")
        let series = reading.series(at: 7, time: 8_999)
        let expected: JSONObject = [
            "invs": [[1, 7, 8, 0]], "inau": [[2, 7, 8, 0]], "inss": [["3x3", 7, 8, 0]], "invp": [["4x4", 7, 8, 0]],
            "ines": [["5x5", 7, 8, 0]],
        ]
        #expect(series == expected)
        #expect(NielsenViewabilityReading(series: series) == reading)
        for name in names {
            var part = series
            part[name] = JSONValue?.none
            #expect(NielsenViewabilityReading(series: part) == nil)
        }
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 1), (99, 99), (100, 100), (101, 100)] as [(Int64, Int)])
    func aPercentageIsReadWithinItsRange(_ value: Int64, _ read: Int) {
        var series: JSONObject = ["inss": [["3x3"]], "invp": [["4x4"]], "ines": [["5x5"]]]
        // The last item counts.
        series["invs"] = [[50], [.int(value)]]
        series["inau"] = [[50], [.int(value)]]
        let reading = NielsenViewabilityReading(series: series)
        #expect(reading?.visibility == read)
        #expect(reading?.volume == read)
    }

    // MARK: - Watermarks

    @Test(arguments: [("FD", 200), (NielsenID3Tag.nullContentID, 100)] as [(String, Int64)])
    func aWatermarkHasTheOffsetOfWhatWasRecognized(_ distributor: String, _ offset: Int64) throws {
        var meter = ViewabilityMeter()
        let tag = try NielsenID3Tag("www.nielsen.com/PC/\(distributor)/watermark/00100/00200/00")
        #expect(meter.atWatermark(tag, at: .never) == nil)
        meter.track(Self.target)
        #expect(meter.see(scene(), of: nil) == nil)
        #expect(meter.atWatermark(tag, at: .never)?["invs"] == [[100, .int(offset), 0, 0]])
        meter.settings.measuresWatermarks = false
        #expect(meter.atWatermark(tag, at: .never) == nil)
    }

    // MARK: - Settings

    /// Which tracks are measured, and whether anything is.
    @Test(
        arguments: [
            (true, false, false, [true, false], true), (false, true, false, [false, true], true),
            (false, false, true, [false, false], true), (false, false, false, [false, false], false),
        ] as [(Bool, Bool, Bool, [Bool], Bool)]
    )
    func aMeterIsOnForWhatIsMeasured(
        _ content: Bool,
        _ ads: Bool,
        _ watermarks: Bool,
        _ lanes: [Bool],
        _ isOn: Bool
    ) {
        var settings = NielsenViewabilitySettings()
        settings.measuresContent = content
        settings.measuresAds = ads
        settings.measuresWatermarks = watermarks
        #expect([NielsenLane.content, .ad].map(settings.measures) == lanes)
        #expect(!settings.measures(.static))
        var meter = ViewabilityMeter()
        meter.settings = settings
        #expect(!meter.isOn)
        meter.track(Self.target)
        #expect(meter.isOn == isOn)
        #expect((meter.ifOn != nil) == isOn)
        let error = meter.see(nil, of: nil)
        #expect((error != nil) == isOn)
    }

    // MARK: - Rectangles

    @Test(
        arguments: [
            ([(0, 0, 10, 10)], 100), ([], 0), ([(0, 0, 10, 10), (0, 0, 10, 10)], 100),
            ([(0, 0, 10, 10), (10, 0, 10, 10)], 200), ([(0, 0, 10, 10), (5, 5, 10, 10)], 175),
            ([(0, 0, 10, 10), (2, 2, 3, 3), (20, 20, 1, 1)], 101), ([(0, 0, 0, 10), (0, 0, 10, 0)], 0),
            ([(0, 0, 1, 9), (3, 1, 1, 7), (6, 2, 1, 5), (9, 3, 1, 3), (0, 4, 10, 1)], 30),
        ] as [([(Double, Double, Double, Double)], Double)]
    )
    func theAreaOfSeveralIsThatOfTheirUnion(_ parts: [(Double, Double, Double, Double)], _ area: Double) {
        let bounds = parts.map { ViewabilityBounds(rect($0.0, $0.1, $0.2, $0.3)) }
        #expect(RectangleUnion.area(bounds) == area)
        #expect(RectangleUnion.area(bounds.reversed()) == area)
    }

    /// Columns of one, two and more points of height, side by side, for each number of different heights.
    @Test(arguments: 1...70)
    func theAreaOfAStaircaseIsItsSum(_ count: Int) {
        let bounds = (0..<count).map { ViewabilityBounds(rect(Double($0), Double($0 % 3), 1, Double($0 + 1))) }
        #expect(RectangleUnion.area(bounds) == Double(count * (count + 1) / 2))
    }
}
