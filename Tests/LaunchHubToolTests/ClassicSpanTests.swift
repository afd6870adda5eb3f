// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// What was played when, according to classic calls, and what a timeline makes of them.
struct ClassicSpanTests {
    private func call(_ second: Int64, _ name: String, _ argument: JSONValue? = nil, instance: String = "1")
        -> SessionStep
    {
        let arguments = argument.map { [$0] } ?? []
        let call = SessionCall(instance: instance, name: name, arguments: arguments)
        return SessionStep(number: 1, time: second * 1_000, command: nil, call: call)
    }

    private func event(_ second: Int64, _ name: String, instance: String = "1") -> SessionStep {
        let call = SessionCall(instance: instance, name: name, isLifecycle: true)
        return SessionStep(number: 1, time: second * 1_000, command: nil, call: call)
    }

    private func load(_ second: Int64, _ type: JSONValue, _ asset: JSONValue, instance: String = "1") -> SessionStep {
        call(second, "loadMetadata", ["type": type, "assetid": asset], instance: instance)
    }

    private func playhead(_ second: Int64, _ position: Int64 = 0) -> SessionStep {
        call(second, "playheadPosition", .int(position))
    }

    private func spans(_ steps: SessionStep..., until end: Int64 = 60) -> [String] {
        let last = SessionStep(number: 9, time: end * 1_000, command: nil)
        return LaneSpan.all(in: Session(header: SessionHeader(title: ""), steps: steps + [last])).map {
            "\($0.lane.title) \($0.title) \($0.start)-\($0.end)"
        }
    }

    @Test func aPlayheadIsOfWhatWasLoadedLast() {
        #expect(spans(playhead(3)) == [])
        #expect(spans(load(0, "content", "E7"), playhead(3), playhead(5)) == ["content E7 3000-6000"])
        #expect(spans(load(0, "content", "E7"), playhead(0), playhead(11)) == ["content E7 0-12000"])
        #expect(
            spans(load(0, "content", "E7"), playhead(0), playhead(12)) == [
                "content E7 0-1000", "content E7 12000-13000",
            ]
        )
        let untyped = call(1, "loadMetadata", ["assetid": "X"])
        #expect(spans(load(0, "content", "E7"), untyped, playhead(2)) == ["content E7 2000-3000"])
        let channel = call(0, "loadMetadata", ["type": "content", "assetid": "", "channelName": "News"])
        #expect(spans(channel, playhead(0)) == ["content News 0-1000"])
    }

    @Test func anAdEndsTheContentAndTheContentTheAd() {
        #expect(
            spans(
                load(0, "content", "E7"),
                playhead(0),
                load(1, "midroll", "A"),
                playhead(1),
                load(2, "content", "E7"),
                playhead(2),
                load(3, "postroll", "A"),
                playhead(3)
            ) == ["content E7 0-1000", "ad A 1000-2000", "content E7 2000-3000", "ad A 3000-4000"]
        )
    }

    @Test(arguments: ["stop", "end"])
    func whatStopsEndsContentAndAdAndForgetsThem(_ word: String) {
        for (type, lane) in [("content", "content"), ("preroll", "ad")] {
            let type = JSONValue.string(type)
            #expect(
                spans(load(0, type, "X"), playhead(0), call(1, word), playhead(2)) == ["\(lane) X 0-1000"]
            )
            #expect(
                spans(load(0, type, "X"), playhead(0), call(1, word), load(2, type, "X"), playhead(2))
                    == ["\(lane) X 0-1000", "\(lane) X 2000-3000"]
            )
        }
    }

    @Test func aPageLastsUntilItIsLeft() {
        #expect(spans(load(2, "static", "P")) == ["static P 2000-60000"])
        #expect(
            spans(load(2, "static", "P"), load(30, "static", "P"), call(40, "staticEnd")) == ["static P 2000-40000"]
        )
        let stopped = spans(load(0, "static", "P"), call(5, "stop"), call(6, "end"), playhead(7))
        #expect(stopped == ["static P 0-60000"])
    }

    @Test func aChoiceLastsUntilTheNext() {
        let out = call(1, "userOptOut", "nielsenappsdk://1")
        let again = call(2, "userOptOut", "nielsenappsdk://1")
        #expect(spans(out, again, call(5, "userOptOut", "nielsenappsdk://0")) == ["opted out  1000-5000"])
        #expect(spans(out) == ["opted out  1000-60000"])
        #expect(spans(call(1, "userOptOut", "yes"), call(2, "userOptOut")) == [])
    }

    @Test(arguments: [JSONValue.bool(true), .int(1)])
    func nothingPlaysWhileMeasurementIsOff(_ word: JSONValue) {
        #expect(
            spans(
                load(0, "content", "E7"),
                playhead(0),
                load(0, "static", "P"),
                call(2, "appDisableApi", word),
                load(3, "content", "E8"),
                playhead(3),
                call(9, "appDisableApi", false),
                playhead(9)
            ) == ["content E7 0-1000", "static P 0-2000", "disabled  2000-9000", "content E7 9000-10000"]
        )
        let ad = spans(load(0, "preroll", "A"), playhead(0), playhead(1), call(2, "appDisableApi", word), until: 3)
        #expect(ad == ["ad A 0-2000", "disabled  2000-3000"])
        for other in [JSONValue.bool(false), .int(0), .int(2), "1"] {
            #expect(spans(call(2, "appDisableApi", other)) == [])
        }
    }

    @Test func onlyTheEndOfTheProcessEndsEverythingOfAnInstance() {
        let other = load(0, "static", "Q", instance: "2")
        #expect(
            spans(
                load(0, "static", "P"),
                other,
                call(1, "userOptOut", "nielsenappsdk://1"),
                call(3, "kill"),
                event(4, "staticEnd"),
                event(7, "kill")
            ) == ["static P 0-7000", "static Q 0-60000", "opted out  1000-7000"]
        )
        let unheard = spans(load(0, "content", "E7"), playhead(0), event(1, "stop"), playhead(2))
        #expect(unheard == ["content E7 0-3000"])
        #expect(spans(event(0, "appDisableApi"), call(0, "dance")) == [])
    }

    // MARK: - The timeline

    @Test func callsOfPlayheadsAreOneLine() {
        let entries = Timeline(Sessions.of(playhead(0, 5), playhead(1, 6), playhead(2, 7))).entries
        #expect(entries.map(\.name) == ["playheadPosition"])
        #expect(entries.map(\.detail) == ["5–7"] && entries.map(\.count) == [3] && entries.map(\.value) == [""])
        #expect(entries.map(\.code) == [nil] && entries.map(\.end) == [2_000])
    }

    @Test func anotherCallOrInstanceBeginsALine() {
        let first = playhead(0, 5)
        let cases: [(step: SessionStep, count: Int)] = [
            (playhead(10, 15), 2), (playhead(1, 5), 2), (playhead(11, 6), 1), (playhead(1, 16), 1), (playhead(1, 4), 1),
            (playhead(1, -1), 1), (call(1, "playheadPosition", .int(6), instance: "2"), 1),
            (call(1, "playheadPosition", "6"), 1), (call(1, "setPlayheadPosition", .int(6)), 1),
            (event(1, "playheadPosition"), 1), (call(1, "stop"), 1),
            (
                SessionStep(
                    number: 2,
                    time: 1_000,
                    command: nil,
                    call: SessionCall(instance: "1", name: "playheadPosition", arguments: [6], isLifecycle: true)
                ), 1
            ),
        ]
        for (step, count) in cases {
            #expect(Timeline(Sessions.of(first, step)).entries.first?.count == count, "\(step)")
        }
        let negative = Timeline(Sessions.of(playhead(0, -2), playhead(1, -1), playhead(2, 0), playhead(3, 1)))
        #expect(negative.entries.map(\.detail) == ["-2", "-1", "0–1"])
    }

    @Test(
        arguments: [
            (nil, ""), (["assetid": "A", "channelName": "C"], "A"), (["channelName": "C", "section": "S"], "C"),
            (["section": "S", "appid": "P"], "S"), (["appid": "P", "type": "x"], "P"), (["type": "x"], ""),
            (.string(String(repeating: "s", count: 41)), String(repeating: "s", count: 40)), (7, "7"), (true, "true"),
            (.array(JSONArray(Array(repeating: 1, count: 21))), "[" + String(repeating: "1,", count: 19) + "1"),
        ] as [(JSONValue?, String)]
    )
    func aCallIsAboutWhatItsArgumentNames(_ argument: JSONValue?, _ detail: String) {
        #expect(call(0, "x", argument).call?.detail == detail)
        #expect(Timeline(Sessions.of(call(0, "x", argument))).entries.map(\.detail) == [detail])
    }
}
