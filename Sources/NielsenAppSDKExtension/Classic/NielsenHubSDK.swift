// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
public import LaunchHub
public import NielsenAppApi

/// An SDK instance behind a hub, with the classic API: every call becomes an event that the extension hears.
///
/// Use it where something that makes classic calls is to be measured through the hub, so that extensions, taps and the
/// inspector see what happens:
///
/// ```swift
/// let sdk = NielsenHubSDK(appInfo: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"])
/// sdk?.loadMetadata(["type": "content", "assetid": "vid345-67483"])
/// sdk?.playheadPosition(0)
/// ```
///
/// Metadata goes with each event, so loading shows at the next playhead, and playback that goes on with `play` needs no
/// metadata again. Calls that come after the instance was removed, or the extension unregistered, have no effect. The
/// instance is removed when nobody holds this object any more. Every method may be called from any
/// thread.
public final class NielsenHubSDK: NielsenMeasurementSDK {
    /// The identifier of the instance.
    public let identifier: String

    private let hub: EventHub
    private let service: NielsenInstanceService
    private let translator = Locked(ClassicCallTranslator())

    /// Makes an instance on the hub of `ACPCore`, through the service of ``NielsenAppSDKExtension``.
    ///
    /// It is nil if the app information is refused; the hub's log gives the reason.
    ///
    /// - Parameter appInfo: The app information, with at least `appid`.
    public convenience init?(appInfo: [String: String]) {
        self.init(appInfo: appInfo, service: NielsenAppSDKExtensionHost.service, hub: ACPCoreHost.hub)
    }

    /// Makes an instance on a hub of your own.
    ///
    /// It is nil if the app information is refused; the hub's log gives the reason.
    ///
    /// - Parameters:
    ///   - appInfo: The app information, with at least `appid`.
    ///   - service: The service that owns the instance; it must be registered with the hub to receive the events.
    ///   - hub: The hub that carries the events.
    public init?(appInfo: [String: String], service: NielsenInstanceService, hub: EventHub) {
        let result = service.instantiateSDK(withConfiguration: appInfo)
        guard let identifier = result["identifier"] as? String else {
            hub.log.error("NielsenHubSDK", "no instance could be made: \(result["description"] ?? "no reason given")")
            return nil
        }
        self.identifier = identifier
        self.hub = hub
        self.service = service
    }

    deinit {
        dispatch(.remove(identifier: identifier))
    }

    private func dispatch(_ event: NielsenInstanceEvent, age: Duration = .zero) {
        do {
            hub.dispatch(try event.event(), age: age)
        } catch {
            hub.log.error("NielsenHubSDK", "\(event.name) could not be dispatched: \(error)")
        }
    }

    private func track(age: Duration = .zero, _ translate: (inout ClassicCallTranslator) -> JSONObject?) {
        // The extension may have been unregistered, or somebody has removed the instance: nobody would hear the event.
        guard let event = translator.withLock(translate), service.identifiers.contains(identifier) else { return }
        dispatch(.track(event, identifier: identifier), age: age)
    }

    /// Dispatches a call that was due a while ago; its event bears that time.
    ///
    /// - Parameters:
    ///   - call: Which call, with its arguments.
    ///   - age: How long ago it was due; zero and less mean now.
    public func make(_ call: NielsenCall, age: Duration) {
        switch call {
        case .loadMetadata(let values): track(age: age) { $0.load(values) }
        case .playheadPosition(let position): track(age: age) { $0.playhead(position) }
        case .sendID3(let payload): track(age: age) { $0.id3(payload) }
        case .stop: track(age: age) { $0.stop() }
        case .end: track(age: age) { $0.end() }
        case .staticEnd: track(age: age) { $0.staticEnd() }
        case .play, .updateOTT, .userOptOut: make(call)
        }
    }

    private static func strings(_ untyped: Any?) -> [String: String] {
        untyped as? [String: String] ?? [:]
    }

    // MARK: - Measurement

    /// Keeps the channel's name for the events that follow.
    ///
    /// - Parameter channelInfo: nil or a dictionary of strings.
    public func play(_ channelInfo: Any?) {
        let channel = Self.strings(channelInfo)
        translator.withLock { $0.play(channel) }
    }

    /// Keeps metadata for the events that follow; a page is told of at once.
    ///
    /// - Parameter metadata: A dictionary of strings.
    public func loadMetadata(_ metadata: Any?) {
        let values = Self.strings(metadata)
        track { $0.load(values) }
    }

    /// Dispatches a playhead with all metadata.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams.
    public func playheadPosition(_ playheadPos: Int64) { track { $0.playhead(playheadPos) } }

    /// Dispatches a watermark.
    ///
    /// - Parameter data: The payload.
    public func sendID3(_ data: String) { track { $0.id3(data) } }

    /// Dispatches a pause, or the end of the ad that is played.
    public func stop() { track { $0.stop() } }

    /// Dispatches the end of the session.
    public func end() { track { $0.end() } }

    /// Dispatches that the page is left.
    public func staticEnd() { track { $0.staticEnd() } }

    /// Dispatches the state of a connected device.
    ///
    /// - Parameter ottInfo: A dictionary of strings.
    public func updateOTT(_ ottInfo: Any) {
        let values = Self.strings(ottInfo)
        track { $0.ott(values) }
    }

    /// Dispatches the user's choice.
    ///
    /// - Parameter optOut: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: True where the text was one of the two; nothing is dispatched for others.
    @discardableResult
    public func userOptOut(_ optOut: String) -> Bool {
        guard optOut == "nielsenappsdk://1" || optOut == "nielsenappsdk://0" else { return false }
        track { $0.optOut(optOut == "nielsenappsdk://1") }
        return true
    }

    // MARK: - State

    /// Where the opt-out page is; empty where the instance is gone.
    public var optOutURL: String {
        service.optOutURLForSDK(withIdentifier: identifier)["optout_url"] as? String ?? ""
    }

    /// True where the user has opted out.
    public var optOutStatus: Bool {
        service.optOutStatusForSDK(withIdentifier: identifier)["optout_status"] as? Int == 1
    }
}
