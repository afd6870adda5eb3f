// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// The times and lengths that published cases compare with: the last that passes and the first that does not.
struct CaseLimitTests {
    /// Where the log has no events of the player, a stop and a load of the same content are a pause.
    @Test(arguments: [(5, CheckCase.Verdict.fail), (5.5, .pass)])
    func aStopAndALoadAreAPause(_ seconds: Double, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing { log in
            log.call("stop")
            log.wait(seconds)
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(judged.cases["dcr-video-5-pause"] == verdict)
    }

    @Test func theChannelOfPlayIsJudgedWhereThereIsOne() {
        for channel in [nil, [:], ""] as [JSONValue] {
            var log = Log()
            log.call("play", channel)
            #expect(log.judged.rules.isEmpty)
        }
        var log = Log()
        log.call("play", ["channelName": ""])
        #expect(log.judged.rules == ["CHANNELNAME_EMPTY_DEFAULTED"])
    }

    /// Of content that has hardly begun no position tells it from its ad.
    @Test(arguments: [(1, false), (2, true)])
    func contentThatHasBegunIsKnownInAnAd(_ last: Int, _ isFound: Bool) {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.watch(0...last)
        log.load(Log.ad)
        log.watch(0...15)
        log.wait(1)
        log.call("playheadPosition", 3)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules.contains("CONTENT_NOT_RELOADED_AFTER_AD") == isFound)
    }

    /// An ad in the middle of a pause ends it: its length is known then.
    @Test(arguments: [(5, CheckCase.Verdict.fail), (5.5, .pass)])
    func aPauseThatEndsWithAnAdHasALength(_ seconds: Double, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing { log in
            log.call("userPause")
            log.call("stop")
            log.wait(seconds)
            log.load(Log.ad)
            log.watch(0...5)
        }
        #expect(judged.cases["dcr-video-5-pause"] == verdict)
    }

    /// Content is complete two seconds before its length.
    @Test(arguments: [(118, CheckCase.Verdict.pass), (117, .fail)])
    func contentEndsTwoSecondsBeforeItsLength(_ last: Int, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing(Log.content, 0...last) { _ in }
        #expect(judged.cases["dcr-video-2-play-to-end"] == verdict)
        let open = Log.playing(Log.content, 0...last, ends: false) { $0.call("stop") }
        #expect(open.cases["dcr-video-2-play-to-end"] == (verdict == .pass ? .fail : .undecidable))
    }

    @Test func reasonsSayWhatWasMeasured() {
        let judged = Log.playing { log in
            log.call("userPause")
            log.call("stop")
            log.wait(5)
            log.call("userResume")
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(
            judged.reasons["dcr-video-5-pause"]
                == "The pause of \"vid345-67483\" is 5 s long; the case needs more than 5 s."
        )
        #expect(
            judged.reasons["dcr-video-2-play-to-end"] == "No content with a length is played without a pause or a seek."
        )
        #expect(
            GoodLogs.plain.judged.reasons["dcr-video-2-play-to-end"]?.hasPrefix("\"vid345-67483\" is played") == true
        )
        let short = Log.playing { _ in }.reasons["dcr-video-2-play-to-end"]
        #expect(short == "\"vid345-67483\" ends at 20 s, before its length of 2 min.")
    }

    @Test(arguments: [(nil, "Neither"), ("3", "The adModel is \"3\"; 1 or 2 is right.")] as [(String?, String)])
    func aStreamNamesItsAdModel(_ model: String?, _ reason: String) {
        var log = Log()
        log.call("play", ["channelName": "One"])
        var stream = Log.stream
        stream["adModel"] = model.map(JSONValue.string)
        log.load(stream)
        for offset in 0...12 {
            log.tag(1000 + offset * 10)
            log.wait(10)
        }
        log.call("stop")
        #expect(log.judged.cases["dtvr-2-play"] == .fail)
        #expect(
            log.judged.reasons["dtvr-2-play"]?.contains(reason) == true
                || log.judged.rules.contains { $0.hasPrefix("ADMODEL") }
        )
    }
}
