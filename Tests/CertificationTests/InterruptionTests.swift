// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// Interruptions that are open when something else happens, and what may go on in spite of them.
struct InterruptionTests {
    private static let audio = Log.content.with(["isAudio": "true"])

    // MARK: - Ends

    /// A pause with its stop lacks nothing, whether the log or the view ends in it.
    @Test func whatEndsInAPauseIsRight() {
        func judged(_ rest: (inout Log) -> Void) -> Judgement {
            Log.playing(ends: false) { log in
                log.call("userPause")
                log.call("stop")
                rest(&log)
            }
        }
        #expect(judged { _ in }.rules == [])
        let ended = judged { log in
            log.wait(10)
            log.call("end")
        }
        #expect(ended.rules == [])
    }

    @Test func audioMayEndInTheBackground() {
        #expect(Log.playing(Self.audio, ends: false) { $0.call("background") }.rules == [])
        let ended = Log.playing(Self.audio, ends: false) { log in
            log.call("background")
            log.wait(1)
            log.watch(21...30)
            log.call("end")
        }
        #expect(ended.rules == [])
    }

    // MARK: - What goes on

    /// A locked device plays audio on, and a phone call does not.
    @Test(arguments: [("lock", false), ("background", false), ("call", true), ("alarm", true)])
    func audioGoesOnWhileTheDeviceIsLocked(_ name: String, _ isFound: Bool) {
        let judged = Log.playing(Self.audio) { log in
            log.call(name)
            log.wait(1)
            log.watch(21...30)
        }
        #expect(judged.rules == (isFound ? ["PAUSE_WITHOUT_STOP"] : []))
    }

    @Test func pictureInPictureEndsAndIsNotForPhoneCalls() {
        for names in [["pipStart", "pipEnd", "background"], ["pipStart", "call"]] {
            let judged = Log.playing { log in
                for name in names { log.call(name) }
                log.wait(1)
                log.watch(21...30)
            }
            #expect(judged.rules == ["PAUSE_WITHOUT_STOP"], "\(names)")
        }
    }

    /// Where the log has any event of the player, it has all of them: a gap without one is none.
    @Test(arguments: ["background", "foreground", "bufferStart", "bufferEnd"])
    func eventsOfThePlayerTellAllPauses(_ name: String) {
        var log = Log()
        log.call(name)
        log.call("play")
        log.load(Log.content)
        log.watch(0...20)
        log.wait(31)
        log.watch(20...40)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == [])
    }

    // MARK: - Loads

    /// The content may be loaded again after an interruption, also where its stop is missing.
    @Test(arguments: [("call", "callEnd", 3), ("bufferStart", "bufferEnd", 31)] as [(String, String, Double)])
    func aLoadBehindAnInterruptionIsRight(_ start: String, _ end: String, _ seconds: Double) {
        let judged = Log.playing { log in
            log.call(start)
            log.wait(seconds)
            log.call(end)
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(judged.rules == ["PAUSE_WITHOUT_STOP"])
    }

    /// The load begins a run of its own, so that a position further on is no skip; the missing stop is all that is wrong.
    @Test(arguments: [("call", "callEnd", 3), ("bufferStart", "bufferEnd", 31)] as [(String, String, Double)])
    func aLoadBehindAnInterruptionBeginsAtItsOwnPosition(_ start: String, _ end: String, _ seconds: Double) {
        let judged = Log.playing { log in
            log.call(start)
            log.wait(seconds)
            log.call(end)
            log.load(Log.content)
            log.watch(26...40)
        }
        #expect(judged.rules == ["PAUSE_WITHOUT_STOP"])
        #expect(judged.findings.count == 1)
        #expect(judged.cases["dcr-video-3-forward"] == .undecidable)
    }

    /// A load ends a pause as well as the event of the player.
    @Test(arguments: [(5, CheckCase.Verdict.fail), (5.5, .pass)])
    func aPauseThatEndsWithALoadHasALength(_ seconds: Double, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing { log in
            log.call("userPause")
            log.call("stop")
            log.wait(seconds)
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(judged.rules == [])
        #expect(judged.cases["dcr-video-5-pause"] == verdict)
    }

    /// Who pauses and leaves the app pauses.
    @Test func aPauseIsOneAlsoInTheBackground() {
        let judged = Log.playing { log in
            log.call("userPause")
            log.call("stop")
            log.wait(1)
            log.call("background")
            log.wait(10)
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(judged.rules == [])
        #expect(judged.cases["dcr-video-5-pause"] == .pass)
        #expect(judged.cases["dcr-video-6-background"] == .undecidable)
    }

    @Test func halfASecondIsSaidAsItIs() {
        func reasons(_ start: String, _ end: String) -> [String: String] {
            Log.playing { log in
                log.call(start)
                log.call("stop")
                log.wait(0.5)
                log.call(end)
                log.load(Log.content)
                log.watch(20...40)
            }.reasons
        }
        #expect(
            reasons("userPause", "userResume")["dcr-video-5-pause"]
                == "The pause of \"vid345-67483\" is 0.5 s long; the case needs more than 5 s."
        )
        #expect(
            reasons("background", "foreground")["dcr-video-6-background"]
                == "The stay of \"vid345-67483\" in the background is 0.5 s long; the case needs more than 5 s."
        )
    }

    /// Content with a phone call is not played without a break.
    @Test func contentWithAPhoneCallDoesNotPlayToItsEndInOne() {
        let judged = Log.playing { log in
            log.call("call")
            log.call("stop")
            log.wait(2)
            log.call("callEnd")
            log.load(Log.content)
            log.watch(20...120)
        }
        #expect(judged.rules == [])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .undecidable)
        #expect(judged.cases["pre-check-interruptions"] == .pass)
    }
}
