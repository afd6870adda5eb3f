// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import HubServices
public import LaunchHub
public import NielsenAppApi

/// An SDK instance behind a hub, with the classic API: every call becomes an event for the extension.
///
/// Use it to measure code that makes classic calls through the hub, so that extensions, taps and the inspector see what
/// happens:
///
/// ```swift
/// let sdk = NielsenHubSDK(appInfo: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"])
/// sdk?.loadMetadata(["type": "content", "assetid": "vid345-67483"])
/// sdk?.playheadPosition(0)
/// ```
///
/// Metadata is part of each event, so that loading takes effect with the next playhead, and resuming with `play` needs
/// no metadata again. Calls after the instance was removed, or the extension unregistered, have no effect. The instance
/// is removed when this object is released. Every method may be called on any thread.
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

    /// Dispatches a call that was due a while ago; its event has that time.
    ///
    /// - Parameters:
    ///   - call: The call, with its arguments.
    ///   - age: How long ago it was due; zero or less means now.
    public func make(_ call: NielsenCall, age: Duration) {
        // The extension may have been unregistered, or somebody has removed the instance: nobody would hear the event.
        guard let event = translator.withLock({ $0.event(for: call) }), service.identifiers.contains(identifier) else {
            return
        }
        dispatch(.track(event, identifier: identifier), age: age)
    }

    private static func strings(_ untyped: Any?) -> [String: String] {
        untyped as? [String: String] ?? [:]
    }

    // MARK: - Measurement

    /// Stores the channel information for the events that follow.
    ///
    /// - Parameter channelInfo: A dictionary of strings, or nil.
    public func play(_ channelInfo: Any?) {
        make(.play(Self.strings(channelInfo)), age: .zero)
    }

    /// Stores metadata for the events that follow; that of a page is dispatched immediately.
    ///
    /// - Parameter metadata: A dictionary of strings.
    public func loadMetadata(_ metadata: Any?) {
        make(.loadMetadata(Self.strings(metadata)), age: .zero)
    }

    /// Dispatches a playhead with all metadata.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams.
    public func playheadPosition(_ playheadPos: Int64) { make(.playheadPosition(playheadPos), age: .zero) }

    /// Dispatches a watermark.
    ///
    /// - Parameter data: The payload.
    public func sendID3(_ data: String) { make(.sendID3(data), age: .zero) }

    /// Dispatches a pause, or the end of the ad that is playing.
    public func stop() { make(.stop, age: .zero) }

    /// Dispatches the end of the session.
    public func end() { make(.end, age: .zero) }

    /// Dispatches the end of the page.
    public func staticEnd() { make(.staticEnd, age: .zero) }

    /// Dispatches the state of a connected device.
    ///
    /// - Parameter ottInfo: A dictionary of strings.
    public func updateOTT(_ ottInfo: Any) {
        make(.updateOTT(Self.strings(ottInfo)), age: .zero)
    }

    /// Dispatches the user's choice.
    ///
    /// - Parameter optOut: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: Whether the text was one of the two; for any other text nothing is dispatched.
    @discardableResult
    public func userOptOut(_ optOut: String) -> Bool {
        make(.userOptOut(optOut), age: .zero)
        return NielsenPrivacy.choice(of: optOut) != nil
    }

    // MARK: - State

    /// The address of the opt-out page; empty if the instance was removed.
    public var optOutURL: String {
        service.optOutURLForSDK(withIdentifier: identifier)["optout_url"] as? String ?? ""
    }

    /// Whether the user has opted out.
    public var optOutStatus: Bool {
        service.optOutStatusForSDK(withIdentifier: identifier)["optout_status"] as? Int == 1
    }
}
