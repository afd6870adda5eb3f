// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

/// The measurement SDK with the classic API: separate calls report what is played, second by second.
///
/// ```swift
/// let api = NielsenAppApi(appInfo: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"], delegate: nil)
/// api?.play(["channelName": "News"])
/// api?.loadMetadata(["type": "content", "assetid": "vid345-67483"])
/// api?.playheadPosition(0)
/// ```
///
/// Any number of instances may exist. Every method may be called on any thread, including from the delegate. A call
/// that the current state does not expect is ignored and logged; invalid input is reported to the delegate as an error;
/// no method throws.
///
/// Source: "iOS SDK API Reference", "NielsenAppApi Class Description".
///
/// Unchecked: both properties are constant and safe on any thread; a subclass is responsible for what it adds.
#if canImport(ObjectiveC)
    @objc(NielsenAppApi) @objcMembers
#endif
open class NielsenAppApi: NSObject, @unchecked Sendable {
    package let instance: NielsenInstance
    private let delegate: WeakReference<AnyObject>

    init(instance: NielsenInstance, delegate: WeakReference<AnyObject>) {
        self.instance = instance
        self.delegate = delegate
        super.init()
        observe()
    }

    /// Makes an instance that is not initialized: it ignores every call and reports no errors.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Initialization".
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
    public init?(appInfo: Any, delegate: (any NielsenAppApiDelegate)?) {
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
    public init?(appInfo: Any, delegate: (any NielsenAppApiDelegate)?, environment: NielsenEnvironment) {
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
        delegate: (any NielsenAppApiDelegate)? = nil,
        environment: NielsenEnvironment = .default
    ) throws(NielsenError) -> NielsenAppApi {
        let instance = try NielsenInstance.make(appInfo: appInfo, environment: environment)
        let api = NielsenAppApi(instance: instance, delegate: WeakReference(delegate))
        instance.start()
        return api
    }

    deinit {
        // The delegate must not receive an object that is being released, so a stand-in reports the end. The stand-in
        // finds the instance closed and therefore has no stand-in of its own.
        guard !instance.isClosed else { return }
        NielsenAppApi(instance: instance, delegate: delegate).shutdown()
    }

    /// Receives the notices of the instance for as long as this object is in use.
    private func observe() {
        instance.observe { [weak self] notice in self?.deliver(notice) }
    }

    private func deliver(_ notice: NielsenNotice) {
        let delegate = delegate.object as? any NielsenAppApiDelegate
        switch notice {
        #if canImport(ObjectiveC)
            case .event(let event): delegate?.nielsenAppApi?(self, eventOccurred: event.dictionary)
            case .error(let error): delegate?.nielsenAppApi?(self, errorOccurred: error.dictionary)
        #else
            case .event(let event): delegate?.nielsenAppApi(self, eventOccurred: event.dictionary)
            case .error(let error): delegate?.nielsenAppApi(self, errorOccurred: error.dictionary)
        #endif
        case .remark(let remark):
            (delegate as? any NielsenRemarkDelegate)?.nielsenAppApi(self, remarked: remark)
        }
    }

    /// Names the configurations of the default environment, and with them the collector, before an instance is made.
    ///
    /// Once the default environment is in use, a call only logs an error. In Swift an environment can be passed instead,
    /// see ``NielsenEnvironment/app(storage:configuration:configurationURL:device:client:clock:log:privacy:)``.
    ///
    /// - Parameter configurationURL: The folder or server with one configuration for each app id; nil for the built-in one.
    public static func configure(withConfigurationURL configurationURL: URL?) {
        guard !NielsenEnvironment.useByDefault(configurationURL: configurationURL) else { return }
        let why = "the configuration URL is not used: call configure(withConfigurationURL:) before anything else"
        HubLog(level: .error).error("NielsenAppApi", why)
    }

    // MARK: - Measurement

    /// Starts a new stream.
    ///
    /// A missing stop of the previous stream is inserted.
    ///
    /// - Parameter channelInfo: A dictionary, JSON text of an object, or nil; `channelName` names the channel,
    ///   `defaultChannelName` by default, and applies until ``end()`` or until another name is set. If the value cannot
    ///   be read, error 1 is reported, and the stream starts nevertheless.
    ///
    /// Source: "iOS SDK API Reference", "IOS SDK API Methods & Properties".
    open func play(_ channelInfo: Any?) {
        instance.play(channelInfo)
    }

    /// Starts a new stream.
    public func play() {
        play(nil)
    }

    /// Loads the metadata of what is played from now on: content, an ad, or a static page.
    ///
    /// Call this method once at the beginning of each asset, before a preroll also for the content, and again when
    /// playback resumes after an ad or a ``stop()``; do not call it before each playhead.
    ///
    /// - Parameter metadata: A dictionary or JSON text of an object; all values are strings. Each required key that is
    ///   missing is reported as error 2; <doc:ValidationRules> lists the keys and their limits.
    ///
    /// Source: "DCR Video iOS SDK guide", "Configure Metadata" and "API Call Sequence".
    open func loadMetadata(_ metadata: Any?) {
        instance.loadMetadata(metadata)
    }

    /// Reports the position of the playhead.
    ///
    /// Call this method once a second during playback.
    ///
    /// Report the last position before ``stop()``, ``end()`` and ``loadMetadata(_:)``, and none while the player
    /// buffers. Content and each ad have their own positions, from 0.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams; from 0 to
    ///   10^11. Any other value is reported as error 15.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Events".
    open func playheadPosition(_ playheadPos: Int64) {
        instance.apply(.playheadPosition(playheadPos))
    }

    /// Reports a watermark.
    ///
    /// - Parameter data: The payload, as the metadata of the stream carries it: about 249 characters that begin with
    ///   `www.nielsen.com`. One that cannot be read is reported as error 3; see <doc:ID3>.
    ///
    /// Source: "iOS SDK API Reference", "Retrieving ID3 Tags".
    open func sendID3(_ data: String) {
        instance.apply(.sendID3(data))
    }

    /// Reports that playback is paused or interrupted, or that an ad has ended.
    ///
    /// If nothing is playing, the call is ignored.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Events" and "Interruptions during playback".
    open func stop() {
        instance.apply(.stop)
    }

    /// Reports that the content has ended and will not resume from here.
    ///
    /// A postroll is loaded afterwards.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Events".
    open func end() {
        instance.apply(.end)
    }

    /// Reports that the user left the static page; loading the same page again begins a new view.
    open func staticEnd() {
        instance.apply(.staticEnd)
    }

    /// Reports that a remote device was connected or disconnected.
    ///
    /// - Parameter ottInfo: A dictionary or JSON text of an object; `ottStatus` is `"1"` or `"0"`, and its absence is
    ///   reported as error 2. <doc:OTT> lists the other keys.
    ///
    /// Source: "DCR Video iOS SDK guide", "AirPlay".
    open func updateOTT(_ ottInfo: Any) {
        instance.updateOTT(ottInfo)
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

extension NielsenAppApi {
    /// Returns an identifier of this device.
    @available(*, deprecated, message: "nielsenId is not used by the SDK any more.")
    public func getNielsenId() -> String { nielsenId }

    /// Returns the address of the opt-out page.
    @available(*, deprecated, message: "Use the property optOutURL.")
    public func optOutURLString() -> String { optOutURL }

    /// Returns the version of this SDK.
    @available(*, deprecated, message: "Use the property meterVersion.")
    public func getMeterVersion() -> String? { meterVersion }

    /// Returns the last event.
    @available(*, deprecated, message: "Use the property lastEventDict.")
    public func getLastEventDict() -> [AnyHashable: Any]? { lastEventDict }

    /// Returns the last error.
    @available(*, deprecated, message: "Use the property lastErrorDict.")
    public func getLastErrorDict() -> [AnyHashable: Any]? { lastErrorDict }

    /// Reports the position of the playhead, under the name that one table of the documentation uses.
    ///
    /// - Parameter playheadPos: The position, as for ``playheadPosition(_:)``.
    ///
    /// Source: "DCR Video iOS SDK guide", "Use Case 1: Content has no Advertisements".
    @available(*, deprecated, renamed: "playheadPosition(_:)")
    public func setPlayheadPosition(_ playheadPos: Int64) { playheadPosition(playheadPos) }
}
