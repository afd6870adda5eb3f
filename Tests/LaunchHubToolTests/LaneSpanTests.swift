// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// What was played when, according to the calls that succeeded.
struct LaneSpanTests {
    private func spans(_ steps: SessionStep..., until end: Int64 = 60) -> [String] {
        let last = SessionStep(number: 9, time: end * 1_000, command: nil)
        return LaneSpan.all(in: Session(header: SessionHeader(title: ""), steps: steps + [last])).map {
            "\($0.lane.title) \($0.title) \($0.start)-\($0.end)"
        }
    }

    private func event(_ second: Int64, _ event: JSONValue, _ lane: JSONValue = "content") -> SessionStep {
        Sessions.track(second, ["event": event, "type": lane])
    }

    private func switched(_ second: Int64, off: Int64, code: JSONValue = 5001) -> SessionStep {
        SessionStep(
            number: 1,
            time: second * 1_000,
            command: SessionCommand("SetAppDisableEvent", ["identifier": "1"]),
            result: ["code": code, "app_disable": .int(off)]
        )
    }

    @Test func aPlayheadIsTheSecondThatBeginsAtIt() {
        #expect(spans(Sessions.playhead(3, 0)) == ["content E7 3000-4000"])
        #expect(spans(Sessions.playhead(3, 0), Sessions.playhead(5, 2)) == ["content E7 3000-6000"])
    }

    @Test func aGapOfMoreThanTenSecondsIsSeen() {
        #expect(spans(Sessions.playhead(0, 0), Sessions.playhead(11, 1)) == ["content E7 0-12000"])
        #expect(
            spans(Sessions.playhead(0, 0), Sessions.playhead(12, 1)) == ["content E7 0-1000", "content E7 12000-13000"]
        )
    }

    @Test func anotherAssetBeginsABarAndAnEventWithoutOneDoesNot() {
        #expect(
            spans(Sessions.playhead(0, 0), Sessions.playhead(1, 1, ""), Sessions.playhead(2, 2, "E8"))
                == ["content E7 0-2000", "content E8 2000-3000"]
        )
    }

    @Test func anAdEndsTheContentAndTheContentTheAd() {
        #expect(
            spans(Sessions.playhead(0, 0), Sessions.playhead(1, 0, "A", "ad"), Sessions.playhead(2, 1))
                == ["content E7 0-1000", "ad A 1000-2000", "content E7 2000-3000"]
        )
    }

    @Test(arguments: ["pause", "complete", "adStop"])
    func whatStopsEndsContentAndAd(word: String) {
        let stopped = spans(Sessions.playhead(0, 0), event(1, .string(word)), Sessions.playhead(2, 1))
        #expect(stopped == ["content E7 0-1000", "content E7 2000-3000"])
        let ad = spans(Sessions.playhead(0, 0, "A", "ad"), event(1, .string(word)), Sessions.playhead(2, 1, "A", "ad"))
        #expect(ad == ["ad A 0-1000", "ad A 2000-3000"])
    }

    @Test func aPageLastsUntilItIsLeft() {
        #expect(
            spans(
                Sessions.playhead(0, 0, "P", "static"),
                Sessions.playhead(30, 0, "P", "static"),
                event(40, "complete", "static")
            )
                == ["static P 0-40000"]
        )
        #expect(spans(Sessions.playhead(0, 0, "P", "static")) == ["static P 0-60000"])
        #expect(
            spans(Sessions.playhead(0, 0, "P", "static"), Sessions.playhead(5, 0, "Q", "static")) == [
                "static P 0-5000", "static Q 5000-60000",
            ]
        )
    }

    @Test(arguments: ["true", "1", "YES", "nielsenappsdk://1"])
    func aChoiceLastsUntilTheNext(word: String) {
        let out = Sessions.track(1, ["event": "pause", "optout": .string(word)])
        let again = Sessions.track(2, ["event": "pause", "optout": .string(word)])
        let back = Sessions.track(5, ["event": "pause", "optout": "nielsenappsdk://0"])
        #expect(spans(out, again, back) == ["opted out  1000-5000"])
        #expect(spans(out) == ["opted out  1000-60000"])
        #expect(spans(back) == [])
    }

    @Test func nothingPlaysWhileMeasurementIsOff() {
        #expect(
            spans(
                Sessions.playhead(0, 0),
                Sessions.playhead(0, 0, "P", "static"),
                switched(2, off: 1),
                Sessions.playhead(3, 3),
                switched(4, off: 1),
                switched(9, off: 0),
                Sessions.playhead(9, 4)
            ) == ["content E7 0-1000", "static P 0-2000", "disabled  2000-9000", "content E7 9000-10000"]
        )
        #expect(spans(switched(2, off: 2)) == [])
        #expect(spans(switched(2, off: 1, code: 5005)) == [])
    }

    @Test func theEndOfAnInstanceEndsItsBarsAlone() {
        func page(_ instance: JSONValue) -> SessionStep {
            Sessions.track(
                0,
                ["event": "playhead", "type": "static", "metadata": ["static": ["section": "P"]]],
                instance: instance
            )
        }
        let removed = SessionStep(
            number: 1,
            time: 7_000,
            command: SessionCommand("RemoveSDKInstanceEvent", ["identifier": "1"]),
            result: ["code": 5001]
        )
        #expect(spans(page("1"), page("2"), removed) == ["static P 0-7000", "static P 0-60000"])
    }

    @Test func whatWasRefusedOrSaysNoPlayheadIsNoBar() {
        #expect(spans(Sessions.playhead(0, 0, code: 5005), Sessions.playhead(0, 0, code: nil)) == [])
        #expect(spans(event(0, "playhead"), event(0, "dance")) == [])
        #expect(spans(Sessions.playhead(0, 0, "X", "party")) == [])
    }
}
