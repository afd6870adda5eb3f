// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// Loads of content and ads in each state, and which view what happens belongs to.
struct LoadOrderTests {
    private static let other = Log.content.with(["assetid": "vid2"])
    private static let postroll = Log.ad.with(["type": "postroll"])

    /// Content to its end, as another view.
    private func playOther(_ log: inout Log) {
        log.load(Self.other)
        log.watch(0...120)
        log.call("stop")
        log.call("end")
    }

    /// An ad whose last step is a skip, which is decided when the ad is over.
    private func skipInAd(_ log: inout Log, _ ad: JSONObject) {
        log.load(ad)
        log.watch(0...5)
        log.wait(1)
        log.call("playheadPosition", 12)
    }

    // MARK: - Ads

    /// Positions around an ad need not meet, also where the ad is loaded and not played.
    @Test func anAdThatIsNotPlayedIsAnAd() {
        let judged = Log.playing { log in
            log.wait(1)
            log.call("stop")
            log.load(Log.ad)
            log.wait(3)
            log.load(Log.content)
            log.watch(23...40)
        }
        #expect(judged.rules == [])
    }

    /// A stop of what is loaded and not played ends no playback, so that no last position is missed.
    @Test func aStopBeforePlaybackHasNoLastPosition() {
        let judged = Log.playing { log in
            log.call("call")
            log.wait(1)
            log.call("callEnd")
            log.load(Log.content)
            log.call("stop")
            log.wait(8)
            log.load(Log.content)
            log.watch(23...30)
        }
        #expect(judged.rules == ["PAUSE_WITHOUT_STOP"])
    }

    @Test func contentThatEndsWithAnAdIsJudged() {
        let judged = Log.playing(Log.content, 0...120, ends: false) { $0.load(Log.ad) }
        #expect(judged.cases["dcr-video-2-play-to-end"] == .fail)
        #expect(
            judged.reasons["dcr-video-2-play-to-end"]
                == "\"vid345-67483\" is played to its end, and end is not called."
        )
    }

    /// The step back of an ad that begins again is none of its content.
    @Test(arguments: [(2, ["AD_RESTARTED_WITHOUT_ADSTOP"]), (1, [])] as [(Int, Set<String>)])
    func anAdThatBeginsAgainIsNoRewind(_ last: Int, _ rules: Set<String>) {
        let judged = Log.playing { log in
            log.load(Log.ad)
            log.watch(0...last)
            log.wait(1)
            log.watch(0...5)
            log.call("stop")
            log.load(Log.content)
            log.watch(20...30)
        }
        #expect(judged.rules == rules)
        #expect(judged.cases["dcr-video-4-rewind"] == .undecidable)
    }

    /// Ten seconds from the ad's last position a position may be one of the ad.
    @Test(arguments: [(25, false), (26, true)])
    func positionsOfContentAreFarFromThoseOfTheAd(_ position: Int64, _ isFound: Bool) {
        let judged = Log.playing(Log.content, 10...30) { log in
            log.load(Log.ad)
            log.watch(0...15)
            log.wait(1)
            log.call("playheadPosition", .int(position))
        }
        #expect(judged.rules.contains("CONTENT_NOT_RELOADED_AFTER_AD") == isFound)
    }

    // MARK: - Views

    @Test func aSkipInAnAdIsOneOfItsContent() {
        let judged = Log.playing(Log.content, 40...60, ends: false) { log in
            skipInAd(&log, Log.ad)
            log.wait(1)
            log.call("playheadPosition", 60)
            playOther(&log)
        }
        #expect(judged.rules == ["SKIP_REPORTED_AS_PLAY", "CONTENT_NOT_RELOADED_AFTER_AD"])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    /// An ad behind the end belongs to what has ended, until something is played or loaded.
    @Test(arguments: [(true, 60, CheckCase.Verdict.pass), (false, 120, .fail)])
    func aSkipInAPostrollIsOneOfTheViewThatEnded(_ hasPlay: Bool, _ last: Int, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing(Log.content, 0...last, ends: false) { log in
            log.call("end")
            skipInAd(&log, Self.postroll)
            if hasPlay { log.call("play") }
            playOther(&log)
        }
        #expect(judged.rules == (hasPlay ? ["SKIP_REPORTED_AS_PLAY"] : ["SKIP_REPORTED_AS_PLAY", "PLAY_MISSING"]))
        #expect(judged.cases["dcr-video-2-play-to-end"] == verdict)
    }

    @Test func aSkipBeforeTheInstanceIsDisabledIsOfTheViewBefore() {
        let judged = Log.playing(ends: false) { log in
            log.wait(1)
            log.call("playheadPosition", 30)
            log.call("appDisableApi", true)
            log.call("appDisableApi", "false")
            log.call("play")
            playOther(&log)
        }
        #expect(judged.rules == ["SKIP_REPORTED_AS_PLAY"])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    /// Other content is another view, also without an end of the first.
    @Test func otherContentIsJudgedAnew() {
        let judged = Log.playing(ends: false) { log in
            log.call("playheadPosition", -1)
            log.call("stop")
            log.call("play")
            playOther(&log)
        }
        #expect(judged.rules == ["PLAYHEAD_NEGATIVE"])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    @Test func theChannelOfEachPlayIsJudgedWithItsView() {
        var log = Log()
        for _ in 0..<2 {
            log.call("play", ["channelName": ""])
            log.load(Log.content)
            log.watch(0...5)
            log.call("stop")
            log.call("end")
        }
        let judged = log.judged
        #expect(judged.findings.map(\.rule) == ["CHANNELNAME_EMPTY_DEFAULTED", "CHANNELNAME_EMPTY_DEFAULTED"])
        #expect(judged.findings.map(\.line) == [1, 11])
        #expect(judged.findings.allSatisfy { !$0.message.contains("times") })
    }

    // MARK: - play

    @Test func playMayComeAgainBeforePlayback() {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.call("play")
        log.watch(0...20)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == [])
    }

    /// A play belongs to what is played until the next stop or end.
    @Test(arguments: ["stop", "end"])
    func theNextContentNeedsItsOwnPlayBeforeTheLoad(_ name: String) {
        let judged = Log.playing { log in
            log.call(name)
            log.load(Self.other)
            log.call("play")
            log.watch(0...20)
        }
        #expect(judged.rules == ["LOADMETADATA_BEFORE_PLAY"])
    }
}
