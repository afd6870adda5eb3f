// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// How a core begins, is switched off and ends, and what a choice of the user changes.
struct CoreLifeTests {
    private var bench = CoreBench()

    private let content = CoreBench.content
    private let ignored = "note: playheadPosition is not expected in the idle state and was ignored"

    // MARK: - The beginning

    @Test func aCoreThatIsNotStartedIgnoresItsCalls() {
        var bench = CoreBench(starts: false)
        #expect(bench.call(.stop) == ["note: stop is not expected in the initial state and was ignored"])
        bench.wait(2)
        bench.start(choice: true, issues: [.warning(key: nil, rule: nil, "text")])
        #expect(bench.heard() == ["event 2001 @2000", "warning: text", "session @0"])
        #expect(bench.core.optedOut)
        #expect(bench.core.state == .idle)
    }

    @Test(arguments: [false, true])
    func aChoiceFromBeforeTheStartHolds(_ choice: Bool) {
        var bench = CoreBench(starts: false)
        bench.core.choose(choice, at: bench.now)
        #expect(bench.heard() == (choice ? ["identify true false @0"] : []) + ["keep \(choice)"])
        bench.start()
        #expect(bench.core.optedOut == choice)
    }

    @Test func whatFailedToStartIsStartedByEnablingIt() {
        var bench = CoreBench(starts: false)
        bench.core.fail()
        #expect(bench.core.state == .disabled)
        #expect(!bench.core.isMeasuring)
        bench.start()
        #expect(bench.core.state == .idle)
    }

    /// Thresholds that come later hold for what nothing was measured of.
    @Test(arguments: [false, true])
    mutating func laterThresholdsHoldForWhatBeginsLater(_ isSeen: Bool) {
        _ = bench.call(.play([:]), .loadMetadata(content))
        if isSeen { _ = bench.call(.playheadPosition(0)) }
        var thresholds = NielsenThresholds()
        thresholds.segmentsPerDuration = 1
        bench.core.adopt(
            NielsenMeasurementSettings(
                thresholds: thresholds,
                inputMode: .strict,
                viewability: NielsenViewabilitySettings(),
                resumeCalls: .loadMetadata
            )
        )
        let durations = bench.play(0...30).filter { $0.hasPrefix("duration") }
        #expect(durations == (isSeen ? [] : ["duration a#1 at 30 @30000 [0] 30/30"]))
    }

    // MARK: - The end

    @Test mutating func theEndTellsWhatIsOpen() {
        _ = bench.call(.play([:]), .loadMetadata(content), .loadMetadata(CoreBench.page))
        _ = bench.play(0..<3)
        bench.core.shutdown(at: bench.now)
        #expect(
            bench.heard() == [
                "end a#1 at 2 @3000 [] 3/3", "end #- at - @3000", "end #2 at - @3000 [] 3/3", "event 2002 @3000",
            ]
        )
        #expect(bench.core.isClosed)
        #expect(bench.core.state == .idle)
        #expect(bench.core.playback.page.asset == nil)
        #expect(bench.core.playback.content.asset == nil)
        bench.core.shutdown(at: bench.now)
        #expect(bench.heard() == [])
        func closed(_ name: String) -> String {
            "warning: \(name) came after the instance was shut down and was ignored; make a new instance"
        }
        #expect(bench.call(.play([:])) == [closed("play")])
        #expect(bench.call(.playheadPosition(0)) == [closed("playheadPosition")])
        #expect(bench.call(.end) == [closed("end")])
        #expect(bench.call(.stop) == [closed("stop")])
        #expect(bench.call(.staticEnd) == [closed("staticEnd")])
        #expect(bench.call(.sendID3("x")) == [closed("sendID3")])
        #expect(bench.call(.updateOTT(["ottStatus": "0"])) == [closed("updateOTT")])
        #expect(bench.call(.userOptOut("nielsenappsdk://1")) == [closed("userOptOut")])
        #expect(bench.call(.loadMetadata(content)) == [closed("loadMetadata")])
        bench.core.setDisabled(true, at: bench.now)
        #expect(bench.heard() == [closed("appDisableApi")])
        bench.core.ignoreEvent(NielsenTrackEvent(.playhead, optOut: true), at: bench.now)
        #expect(bench.heard() == [closed("userOptOut"), closed("trackEvent")])
        #expect(!bench.core.optedOut)
    }

    // MARK: - Switching off

    @Test mutating func switchingOffEndsWhatIsOpen() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play([0])
        bench.core.setDisabled(true, at: bench.now)
        #expect(
            bench.heard() == [
                "note: a stop was missing before disable and was inserted", "end a#1 at 0 @1000 [] 1/1",
                "end #- at - @1000",
            ]
        )
        bench.core.setDisabled(true, at: bench.now)
        #expect(bench.heard() == ["note: disable is not expected in the disabled state and was ignored"])
        #expect(bench.call(.play([:])) == ["note: play is not expected in the disabled state and was ignored"])
        bench.core.setDisabled(false, at: bench.now)
        #expect(bench.heard() == [])
        #expect(bench.core.state == .idle)
        bench.core.setDisabled(true, at: bench.now)
        #expect(bench.heard() == ["end #- at - @1000"])
    }

    @Test mutating func aSessionThatBeganWhileSwitchedOffIsToldLater() {
        bench.core.setDisabled(true, at: bench.now)
        _ = bench.heard()
        bench.wait(1)
        #expect(
            bench.call(.userOptOut("nielsenappsdk://1")) == [
                "end #- at - @1000", "identify true false @1000", "keep true",
            ]
        )
        bench.wait(1)
        bench.core.setDisabled(false, at: bench.now)
        #expect(bench.heard() == ["session @2000"])
        bench.core.setDisabled(true, at: bench.now)
        _ = bench.heard()
        bench.core.setDisabled(false, at: bench.now)
        #expect(bench.heard() == [])
    }

    // MARK: - Choices

    @Test mutating func aChoiceBeginsASessionWhereItChangesSomething() {
        let name = bench.core.session
        bench.wait(1)
        #expect(
            bench.call(.userOptOut("nielsenappsdk://1")) == [
                "end #- at - @1000", "identify true false @1000", "session @1000", "keep true",
            ]
        )
        #expect(bench.core.session != name)
        #expect(bench.call(.userOptOut("nielsenappsdk://1")) == ["keep true"])
        #expect(
            bench.call(.userOptOut("1")) == [
                "warning: userOptOut got \"1\"; only nielsenappsdk://1 and nielsenappsdk://0 are accepted"
            ]
        )
        #expect(bench.core.optedOut)
        bench.core.changePrivacy(isOther: true, then: [.checkpoint], at: bench.now) { _ in }
        #expect(
            bench.heard() == ["end #- at - @1000", "other", "identify true false @1000", "session @1000"]
        )
        bench.core.changePrivacy(at: bench.now) { _ in }
        #expect(bench.heard() == [])
    }

    @Test mutating func aChoiceThatWasReadCountsWhereNoneWasMadeSince() {
        bench.core.noteChoice(nil, readAt: 0, at: bench.now)
        bench.core.noteChoice(false, readAt: 0, at: bench.now)
        #expect(bench.heard() == [])
        let version = bench.core.keptChoice.version
        bench.core.noteChoice(true, readAt: version, at: bench.now)
        #expect(bench.heard() == ["end #- at - @0", "identify true false @0", "session @0"])
        #expect(bench.core.optedOut)
        // One that is made is not kept yet, and what is read then is older.
        bench.core.choose(true, at: bench.now)
        #expect(bench.heard() == ["keep true"])
        for read in [version, bench.core.keptChoice.version] {
            bench.core.noteChoice(false, readAt: read, at: bench.now)
        }
        let made = bench.core.keptChoice.version
        bench.core.keptChoice.noteKept()
        for read in [version, made] { bench.core.noteChoice(false, readAt: read, at: bench.now) }
        #expect(bench.heard() == [])
        bench.core.noteChoice(false, readAt: bench.core.keptChoice.version, at: bench.now)
        #expect(bench.heard() == ["end #- at - @0", "identify false false @0", "session @0"])
    }

    @Test mutating func anEventThatIsIgnoredStillMakesItsChoice() {
        bench.core.ignoreEvent(NielsenTrackEvent(.playhead, optOut: true), at: bench.now)
        #expect(
            bench.heard() == ["end #- at - @0", "identify true false @0", "session @0", "keep true", ignored]
        )
        bench.core.ignoreEvent(NielsenTrackEvent(.playhead), at: bench.now)
        #expect(bench.heard() == [ignored])
    }

    /// What plays goes on in the next session as another view.
    @Test mutating func aChoiceDividesWhatPlays() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play(0..<2)
        _ = bench.call(.loadMetadata(CoreBench.page))
        #expect(
            bench.call(.userOptOut("nielsenappsdk://1")) == [
                "end a#1 at 1 @2000 [] 2/2", "end #- at - @2000", "end #2 at - @2000 [] 0/0",
                "identify true false @2000", "session @2000", "view #4 at - @2000 [] 0/0", "keep true",
            ]
        )
        #expect(bench.play([2]) == ["view a#3 at 2 @2000 [] 0/0"])
        #expect(bench.call(.end) == ["end a#3 at 2 @3000 [] 1/1", "end #- at - @3000"])
    }

    // MARK: - Credit

    /// The setting, and the views that a summary has of three that are over.
    @Test(arguments: [(-1, [3]), (0, [3]), (1, [3]), (2, [2, 3]), (3, [1, 2, 3]), (4, [1, 2, 3])])
    func aFewViewsAreRemembered(_ limit: Int, _ views: [Int]) {
        var bench = CoreBench { $0.maximumAssetsKept = limit }
        for _ in 0..<3 { _ = bench.call(.play([:]), .loadMetadata(content), .playheadPosition(0), .end) }
        #expect(bench.core.creditSummary(at: bench.now).map(\.view) == views)
    }

    @Test mutating func aSummaryCountsWhatIsOpenAndEndsNothing() {
        _ = bench.call(.loadMetadata(CoreBench.page), .play([:]), .loadMetadata(content))
        #expect(bench.core.creditSummary(at: bench.now).map(\.view) == [1])
        _ = bench.play(0..<2)
        let open = [
            NielsenCredit(lane: .static, assetid: "", view: 1, seconds: 2),
            NielsenCredit(lane: .content, assetid: "a", view: 2, seconds: 2),
        ]
        #expect(bench.core.creditSummary(at: bench.now) == open)
        #expect(bench.core.creditSummary(at: bench.now) == open)
        #expect(bench.call(.end) == ["end a#2 at 1 @2000 [] 2/2", "end #- at - @2000"])
        let ended = NielsenCredit(lane: .content, assetid: "a", view: 2, seconds: 2, ended: true)
        #expect(bench.core.creditSummary(at: bench.now) == [open[0], ended])
    }
}
