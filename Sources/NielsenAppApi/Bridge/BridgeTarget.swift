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

    /// Makes the calls, at the time at which the page made them; nil for now.
    func apply(_ call: NielsenBridgeCall, at instant: Instant?) {
        CallOrigin.bridge.make {
            switch instance {
            case .api(let api): make(call, at: instant, of: api.instance)
            case .tracker(let tracker): make(call, at: instant, of: tracker.instance)
            }
        }
    }

    /// Makes the calls of either interface: the queue has refused what is not one of this target's.
    private func make(_ call: NielsenBridgeCall, at instant: Instant?, of sdk: NielsenInstance) {
        let age = instant.map { sdk.environment.clock.now - $0 } ?? .zero
        switch call {
        case .loadMetadata(let metadata), .updateMetadata(let metadata), .staticStart(let metadata):
            sdk.loadMetadata(metadata, age: age)
        case .setPlayheadPosition(let position):
            sdk.playheadPosition(ofPage: position, age: age)
        case .play(let channel):
            sdk.play(channel, age: age)
        case .stop(let position):
            if let position { sdk.playheadPosition(ofPage: position, age: age) }
            sdk.apply(.stop, age: age)
        case .end(let position):
            if let position { sdk.playheadPosition(ofPage: position, age: age) }
            sdk.apply(.end, age: age)
        case .sendID3(let payload):
            sdk.apply(.sendID3(payload), age: age)
        case .staticEnd:
            sdk.apply(.staticEnd, age: age)
        case .staticSwitch(let page):
            sdk.apply(.staticEnd, age: age)
            if let page { sdk.loadMetadata(page, age: age) }
        case .updateOTT(let info):
            sdk.updateOTT(info, age: age)
        case .userOptOut(let text):
            _ = sdk.userOptOut(text, age: age)
        case .trackEvent(let event):
            sdk.trackEvent(NielsenTrackEvent.Source(event), at: instant)
        case .initialize, .setVolume:
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
