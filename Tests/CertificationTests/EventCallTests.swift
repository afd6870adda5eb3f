// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// The dictionaries of `trackEvent`: which calls the SDK makes of them, and which of their values count.
struct EventCallTests {
    private static let other = Log.content.with(["assetid": "vid2"])

    private func event(
        _ event: String,
        _ type: String,
        _ metadata: JSONObject,
        _ others: JSONObject = [:]
    ) -> JSONValue {
        var data: JSONObject = ["event": .string(event), "type": .string(type)]
        data["metadata"] = [type: .object(metadata)]
        return .object(data.with(others))
    }

    private func content(_ name: String, _ metadata: JSONObject, _ position: Int) -> JSONValue {
        event(name, "content", metadata, ["playheadPosition": .string(String(position))])
    }

    private func watch(_ log: inout Log, _ positions: ClosedRange<Int>, _ metadata: JSONObject = Log.content) {
        for position in positions {
            log.call("trackEvent", content("playhead", metadata, position))
            log.wait(1)
        }
    }

    @Test func aPauseIsAStop() {
        var log = Log()
        watch(&log, 0...20)
        log.call("trackEvent", content("pause", Log.content, 21))
        log.wait(6)
        watch(&log, 21...30)
        #expect(log.judged.rules == [])
        #expect(log.judged.cases["dcr-video-5-pause"] == .pass)
    }

    @Test func otherContentIsAnotherView() {
        var log = Log()
        watch(&log, 0...20)
        watch(&log, 0...120, Self.other)
        log.call("trackEvent", content("complete", Self.other, 120))
        #expect(log.judged.rules == [])
        #expect(log.judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    /// An event without a position is one about metadata alone.
    @Test(arguments: ["", nil] as [JSONValue])
    func noPositionIsNoWrongOne(_ position: JSONValue) {
        var log = Log()
        watch(&log, 0...20)
        log.call("trackEvent", event("playhead", "content", Log.content, ["playheadPosition": position]))
        watch(&log, 21...30)
        #expect(!log.judged.rules.contains("PLAYHEAD_NOT_INTEGER"))
    }

    // MARK: - Pages

    @Test func eachPageIsLoadedOnce() {
        func verdict(_ pages: JSONObject...) -> CheckCase.Verdict? {
            var log = Log()
            for page in pages {
                log.call("trackEvent", event("playhead", "static", page))
                log.wait(5)
            }
            return log.judged.cases["dcr-static-2-switch-page"]
        }
        #expect(verdict(Log.page, Log.page) == .undecidable)
        #expect(verdict(Log.page, Log.page, Log.otherPage) == .pass)
    }

    /// What is wrong with a page is nothing about the content behind it.
    @Test func aMistakeInAPageIsNoneOfItsContent() {
        var log = Log()
        log.call("trackEvent", event("playhead", "static", Log.page.without("section")))
        log.call("play")
        log.load(Log.content)
        log.watch(0...120)
        log.call("stop")
        log.call("end")
        #expect(log.judged.findings.contains { $0.line == 1 && $0.severity == .error })
        #expect(log.judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    // MARK: - Watermarks

    /// Payloads come alone or as a list; empty ones are none.
    @Test(
        arguments: [
            (.string(Log.payload(1000)), true), (["", .string(Log.payload(1000))], true), ("", false), ([""], false),
        ] as [(JSONValue, Bool)]
    )
    func payloadsAreWatermarks(_ payload: JSONValue, _ isOne: Bool) {
        var log = Log()
        log.call("trackEvent", event("playhead", "content", Log.stream, ["id3Data": payload]))
        #expect(log.judged.cases["dtvr-2-play"] == (isOne ? .fail : .undecidable))
    }
}
