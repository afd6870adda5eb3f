// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// Static pages that go to the background, and the dictionaries of `trackEvent`.
struct PageTests {
    /// A page, a stay in the background, and the page again; nil calls no `staticEnd`.
    private func visit(_ log: inout Log, endsAfter delay: Double?, away: Double) {
        log.load(Log.page)
        log.wait(10)
        log.call("background")
        if let delay {
            log.wait(delay)
            log.call("staticEnd")
        }
        log.wait(away - (delay ?? 0))
        log.call("foreground")
    }

    private func judged(endsAfter delay: Double?, away: Double = 30) -> Judgement {
        var log = Log()
        visit(&log, endsAfter: delay, away: away)
        log.load(Log.page)
        return log.judged
    }

    @Test(arguments: [(0, true), (5, true), (5.5, false), (nil, false)] as [(Double?, Bool)])
    func aPageEndsWithinFiveSecondsOfTheBackground(_ delay: Double?, _ isRight: Bool) {
        let judged = judged(endsAfter: delay)
        #expect(judged.rules == (isRight ? [] : ["STATIC_NOT_ENDED_ON_BACKGROUND"]))
        #expect(judged.cases["dcr-static-3-background"] == (isRight ? .pass : .fail))
    }

    @Test func reasonsSayHowLongThePageWasAway() {
        #expect(
            judged(endsAfter: 1, away: 20).reasons["dcr-static-3-background"]
                == "The page is in the background for 20 s, and is ended and loaded again."
        )
        #expect(
            judged(endsAfter: 1, away: 19).reasons["dcr-static-3-background"]
                == "The page is in the background for 19 s; the case needs 20 s."
        )
        #expect(
            judged(endsAfter: nil).findings.first?.message
                == "The app goes to the background while the page \"p1\" is shown, and staticEnd is not called."
        )
    }

    /// One mistake does not decide about the next stay.
    @Test(arguments: [(20, CheckCase.Verdict.pass), (19, .fail)])
    func aLaterStayThatIsRightPasses(_ away: Double, _ verdict: CheckCase.Verdict) {
        var log = Log()
        visit(&log, endsAfter: nil, away: 30)
        visit(&log, endsAfter: 1, away: away)
        log.load(Log.page)
        #expect(log.judged.cases["dcr-static-3-background"] == verdict)
    }

    /// Without a page there is nothing to end.
    @Test func theBackgroundWithoutAPageSaysNothing() {
        var log = Log()
        log.load(Log.page)
        log.wait(10)
        log.call("staticEnd")
        log.wait(1)
        log.call("background")
        log.wait(30)
        log.call("foreground")
        log.load(Log.page)
        #expect(log.judged.findings.isEmpty)
        #expect(log.judged.cases["dcr-static-3-background"] == .undecidable)
    }

    @Test func aPageThatEndsJustBeforeTheBackgroundIsRight() {
        var log = Log()
        log.load(Log.page)
        log.wait(10)
        log.call("staticEnd")
        log.call("background")
        log.wait(20)
        log.call("foreground")
        log.load(Log.page)
        #expect(log.judged.findings.isEmpty)
        #expect(log.judged.cases["dcr-static-3-background"] == .pass)
    }

    @Test func anotherPageIsOneByItsIdentity() {
        func verdict(_ pages: JSONObject...) -> CheckCase.Verdict? {
            var log = Log()
            for page in pages { log.load(page) }
            return log.judged.cases["dcr-static-2-switch-page"]
        }
        #expect(verdict(Log.page, Log.page) == .undecidable)
        #expect(verdict(Log.page, Log.otherPage) == .pass)
        let bare = Log.page.without("assetid")
        #expect(verdict(bare, bare) == .undecidable)
        #expect(verdict(bare, bare.with(["segA": "a"])) == .pass)
    }

    // MARK: - Events

    private func event(
        _ event: String,
        _ type: String,
        _ metadata: JSONObject,
        _ position: Int? = nil
    ) -> JSONValue {
        var data: JSONObject = ["event": .string(event), "type": .string(type)]
        data["metadata"] = [type: .object(metadata)]
        data["playheadPosition"] = position.map { .string("\($0)") }
        return .object(data)
    }

    private func watch(_ log: inout Log, _ positions: ClosedRange<Int>, _ type: String, _ metadata: JSONObject) {
        for position in positions {
            log.call("trackEvent", event("playhead", type, metadata, position))
            log.wait(1)
        }
    }

    /// Of a playhead of what is complete, one that comes within five seconds is a late one, and others begin a view.
    @Test(arguments: [(5, 20, true), (5.5, 20, false), (1, 19, false), (1, 21, true)])
    func aPlayheadJustAfterCompleteIsLate(_ seconds: Double, _ position: Int, _ isLate: Bool) {
        var log = Log()
        watch(&log, 0...20, "content", Log.content)
        log.call("trackEvent", event("complete", "content", Log.content, 20))
        log.wait(seconds)
        log.call("trackEvent", event("playhead", "content", Log.content, position))
        #expect(log.judged.rules == (isLate ? ["PLAYHEAD_AFTER_COMPLETE"] : []))
        // Other content is none of it.
        var other = Log()
        watch(&other, 0...20, "content", Log.content)
        other.call("trackEvent", event("complete", "content", Log.content, 20))
        other.call("trackEvent", event("playhead", "content", Log.content.with(["assetid": "other"]), 20))
        #expect(other.judged.rules.isEmpty)
    }

    /// The SDK sees to the order of what events become, and of nothing else.
    @Test func theOrderOfCallsIsJudgedAlsoBehindEvents() {
        var log = Log()
        watch(&log, 0...20, "content", Log.content)
        log.call("trackEvent", event("complete", "content", Log.content, 20))
        log.wait(10)
        log.load(Log.content)
        log.watch(0...20)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == ["PLAY_MISSING"])
    }

    /// An ad is one by its type, also where it has the id of its content.
    @Test func anAdWithTheIdOfItsContentIsAnAd() {
        var log = Log()
        let ad = Log.ad.with(["assetid": "vid345-67483"])
        watch(&log, 0...20, "content", Log.content)
        watch(&log, 0...5, "ad", ad)
        log.call("trackEvent", event("adStop", "ad", ad, 6))
        watch(&log, 21...40, "content", Log.content)
        #expect(log.judged.findings.isEmpty, "\(log.judged.findings)")
        #expect(log.judged.cases["dcr-video-4-rewind"] == .undecidable)
    }
}
