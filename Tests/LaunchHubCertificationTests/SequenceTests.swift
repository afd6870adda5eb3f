// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi
import Testing

/// Sessions in good order, and what a broken order costs.
struct SequenceTests {
    @Test(arguments: [GoodLogs.full, GoodLogs.plain, GoodLogs.stream])
    func goodSessionsHaveNoFinding(_ log: Log) {
        let judged = log.judged
        #expect(judged.findings == [])
        #expect(judged.verdict == .pass)
        // The good session is one of a released app, which has no debug flag.
        #expect(judged.cases.allSatisfy { $0.value != .fail || $0.key == "all-1-debug" }, "\(judged.reasons)")
    }

    /// A timer of a second about which it drifts, and one that asks more often, are no mistake.
    @Test(arguments: [(1.0, 0.01), (0.9, 0.02), (0.5, 0.005), (0.25, 0.01)])
    func timersOfRealPlayersHaveNoFinding(_ timer: (interval: Double, jitter: Double)) {
        var dice = SeededGenerator(seed: 5)
        var log = Log()
        log.call("play")
        log.load(Log.content)
        var now = 0.0
        for call in 0..<Int(100 / timer.interval) {
            let early = timer.jitter * Double(dice.below(2_001) - 1_000) / 1_000
            let due = max(0, Double(call) * timer.interval - early)
            log.wait(due - now)
            now = due
            log.call("playheadPosition", .int(Int64(now)))
        }
        log.wait(100 - now)
        log.call("playheadPosition", 100)
        log.call("stop")
        log.call("end")
        #expect(log.judged.findings == [])
    }

    /// What players do in good order, and what must not be taken for a mistake.
    @Test func rightSequencesHaveNoFinding() {
        var log = Log()
        // The documented sequence with ads before, in and behind the content, then another stream.
        log.call("play")
        log.load(Log.content)
        log.load(Log.ad.with(["type": "preroll", "assetid": "ad1"]))
        log.watch(0...5)
        log.call("stop")
        log.load(Log.content)
        log.watch(0...120)
        log.call("end")
        log.load(Log.ad.with(["type": "postroll", "assetid": "ad2"]))
        log.watch(0...5)
        log.call("stop")
        log.wait(10)
        log.call("play")
        log.load(Log.content)
        log.watch(0...10)
        // Who pauses while the player buffers has to stop.
        log.call("bufferStart")
        log.call("userPause")
        log.call("stop")
        log.wait(8)
        log.call("userResume")
        log.call("bufferEnd")
        log.call("play")
        log.load(Log.content)
        log.watch(10...20)
        // The position before the stop comes late by a second, as with a timer.
        log.wait(1)
        log.call("stop")
        log.load(Log.ad)
        log.watch(0...5)
        log.call("stop")
        log.load(Log.content)
        // Content that goes on a little after its ad.
        log.watch(23...30)
        log.call("bufferStart")
        log.wait(6)
        log.call("bufferEnd")
        log.wait(0.5)
        log.call("stop")
        log.call("end")
        let judged = log.judged
        #expect(judged.findings == [])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    @Test func audioGoesOnInTheBackground() {
        func log(_ metadata: JSONObject, isPicture: Bool) -> Log {
            var log = Log()
            log.call("play")
            log.load(metadata)
            log.watch(0...20)
            if isPicture { log.call("pipStart") }
            log.call("background")
            log.wait(1)
            log.watch(21...40)
            log.call("foreground")
            log.wait(1)
            log.watch(41...60)
            log.call("end")
            return log
        }
        #expect(log(Log.content.with(["isAudio": "true"]), isPicture: false).judged.findings == [])
        #expect(log(Log.content, isPicture: true).judged.findings == [])
        #expect(log(Log.content, isPicture: false).judged.rules == ["PAUSE_WITHOUT_STOP"])
    }

    @Test(arguments: [true, false])
    func aPauseWithoutLoadMetadataFailsItsCase(_ hasEvents: Bool) {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.watch(0...20)
        if hasEvents { log.call("userPause") }
        log.call("stop")
        log.wait(10)
        if hasEvents { log.call("userResume") }
        log.watch(20...120)
        log.call("end")
        #expect(log.judged.rules == ["RESUME_WITHOUT_LOADMETADATA"])
        #expect(log.judged.cases["dcr-video-5-pause"] == .fail)
        #expect(log.judged.cases["dcr-video-2-play-to-end"] == .undecidable)
    }

    @Test func aBrokenSequenceStaysBrokenForItsView() {
        var log = GoodLogs.full.editing { $0.remove(at: GoodLogs.full.places(of: "userPause")[0] + 1) }
        #expect(log.judged.cases["dcr-video-5-pause"] == .fail)
        #expect(log.judged.cases["dcr-video-6-background"] == .fail)
        // The next view is judged anew.
        log.call("play")
        log.load(Log.content.with(["assetid": "vid2"]))
        log.watch(0...120)
        log.call("end")
        #expect(log.judged.cases["dcr-video-2-play-to-end"] == .pass)
        #expect(log.judged.cases["dcr-video-6-background"] == .fail)
    }
}
