// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing
import HubStorage

/// What integrators do wrong: measured as far as it can be, and remarked on once.
struct RemarkTests {
    private let bench = Bench()
    private let listener = RemarkListener()

    private var codes: [String] { listener.codes.withLock { $0 } }

    private func makeApi() throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: listener, environment: bench.environment())
    }

    private func makeTracker() throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: Bench.appInfo, delegate: listener, environment: bench.environment())
    }

    private func makePlaying(_ metadata: [String: String] = Bench.content) throws -> NielsenAppApi {
        let api = try makeApi()
        api.play()
        api.loadMetadata(metadata)
        return api
    }

    private func track(_ tracker: NielsenEventTracker, _ event: String, _ position: Int) {
        tracker.trackEvent([
            "event": event, "type": "content", "playheadPosition": String(position),
            "metadata": ["content": Bench.content],
        ])
    }

    /// 0 to 59 a second apart and a second before the end: 60 seconds, a minute.
    @Test func whatWasLoadedBeforePlayStaysLoaded() throws {
        let api = try makeApi()
        api.loadMetadata(Bench.content)
        api.play()
        bench.play(api, 0..<60)
        api.end()
        #expect(api.creditSummary.map(\.seconds) == [60])
        #expect(api.creditSummary.map(\.creditedMinutes) == [1])
        #expect(codes == ["LOADMETADATA_BEFORE_PLAY"])
        #expect(api.lastRemark?.code == .loadMetadataBeforePlay)
        #expect(api.lastRemark?.message.contains("call play first") == true)
    }

    /// The last playhead of a completed asset may come late; it begins no second view.
    @Test func aLatePlayheadAfterCompleteBeginsNoView() throws {
        let tracker = try makeTracker()
        for position in 0..<60 {
            track(tracker, "playhead", position)
            bench.clock.advance(by: .seconds(1))
        }
        track(tracker, "complete", 60)
        track(tracker, "playhead", 60)
        #expect(tracker.creditSummary.map(\.seconds) == [60])
        #expect(codes == ["PLAYHEAD_AFTER_COMPLETE"])
        // Whoever watches it again, begins again.
        bench.clock.advance(by: .seconds(6))
        track(tracker, "playhead", 60)
        bench.clock.advance(by: .seconds(1))
        track(tracker, "complete", 61)
        #expect(tracker.creditSummary.count == 2)
    }

    /// A playhead at or behind the last position comes late; one before it belongs to nothing that is loaded.
    @Test func aPlayheadAfterTheEndIsLateWhereTheAssetEnded() throws {
        let api = try makePlaying()
        bench.play(api, 0..<60)
        api.end()
        api.playheadPosition(60)
        #expect(codes == ["PLAYHEAD_AFTER_COMPLETE"])
        api.playheadPosition(5)
        #expect(codes == ["PLAYHEAD_AFTER_COMPLETE", "RESUME_WITHOUT_LOADMETADATA"])
        #expect(api.lastRemark?.message.hasPrefix("playhead 5 came without loadMetadata") == true)
    }

    @Test func millisecondsSince1970AreTakenInSeconds() throws {
        let api = try makePlaying(Bench.content.merging(["length": "0"]) { $1 })
        for second in Int64(0)..<30 {
            api.playheadPosition((1_501_225_191 + second) * 1_000 + 747)
            bench.clock.advance(by: .seconds(1))
        }
        api.end()
        #expect(api.creditSummary.map(\.seconds) == [30])
        #expect(codes == ["PLAYHEAD_MILLISECONDS"])
        #expect(api.lastErrorDict == nil)
    }

    @Test func aPlayheadWithoutALoadIsNamedByWhatCameBefore() throws {
        let api = try makePlaying()
        bench.play(api, 0..<10)
        api.stop()
        bench.play(api, 10..<12)
        #expect(codes == ["RESUME_WITHOUT_LOADMETADATA"])
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<10)
        api.stop()
        bench.play(api, 10..<12)
        #expect(codes == ["RESUME_WITHOUT_LOADMETADATA", "CONTENT_NOT_RELOADED_AFTER_AD"])
    }

    @Test func aStreamWithoutPlayIsMeasuredAndRemarkedOn() throws {
        let api = try makeApi()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<30)
        api.end()
        #expect(api.creditSummary.map(\.seconds) == [30])
        #expect(codes == ["PLAY_MISSING"])
    }

    @Test func playheadsBeyondTheLengthAreRemarkedOnOnce() throws {
        let api = try makePlaying(Bench.content.merging(["length": "20"]) { $1 })
        bench.play(api, 0..<22)
        #expect(codes.isEmpty)
        bench.play(api, 22..<40)
        #expect(codes == ["PLAYHEAD_BEYOND_LENGTH"])
    }

    @Test(arguments: [
        ("0", Int64(5), ["LIVE_PLAYHEAD_NOT_EPOCH"]), ("3600", 1_700_000_000, ["EPOCH_WITH_LENGTH"]),
        ("0", 1_700_000_000, []), ("86400", 1_700_000_000, []), ("3600", 5, []),
    ])
    func theLengthAndTheFirstPlayheadAgreeOnWhatIsLive(_ length: String, _ first: Int64, _ expected: [String]) throws {
        let api = try makePlaying(Bench.content.merging(["length": length]) { $1 })
        bench.play(api, first..<first + 3)
        #expect(codes == expected)
    }

    @Test func aSkipThatIsReportedAsPlayIsNamed() throws {
        let api = try makePlaying()
        bench.play(api, [0, 1, 2, 12, 13, 14])
        #expect(codes == ["SKIP_REPORTED_AS_PLAY"])
    }

    @Test func doubleSpeedIsNamedOnceTenSecondsAreMissing() throws {
        let api = try makePlaying()
        bench.play(api, stride(from: Int64(0), to: 20, by: 2))
        #expect(codes.isEmpty)
        bench.play(api, stride(from: Int64(20), to: 60, by: 2))
        #expect(codes == ["PLAYHEAD_FASTER_THAN_TIME"])
    }

    @Test func anAdThatBeginsAgainWithoutAStopIsNamed() throws {
        let api = try makePlaying(Bench.midroll)
        bench.play(api, 0..<10)
        bench.play(api, 0..<10)
        #expect(codes.contains("AD_RESTARTED_WITHOUT_ADSTOP"))
    }

    @Test func watermarksTooFarApartAreNamed() throws {
        let api = try makePlaying()
        let parts = SampleAssets.watermark.split(separator: "/")
        for step in 0..<6 {
            let offset = 10_000 + step * 20
            let tag = parts.dropLast(3).joined(separator: "/") + "/\(offset)/\(offset)/00"
            api.sendID3(tag)
            bench.clock.advance(by: .seconds(20))
        }
        #expect(codes == ["ID3_CADENCE_CANNOT_CREDIT"])
    }

    @Test func pingsThatWaitForConsentAreRemarkedOnOnce() throws {
        let delivery = NielsenPingDelivery(file: nil, clock: bench.clock, privacy: .unknown)
        let sink = RecordingSink()
        let log = HubLog(level: .error, sink: sink)
        let environment = NielsenEnvironment(clock: bench.clock, log: log, pings: delivery)
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: listener, environment: environment)
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<30)
        api.end()
        #expect(codes.filter { $0 == "PRIVACY_UNKNOWN_PINGS_WAIT" }.count == 1)
        // The log of an app says so without any setting, with the line to write.
        #expect(sink.records.count { $0.message.contains("call ACPCore.setPrivacyStatus(.optIn)") } == 1)
        // The built-in configuration names this machine.
        #expect(codes.filter { $0 == "COLLECTOR_IS_LOOPBACK" }.count == 1)
        #expect(delivery.summary().pending > 2)
    }

    /// The code stands before the message wherever both are shown.
    @Test func theMessageOfARemarkDoesNotRepeatItsCode() throws {
        let api = try NielsenAppApi.make(
            appInfo: ["appid": "P1", "sfcode": "nowhere"],
            delegate: listener,
            environment: bench.environment()
        )
        let remark = try #require(api.lastRemark)
        #expect(["APPID_NOT_GUID", "SFCODE_UNKNOWN"].contains(remark.code.rawValue))
        #expect(!remark.message.contains(remark.code.rawValue) && remark.description.hasPrefix("\(remark.code): "))
    }

    @Test func needlessLoadsAreRemarkedOnOnce() throws {
        let api = try makePlaying()
        for position in Int64(0)..<10 {
            api.loadMetadata(Bench.content)
            bench.play(api, [position])
        }
        #expect(codes == ["LOADMETADATA_PER_PLAYHEAD"])
    }
}
