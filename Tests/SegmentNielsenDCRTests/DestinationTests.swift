// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

struct DestinationTests {
    // MARK: - Settings that come late

    @Test func eventsBeforeSettingsAreNotLostNorAreTheirHeartbeats() {
        let early = Stage()
        let late = Stage(nil)
        for stage in [early, late] {
            stage.track("Video Playback Started", ["content_asset_id": "c", "livestream": true, "position": -10])
            // More than a late clock makes up for.
            stage.wait(30)
            stage.destination?.screen(SegmentScreenEvent(name: "Home"))
            stage.track("Video Playback Paused", ["livestream": true, "position": -10])
            stage.wait(100)
            stage.destination?.userOptOutStatus("nielsenappsdk://1")
            stage.destination?.reset()
            stage.track("Video Content Started", ["asset_id": "d", "position": 7])
            stage.wait(2)
        }
        #expect(late.sdk.calls.isEmpty)
        #expect(late.destination?.optOutURL == nil)
        #expect(late.destination?.optOutStatus == false)
        late.destination?.update(settings: NielsenDCRSettings(appId: "P1"))
        #expect(late.sdk.calls == early.sdk.calls)
        #expect(late.sdk.count > 10)
        early.wait(5)
        late.wait(5)
        #expect(late.sdk.calls == early.sdk.calls)
        #expect(late.destination?.optOutStatus == true)
    }

    @Test(arguments: [0, 1, 5])
    func theEarliestEventsAreKeptWhereThereAreTooMany(_ more: Int) {
        let stage = Stage(nil)
        for number in 0..<(NielsenDCRDestination.maximumWaitingEvents + more) {
            stage.destination?.page(SegmentScreenEvent(name: "\(number)"))
        }
        stage.destination?.update(settings: NielsenDCRSettings(appId: "P1"))
        #expect(stage.sdk.count == NielsenDCRDestination.maximumWaitingEvents)
        #expect(stage.sdk.calls.first?.metadata?["section"] == "0")
        let remarks = stage.log.records.filter { $0.level == .warning && $0.message.contains(" events were dropped") }
        #expect(remarks.map { $0.message.prefix(21) } == (more > 0 ? ["\(more) events were dropped"] : []))
    }

    @Test func refusedSettingsAreReportedAndBetterOnesTakeWhatWaits() {
        let clock = ManualClock()
        let log = RecordingSink()
        let destination = NielsenDCRDestination(
            settings: NielsenDCRSettings(appId: ""),
            environment: NielsenEnvironment(clock: clock, log: Log(level: .error, sink: log))
        )
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c"]))
        #expect(destination.optOutURL == nil)
        #expect(log.records.contains { $0.message.contains("no SDK could be made for the app id \"\"") })
        destination.update(settings: NielsenDCRSettings(appId: "P00000000-0000-0000-0000-000000000001"))
        #expect(destination.optOutURL != nil)
        clock.advance(by: .seconds(1))
        // The heartbeat, and the pause timeout of what plays.
        #expect(clock.pendingCount == 2)
    }

    @Test func anSDKIsMadeOncePerAppId() {
        let made = Recorder<RecordingNielsenSDK>()
        let destination = NielsenDCRDestination(
            settings: NielsenDCRSettings(appId: "P1"),
            appName: "Player",
            appVersion: "7",
            clock: ManualClock()
        ) { appInfo in
            let sdk = RecordingNielsenSDK(appInfo: appInfo)
            made.append(sdk)
            return sdk
        }
        var settings = NielsenDCRSettings(appId: "P1")
        settings.contentAssetIdPropertyName = "mine"
        destination.update(settings: settings)
        #expect(made.count == 1)
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: ["mine": "m"]))
        settings.appId = "P2"
        destination.update(settings: settings)
        destination.update(settings: settings)
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: ["mine": "n"]))
        #expect(made.elements.map { $0.appInfo["appid"] } == ["P1", "P2"])
        #expect(made.elements.first?.calls.map(\.short) == ["load content m", "end"])
        #expect(made.elements.last?.calls.map(\.short) == ["load content n"])
    }

    // MARK: - With the SDK

    /// The pause tells the second at which it came, and so does the first beat after it: that is one view of the ad.
    @Test func anAdThatIsPausedIsOneImpression() {
        let clock = ManualClock()
        let sink = NielsenRecordingMeasurementSink()
        let destination = NielsenDCRDestination(
            settings: NielsenDCRSettings(appId: "P00000000-0000-0000-0000-000000000001"),
            environment: NielsenEnvironment(clock: clock, store: InMemoryKeyValueStore(), sink: sink)
        )
        for (event, properties, seconds) in [
            ("Video Content Started", ["asset_id": "c", "position": 0], 2),
            ("Video Ad Started", ["asset_id": "a", "type": "mid-roll", "position": 0], 9),
            ("Video Playback Paused", ["ad_asset_id": "a", "position": 9], 60),
            ("Video Playback Resumed", ["ad_asset_id": "a", "position": 9], 6),
            ("Video Ad Completed", ["asset_id": "a", "position": 15], 1),
            ("Video Playback Completed", [:], 1),
        ] as [(String, JSONObject, Int)] {
            destination.track(SegmentTrackEvent(event: event, properties: properties))
            clock.advance(by: .seconds(seconds))
        }
        let ads = sink.records.filter { $0.lane == .ad }
        #expect(ads.map(\.kind) == [.view, .end])
        #expect(ads.map(\.assetid) == ["a", "a"])
    }

    // MARK: - Threads and callers

    @Test func anSDKMayCallTheDestinationBack() {
        let clock = ManualClock()
        let holder = Locked<NielsenDCRDestination?>(nil)
        let sdk = RecordingNielsenSDK { call in
            let destination = holder.withLock { $0 }
            guard case .loadMetadata(let metadata) = call, metadata["assetid"] == "c" else { return }
            destination?.track(SegmentTrackEvent(event: "Video Playback Completed", properties: ["position": 1]))
            destination?.userOptOutStatus("nielsenappsdk://1")
            _ = destination?.optOutStatus
            destination?.shutdown()
        }
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P1"), clock: clock) { _ in sdk }
        holder.withLock { $0 = destination }
        destination.track(SegmentTrackEvent(event: "Video Playback Started", properties: ["content_asset_id": "c"]))
        #expect(sdk.calls.map(\.short) == ["load content c", "play", "1", "end", "optOut nielsenappsdk://1"])
        #expect(clock.pendingCount == 0)
        holder.withLock { $0 = nil }
    }

    @Test func heartbeatsAndEventsOfManyThreadsNeverFollowAnEnd() async {
        let clock = ManualClock()
        let sdk = RecordingNielsenSDK()
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P1"), clock: clock) { _ in sdk }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<200 { clock.advance(by: .milliseconds(700)) } }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<50 {
                        destination.track(
                            SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c"])
                        )
                        destination.track(SegmentTrackEvent(event: "Video Playback Completed"))
                    }
                }
            }
        }
        destination.shutdown()
        clock.advance(by: .seconds(10))
        #expect(clock.pendingCount == 0)
        var isEnded = true
        for call in sdk.calls {
            switch call {
            case .loadMetadata: isEnded = false
            case .end: isEnded = true
            case .playheadPosition: #expect(!isEnded)
            default: break
            }
        }
        #expect(isEnded)
    }

    // MARK: - Opting out

    @Test func theChoiceGoesToTheSDK() throws {
        let environment = NielsenEnvironment(clock: ManualClock())
        let settings = NielsenDCRSettings(appId: "P00000000-0000-0000-0000-000000000001")
        let destination = NielsenDCRDestination(settings: settings, environment: environment)
        #expect(destination.userOptOutStatus("nielsenappsdk://1"))
        #expect(destination.optOutStatus)
        #expect(!destination.userOptOutStatus("nielsenappsdk://2"))
        #expect(destination.optOutStatus)
        #expect(destination.userOptOutStatus("nielsenappsdk://0"))
        #expect(!destination.optOutStatus)
        destination.shutdown()
        #expect(!destination.userOptOutStatus("nielsenappsdk://1"))
        #expect(destination.optOutURL == nil)
    }
}
