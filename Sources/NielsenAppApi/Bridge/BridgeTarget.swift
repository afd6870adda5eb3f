// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The instance for a page's calls, with the calls of it that correspond to each of the page's.
struct BridgeTarget: Sendable {
    enum Instance: Sendable {
        case api(NielsenAppApi)
        case tracker(NielsenEventTracker)
    }

    let instance: Instance
    /// Kept here because an instance holds its delegate weakly.
    private let relay: BridgeRelay

    init(
        _ interface: NielsenBridgeInterface,
        appInfo: JSONObject,
        environment: NielsenEnvironment,
        relay: BridgeRelay
    ) throws(NielsenError) {
        self.relay = relay
        switch interface {
        case .ggPM:
            instance = .api(try NielsenAppApi.make(appInfo: appInfo, delegate: relay, environment: environment))
        case .trackEvent:
            instance = .tracker(
                try NielsenEventTracker.make(appInfo: appInfo, delegate: relay, environment: environment)
            )
        }
    }

    func apply(_ call: NielsenBridgeCall) {
        CallOrigin.bridge.make { make(call) }
    }

    private func make(_ call: NielsenBridgeCall) {
        switch (instance, call) {
        case (.api(let api), .userOptOut(let text)): api.userOptOut(text)
        case (.tracker(let tracker), .userOptOut(let text)): tracker.userOptOut(text)
        case (.tracker(let tracker), .trackEvent(let event)): tracker.track(event)
        case (.api(let api), _): apply(call, to: api)
        case (.tracker, _): break  // The queue refuses what is not a call of the event interface.
        }
    }

    private func apply(_ call: NielsenBridgeCall, to api: NielsenAppApi) {
        switch call {
        case .loadMetadata(let metadata), .updateMetadata(let metadata), .staticStart(let metadata):
            api.loadMetadata(metadata)
        case .setPlayheadPosition(let position):
            api.playheadPosition(ofPage: position)
        case .play(let channel):
            api.play(channel)
        case .stop(let position):
            if let position { api.playheadPosition(ofPage: position) }
            api.stop()
        case .end(let position):
            if let position { api.playheadPosition(ofPage: position) }
            api.end()
        case .sendID3(let payload):
            api.sendID3(payload)
        case .staticEnd:
            api.staticEnd()
        case .staticSwitch(let page):
            api.staticEnd()
            if let page { api.loadMetadata(page) }
        case .updateOTT(let info):
            api.updateOTT(info)
        case .initialize, .setVolume, .userOptOut, .trackEvent:
            break
        }
    }
}

/// A delegate that forwards the reports of an instance to the handler's delegate.
final class BridgeRelay: NSObject, NielsenAppApiDelegate, NielsenEventTrackerDelegate, Sendable {
    private let handler: WeakReference<NielsenAppSDKJSHandler>

    init(_ handler: NielsenAppSDKJSHandler) {
        self.handler = WeakReference(handler)
    }

    private var target: NielsenAppSDKJSHandler? { handler.object }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        target?.tell(event: event)
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        target?.tell(error: error)
    }

    func nielsenEventTracker(_ eventTracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {
        target?.tell(event: event)
    }

    func nielsenEventTracker(_ eventTracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) {
        target?.tell(error: error)
    }
}
