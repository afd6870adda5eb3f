// SPDX-License-Identifier: Apache-2.0

// The code of the articles on measurement, as another package compiles it.

import ACPCore
import Foundation
import HubServices
import NielsenAppApi
import NielsenAppSDKExtension
import NielsenTesting
import SegmentNielsenDCR

enum NielsenSamples {
    static func firstProgram() async throws {
        try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        ACPCore.start {}
        ACPCore.setPrivacyStatus(.optIn)
        let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "P"])
        let metadata = ["type": "content", "assetid": "vid345"]
        NielsenAppSDKExtension.trackEvent(
            [
                "event": "playhead", "type": "content", "playheadPosition": "0",
                "metadata": ["content": metadata],
            ],
            forSDKWithIdentifier: made["identifier"] as? String
        )
        print(await NielsenAppSDKExtension.flush())
    }

    static func configure(_ folder: URL, _ address: URL, _ file: Data) throws {
        NielsenAppSDKExtension.configure(.app(configurationURL: address, privacy: .unknown))
        var configuration = try NielsenConfiguration(jsonData: file)
        configuration.allowsInsecure = true
        var environment = NielsenEnvironment.app(storage: .folder(folder), configuration: configuration)
        environment.flavor = .noAd
        environment.isForKids = true
        var device = NielsenDevice.current
        device.trackingAuthorization = NielsenTrackingAuthorization(systemValue: 3)
        environment.deviceChanged(device)
        environment.readsViews = false
        let api = try NielsenAppApi.make(appInfo: ["appid": "P"], environment: environment)
        api.deviceChanged(device)
        print(environment.delivery?.summary().pending ?? 0)
    }

    static func count() -> [Int] {
        let clock = ManualClock()
        let pings = NielsenRecordingPingSink()
        let environment = NielsenEnvironment(clock: clock, pings: pings)
        let api = NielsenAppApi(appInfo: ["appid": "P"], delegate: nil, environment: environment)
        api?.play()
        api?.loadMetadata(["type": "content", "assetid": "vid345", "length": "3600"])
        for second in Int64(0)..<40 {
            api?.playheadPosition(second)
            clock.advance(by: .seconds(1))
        }
        api?.end()
        print(pings.pings.map(\.cadence.rawValue), pings.pings.map(\.url))
        return api?.creditSummary.map(\.seconds) ?? []
    }

    static func live(_ api: NielsenAppApi) {
        api.handle(.launch)
        api.handle(.interruptionBegan(.call))
        api.handle(.interruptionEnded(.call))
        api.handle(.media(.audio))
        api.updateOTT(["ottStatus": "1", "ottType": "casting"])
        print(api.state, api.interruptions, api.lifecycleSummary.timeInApp)
    }

    final class Delegate: NSObject, NielsenRemarkDelegate, NielsenAppApiDelegate {
        func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark) {
            print(remark.code == .playMissing, remark.message)
        }
    }

    static func scene(_ api: NielsenAppApi) {
        let screen = NielsenViewabilityRect(x: 0, y: 0, width: 100, height: 100)
        let player = NielsenViewabilityView(tag: "1", frame: screen)
        api.updateViewability(NielsenViewabilityScene(screen: screen, window: screen, views: [player]))
    }

    static func watermarks(_ box: [UInt8], _ api: NielsenAppApi) {
        for payload in NielsenID3.payloads(inEmsgBox: box) { api.sendID3(payload) }
    }

    static func optOut(_ address: String) throws {
        print(NielsenOptOutNavigation(url: address, isLink: true).isAllowed)
        print(try NielsenOptOutWording().title)
        print(NielsenPrivacyManifest(flavor: .ad, trackingDomains: ["collector.example"]).propertyList)
    }

    static func notices() {
        NielsenAppSDKExtension.registerListener { notice in print(notice.code, notice.description) }
        NielsenAppSDKExtension.handle(.interruptionBegan(.networkLoss))
    }

    static func player(_ identifier: String) {
        let player = NielsenAppSDKExtension.player(forSDKWithIdentifier: identifier)
        player.play(.content, metadata: .init(content: ["type": "content", "assetid": "film"]))
        player.playheadPosition(1)
        player.end(.complete, at: 2)
    }

    static func segment(_ settings: NielsenDCRSettings) -> Bool {
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P"))
        destination.track(SegmentTrackEvent("Video Content Started", properties: ["asset_id": "vid345"]))
        destination.screen(SegmentScreenEvent("Home", category: nil, properties: nil))
        let recorded = RecordingNielsenSDK()
        _ = NielsenDCRDestination(settings: settings, clock: ManualClock()) { _ in recorded }
        _ = NielsenDCRDestination(settings: settings) { appInfo in
            NielsenHubSDK(appInfo: appInfo).map(NielsenResumingSDK.init)
        }
        return recorded.calls.first == .play(["channelName": "News"])
    }
}
