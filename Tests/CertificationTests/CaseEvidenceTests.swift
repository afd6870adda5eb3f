// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// What a log has to hold for a published case to be decided, and what of it counts.
struct CaseEvidenceTests {
    private static let toTheEnd = "dcr-video-2-play-to-end"

    // MARK: - Content

    /// Content without a position was not played, and one position is enough.
    @Test func contentIsPlayedFromOnePositionOn() {
        func judged(_ positions: [Int64]) -> Judgement {
            var log = Log()
            log.call("play")
            log.load(Log.content)
            for position in positions { log.call("playheadPosition", .int(position)) }
            log.call("stop")
            log.call("end")
            return log.judged
        }
        #expect(judged([]).cases[Self.toTheEnd] == .undecidable)
        #expect(judged([120]).cases[Self.toTheEnd] == .pass)
    }

    /// A mistake fails what has ended or is complete, and says nothing about content that goes on.
    @Test(
        arguments: [
            (20, true, CheckCase.Verdict.fail), (120, false, .fail), (20, false, .undecidable), (120, true, .fail),
        ] as [(Int, Bool, CheckCase.Verdict)]
    )
    func aMistakeFailsWhatIsOver(_ last: Int, _ hasEnd: Bool, _ verdict: CheckCase.Verdict) {
        let judged = Log.playing(Log.content, 0...last, ends: false) { log in
            log.call("playheadPosition", -1)
            log.call("stop")
            if hasEnd { log.call("end") }
        }
        #expect(judged.cases[Self.toTheEnd] == verdict)
        #expect(judged.reasons[Self.toTheEnd]?.hasPrefix("PLAYHEAD_NEGATIVE in line") == (verdict == .fail))
    }

    /// A stream without an identifier is not measured by its positions, however few.
    @Test func onePositionOfAStreamIsNotMeasured() {
        var log = Log()
        log.call("play")
        log.load(Log.stream)
        log.call("playheadPosition", 1_772_481_600)
        log.call("stop")
        #expect(log.judged.rules == ["DCR_NOT_MEASURED_NO_ASSETID"])
    }

    // MARK: - Watermarks

    /// A stream with a watermark each ten seconds, the last one at the present time.
    private func stream(_ log: inout Log, _ steps: ClosedRange<Int>, model: JSONValue = "1") {
        log.call("play", ["channelName": "One"])
        log.load(Log.stream.with(["adModel": model]))
        for step in steps {
            log.tag(1000 + step * 10)
            if step < steps.upperBound { log.wait(10) }
        }
    }

    /// What is long enough does not pass where the watermarks are not sound.
    @Test(arguments: [false, true]) func aFaultFailsTheCasesOfAStream(_ isFaulty: Bool) {
        var log = Log()
        stream(&log, 0...12)
        if isFaulty { log.call("sendID3", "no watermark") }
        log.call("stop")
        log.wait(40)
        log.load(Log.stream)
        log.tag(1130)
        log.wait(10)
        log.tag(1140)
        log.call("stop")
        let judged = log.judged
        let ids = ["dtvr-2-play", "dtvr-3-pause"]
        #expect(ids.map { judged.cases[$0] } == (isFaulty ? [.fail, .fail] : [.pass, .pass]))
        #expect((judged.reasons["dtvr-3-pause"] == judged.reasons["dtvr-2-play"]) == isFaulty)
    }

    @Test func oneWatermarkIsAStream() {
        var log = Log()
        stream(&log, 0...0)
        log.call("stop")
        #expect(log.judged.cases["dtvr-2-play"] == .fail)
        #expect(
            log.judged.reasons["dtvr-2-play"] == "The stream plays 0 s; the case needs 2 min."
        )
    }

    @Test func bothAdModelsAreRight() {
        for model in ["1", "2"] as [JSONValue] {
            var log = Log()
            stream(&log, 0...12, model: model)
            log.call("stop")
            #expect(log.judged.cases["dtvr-2-play"] == .pass, "\(model)")
        }
    }

    /// A stream begins with its load, wherever in the log that is.
    @Test(arguments: [(11, CheckCase.Verdict.fail), (12, .pass)])
    func theTimeOfAStreamBeginsWithItsLoad(_ steps: Int, _ verdict: CheckCase.Verdict) {
        var log = Log()
        log.wait(50)
        stream(&log, 0...steps)
        log.call("stop")
        #expect(log.judged.cases["dtvr-2-play"] == verdict)
    }

    @Test(arguments: [(0, CheckCase.Verdict.fail), (2, .pass)])
    func aPauseOfAStreamIsNotPlayed(_ steps: Int, _ verdict: CheckCase.Verdict) {
        var log = Log()
        stream(&log, 0...10)
        log.call("userPause")
        log.call("stop")
        log.wait(30)
        log.call("userResume")
        log.load(Log.stream)
        for step in 0...steps {
            if step > 0 { log.wait(10) }
            log.tag(1100 + step * 10)
        }
        log.call("stop")
        #expect(log.judged.rules == [])
        #expect(log.judged.cases["dtvr-2-play"] == verdict)
        #expect(log.judged.cases["dtvr-3-pause"] == .pass)
    }

    /// A pause lasts from what the user does until the user plays on, whenever stop and loadMetadata come.
    @Test(
        arguments: [(3, 27, 0, CheckCase.Verdict.pass), (3, 26, 0, .fail), (0, 29, 3, .fail), (0, 30, 3, .pass)]
            as [(Double, Double, Double, CheckCase.Verdict)]
    )
    func aPauseIsThatOfTheUser(_ before: Double, _ away: Double, _ behind: Double, _ verdict: CheckCase.Verdict) {
        var log = Log()
        stream(&log, 0...5)
        log.call("userPause")
        log.wait(before)
        log.call("stop")
        log.wait(away)
        log.call("userResume")
        log.wait(behind)
        log.load(Log.stream)
        log.tag(1055)
        log.call("stop")
        #expect(log.judged.rules == [])
        #expect(log.judged.cases["dtvr-3-pause"] == verdict)
    }

    @Test func halfASecondIsSaidAsItIs() {
        var log = Log()
        stream(&log, 0...5)
        log.call("userPause")
        log.call("stop")
        log.wait(0.5)
        log.call("userResume")
        log.load(Log.stream)
        log.wait(10)
        log.tag(1060)
        log.call("stop")
        #expect(
            log.judged.reasons["dtvr-3-pause"] == "The pause of the stream is 0.5 s long; the case needs 30 s."
        )
    }

    // MARK: - Pages

    /// A page that is in the background when the log ends, or another one is loaded, was not ended.
    @Test(arguments: [true, false])
    func aPageInTheBackgroundIsNotEnded(_ isLoadedAgain: Bool) {
        var log = Log()
        log.load(Log.page)
        log.wait(10)
        log.call("background")
        log.wait(30)
        if isLoadedAgain { log.load(Log.page) }
        #expect(log.judged.rules == ["STATIC_NOT_ENDED_ON_BACKGROUND"])
        #expect(log.judged.cases["dcr-static-3-background"] == .fail)
    }

    /// An absence counts with the load behind it, whatever an earlier one lacked.
    @Test(arguments: [(false, CheckCase.Verdict.fail), (true, .pass)])
    func anAbsenceEndsWithALoad(_ isLoadedAgain: Bool, _ verdict: CheckCase.Verdict) {
        var log = Log()
        log.load(Log.page)
        log.call("background")
        log.wait(30)
        log.call("foreground")
        log.load(Log.page)
        log.call("background")
        log.call("staticEnd")
        log.wait(30)
        log.call("foreground")
        if isLoadedAgain { log.load(Log.page) }
        #expect(log.judged.rules == ["STATIC_NOT_ENDED_ON_BACKGROUND"])
        #expect(log.judged.cases["dcr-static-3-background"] == verdict)
    }

    /// A mistake in one page is none of the page after the next.
    @Test func twoRightPagesPass() {
        var log = Log()
        log.load(Log.page.without("section"))
        log.load(Log.otherPage)
        #expect(log.judged.cases["dcr-static-2-switch-page"] == .fail)
        log.load(Log.page.with(["assetid": "p3"]))
        #expect(log.judged.cases["dcr-static-2-switch-page"] == .pass)
    }

    /// The call 14 of a web page ends a page, and shows another one if it names it.
    @Test(
        arguments: [(nil, .undecidable), (.object(Log.otherPage), .pass)] as [(JSONValue, CheckCase.Verdict)]
    )
    func aWebPageSwitchesPages(_ page: JSONValue, _ verdict: CheckCase.Verdict) {
        var log = Log()
        log.load(Log.page)
        log.wait(5)
        log.call("ggPM", 14, page)
        #expect(log.judged.rules == [])
        #expect(log.judged.cases["dcr-static-2-switch-page"] == verdict)
    }
}
