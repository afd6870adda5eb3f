// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubSession

/// Which step an explanation names as the cause of what happened at a time.
struct StepCausesTests {
    private func causes(_ steps: SessionStep...) -> StepCauses {
        steps.reduce(into: StepCauses()) { $0.add($1) }
    }

    private func command(_ second: Int64, _ name: String) -> SessionStep {
        SessionStep(number: 1, time: second * 1_000, command: SessionCommand(name, ["identifier": "1"]))
    }

    private func event(_ second: Int64, _ event: JSONValue) -> SessionStep {
        Sessions.track(second, ["event": event, "type": "content"])
    }

    static let words: [(step: SessionStep, text: String)] = [
        (Sessions.playhead(0, 0), "a playhead of the content E7"),
        (Sessions.playhead(0, 0, ""), "a playhead of the content"),
        (Sessions.playhead(0, 0, "A", "ad"), "the ad A begins"), (Sessions.playhead(0, 0, "", "ad"), "the ad begins"),
        (Sessions.playhead(0, 0, "P", "static"), "the static P begins"),
        (Sessions.track(0, ["event": "pause"]), "pause"), (Sessions.track(0, [:]), "(none)"),
        (Sessions.track(0, ["event": "pause", "optout": "true"]), "the user's choice, optout true"),
        (SessionStep(number: 1, time: 0, command: SessionCommand("RemoveSDKInstanceEvent")), "the instance is removed"),
        (SessionStep(number: 1, time: 0, command: SessionCommand("SetAppDisableEvent")), "appDisableApi"),
        (
            SessionStep(number: 1, time: 0, command: SessionCommand("GetOptoutStatusEvent")),
            "optOutStatusForSDK(withIdentifier:)"
        ), (SessionStep(number: 1, time: 0, command: SessionCommand("Dance")), "Dance"),
        (SessionStep(number: 1, time: 0, command: nil), ""),
    ]

    @Test(arguments: words)
    func aStepIsACauseInWords(_ step: SessionStep, _ text: String) {
        #expect(causes(step).cause(at: 0) == text)
        #expect(causes(step).cause(at: 1) == "" && causes(step).cause(at: -1) == "")
    }

    /// Of steps at one time it is the first that is more than a playhead.
    @Test func whatIsMoreThanAPlayheadIsTheCause() {
        let playhead = Sessions.playhead(3, 3)
        #expect(causes(playhead, event(3, "pause")).cause(at: 3_000) == "pause")
        #expect(causes(event(3, "pause"), playhead).cause(at: 3_000) == "pause")
        #expect(causes(event(3, "pause"), event(3, "complete"), playhead).cause(at: 3_000) == "pause")
        #expect(causes(playhead, playhead).cause(at: 3_000) == "a playhead of the content E7")
    }

    /// Steps at one distance are kept together, and are causes at their own times alone.
    @Test func aRunOfStepsIsACauseAtEachOfThem() {
        var found = StepCauses()
        for second in [0, 2, 4, 5, 5, 9] as [Int64] { found.add(Sessions.playhead(second, second)) }
        found.add(SessionStep(number: 1, time: 10_000, command: nil))
        found.add(event(11, "pause"))
        let times = [0, 1_000, 2_000, 3_000, 4_000, 4_500, 5_000, 7_000, 9_000, 10_000, 11_000, 12_000] as [Int64]
        let playhead = "a playhead of the content E7"
        #expect(
            times.map(found.cause) == [
                playhead, "", playhead, "", playhead, "", playhead, "", playhead, "", "pause", "",
            ]
        )
    }

    @Test func eachOfManyStepsIsFound() {
        var found = StepCauses()
        for second in 0..<21 as Range<Int64> {
            found.add(second % 3 == 1 ? event(second, "complete") : event(second, .string("e\(second)")))
        }
        for second in 0..<21 as Range<Int64> {
            #expect(found.cause(at: second * 1_000) == (second % 3 == 1 ? "complete" : "e\(second)"))
            #expect(found.cause(at: second * 1_000 + 500) == "")
        }
        #expect(found.cause(at: 21_000) == "" && StepCauses().cause(at: 0) == "")
    }

    /// What another step interrupts begins a run of its own.
    @Test func stepsInTurnAreEachACause() {
        let found = causes(
            Sessions.playhead(0, 0),
            Sessions.playhead(1, 1),
            event(1, "pause"),
            Sessions.playhead(2, 1),
            Sessions.playhead(3, 2),
            event(3, "complete")
        )
        let playhead = "a playhead of the content E7"
        #expect([0, 1_000, 2_000, 3_000].map(found.cause) == [playhead, "pause", playhead, "complete"])
    }
}
