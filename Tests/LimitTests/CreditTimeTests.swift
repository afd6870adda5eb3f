// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// When the last second was credited, and what is measured while a view cannot be found.
struct CreditTimeTests {
    private func instant(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

    // MARK: - Credit

    /// A second that was credited when it had passed ends then, and not with the playhead that comes later.
    @Test func aSecondEndsWhenItIsCreditedFirst() {
        var account = CreditAccount(NielsenThresholds())
        account.playhead(5, at: instant(0))
        #expect(account.lastCredited == nil)
        account.playhead(6, at: instant(1))
        #expect(account.lastCredited == instant(1))
        account.settle(at: instant(6))
        #expect(account.lastCredited == instant(2))
        account.playhead(7, at: instant(6))
        #expect(account.lastCredited == instant(2))
        account.playhead(8, at: instant(7))
        #expect(account.lastCredited == instant(7))
    }

    /// Of a jump the second before it counts, which ends after the playhead before.
    @Test func aJumpCreditsTheSecondBeforeIt() {
        var account = CreditAccount(NielsenThresholds())
        account.playhead(5, at: instant(0))
        account.playhead(100, at: instant(0.25))
        #expect(account.lastCredited == instant(0.25))
        account.playhead(300, at: instant(5.25))
        #expect(account.lastCredited == instant(1.25))
        // At the same position nothing passes.
        account.playhead(300, at: instant(9))
        #expect(account.lastCredited == instant(1.25))
        var still = CreditAccount(NielsenThresholds())
        still.playhead(5, at: instant(1))
        still.playhead(100, at: instant(1))
        #expect(still.lastCredited == nil)
    }

    /// What has been credited already is not settled a second time.
    @Test func aSecondIsSettledOnce() {
        var thresholds = NielsenThresholds()
        thresholds.keepsCreditJournal = true
        var account = CreditAccount(thresholds)
        account.playhead(5, at: instant(0))
        for seconds in [0, 0.5, 0.5, 1, 1, 3] { account.settle(at: instant(seconds)) }
        let entries = account.removeJournal()?.entries ?? []
        #expect(entries.map(\.kind) == [.began, .settled, .settled])
        #expect(entries.map(\.time) == [instant(0), instant(0.5), instant(1)])
        #expect(entries.map { $0.parts.map(\.time) } == [[], [500_000_000], [500_000_000]])
    }

    // MARK: - Viewability

    private static let scene: NielsenViewabilityScene = {
        let frame = NielsenViewabilityRect(x: 0, y: 0, width: 100, height: 100)
        return NielsenViewabilityScene(
            screen: frame,
            window: frame,
            views: [NielsenViewabilityView(tag: "1", frame: frame, alpha: 1)],
            isForeground: true
        )
    }()

    private func makeMeter() -> ViewabilityMeter {
        var meter = ViewabilityMeter()
        meter.track(NielsenViewabilityTarget(viewTag: "1"))
        return meter
    }

    /// Seconds in which the view was missing are of no item, also where the view is found at once.
    @Test func aPlayheadWithoutTheViewEndsTheItem() {
        var meter = makeMeter()
        var view: AssetView? = AssetView(lane: .content, number: 1, thresholds: NielsenThresholds())
        #expect(meter.see(Self.scene, of: nil) == nil)
        meter.advance(&view, to: 10, at: .never, maximumStep: 10)
        #expect(meter.see(nil, of: nil) != nil)
        meter.advance(&view, to: 11, at: .never, maximumStep: 10)
        #expect(meter.see(Self.scene, of: nil) == nil)
        meter.advance(&view, to: 12, at: .never, maximumStep: 10)
        meter.advance(&view, to: 13, at: .never, maximumStep: 10)
        let items = view?.viewability?.json?["invs"]?.arrayValue ?? []
        #expect(items == [[100, 10, 0, 0], [100, 12, 0, 1]])
    }

    @Test func aMissingViewIsReportedOnceUntilItIsFound() {
        var meter = makeMeter()
        #expect(meter.see(nil, of: nil)?.message.contains("\"1\"") == true)
        #expect(meter.see(nil, of: nil) == nil)
        #expect(meter.see(Self.scene, of: nil) == nil)
        #expect(meter.see(nil, of: nil) != nil)
        // What another view was looked for says nothing.
        #expect(meter.see(Self.scene, of: NielsenViewabilityTarget(viewTag: "2")) == nil)
        #expect(meter.reading == nil)
    }

    /// The screen is examined while a view is measured that has to be looked at.
    @Test func theScreenIsWatchedForAView() {
        var off = ViewabilityMeter()
        #expect(off.watch(true) == nil)
        var meter = makeMeter()
        #expect(meter.watch(false) == nil)
        #expect(meter.watch(true) == true)
        #expect(meter.watch(true) == nil)
        #expect(meter.watch(false) == false)
        #expect(!meter.isWatching)
    }
}
