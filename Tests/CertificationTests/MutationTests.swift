// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// One good session, and mistakes that are made in it.
struct MutationTests {
    struct Mutation: CustomTestStringConvertible, Sendable {
        let name: String
        let rule: String
        let edit: @Sendable (Log, inout [JSONObject]) -> Void
        var testDescription: String { name }
    }

    @Test(arguments: [GoodLogs.full, GoodLogs.plain, GoodLogs.stream])
    func goodSessionsHaveNoFinding(_ log: Log) {
        let judged = log.judged
        #expect(judged.findings == [])
        #expect(judged.verdict == .pass)
        // The good session is one of a released app, which has no debug flag.
        #expect(judged.cases.allSatisfy { $0.value != .fail || $0.key == "all-1-debug" }, "\(judged.reasons)")
    }

    static let mutations: [Mutation] = [
        Mutation(name: "no play", rule: "PLAY_MISSING") { log, lines in lines.remove(at: log.places(of: "play")[0]) },
        Mutation(name: "loadMetadata before play", rule: "LOADMETADATA_BEFORE_PLAY") { log, lines in
            let play = log.places(of: "play")[0]
            lines.swapAt(play, play + 1)
        },
        Mutation(name: "no loadMetadata after the ad", rule: "CONTENT_NOT_RELOADED_AFTER_AD") { log, lines in
            lines.remove(at: log.places(of: "stop")[0] + 1)
        },
        Mutation(name: "no stop after the ad", rule: "AD_NOT_STOPPED") { log, lines in
            lines.remove(at: log.places(of: "stop")[0])
        },
        Mutation(name: "no stop at the pause", rule: "PAUSE_WITHOUT_STOP") { log, lines in
            lines.remove(at: log.places(of: "userPause")[0] + 1)
        },
        Mutation(name: "no loadMetadata after the pause", rule: "RESUME_WITHOUT_LOADMETADATA") { log, lines in
            lines.remove(at: log.places(of: "userResume")[0] + 1)
        },
        Mutation(name: "stop while buffering", rule: "STOP_ON_BUFFERING") { log, lines in
            let start = log.places(of: "bufferStart")[0]
            lines.insert(lines[start].with(["call": "stop"]), at: start + 1)
        },
        Mutation(name: "no stop in the background", rule: "PAUSE_WITHOUT_STOP") { log, lines in
            lines.remove(at: log.places(of: "background")[0] + 1)
        },
        Mutation(name: "no final playhead", rule: "FINAL_PLAYHEAD_MISSING") { log, lines in
            lines.remove(at: log.places(of: "userPause")[0] - 1)
        },
        Mutation(name: "stop before the final playhead", rule: "FINAL_PLAYHEAD_MISSING") { log, lines in
            let stop = log.places(of: "stop")[0]
            lines.swapAt(stop - 1, stop)
        },
        Mutation(name: "a playhead after end", rule: "PLAYHEAD_AFTER_COMPLETE") { log, lines in
            lines.append(lines[log.places(of: "stop")[3] - 1])
        },
        Mutation(name: "a negative playhead", rule: "PLAYHEAD_NEGATIVE") { log, lines in
            lines[log.places(of: "playheadPosition")[5]]["args"] = [-5]
        },
        Mutation(name: "a skip", rule: "SKIP_REPORTED_AS_PLAY") { log, lines in
            let last = log.places(of: "playheadPosition").suffix(20)
            let first = last.first ?? 0
            // Eight positions go by in one second.
            lines.removeSubrange(first..<first + 8)
            for place in first..<lines.count {
                let time = lines[place]["t"]?.doubleValue ?? 0
                lines[place]["t"] = .double(time - 8)
            }
        },
        Mutation(name: "a number in metadata", rule: "META_NOT_STRING") { log, lines in
            lines[log.places(of: "play")[0] + 1]["args"] = [.object(Log.content.with(["length": 120]))]
        },
        Mutation(name: "an unknown call", rule: "UNDOCUMENTED_EVENT") { log, lines in
            lines.insert(lines[1].with(["call": "pageView"]), at: 2)
        },
    ]

    @Test(arguments: mutations)
    func aMutationIsFoundByItsRuleAlone(_ mutation: Mutation) {
        let good = GoodLogs.full
        let judged = good.editing { mutation.edit(good, &$0) }.judged
        #expect(
            judged.rules == [mutation.rule],
            "\(judged.findings.map { "\($0.rule) \($0.line ?? 0): \($0.message)" })"
        )
        #expect(judged.verdict == .fail)
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
