// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// A playhead in the second after a stop: what comes next says whether it was the last one or the first of others.
struct LatePlayheadTests {
    /// Content, a stop, a playhead a second later, and something behind it.
    private func judged(_ rest: (inout Log) -> Void) -> Judgement {
        Log.playing(ends: false) { log in
            log.call("stop")
            log.wait(1)
            log.call("playheadPosition", 21)
            rest(&log)
        }
    }

    private func continueContent(_ log: inout Log) {
        log.load(Log.content)
        log.watch(21...30)
        log.call("stop")
        log.call("end")
    }

    @Test func atTheEndOfTheLogItWasTheLastOne() {
        let judged = judged { _ in }
        #expect(judged.rules == ["FINAL_PLAYHEAD_MISSING"])
        #expect(judged.findings.first?.line == 25)
    }

    @Test func beforeEndItBelongsToTheViewThatEnds() {
        let judged = judged { log in
            log.call("end")
            log.call("play")
            log.load(Log.content.with(["assetid": "vid2"]))
            log.watch(0...5)
            log.call("stop")
            log.call("end")
        }
        #expect(judged.rules == ["FINAL_PLAYHEAD_MISSING"])
    }

    /// Who plays, stops or leaves the app has gone on without a load.
    @Test(arguments: ["play", "stop", "background"])
    func beforeOtherCallsItIsPlaybackWithoutALoad(_ name: String) {
        let judged = judged { log in
            log.call(name)
            if name == "background" {
                log.wait(1)
                log.call("foreground")
            }
            continueContent(&log)
        }
        #expect(judged.rules == ["RESUME_WITHOUT_LOADMETADATA"])
    }

    @Test func beforeTheEndOfAPauseItWasTheLastOne() {
        let judged = Log.playing(ends: false) { log in
            log.call("userPause")
            log.call("stop")
            log.wait(1)
            log.call("playheadPosition", 21)
            log.wait(8)
            log.call("userResume")
            log.call("play")
            continueContent(&log)
        }
        #expect(judged.rules == ["FINAL_PLAYHEAD_MISSING"])
    }

    /// The second playhead shows that the first one was not the last.
    @Test func beforeAnotherPlayheadItIsPlaybackWithoutALoad() {
        let judged = judged { log in
            log.wait(1)
            log.call("playheadPosition", 22)
            log.call("end")
        }
        #expect(judged.rules == ["RESUME_WITHOUT_LOADMETADATA"])
        #expect(judged.findings.map(\.cost) == [2])
    }

    /// Nothing was played that it could be the last position of.
    @Test func withoutPlaybackBeforeTheStopItIsNotTheLastOne() {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.call("stop")
        log.call("playheadPosition", 0)
        log.call("end")
        #expect(log.judged.rules == ["RESUME_WITHOUT_LOADMETADATA"])
    }

    @Test func theMessageNamesWhatWasStopped() {
        let content = Log.playing(ends: false) { log in
            log.call("stop")
            log.wait(10)
            log.call("playheadPosition", 21)
        }
        #expect(
            content.findings.map(\.message) == ["A playhead comes after stop, and nothing was loaded since."]
        )
        let ad = Log.playing(ends: false) { log in
            log.load(Log.ad)
            log.watch(0...5)
            log.call("stop")
            log.wait(2)
            log.call("playheadPosition", 21)
        }
        #expect(
            ad.findings.map(\.message)
                == ["A playhead comes after the stop of an ad, and nothing was loaded since."]
        )
        #expect(ad.rules == ["CONTENT_NOT_RELOADED_AFTER_AD"])
    }

    /// Behind an ad that follows the end there is no content to load again.
    @Test func behindAPostrollNoContentIsMissed() {
        let judged = Log.playing(ends: false) { log in
            log.call("end")
            log.load(Log.ad.with(["type": "postroll"]))
            log.watch(0...5)
            log.call("stop")
            log.wait(2)
            log.call("playheadPosition", 8)
        }
        #expect(judged.rules == ["RESUME_WITHOUT_LOADMETADATA"])
    }
}
