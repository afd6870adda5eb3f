// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// Positions as they are read, and the times of lines.
struct PositionTests {
    /// A position in milliseconds is that second, without the rest.
    @Test(arguments: [(1_772_481_620_000, "1772481620"), (1_772_481_620_999, "1772481620")] as [(Int64, String)])
    func aPositionInMillisecondsIsItsSecond(_ position: Int64, _ shown: String) {
        var log = Log()
        log.call("playheadPosition", .int(position))
        let messages = log.judged.findings.map(\.message)
        #expect(messages.contains("Playhead \(shown) comes before any loadMetadata."))
        #expect(log.judged.rules == ["PLAYHEAD_MILLISECONDS", "RESUME_WITHOUT_LOADMETADATA"])
    }

    /// Of a live stream only the first position is judged, and the others follow from it.
    @Test func theFirstPositionSaysHowALiveStreamIsCounted() {
        let judged = Log.playing(Log.live) { _ in }
        #expect(
            judged.findings.map(\.message) == ["\"live1\" is live by its length, and its position is 0."]
        )
    }

    /// Two positions at one time have no time between them.
    @Test(arguments: [(23, false), (24, true)])
    func aStepWithoutTimeIsASkip(_ position: Int64, _ isFound: Bool) {
        let judged = Log.playing { $0.call("playheadPosition", .int(position)) }
        #expect(judged.rules == (isFound ? ["SKIP_REPORTED_AS_PLAY"] : []))
    }

    /// Where positions are times of day, nothing is said about the end of the content.
    @Test func timesOfDayAreNoPlaybackToTheEnd() {
        let judged = Log.playing(Log.content, 1_772_481_600...1_772_481_620) { _ in }
        #expect(judged.rules == ["EPOCH_WITH_LENGTH"])
        #expect(judged.cases["dcr-video-2-play-to-end"] == .undecidable)
    }

    @Test func aNegativeLengthIsNone() {
        let judged = Log.playing(Log.content.with(["length": "-5"])) { _ in }
        #expect(!judged.rules.contains("PLAYHEAD_BEYOND_LENGTH"))
    }

    /// A log may begin before its zero, as one that counts from the first frame does.
    @Test func timesMayBeNegative() {
        var log = Log()
        log.wait(-30)
        log.call("play")
        log.load(Log.content)
        log.watch(0...20)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == [])
    }

    /// A key that no document has is not a mistake.
    @Test func informationIsNoFinding() {
        let judged = Log.playing(Log.content.with(["ownKey": "x"])) { _ in }
        #expect(judged.findings == [])
    }
}
