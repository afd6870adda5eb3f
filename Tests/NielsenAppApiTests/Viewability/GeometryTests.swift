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

    // MARK: - Odd numbers

    @Test func oddRectanglesMeanWhatTheySay() {
        #expect(percent([player(), cover(rect(100, 100, -50, -100))]) == 50)
        #expect(percent([player(), cover(rect(-.infinity, -.infinity, .infinity, .infinity))]) == 0)
        #expect(percent([player(), cover(rect(50, 0, .infinity, 100))]) == 50)
        #expect(percent([player(), cover(rect(.nan, 0, 100, 100))]) == 100)
        #expect(percent([player(rect(0, 0, .nan, 10))]) == 0)
        #expect(percent([player(rect(0, 0, 0, 10))]) == 0)
    }

    // MARK: - Many views
}
