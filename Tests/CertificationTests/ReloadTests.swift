// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// Loads of what plays, the ends of runs, and positions before and after a stop.
struct ReloadTests {
    // MARK: - Loads of what plays

    /// A player that winds may load what it plays at the new position, back or by more than ten seconds.
    @Test(arguments: [(19, false), (20, true), (30, true), (31, false)])
    func aLoadWithASeekIsRight(_ position: Int, _ isFound: Bool) {
        let judged = Log.playing { log in
            log.wait(1)
            log.load(Log.content)
            log.watch(position...(position + 5))
        }
        #expect(judged.rules.contains("LOADMETADATA_PER_PLAYHEAD") == isFound)
    }

    @Test func theMessageNamesWhatIsLoadedAgain() {
        let content = Log.playing { log in
            log.load(Log.content)
            log.watch(20...30)
        }
        #expect(content.findings.map(\.message) == ["loadMetadata comes again while \"vid345-67483\" plays."])
        let ad = Log.playing { log in
            log.load(Log.ad)
            log.watch(0...5)
            log.load(Log.ad)
            log.watch(5...10)
        }
        #expect(ad.findings.map(\.message) == ["loadMetadata comes again while \"ad123\" plays."])
    }

    /// Who calls both each second makes one mistake, which costs a second each time.
    @Test func playAndLoadEachSecondAreOneMistake() {
        let judged = Log.playing { log in
            for position in 21...22 {
                log.wait(1)
                log.call("play")
                log.load(Log.content)
                log.call("playheadPosition", .int(Int64(position)))
            }
        }
        #expect(judged.rules == ["PLAY_EVERY_SECOND"])
        #expect(judged.findings.map(\.cost) == [2])
        #expect(
            judged.findings.map(\.message)
                == ["play is called while \"vid345-67483\" plays. This happens 2 times here."]
        )
    }

    // MARK: - Ends of runs

    /// Where the other runs end with the very position, one that ends a second later lacks it.
    @Test func anOddEndIsFound() {
        let judged = Log.playing { log in
            log.call("stop")
            log.load(Log.content)
            log.watch(20...30)
            log.call("stop")
            log.load(Log.content)
            log.watch(30...40)
            log.wait(1)
        }
        #expect(judged.rules == ["FINAL_PLAYHEAD_MISSING"])
        #expect(judged.findings.map(\.cost) == [0])
    }

    /// No view has as many runs; what is beyond is not compared, so that memory does not grow with the log.
    @Test(arguments: [(63, true), (64, false)])
    func sixtyFourEndsOfRunsAreCompared(_ count: Int64, _ isFound: Bool) {
        var log = Log()
        log.call("play")
        for position in 0..<count {
            log.load(Log.content)
            log.call("playheadPosition", .int(position))
            log.call("stop")
            log.wait(1)
        }
        log.load(Log.content)
        log.call("playheadPosition", .int(count))
        log.wait(2)
        log.call("stop")
        #expect(log.judged.rules == (isFound ? ["FINAL_PLAYHEAD_MISSING"] : []))
    }

    // MARK: - Positions around a stop

    /// A stop that comes with the last position lacks none, wherever playback continues.
    @Test func aStopWithItsPositionLacksNone() {
        let judged = Log.playing { log in
            log.call("stop")
            log.wait(8)
            log.load(Log.content)
            log.watch(25...30)
        }
        #expect(judged.rules == [])
    }

    @Test(arguments: [(0.9, true), (0.875, false)])
    func aStopLacksItsPositionFromNineTenthsOfASecondOn(_ seconds: Double, _ isFound: Bool) {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.call("playheadPosition", 0)
        log.wait(seconds)
        log.call("stop")
        log.wait(8)
        log.load(Log.content)
        log.watch(2...10)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == (isFound ? ["FINAL_PLAYHEAD_MISSING"] : []))
    }

    /// What plays on unseen during a pause is no seek: three seconds must be missing.
    @Test(arguments: [(8, CheckCase.Verdict.fail), (9, .undecidable)])
    func aSeekDuringAPauseRunsAheadOfTime(_ seconds: Double, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing { log in
            log.call("stop")
            log.wait(seconds)
            log.load(Log.content)
            log.watch(31...36)
        }
        #expect(judged.cases["dcr-video-3-forward"] == verdict)
    }

    @Test func aSeekBackDuringAPauseIsSaidAsItIs() {
        let judged = Log.playing { log in
            log.call("stop")
            log.wait(8)
            log.load(Log.content)
            log.watch(18...30)
        }
        #expect(
            judged.reasons["dcr-video-4-rewind"] == "\"vid345-67483\" goes back 2 s and is measured on."
        )
    }
}
