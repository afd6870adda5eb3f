// SPDX-License-Identifier: Apache-2.0

// The members of the measurement SDK's public headers as the Swift importer prints them.

import Foundation
import NielsenAppApi

enum NielsenSurface {
    static func appApi(_ delegate: NielsenAppApiDelegate?) {
        _ = NielsenAppApi()
        let made: NielsenAppApi? = NielsenAppApi(appInfo: ["appid": "P"], delegate: delegate)
        guard let api = made else { return }
        api.play()
        api.play(nil)
        api.play(["channelName": "News"])
        api.loadMetadata(nil)
        api.loadMetadata(["type": "content"])
        api.playheadPosition(Int64(1))
        api.sendID3("www.nielsen.com")
        api.stop()
        api.end()
        api.staticEnd()
        api.updateOTT(["ottStatus": "0"])
        let _: Bool = api.userOptOut("nielsenappsdk://0")
        let untyped: [AnyHashable: Any] = ["viewTag": "1"]
        api.trackViewability(untyped)
        api.trackViewability(["viewTag": "1"])
        api.appDisableApi = !api.appDisableApi
        api.debug = !api.debug
        let _: [String?] = [
            api.deviceId, api.demographicId, api.firstPartyId, api.vendorId, api.optOutURL, api.meterVersion,
        ]
        let _: [[AnyHashable: Any]?] = [api.lastEventDict, api.lastErrorDict]
        let _: Bool = api.optOutStatus
    }

    static func eventTracker(_ delegate: NielsenEventTrackerDelegate?) {
        _ = NielsenEventTracker()
        guard let tracker = NielsenEventTracker(appInfo: ["appid": "P"], delegate: delegate) else { return }
        let untyped: [AnyHashable: Any] = ["event": "playhead"]
        tracker.trackEvent(untyped)
        tracker.trackEvent(["event": "playhead", "playheadPosition": "1"])
        tracker.trackViewability(["viewTag": "1"] as [AnyHashable: Any])
        let objects: [NSObject] = [tracker, NielsenAppApi()]
        print(objects[0].isEqual(objects[1]))
        tracker.trackEvent([
            TrackEventParamEvent: TrackEventParamEventPlayhead, TrackEventParamType: TrackEventParamTypeContent,
            TrackEventParamMetadata: [TrackEventParamMetadataContent: [TrackEventParamMetadataAssetId: "a"]],
            TrackEventParamPlayheadPosition: "1",
        ])
    }

    static func webPage() {
        let handler: NielsenAppSDKJSHandler? = NielsenAppSDKJSHandler(apiType: "trackEvent")
        let message: Any? = nil
        handler?.jsEventEmitter(nil, didReceiveScriptMessage: message)
        print(kNielsenWebClose)
    }
}

/// A stand-in, as the tests of an app make one.
final class SurfaceAppApi: NielsenAppApi, @unchecked Sendable {
    private(set) var calls: [String] = []

    override func play(_ channelInfo: Any?) {
        calls.append("play")
        super.play(channelInfo)
    }

    override func playheadPosition(_ playheadPos: Int64) {
        calls.append("playheadPosition")
    }

    override var optOutStatus: Bool { true }
}

/// Both methods of a delegate are optional.
final class SurfaceDelegate: NSObject, NielsenAppApiDelegate, NielsenEventTrackerDelegate {}
