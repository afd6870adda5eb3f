// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// The bounds of the times that measurement follows, and of what it reads and adds up.
struct MeasurementSpanTests {
    private static let second: Int64 = 1_000_000_000

    private func instant(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * Self.second) }

    // MARK: - Thresholds

    private typealias Threshold = any WritableKeyPath<NielsenThresholds, Int> & Sendable
    private typealias Span = any KeyPath<NielsenSpans, Int64> & Sendable

    /// A threshold, its value, and the seconds that it becomes.
    private static let spans: [(Threshold, Int, Span, Int64)] = [
        (\.pauseTimeoutSeconds, -5, \.pause, 1), (\.pauseTimeoutSeconds, 0, \.pause, 1),
        (\.pauseTimeoutSeconds, 1, \.pause, 1), (\.pauseTimeoutSeconds, 2, \.pause, 2),
        (\.pauseTimeoutSeconds, .max, \.pause, 31_536_000), (\.sessionMaximumSeconds, 0, \.session, 60),
        (\.sessionMaximumSeconds, 59, \.session, 60), (\.sessionMaximumSeconds, 60, \.session, 60),
        (\.sessionMaximumSeconds, 61, \.session, 61), (\.sessionMaximumSeconds, 31_536_001, \.session, 31_536_000),
        (\.staticMaximumSeconds, -1, \.page, 0), (\.staticMaximumSeconds, 0, \.page, 0),
        (\.staticMaximumSeconds, 1, \.page, 1), (\.staticMaximumSeconds, 31_536_001, \.page, 31_536_000),
        (\.segmentSeconds, -1, \.pagePeriod, 5), (\.segmentSeconds, 0, \.pagePeriod, 5),
        (\.segmentSeconds, 2, \.pagePeriod, 10), (\.segmentSeconds, 100_000, \.pagePeriod, 500_000),
        (\.segmentSeconds, 100_001, \.pagePeriod, 500_000), (\.segmentsPerDuration, -1, \.pagePeriod, 60),
        (\.segmentsPerDuration, 0, \.pagePeriod, 60), (\.segmentsPerDuration, 2, \.pagePeriod, 120),
        (\.segmentsPerDuration, 10_000, \.pagePeriod, 600_000), (\.segmentsPerDuration, 10_001, \.pagePeriod, 600_000),
    ]

    @Test(arguments: spans)
    private func aTimeIsHeldInItsRange(_ threshold: Threshold, _ value: Int, _ span: Span, _ seconds: Int64) {
        var thresholds = NielsenThresholds()
        thresholds[keyPath: threshold] = value
        #expect(NielsenSpans(thresholds)[keyPath: span] == seconds * Self.second)
    }

    // MARK: - Assets

    @Test(
        arguments: [
            (["type": "content", "assetid": "a"], "a", .id("a", section: nil), nil),
            (["type": "content", "assetid": "a", "section": "s", "length": "60.9"], "a", .id("a", section: nil), 60),
            (["type": "static", "assetid": "a", "section": "s", "length": "x"], "a", .id("a", section: "s"), nil),
            (["type": "static", "section": "s"], "", .metadata(["type": "static", "section": "s"]), nil),
            (["type": "film", "assetId": "a", "section": "s"], "a", .id("a", section: nil), nil),
            (["type": "film", "length": "1e30"], "", .metadata(["type": "film", "length": "1e30"]), nil),
        ] as [([String: String], String, NielsenAsset.Identity, Int64?)]
    )
    func anAssetIsWhatItsMetadataSays(
        _ given: [String: String],
        _ assetid: String,
        _ identity: NielsenAsset.Identity,
        _ length: Int64?
    ) {
        var issues: [NielsenValidationIssue] = []
        let asset = NielsenAsset(given, readsFoldedKeys: false, issues: &issues)
        #expect(asset.given == given)
        #expect(asset.assetid == assetid)
        #expect(asset.identity == identity)
        #expect(asset.length == length)
        #expect((asset.lane == nil) == (given["type"] == "film"))
        #expect(asset.metadata(on: ["type": "other", "channelName": "One"])["type"] == given["type"])
        #expect(asset.metadata(on: ["channelName": "One"])["channelName"] == "One")
        #expect(asset.metadata(on: [:]) == asset.metadata)
    }

    // MARK: - Calls

    private struct Sort {
        let call: NielsenCall
        let name: String
        var subject = NielsenCall.Subject.playback
        var isFrequent = false
    }

    private static let sorts = [
        Sort(call: .play([:]), name: "play"), Sort(call: .stop, name: "stop"), Sort(call: .end, name: "end"),
        Sort(call: .playheadPosition(0), name: "playheadPosition", isFrequent: true),
        Sort(call: .sendID3(""), name: "sendID3", isFrequent: true),
        Sort(call: .loadMetadata([:]), name: "loadMetadata"),
        Sort(call: .loadMetadata(["type": "STATIC"]), name: "loadMetadata", subject: .page),
        Sort(call: .staticEnd, name: "staticEnd", subject: .page),
        Sort(call: .updateOTT([:]), name: "updateOTT", subject: .other),
        Sort(call: .userOptOut(""), name: "userOptOut", subject: .other),
    ]

    @Test(arguments: sorts)
    private func aCallIsAboutItsSubject(_ sort: Sort) {
        #expect(sort.call.name == sort.name)
        #expect(sort.call.subject == sort.subject)
        #expect(sort.call.isFrequent == sort.isFrequent)
        #expect(sort.call.isChoice == (sort.name == "userOptOut"))
    }

    @Test func aChoiceIsTheTextOfItsCall() {
        #expect(NielsenCall.choice(true) == .userOptOut("nielsenappsdk://1"))
        #expect(NielsenCall.choice(false) == .userOptOut("nielsenappsdk://0"))
    }

    // MARK: - Runs of watermarks

    private func tag(_ offset: Int, _ name: String = "watermark") throws -> NielsenID3Tag {
        let digits = String(100_000 + offset).dropFirst()
        return try NielsenID3Tag("www.nielsen.com/PC/FD/\(name)/\(digits)/\(digits)/00")
    }

    @Test func aRunAddsUpWhatItsWatermarksPlayed() throws {
        var run = NielsenID3Run()
        #expect(run.contentID == nil)
        #expect([run.seconds, run.count, run.offset] == [0, 0, 0])
        #expect(run.add(try tag(100), at: instant(0)) == .began)
        #expect([run.seconds, run.count, run.offset] == [0, 1, 100])
        #expect(run.add(try tag(110), at: instant(10)) == .continued(seconds: 10))
        #expect(run.add(try tag(110), at: instant(12)) == .repeated)
        #expect([run.seconds, run.count, run.offset] == [10, 2, 110])
        // One without an offset is where the clock is.
        #expect(run.add(try tag(0), at: instant(17)) == .continued(seconds: 5))
        #expect([run.seconds, run.count, run.offset] == [15, 3, 115])
        #expect(run.add(try tag(1), at: instant(18)) == .broken(.leap(seconds: -114)))
        #expect([run.seconds, run.count, run.offset] == [0, 1, 1])
        let (first, next) = (try tag(1), try tag(3))
        #expect(run.first == first)
        #expect(run.add(next, at: instant(20)) == .continued(seconds: 2))
        #expect(run.first == first)
        #expect(run.last == next)
        run.reset()
        #expect(run.first == nil)
        #expect([run.seconds, run.count, run.offset] == [0, 0, 0])
        #expect(run.add(try tag(900), at: instant(21)) == .began)
    }

    /// A clock that goes back shows no time.
    @Test func aClockThatGoesBackIsNoSilence() throws {
        var run = NielsenID3Run()
        _ = run.add(try tag(100), at: instant(100))
        #expect(run.add(try tag(0), at: instant(50)) == .continued(seconds: 0))
        #expect(run.offset == 100)
    }

    // MARK: - Times of the app

    @Test func aThousandSectionsAreToldApart() {
        var times = LifecycleTimes()
        for number in 0..<1_002 {
            times.show("s\(number)", at: instant(Int64(number)))
        }
        times.hide(at: instant(1_002))
        let sections = times.summary.sections
        #expect(sections.count == 1_000)
        #expect(sections.map(\.section) == (0..<1_000).map { "s\($0)" })
        #expect(sections.map(\.visits) == Array(repeating: 1, count: 999) + [3])
        #expect(sections.map(\.time) == Array(repeating: .seconds(1), count: 999) + [.seconds(3)])
        times.show("s5", at: instant(2_000))
        times.show("s5", at: instant(2_001))
        times.ended(at: instant(2_003))
        #expect(times.settled(at: instant(2_010)).summary.timeInSection("s5") == .seconds(4))
        #expect(times.summary.sections[5].visits == 3)
    }

    @Test func timesOfTheAppAreThoseOfItsPhases() {
        var times = LifecycleTimes()
        #expect(times.settled(at: instant(5)) == times)
        times.launched(inForeground: true, at: instant(5))
        #expect(times.settled(at: instant(4)).summary.timeInApp == .zero)
        #expect(times.settled(at: instant(7)).summary.timeInApp == .seconds(2))
        times.moved(toForeground: false, at: instant(8))
        times.moved(toForeground: true, at: instant(12))
        times.withheldPlayhead()
        times.ended(at: instant(13))
        let summary = times.settled(at: instant(20)).summary
        #expect([summary.launches, summary.returns, summary.withheldPlayheads] == [1, 1, 1])
        #expect([summary.timeInApp, summary.timeInBackground] == [.seconds(4), .seconds(4)])
    }

    // MARK: - Waiting for data

    @Test func aWaitIsTooLongAfterItsLimit() {
        var lifecycle = NielsenLifecycle()
        #expect(lifecycle.stallDeadline(isPlaying: true) == nil)
        #expect(lifecycle.noteStall(instant(500)) == false)
        lifecycle.wait(at: instant(10))
        lifecycle.wait(at: instant(20))
        #expect(lifecycle.bufferingSince == instant(10))
        #expect(lifecycle.stallDeadline(isPlaying: false) == nil)
        #expect(lifecycle.stallDeadline(isPlaying: true) == instant(40).adding(nanoseconds: 1))
        #expect(lifecycle.noteStall(instant(40)) == false)
        #expect(lifecycle.noteStall(instant(40).adding(nanoseconds: 1)) == true)
        #expect(lifecycle.noteStall(instant(41)) == false)
        #expect(lifecycle.stallDeadline(isPlaying: true) == nil)
        var playback = NielsenPlayback()
        lifecycle.endWait(&playback)
        #expect(lifecycle.bufferingSince == nil)
        #expect(lifecycle.interruptions.isEmpty)
        lifecycle.wait(at: instant(50))
        #expect(lifecycle.stallDeadline(isPlaying: true) == instant(80).adding(nanoseconds: 1))
        #expect(lifecycle.apply(.terminate, &playback, at: instant(51)) == [])
        #expect(lifecycle.stallDeadline(isPlaying: true) == nil)
        #expect(lifecycle.phase == .terminated)
    }

    @Test func aWatermarkThatIsWithheldIsNoPlayhead() {
        var lifecycle = NielsenLifecycle()
        var playback = NielsenPlayback()
        #expect(lifecycle.admit(.playheadPosition(0), &playback, at: instant(0)) == .pass)
        #expect(lifecycle.apply(.interruptionBegan(.call), &playback, at: instant(1)) == [])
        #expect(lifecycle.settle(playback) == [])
        #expect(lifecycle.admit(.sendID3("x"), &playback, at: instant(2)) == .withhold)
        #expect(lifecycle.summary(at: instant(2)).withheldPlayheads == 0)
        #expect(lifecycle.admit(.playheadPosition(0), &playback, at: instant(2)) == .withhold)
        #expect(lifecycle.summary(at: instant(2)).withheldPlayheads == 1)
        playback.run = .playing(.content)
        #expect(lifecycle.admit(.playheadPosition(0), &playback, at: instant(2)) == .stop)
    }
}
