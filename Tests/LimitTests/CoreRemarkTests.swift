// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// The bounds of what an integrator is told of.
struct CoreRemarkTests {
    private var bench = CoreBench()

    private func content(length: String) -> [String: String] {
        CoreBench.content.merging(["length": length]) { $1 }
    }

    /// The remarks with a code, without those about metadata.
    private static func codes(_ heard: [String]) -> [String] {
        heard.filter { $0.hasPrefix("warning: ") }.map { String($0.dropFirst(9)) }
    }

    // MARK: - The first playhead

    @Test(
        arguments: [
            ("0", 99_999_999, ["LIVE_PLAYHEAD_NOT_EPOCH"]), ("0", 100_000_000, []),
            ("3600", 99_999_999, ["PLAYHEAD_BEYOND_LENGTH"]), ("3600", 100_000_000, ["EPOCH_WITH_LENGTH"]),
            ("86399", 100_000_000, ["EPOCH_WITH_LENGTH"]), ("86400", 100_000_000, []), ("1", 2, []),
            ("1", 3, ["PLAYHEAD_BEYOND_LENGTH"]), ("1", 100_000_000, ["EPOCH_WITH_LENGTH"]),
            ("3600.9", 3_601, []), ("3600.9", 3_602, ["PLAYHEAD_BEYOND_LENGTH"]),
        ] as [(String, Int64, [String])]
    )
    mutating func aPlayheadAndALengthAgree(_ length: String, _ position: Int64, _ codes: [String]) {
        _ = bench.call(.play([:]), .loadMetadata(content(length: length)))
        #expect(Self.codes(bench.call(.playheadPosition(position))) == codes)
        bench.wait(1)
        // Only the first one says what kind of stream it is.
        let later = Set(Self.codes(bench.call(.playheadPosition(position + 1))))
        #expect(later.isSubset(of: ["PLAYHEAD_BEYOND_LENGTH"]))
    }

    @Test mutating func aPlayIsMissingOnceAnAsset() {
        _ = bench.call(.loadMetadata(CoreBench.content))
        #expect(bench.call(.playheadPosition(0)) == ["warning: PLAY_MISSING", "view a#1 at 0 @0 [] 0/0"])
        bench.wait(1)
        #expect(bench.call(.playheadPosition(1)) == [])
        // With the end of its stream a play is over.
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .end)
        let other = CoreBench.content.merging(["assetid": "b"]) { $1 }
        _ = bench.call(.loadMetadata(other))
        #expect(bench.call(.playheadPosition(0)) == ["warning: PLAY_MISSING", "view b#2 at 0 @1000 [] 0/0"])
    }

    @Test(
        arguments: [
            (100_000_000_000, ["view a#1 at 100000000000 @0 [] 0/0"]),
            (100_000_000_001, ["error 15 playheadPosition @0"]),
            (999_999_999_999, ["error 15 playheadPosition @0"]),
            (1_000_000_000_000, ["warning: PLAYHEAD_MILLISECONDS", "view a#1 at 1000000000 @0 [] 0/0"]),
            (9_999_999_999_999, ["warning: PLAYHEAD_MILLISECONDS", "view a#1 at 9999999999 @0 [] 0/0"]),
            (10_000_000_000_000, ["error 15 playheadPosition @0"]), (-1, ["error 15 playheadPosition @0"]),
            (0, ["warning: LIVE_PLAYHEAD_NOT_EPOCH", "view a#1 at 0 @0 [] 0/0"]),
        ] as [(Int64, [String])]
    )
    mutating func aPlayheadIsInSeconds(_ position: Int64, _ heard: [String]) {
        _ = bench.call(.play([:]), .loadMetadata(content(length: "0")))
        #expect(bench.call(.playheadPosition(position)) == heard)
    }

    // MARK: - Steps

    @Test(arguments: [(500, ["SKIP_REPORTED_AS_PLAY"]), (501, [])] as [(Int64, [String])])
    mutating func aSkipOfThreeSecondsIsNamed(_ milliseconds: Int64, _ codes: [String]) {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .playheadPosition(0))
        bench.wait(milliseconds: milliseconds)
        #expect(Self.codes(bench.call(.playheadPosition(4))) == codes)
    }

    @Test mutating func tenSecondsThatNobodyPlayedAreNamed() {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .playheadPosition(0))
        // Half a second is missing, then two, and then one more each time.
        #expect(bench.call(.playheadPosition(1)) == [])
        bench.wait(milliseconds: 500)
        #expect(bench.call(.playheadPosition(3)) == [])
        for count in 1...8 {
            bench.wait(1)
            let position = Int64(3 + 2 * count)
            #expect(
                Self.codes(bench.call(.playheadPosition(position))) == (count < 8 ? [] : ["PLAYHEAD_FASTER_THAN_TIME"])
            )
        }
        bench.wait(1)
        #expect(bench.call(.playheadPosition(21)) == [])
    }

    @Test(
        arguments: [
            (99_999_999, 0, 2), (100_000_000, 0, 0), (11, 1, 0), (12, 1, 1), (11, 22, 1), (12, 22, 0),
        ] as [(Int64, Int64, Int)]
    )
    mutating func contentGoesOnAfterAnAdWhereItWas(_ position: Int64, _ last: Int64, _ remarks: Int) {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .playheadPosition(last))
        _ = bench.call(.loadMetadata(CoreBench.ad), .stop, .loadMetadata(CoreBench.content))
        #expect(bench.call(.playheadPosition(position)).count == remarks)
        // It is looked at once.
        _ = bench.call(.playheadPosition(last))
        #expect(bench.call(.playheadPosition(last + 50)) == [])
    }

    // MARK: - Ads

    @Test(
        arguments: [(1, 0, false), (2, 1, true), (2, 0, true), (2, 2, false), (9, 2, false)] as [(Int64, Int64, Bool)]
    )
    mutating func anAdThatIsBackAtItsFirstSecondHasBegunAgain(_ last: Int64, _ next: Int64, _ isNamed: Bool) {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.ad), .playheadPosition(last))
        bench.wait(1)
        #expect(bench.call(.playheadPosition(next)) == (isNamed ? ["warning: AD_RESTARTED_WITHOUT_ADSTOP"] : []))
    }

    @Test mutating func anAdIsLongFromTheNextSecondOn() {
        var bench = CoreBench { $0.longAdSeconds = 20 }
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.ad))
        #expect(bench.play(0...20) == ["view ad#1 at 0 @0 [] 0/0"])
        #expect(bench.play(21...30) == ["error 16 assetid @21000"])
    }

    /// An ad of which two seconds were played goes on, and one of which one was played begins anew.
    @Test mutating func anAdThatIsLoadedAgainGoesOnOrBeginsAnew() {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.ad))
        _ = bench.play(0...1)
        _ = bench.call(.stop, .loadMetadata(CoreBench.ad))
        #expect(bench.play([1]) == [])
        _ = bench.call(.stop, .loadMetadata(CoreBench.ad))
        #expect(bench.call(.playheadPosition(0)) == ["end ad#1 at 1 @3000 [] 3/3", "view ad#2 at 0 @3000 [] 0/0"])
        // Its first second once more is no other view.
        #expect(bench.play([0]) == [])
        _ = bench.call(.stop, .loadMetadata(CoreBench.ad))
        #expect(bench.call(.playheadPosition(0)) == ["end ad#2 at 0 @4000 [] 1/1", "view ad#3 at 0 @4000 [] 0/0"])
    }

    // MARK: - How often

    @Test mutating func fiveHundredRemarksAreMade() {
        for number in 1...501 {
            bench.core.remark(.adRestarted("\(number)"))
            bench.core.remark(.adRestarted("\(number)"))
        }
        #expect(bench.heard() == Array(repeating: "warning: AD_RESTARTED_WITHOUT_ADSTOP", count: 500))
        // One without a code is none.
        bench.core.remark(.endedWhilePaused)
        #expect(bench.heard() == [])
    }

    // MARK: - After the end

    private struct Late: CustomTestStringConvertible {
        var event = NielsenTrackEvent(.playhead, playhead: 3)
        var waits: Int64 = 5
        var loads = false
        let isOwned: Bool

        var testDescription: String { "\(event) after \(waits) s" }
    }

    private static let lates: [Late] = [
        Late(isOwned: true), Late(waits: 6, isOwned: false), Late(loads: true, isOwned: false),
        Late(event: NielsenTrackEvent(.playhead, playhead: 2), isOwned: true),
        Late(event: NielsenTrackEvent(.playhead, playhead: 1), isOwned: false),
        Late(event: NielsenTrackEvent(.playhead), isOwned: false),
        Late(event: NielsenTrackEvent(.pause, playhead: 3), isOwned: false),
        Late(event: NielsenTrackEvent(.playhead, kind: .ad, playhead: 3), isOwned: false),
        Late(
            event: NielsenTrackEvent(.playhead, metadata: .init(content: CoreBench.content), playhead: 3),
            isOwned: true
        ),
        Late(
            event: NielsenTrackEvent(
                .playhead,
                metadata: .init(content: ["type": "content", "assetid": "b"]),
                playhead: 3
            ),
            isOwned: false
        ),
    ]

    @Test(arguments: lates)
    private mutating func aLateEventBelongsToWhatIsOver(_ late: Late) {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content))
        _ = bench.play(0...2)
        _ = bench.call(.end)
        if late.loads { _ = bench.call(.loadMetadata(CoreBench.content)) }
        bench.wait(late.waits)
        #expect(bench.core.ownsLate(late.event, at: bench.now) == late.isOwned)
        #expect(bench.heard() == (late.isOwned ? ["warning: PLAYHEAD_AFTER_COMPLETE"] : []))
    }

    @Test mutating func aPlayheadThatIsLateIsNamedByWhatWasBefore() {
        let ignored = "note: playheadPosition is not expected in the idle state and was ignored"
        #expect(bench.call(.playheadPosition(0)) == ["warning: RESUME_WITHOUT_LOADMETADATA", ignored])
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content))
        _ = bench.play(0...2)
        _ = bench.call(.end)
        #expect(bench.call(.playheadPosition(2)) == ["warning: PLAYHEAD_AFTER_COMPLETE", ignored])
        #expect(bench.call(.playheadPosition(1)) == [ignored])
    }
}
