// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenAppApi

/// A destination for a Segment library that turns events of the Video Spec into measurement.
///
/// ```swift
/// let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"))
/// destination.track(SegmentTrackEvent("Video Content Started", properties: ["asset_id": "vid345", "position": 0]))
/// ```
///
/// It calls the SDK for each event of the Video Spec and, between events, reports the playhead once a second. Settings
/// may arrive later than events: events before them wait, each with the time at which it arrived.
///
/// Every method may be called on any thread, including from the SDK's calls. The calls of the SDK are made in order and
/// one at a time, on the thread that caused them; if two threads use one destination at the same time, one of them may
/// make the calls of both. No method throws. Releasing a destination ends its stream and its heartbeat.
///
/// Source: "Analytics Swift Nielsen DCR Plugin".
public final class NielsenDCRDestination: Sendable {
    /// A function that makes an SDK from the app information; it returns nil if the information is refused.
    public typealias MakeSDK = @Sendable (_ appInfo: [String: String]) -> (any NielsenMeasurementSDK)?

    /// The name of the destination in settings and integrations.
    public static let key = "Nielsen DCR"

    static let tag = "SegmentNielsenDCR"

    /// The largest number of events that wait for settings.
    ///
    /// Later ones are dropped, because the earlier ones are needed to understand them.
    public static let maximumWaitingEvents = 1_000

    let clock: any HubClock
    let log: Log
    let app: NielsenDCRApp
    let makeSDK: MakeSDK
    let state: Locked<DestinationState>

    /// Makes a destination that measures with `NielsenAppApi`.
    ///
    /// - Parameters:
    ///   - settings: The settings; nil if they arrive later.
    ///   - appName: The name of the app; nil for that of its bundle, or of the process if it has no bundle.
    ///   - appVersion: The version of the app; nil for that of its bundle, if it has one.
    ///   - environment: The environment of the SDK; the destination uses its clock and its log.
    public convenience init(
        settings: NielsenDCRSettings? = nil,
        appName: String? = nil,
        appVersion: String? = nil,
        environment: NielsenEnvironment = .default
    ) {
        self.init(
            settings: settings,
            appName: appName,
            appVersion: appVersion,
            clock: environment.clock,
            log: environment.log
        ) { appInfo in
            NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
                .map { NielsenResumingSDK($0, clock: environment.clock) }
        }
    }

    /// Makes a destination that measures with an SDK of your own, such as one with a delegate, one behind a hub, or a
    /// recorder.
    ///
    /// - Parameters:
    ///   - settings: The settings; nil if they arrive later.
    ///   - appName: The name of the app; nil for that of its bundle, or of the process if it has no bundle.
    ///   - appVersion: The version of the app; nil for that of its bundle, if it has one.
    ///   - clock: The clock that provides the time.
    ///   - log: The log for remarks.
    ///   - makeSDK: Makes the SDK, once for each app id. Called on the thread that sets the settings, without holding a
    ///     lock.
    public init(
        settings: NielsenDCRSettings?,
        appName: String? = nil,
        appVersion: String? = nil,
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        makeSDK: @escaping MakeSDK
    ) {
        self.clock = clock is SystemClock ? CoalescingClock.machine : clock
        self.log = log
        app = NielsenDCRApp(name: appName ?? NielsenDCRApp.main.name, version: appVersion ?? NielsenDCRApp.main.version)
        self.makeSDK = makeSDK
        state = Locked(DestinationState())
        if let settings { update(settings: settings) }
    }

    deinit {
        // No other thread can call any more, so the rest can be done here.
        let time = NielsenDCRTime(clock)
        let (timer, tasks) = state.withLock { state -> (ScheduledWork?, [DestinationState.Task]) in
            state.shutdown(at: time)
            return (state.timer, state.removeTasks())
        }
        timer?.cancel()
        for case .call(let call, let sdk, let due) in tasks { sdk.make(call, age: clock.now - due) }
    }

    // MARK: - Events

    /// Handles a track event; events outside the Video Spec have no effect.
    ///
    /// - Parameter event: The event.
    public func track(_ event: SegmentTrackEvent) {
        handle(.track(event))
    }

    /// Handles a screen event, which is measured as a static page.
    ///
    /// - Parameter event: The event.
    public func screen(_ event: SegmentScreenEvent) {
        handle(.screen(event))
    }

    /// Handles a page event, which is measured as a static page.
    ///
    /// - Parameter event: The event.
    public func page(_ event: SegmentScreenEvent) {
        handle(.screen(event))
    }

    /// Applies settings, for the first time or again.
    ///
    /// The names of properties and the switches apply from the next event on. Another app id ends the current stream
    /// and makes a new SDK.
    ///
    /// - Parameter settings: The settings.
    public func update(settings: NielsenDCRSettings) {
        perform { $0.update(settings, at: $1) }
    }

    /// Ends and forgets the current stream, because the user has changed.
    ///
    /// The settings and the SDK stay.
    public func reset() {
        handle(.reset)
    }

    /// Ends the current stream, and measurement for good: later events have no effect.
    public func shutdown() {
        perform { $0.shutdown(at: $1) }
    }

    private func handle(_ input: DestinationState.Input) {
        perform { state, time in state.apply(input, at: time) }
    }

    // MARK: - Opting out

    /// The address of the opt-out page; nil before there are settings.
    public var optOutURL: String? {
        state.withLock { $0.sdk }?.optOutURL
    }

    /// Whether the user has opted out; false before there are settings.
    public var optOutStatus: Bool {
        state.withLock { $0.sdk }?.optOutStatus ?? false
    }

    /// Passes the address that the opt-out page opened to the SDK, or keeps it until there are settings.
    ///
    /// - Parameter url: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: Whether the address was one of the two and the destination was not shut down; the SDK receives any
    ///   address.
    @discardableResult
    public func userOptOutStatus(_ url: String) -> Bool {
        let isOpen = state.withLock { !$0.isClosed }
        handle(.optOut(url))
        return isOpen && (url == "nielsenappsdk://1" || url == "nielsenappsdk://0")
    }
}
