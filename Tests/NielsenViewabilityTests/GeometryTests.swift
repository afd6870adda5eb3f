// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi
import Testing

struct GeometryTests {
    private static let target = NielsenViewabilityTarget(viewTag: "7", friendlyObstructions: ["8"])

    /// The percentage of view 7 that can be seen in a window of 100 by 100.
    private func percent(_ views: [NielsenViewabilityView], window: NielsenViewabilityRect? = rect(0, 0, 100, 100))
        -> Double?
    {
        let scene = NielsenViewabilityScene(screen: rect(0, 0, 100, 100), window: window, views: views)
        return scene.extent(of: Self.target)?.percent
    }

    private func player(_ frame: NielsenViewabilityRect = rect(0, 0, 100, 100), parent: Int? = nil)
        -> NielsenViewabilityView
    {
        NielsenViewabilityView(tag: "7", frame: frame, parent: parent)
    }

    private func cover(_ frame: NielsenViewabilityRect, tag: String? = nil, alpha: Double = 1) -> NielsenViewabilityView
    {
        NielsenViewabilityView(tag: tag, frame: frame, alpha: alpha)
    }

    @Test func overlapsAreCountedOnce() {
        #expect(percent([player(), cover(rect(0, 0, 50, 50)), cover(rect(25, 25, 50, 50))]) == 56.25)
        #expect(percent([player(), cover(rect(0, 0, 50, 50)), cover(rect(0, 0, 50, 50))]) == 75)
        #expect(percent([player(), cover(rect(0, 0, 50, 100)), cover(rect(50, 0, 50, 100))]) == 0)
    }

    @Test func whatIsOutsideHidesNothing() {
        #expect(percent([player(rect(0, 0, 50, 50)), cover(rect(50, 0, 50, 100)), cover(rect(0, 50, 50, 1))]) == 100)
        #expect(percent([player(rect(-50, 0, 100, 100)), cover(rect(-50, 0, 50, 100))]) == 50)
    }

    @Test func onlyWhatIsPaintedLaterHides() {
        #expect(percent([cover(rect(0, 0, 100, 100)), player()]) == 100)
    }

    @Test func aWindowSomewhereElseShowsNothing() {
        #expect(percent([player()], window: rect(200, 0, 100, 100)) == 0)
        #expect(percent([player()], window: nil) == 0)
        #expect(percent([player()], window: rect(0, 0, 0, 0)) == 0)
    }

    @Test func clippingViewsCutOff() {
        let outer = NielsenViewabilityView(frame: rect(0, 0, 40, 100), clips: true)
        let middle = NielsenViewabilityView(frame: rect(0, 50, 100, 100), parent: 0)
        let inner = NielsenViewabilityView(frame: rect(0, 0, 100, 50), clips: true, parent: 1)
        #expect(percent([outer, middle, inner, player(parent: 2)]) == 20)
        #expect(percent([outer, middle, player(parent: 1)]) == 40)
        // A view that clips does not cut off itself.
        var clipping = player()
        clipping.clips = true
        #expect(percent([clipping]) == 100)
    }

    @Test func aCoverIsCutOffByItsOwnParents() {
        let frame = NielsenViewabilityView(frame: rect(0, 0, 10, 100), clips: true, paints: false)
        var large = cover(rect(0, 0, 100, 100))
        large.parent = 1
        #expect(percent([player(), frame, large]) == 90)
    }

    @Test func hiddenAndTransparentParentsHideThePlayer() {
        for change in [{ $0.isHidden = true }, { $0.alpha = 0 }, { $0.alpha = 0.01 }]
            as [(inout NielsenViewabilityView) -> Void]
        {
            var outer = NielsenViewabilityView(frame: rect(0, 0, 100, 100))
            change(&outer)
            #expect(percent([outer, player(parent: 0)]) == 0)
            var own = player()
            change(&own)
            #expect(percent([own]) == 0)
        }
        var faint = player()
        faint.alpha = 0.02
        #expect(percent([faint]) == 100)
    }

    @Test(arguments: [(1, 0.0), (0.5, 0), (0.49, 100), (0, 100), (.nan, 100), (7, 0), (-1, 100)])
    func aCoverHidesFromHalfOpaqueOn(_ alpha: Double, _ expected: Double) {
        #expect(percent([player(), cover(rect(0, 0, 100, 100), alpha: alpha)]) == expected)
    }

    @Test func transparencyMultiplies() {
        let outer = NielsenViewabilityView(frame: rect(0, 0, 100, 100), alpha: 0.7, paints: false)
        var inner = cover(rect(0, 0, 100, 100), alpha: 0.7)
        inner.parent = 1
        #expect(percent([player(), outer, inner]) == 100)
        let scene = NielsenViewabilityScene(
            screen: rect(0, 0, 100, 100),
            window: rect(0, 0, 100, 100),
            views: [player(), outer, inner]
        )
        #expect(scene.extent(of: Self.target, opaquePercent: 48)?.percent == 0)
    }

    @Test func containersHideNothingByThemselves() {
        let container = NielsenViewabilityView(frame: rect(0, 0, 100, 100), paints: false)
        var label = cover(rect(0, 0, 10, 10))
        label.parent = 1
        #expect(percent([player(), container, label]) == 99)
    }

    @Test func whatIsInsideOfThePlayerOrOfAFriendlyViewHidesNothing() {
        var subtitles = cover(rect(0, 0, 100, 50))
        subtitles.parent = 0
        var friendly = cover(rect(0, 0, 100, 100), tag: "8")
        friendly.alpha = 0.9
        var button = cover(rect(0, 0, 50, 50))
        button.parent = 2
        #expect(percent([player(), subtitles, friendly, button]) == 100)
    }

    @Test func theFirstViewWithTheTagIsMeant() {
        #expect(percent([player(rect(0, 0, 10, 10)), cover(rect(50, 50, 50, 50), tag: "7")]) == 100)
        #expect(percent([player(rect(0, 0, 10, 10)), cover(rect(0, 0, 5, 10), tag: "7")]) == 50)
        #expect(percent([cover(rect(0, 0, 1, 1))]) == nil)
        #expect(percent([]) == nil)
    }

    @Test(arguments: [-1, 0, 1, 2, 3, Int.max, Int.min])
    func aPlaceThatIsNotBeforeCountsAsNone(_ parent: Int) {
        let views = [
            NielsenViewabilityView(frame: rect(0, 0, 1, 1), parent: parent), player(parent: 2),
            cover(rect(0, 0, 50, 100)),
        ]
        #expect(percent(views) == 50)
    }

    // MARK: - Odd numbers

    private static let odd: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 0, -0.0, 1e300, -1e300, 1e9, 50, -50,
    ]

    @Test func everyCombinationOfOddNumbersHasAPercentage() {
        for x in Self.odd {
            for width in Self.odd {
                for y in [0, x, 50] {
                    for height in [100, width, -100] {
                        let frame = rect(x, y, width, height)
                        for views in [[player(), cover(frame)], [player(frame), cover(rect(0, 0, 10, 10))]] {
                            let value = percent(views) ?? -1
                            #expect(value >= 0 && value <= 100)
                        }
                        let seen = percent([player()], window: frame) ?? -1
                        #expect(seen >= 0 && seen <= 100)
                    }
                }
            }
        }
    }

    @Test func oddRectanglesMeanWhatTheySay() {
        #expect(percent([player(), cover(rect(100, 100, -50, -100))]) == 50)
        #expect(percent([player(), cover(rect(-.infinity, -.infinity, .infinity, .infinity))]) == 0)
        #expect(percent([player(), cover(rect(50, 0, .infinity, 100))]) == 50)
        #expect(percent([player(), cover(rect(.nan, 0, 100, 100))]) == 100)
        #expect(percent([player(rect(0, 0, .nan, 10))]) == 0)
        #expect(percent([player(rect(0, 0, 0, 10))]) == 0)
    }

    @Test func aReadingOfOddNumbersHasSizes() {
        let scene = NielsenViewabilityScene(
            screen: rect(0, 0, .infinity, .nan),
            window: rect(0, 0, -10.4, 1e300),
            scale: .nan,
            views: [NielsenViewabilityView(tag: "7", frame: rect(0, 0, 10.5, 0.4))],
            volume: .infinity
        )
        let reading = NielsenViewabilityReading(scene, of: Self.target)
        #expect(reading?.screen == "1000000000x0")
        #expect(reading?.window == "10x1000000000")
        #expect(reading?.player == "11x0")
        #expect(reading?.volume == 100)
    }

    // MARK: - Many views

    /// A staircase of covers, each one point lower and one shorter: n + ...
    ///
    /// + 2 + 1 of n x n square points are hidden.
    @Test func tensOfThousandsOfViewsAreCounted() {
        let count = 20_000
        var views = [player(rect(0, 0, Double(count), Double(count)))]
        for step in 0..<count {
            views.append(cover(rect(Double(step), Double(step), Double(count - step), 1)))
        }
        let scene = NielsenViewabilityScene(
            screen: rect(0, 0, 1, 1),
            window: rect(0, 0, Double(count), Double(count)),
            views: views
        )
        let extent = scene.extent(of: Self.target)
        let hidden = Double(count) * Double(count + 1) / 2
        #expect(extent?.total == Double(count) * Double(count))
        #expect(extent?.visible == Double(count) * Double(count) - hidden)
    }

    @Test func aDeepChainOfParentsIsFollowed() {
        var views: [NielsenViewabilityView] = []
        for depth in 0..<20_000 {
            views.append(
                NielsenViewabilityView(
                    frame: rect(0, 0, 100, 100 - Double(depth) / 400),
                    clips: true,
                    parent: depth == 0 ? nil : depth - 1
                )
            )
        }
        views.append(player(parent: views.count - 1))
        #expect(abs((percent(views) ?? 0) - 50.0025) < 1e-9)
    }
}
