// SPDX-License-Identifier: Apache-2.0

/// The measurement SDK: tells what is played, page by page and second by second.
///
/// ```swift
/// let api = NielsenAppApi(appInfo: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"], delegate: nil)
/// api?.play(["channelName": "News"])
/// api?.loadMetadata(["type": "content", "assetid": "vid345-67483"])
/// api?.playheadPosition(0)
/// ```
///
/// Any number of instances may exist. Every method may be called from any thread and from inside the delegate. A call
/// that the state does not expect is ignored and logged; wrong input is an error that the delegate hears; nothing
/// throws.
///
/// Source: "iOS SDK API Reference", "NielsenAppApi Class Description".
///
/// Unchecked: both properties are constant and safe on any thread; a subclass answers for what it adds.
open class NielsenAppApi: @unchecked Sendable {
    let instance: NielsenInstance
    private let delegate: WeakReference

    init(instance: NielsenInstance, delegate: WeakReference) {
        self.instance = instance
        self.delegate = delegate
    }

    /// Makes an instance that is not initialized: it ignores every call and reports no errors.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Initialization".
    public init() {
        instance = .makeUninitialized()
        delegate = WeakReference(nil)
    }

    /// Makes an instance in the default environment of an app, or is nil if the app information is refused.
    ///
    /// ``make(appInfo:delegate:environment:)`` throws the reason instead.
    ///
    /// - Parameters:
    ///   - appInfo: A dictionary, or JSON text of an object, with at least `appid`; all values are strings.
    ///   - delegate: Receives events and errors; it is held weakly.
    public init?(appInfo: Any, delegate: (any NielsenAppApiDelegate)?) {
        guard let instance = NielsenInstance.makeOrLog(appInfo: appInfo, environment: .default) else { return nil }
        self.instance = instance
        self.delegate = WeakReference(delegate)
        instance.start(deliver, later: later)
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
        instance.start(deliver, later: later)
    }

    /// Makes an instance, and says why where that is not possible.
    ///
    /// - Parameters:
    ///   - appInfo: A dictionary, or JSON text with an object, with at least `appid`; all values are strings.
    ///   - delegate: Hears of events and errors; it is not kept alive.
    ///   - environment: Time, storage, log and sink.
    /// - Returns: The instance, in the idle state, or in the initial one until its configuration has come.
    /// - Throws: ``NielsenError`` with 1004, 1007 or 1008.
    public static func make(
        appInfo: Any,
        delegate: (any NielsenAppApiDelegate)? = nil,
        environment: NielsenEnvironment = .default
    ) throws(NielsenError) -> NielsenAppApi {
        let instance = try NielsenInstance.make(appInfo: appInfo, environment: environment)
        let api = NielsenAppApi(instance: instance, delegate: WeakReference(delegate))
        instance.start(api.deliver, later: api.later)
        return api
    }

    deinit {
        // The delegate must not get hold of an object that is going away, so it hears of the end from a stand-in. A
        // stand-in finds the instance closed and so has none of its own.
        guard !instance.isClosed else { return }
        NielsenAppApi(instance: instance, delegate: delegate).shutdown()
    }

    /// Delivers what happens when the configuration comes, unless nobody holds this object any more.
    private var later: @Sendable (NielsenNotice) -> Void {
        { [weak self] notice in self?.deliver(notice) }
    }

    func deliver(_ notice: NielsenNotice) {
        guard let delegate = delegate.object as? any NielsenAppApiDelegate else { return }
        switch notice {
        case .event(let event): delegate.nielsenAppApi(self, eventOccurred: event.dictionary)
        case .error(let error): delegate.nielsenAppApi(self, errorOccurred: error.dictionary)
        case .remark(let remark): delegate.nielsenAppApi(self, remarked: remark)
        }
    }

    // MARK: - Measurement

    /// Says that a new stream begins.
    ///
    /// A stop that is missing before it is inserted.
    ///
    /// - Parameter channelInfo: nil, a dictionary or JSON text with an object; `channelName` names the channel and is
    ///   `defaultChannelName` where it is left out; it stays until ``end()``, or until another is told. What cannot be
    ///   read is error 1, and the stream begins all the same.
    ///
    /// Source: "iOS SDK API Reference", "IOS SDK API Methods & Properties".
    open func play(_ channelInfo: Any?) {
        instance.play(channelInfo, deliver)
    }

    /// Says that a new stream begins.
    public func play() {
        play(nil)
    }

    /// Says what is played from now on: content, an ad, or a static page.
    ///
    /// Call it once at the beginning of each asset, before a preroll for the content as well, and again when playback goes
    /// on after an ad or a ``stop()``; not before each playhead.
    ///
    /// - Parameter metadata: A dictionary or JSON text with an object; all values are strings. What is required and is
    ///   missing is error 2, once for each key; <doc:ValidationRules> has the keys and their limits.
    ///
    /// Source: "DCR Video iOS SDK guide", "Configure Metadata" and "API Call Sequence".
    open func loadMetadata(_ metadata: Any?) {
        instance.loadMetadata(metadata, deliver)
    }

    /// Says where the playhead is; called once a second while something is played.
    ///
    /// The last position is told before ``stop()``, ``end()`` and ``loadMetadata(_:)``; none is told while the player
    /// buffers. Content and each ad have their own, from 0.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams; 0 to 10^11,
    ///   others are error 15.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Events".
    open func playheadPosition(_ playheadPos: Int64) {
        instance.apply(.playheadPosition(playheadPos), deliver)
    }

    /// Hands over a watermark.
    ///
    /// - Parameter data: The payload, as the stream's metadata carries it: about 249 characters that begin with
    ///   `www.nielsen.com`. One that cannot be read is error 3; see <doc:ID3>.
    ///
    /// Source: "iOS SDK API Reference", "Retrieving ID3 Tags".
    open func sendID3(_ data: String) {
        instance.apply(.sendID3(data), deliver)
    }

    /// Says that playback is paused or interrupted, or that an ad is over. Where nothing is played it is ignored.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Events" and "Interruptions during playback".
    open func stop() {
        instance.apply(.stop, deliver)
    }

    /// Says that the content is over and cannot go on from here. A postroll is loaded after it.
    ///
    /// Source: "DCR Video iOS SDK guide", "SDK Events".
    open func end() {
        instance.apply(.end, deliver)
    }

    /// Says that the static page is left; the same page loaded again is a new view.
    open func staticEnd() {
        instance.apply(.staticEnd, deliver)
    }

    /// Says that a remote device was connected or disconnected.
    ///
    /// - Parameter ottInfo: A dictionary or JSON text with an object; `ottStatus` is `"1"` or `"0"`, without which it is
    ///   error 2. <doc:OTT> has the other keys.
    ///
    /// Source: "DCR Video iOS SDK guide", "AirPlay".
    open func updateOTT(_ ottInfo: Any) {
        instance.updateOTT(ottInfo, deliver)
    }

    /// Hands over the user's choice on the opt-out page. It is kept over restarts.
    ///
    /// - Parameter optOut: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: True where the text was one of the two.
    @discardableResult
    open func userOptOut(_ optOut: String) -> Bool {
        instance.userOptOut(optOut, deliver)
    }

    /// Starts measuring how much of a view can be seen, and how loud the device is; see <doc:Viewability>.
    ///
    /// Source: "DCR Video iOS SDK guide", "Initializing Viewability and Audibility Measurement".
    ///
    /// - Parameter data: `viewTag`, text or a whole number; `viewContainer`, the window that the view is in, or a
    ///   ``NielsenViewabilitySource`` or ``NielsenViewabilityScene``; optionally `friendlyObstructions`, a list of tags of views that
    ///   hide nothing. Without a tag, a container, or a view with the tag, the delegate hears error 19.
    open func trackViewability(_ data: [AnyHashable: Any]) {
        let members = data.compactMap { key, value in (key.base as? String).map { ($0, value) } }
        instance.trackViewability(Dictionary(members) { first, _ in first }, deliver, later: later)
    }

    /// Starts measuring how much of a view can be seen, and how loud the device is; see <doc:Viewability>.
    ///
    /// - Parameter data: As for the other form; this one is for dictionaries that Swift builds.
    public func trackViewability(_ data: [String: Any]) {
        instance.trackViewability(data, deliver, later: later)
    }

    /// Hands over what is on the screen, for an app that looks at it itself.
    ///
    /// It is what is measured at the next playheads, until the next scene. Call `trackViewability(_:)` first, which says
    /// which of the views is the player.
    ///
    /// - Parameter scene: What is on the screen now. Where none of its views has the tag, the delegate hears error 19.
    public func updateViewability(_ scene: NielsenViewabilityScene) {
        instance.see(scene, of: nil, deliver)
    }

    /// Says that what is known of the device has changed: the user answered the tracking question, or has another
    /// language.
    ///
    /// It counts from the next ping on. ``NielsenEnvironment/deviceFeed`` tells many instances at once.
    ///
    /// - Parameter device: The whole device as it is now.
    public func deviceChanged(_ device: NielsenDevice) {
        instance.deviceChanged(device, deliver)
    }

    /// Ends measurement for good: what is open is ended, the delegate hears event 2002, and later calls are ignored.
    ///
    /// The same happens when the last reference goes away. Called twice, it has no further effect.
    public func shutdown() {
        instance.shutdown(deliver)
    }

    // MARK: - State

    /// True where the user has opted out, on the opt-out page or in the system's settings.
    open var optOutStatus: Bool { instance.optOutStatus }

    /// Switches measurement off and on; true is off. Switching off stops first; switching on resumes nothing.
    ///
    /// Source: "iOS SDK API Reference", "Finite-state machine table".
    open var appDisableApi: Bool {
        get { instance.isDisabled }
        set { instance.setDisabled(newValue, deliver, later: later) }
    }

    /// True where every call is logged with its data, whatever the level of the log is.
    ///
    /// `nol_devDebug` of the app information begins it with `DEBUG`. With `INFO` what the SDK decides and remarks is logged
    /// without the calls, with `WARN` warnings and errors, with `ERROR` errors alone; with these three this is false. Not
    /// for production.
    ///
    /// Source: "DCR Video iOS SDK guide", "Debug flag for development environment".
    open var debug: Bool {
        get { instance.debug }
        set { instance.debug = newValue }
    }

    /// An id of this device, made here and kept.
    open var nielsenId: String { instance.currentIdentity.nielsenId }

    /// The id under which demographic data is found, made here and kept.
    open var demographicId: String { instance.currentIdentity.demographicId }

    /// An id of this device in this app, kept for 180 days.
    open var firstPartyId: String { instance.currentIdentity.firstPartyId }

    /// The id that the system gives to all apps of one vendor, or one made here where there is none; empty in
    /// ``NielsenFlavor/noID``, as are all identifiers.
    open var vendorId: String { instance.vendorId }

    /// The id of this device that pings carry: in ``NielsenFlavor/ad`` the advertising id, where the user allows tracking,
    /// or an id made here where the system has none; in ``NielsenFlavor/noAd`` the vendor id; otherwise empty.
    open var deviceId: String { instance.deviceId }

    /// Where the opt-out page is.
    open var optOutURL: String { instance.optOutURL }

    /// The version of this SDK.
    open var meterVersion: String? { instance.meterVersion }

    /// The last event: `eventCode`, `eventDescription`, `timestamp`.
    open var lastEventDict: [AnyHashable: Any]? { instance.lastEvent?.dictionary }

    /// What was remarked last; nil where the integration did nothing wrong yet.
    public var lastRemark: NielsenRemark? { instance.lastRemark }

    /// The last error: `errorCode`, `errorDescription`, `timestamp`.
    open var lastErrorDict: [AnyHashable: Any]? { instance.lastError?.dictionary }

    /// Where the instance is in its life.
    public var state: NielsenState { instance.state }

    /// What was credited so far, one entry a view of an asset or run of watermarks, in the order in which they began.
    ///
    /// It is added up from the pings that were made; what goes on counts as if it ended now. A view that no ping tells of
    /// is there as it was measured, without products. Whether pings were sent or wait, ``NielsenPingDelivery/summary()``
    /// says.
    public var creditSummary: [NielsenCredit] { instance.creditSummary }
}
