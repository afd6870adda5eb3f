// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import HubServices

/// The measurement SDK with a single call: every event reports what is played and the position of the playhead.
///
/// ```swift
/// let tracker = NielsenEventTracker(appInfo: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"], delegate: nil)
/// tracker?.trackEvent([
///     "event": "playhead", "type": "content", "playheadPosition": "0",
///     "metadata": ["content": ["type": "content", "assetid": "vid345-67483"]],
/// ])
/// ```
///
/// Any number of instances may exist. Every method may be called on any thread, including from the delegate. Invalid
/// input is reported to the delegate as an error; no method throws.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Tracking the SDK Event".
///
/// Unchecked: both properties are constant and safe on any thread; a subclass is responsible for what it adds.
#if canImport(ObjectiveC)
    @objc(NielsenEventTracker) @objcMembers
#endif
open class NielsenEventTracker: NSObject, @unchecked Sendable {
    package let instance: NielsenInstance
    private let delegate: WeakReference<AnyObject>

    init(instance: NielsenInstance, delegate: WeakReference<AnyObject>) {
        self.instance = instance
        self.delegate = delegate
        super.init()
        observe()
    }

    /// Makes an instance that is not initialized: it ignores every call and reports no errors.
    public override init() {
        instance = .makeUninitialized()
        delegate = WeakReference(nil)
        super.init()
    }

    /// Makes an instance in the default environment of an app, or is nil if the app information is refused.
    ///
    /// ``make(appInfo:delegate:environment:)`` throws the reason instead.
    ///
    /// - Parameters:
    ///   - appInfo: A dictionary, or JSON text of an object, with at least `appid`; all values are strings. The bare id, and
    ///     another case of the key, are taken with a warning in the log, because published plugins pass them.
    ///   - delegate: Receives events and errors; it is held weakly.
    public init?(appInfo: Any, delegate: (any NielsenEventTrackerDelegate)?) {
        guard let instance = NielsenInstance.makeOrLog(appInfo: appInfo, environment: .default) else { return nil }
        self.instance = instance
        self.delegate = WeakReference(delegate)
        super.init()
        observe()
        instance.start()
    }

    /// Makes an instance in an environment of your own, or is nil if the app information is refused.
    ///
    /// ``make(appInfo:delegate:environment:)`` throws the reason instead.
    ///
    /// - Parameters:
    ///   - appInfo: A dictionary, or JSON text of an object, with at least `appid`; all values are strings.
    ///   - delegate: Receives events and errors; it is held weakly.
    ///   - environment: The clock, storage, log and ping sink to use.
    public init?(appInfo: Any, delegate: (any NielsenEventTrackerDelegate)?, environment: NielsenEnvironment) {
        guard let instance = NielsenInstance.makeOrLog(appInfo: appInfo, environment: environment) else { return nil }
        self.instance = instance
        self.delegate = WeakReference(delegate)
        super.init()
        observe()
        instance.start()
    }

    /// Makes an instance, or throws the reason why that is not possible.
    ///
    /// - Parameters:
    ///   - appInfo: A dictionary, or JSON text of an object, with at least `appid`; all values are strings.
    ///   - delegate: Receives events and errors; it is held weakly.
    ///   - environment: The clock, storage, log and ping sink to use.
    /// - Returns: The instance, in the idle state, or in the initial state until its configuration has been received.
    /// - Throws: ``NielsenError`` with 1004, 1007 or 1008.
    public static func make(
        appInfo: Any,
        delegate: (any NielsenEventTrackerDelegate)? = nil,
        environment: NielsenEnvironment = .default
    ) throws(NielsenError) -> NielsenEventTracker {
        let instance = try NielsenInstance.make(appInfo: appInfo, environment: environment)
        let tracker = NielsenEventTracker(instance: instance, delegate: WeakReference(delegate))
        instance.start()
        return tracker
    }

    deinit {
        // The delegate must not receive an object that is being released, so a stand-in reports the end. The stand-in
        // finds the instance closed and therefore has no stand-in of its own.
        guard !instance.isClosed else { return }
        NielsenEventTracker(instance: instance, delegate: delegate).shutdown()
    }

    /// Receives the notices of the instance for as long as this object is in use.
    private func observe() {
        instance.observe { [weak self] notice in self?.deliver(notice) }
    }

    private func deliver(_ notice: NielsenNotice) {
        let delegate = delegate.object as? any NielsenEventTrackerDelegate
        switch notice {
        #if canImport(ObjectiveC)
            case .event(let event): delegate?.nielsenEventTracker?(self, eventOccurred: event.dictionary)
            case .error(let error): delegate?.nielsenEventTracker?(self, errorOccurred: error.dictionary)
        #else
            case .event(let event): delegate?.nielsenEventTracker(self, eventOccurred: event.dictionary)
            case .error(let error): delegate?.nielsenEventTracker(self, errorOccurred: error.dictionary)
        #endif
        case .remark(let remark):
            (delegate as? any NielsenRemarkDelegate)?.nielsenEventTracker(self, remarked: remark)
        }
    }

    // MARK: - Measurement

    /// Reports what is played and the position of the playhead.
    ///
    /// - Parameter event: `event` (`playhead`, `pause`, `complete`, `adStop`), `type` (`content`, `ad`, `static`),
    ///   `metadata` (an object with `content`, `ad` and `static`), `playheadPosition` (seconds of the asset or since
    ///   1970, as text), `id3Data` (the payload of a watermark), `ottData` (as for ``NielsenAppApi/updateOTT(_:)``),
    ///   `optout` and `buffering` (`"true"`, `"false"`), `buttonEvent` (such as `pause`). `adModel` and `channelName`
    ///   of a watermarked stream may also be here instead of in `metadata.content`. What cannot be read is reported as
    ///   error 2, 3 or 15; a fault in metadata is reported once for as long as it stays. Other keys are ignored, and a
    ///   message is logged.
    open func trackEvent(_ event: [AnyHashable: Any]) {
        instance.trackEvent(NielsenTrackEvent.Source(event))
    }

    /// Reports what is played and the position of the playhead.
    ///
    /// - Parameter event: The values of the other form; this form is for dictionaries built in Swift.
    @nonobjc public func trackEvent(_ event: [String: Any]) {
        instance.trackEvent(NielsenTrackEvent.Source(event))
    }

    /// Reports what was played, for callers with JSON, now or a while ago if the event had to wait.
    ///
    /// - Parameters:
    ///   - event: The event, as for the other forms.
    ///   - instant: The time at which it was due, on the clock of the environment; nil for now.
    package func track(_ event: JSONObject, at instant: Instant? = nil) {
        instance.trackEvent(NielsenTrackEvent.Source(event), at: instant)
    }

    /// Reports what was played a while ago, for an event that had to wait.
    ///
    /// - Parameters:
    ///   - event: The event, as for the other forms.
    ///   - instant: The time at which it was due, on the clock of the environment.
    package func trackEvent(_ event: [AnyHashable: Any], at instant: Instant) {
        instance.trackEvent(NielsenTrackEvent.Source(event), at: instant)
    }

    /// Sets the user's choice on the opt-out page, which persists across launches.
    ///
    /// - Parameter optOut: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: Whether the text was one of the two.
    @discardableResult
    open func userOptOut(_ optOut: String) -> Bool {
        instance.userOptOut(optOut)
    }

    /// Starts measuring which part of a view is visible, and the volume of the device; see <doc:Viewability>.
    ///
    /// Source: "DCR Video iOS SDK guide", "Initializing Viewability and Audibility Measurement".
    ///
    /// - Parameter data: `viewTag`, text or a whole number; `viewContainer`, the window of the view, or a
    ///   ``NielsenViewabilityScene``; optionally `friendlyObstructions`, a list of tags
    ///   of views that hide nothing. Without a tag, a container, or a view with the tag, the delegate receives error
    ///   19.
    open func trackViewability(_ data: [AnyHashable: Any]) {
        let members = data.compactMap { key, value in (key.base as? String).map { ($0, value) } }
        instance.trackViewability(Dictionary(members) { first, _ in first })
    }

    /// Starts measuring which part of a view is visible, and the volume of the device; see <doc:Viewability>.
    ///
    /// - Parameter data: The values of the other form; this form is for dictionaries built in Swift.
    @nonobjc public func trackViewability(_ data: [String: Any]) {
        instance.trackViewability(data)
    }

    /// Reports what is on the screen, for an app that examines it itself.
    ///
    /// The scene is measured at the next playheads, until the next scene is reported. Call `trackViewability(_:)`
    /// first, which says which of the views is the player.
    ///
    /// - Parameter scene: What is on the screen now. If none of its views has the tag, the delegate receives error 19.
    public func updateViewability(_ scene: NielsenViewabilityScene) {
        instance.see(scene, of: nil)
    }

    /// Updates the facts about the device, for example after the user answered the tracking prompt or changed the
    /// language.
    ///
    /// The new values apply from the next ping on. ``NielsenEnvironment/deviceChanged(_:)`` updates many instances at once.
    ///
    /// - Parameter device: All facts about the current device.
    public func deviceChanged(_ device: NielsenDevice) {
        instance.deviceChanged(device)
    }

    /// Ends measurement for good: everything open is ended, the delegate receives event 2002, and later calls are
    /// ignored.
    ///
    /// Releasing the last reference has the same effect. A second call has no effect.
    public func shutdown() {
        instance.shutdown()
    }

    // MARK: - State

    /// Whether the user has opted out, on the opt-out page or in the system's settings.
    open var optOutStatus: Bool { instance.optOutStatus }

    /// Whether measurement is disabled.
    ///
    /// Disabling stops playback first; enabling resumes nothing.
    ///
    /// Source: "iOS SDK API Reference", "Finite-state machine table".
    open var appDisableApi: Bool {
        get { instance.isDisabled }
        set { instance.setDisabled(newValue) }
    }

    /// Whether every call is logged with its data, whatever the log level.
    ///
    /// `nol_devDebug` in the app information sets the initial value: `DEBUG` enables it. `INFO` logs the SDK's
    /// decisions and remarks without the calls, `WARN` warnings and errors, and `ERROR` only errors; with these three
    /// values this property is false. Do not use it in production.
    ///
    /// Source: "DCR Video iOS SDK guide", "Debug flag for development environment".
    open var debug: Bool {
        get { instance.debug }
        set { instance.debug = newValue }
    }

    /// An identifier of this device, generated and stored by the SDK.
    open var nielsenId: String { instance.currentIdentity.nielsenId }

    /// The identifier for demographic data, generated and stored by the SDK.
    open var demographicId: String { instance.currentIdentity.demographicId }

    /// An identifier of this device in this app, stored for 180 days.
    open var firstPartyId: String { instance.currentIdentity.firstPartyId }

    /// The identifier that the system gives to all apps of one vendor, or a generated one if there is none; empty in
    /// ``NielsenFlavor/noID``, as are all identifiers.
    open var vendorId: String { instance.vendorId }

    /// The identifier of this device in pings: in ``NielsenFlavor/ad`` the advertising identifier, if the user allows
    /// tracking, or a generated one if the system has none; in ``NielsenFlavor/noAd`` the vendor identifier; otherwise
    /// empty.
    open var deviceId: String { instance.deviceId }

    /// The address of the opt-out page.
    open var optOutURL: String { instance.optOutURL }

    /// The version of this SDK.
    open var meterVersion: String? { instance.meterVersion }

    /// The last event: `eventCode`, `eventDescription`, `timestamp`.
    open var lastEventDict: [AnyHashable: Any]? { instance.lastEvent?.dictionary }

    /// The last remark; nil if nothing in the integration has been wrong so far.
    public var lastRemark: NielsenRemark? { instance.lastRemark }

    /// The last error: `errorCode`, `errorDescription`, `timestamp`.
    open var lastErrorDict: [AnyHashable: Any]? { instance.lastError?.dictionary }

    /// The state of the instance.
    public var state: NielsenState { instance.state }

    /// The credit so far, one entry for each view of an asset or run of watermarks, in the order in which they began.
    ///
    /// It is the sum over the pings that were made; what is still open counts as if it ended now. A view that no ping
    /// reports is included as it was measured, without products. ``NielsenPingDelivery/summary()`` says whether pings
    /// were sent or are queued.
    public var creditSummary: [NielsenCredit] { instance.creditSummary }
}
