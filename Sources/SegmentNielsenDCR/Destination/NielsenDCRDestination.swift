// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenAppApi

/// Turns a stream of Video Spec events into measurement: the destination that an app adds to its Segment library.
///
/// ```swift
/// let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"))
/// destination.track(SegmentTrackEvent("Video Content Started", properties: ["asset_id": "vid345", "position": 0]))
/// ```
///
/// It calls the SDK for each event of the Video Spec and, between events, tells the playhead once a second. Settings may
/// come later than events: what comes before them waits, with the time at which it came.
///
/// Every method may be called from any thread, and from inside the SDK's calls. The SDK's calls are made in order and one
/// at a time, on the thread that caused them; where two threads use one destination at once, one of them may make the
/// calls of both. Nothing throws. A destination that nobody holds any more ends its stream and its heartbeat.
///
/// Source: "Analytics Swift Nielsen DCR Plugin".
public final class NielsenDCRDestination: Sendable {
    /// Makes an SDK out of the app information; nil where it is refused.
    public typealias MakeSDK = @Sendable (_ appInfo: [String: String]) -> (any NielsenMeasurementSDK)?

    /// The destination's name in settings and integrations.
    public static let key = "Nielsen DCR"

    static let tag = "SegmentNielsenDCR"

    /// How many events wait for settings. Those that come when there is no room are dropped: what came before them is
    /// needed to understand them.
    public static let maximumWaitingEvents = 1_000

    let clock: any HubClock
    let log: Log
    let app: NielsenDCRApp
    let makeSDK: MakeSDK
    let state: Locked<DestinationState>

    /// Makes a destination that measures with `NielsenAppApi`.
    ///
    /// - Parameters:
    ///   - settings: What the destination is told; nil where the settings come later.
    ///   - app: The app, as the SDK is told of it.
    ///   - environment: What the SDK gets from outside; the destination uses its clock and its log.
    public convenience init(
        settings: NielsenDCRSettings? = nil,
        app: NielsenDCRApp = .main,
        environment: NielsenEnvironment = .default
    ) {
        self.init(settings: settings, app: app, clock: environment.clock, log: environment.log) { appInfo in
            NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
                .map { NielsenResumingSDK($0, clock: environment.clock) }
        }
    }

    /// Makes a destination that measures with an SDK of your own: one with a delegate, one that is reached through a hub,
    /// or a recorder.
    ///
    /// - Parameters:
    ///   - settings: What the destination is told; nil where the settings come later.
    ///   - app: The app, as the SDK is told of it.
    ///   - clock: Where the time comes from.
    ///   - log: Where remarks go.
    ///   - makeSDK: Makes the SDK, once for each app id. Called on the thread that brings the settings, never under a
    ///     lock.
    public init(
        settings: NielsenDCRSettings?,
        app: NielsenDCRApp = .main,
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        makeSDK: @escaping MakeSDK
    ) {
        self.clock = clock is SystemClock ? CoalescingClock.machine : clock
        self.log = log
        self.app = app
        self.makeSDK = makeSDK
        state = Locked(DestinationState())
        if let settings { update(settings: settings) }
    }

    deinit {
        // Nobody else can call any more, so what is left can be done here and now.
        let time = NielsenDCRTime(clock)
        let (timer, tasks) = state.withLock { state -> (ScheduledWork?, [DestinationState.Task]) in
            state.shutdown(at: time)
            return (state.timer, state.takeTasks())
        }
        timer?.cancel()
        for case .call(let call, let sdk, let due) in tasks { sdk.make(call, age: clock.now - due) }
    }

    // MARK: - Events

    /// Takes an event that was tracked; what is not of the Video Spec has no effect.
    ///
    /// - Parameter event: The event.
    public func track(_ event: SegmentTrackEvent) {
        take(.track(event))
    }

    /// Takes a screen, which is measured as a static page.
    ///
    /// - Parameter event: The event.
    public func screen(_ event: SegmentScreenEvent) {
        take(.screen(event))
    }

    /// Takes a page, which is measured as a static page.
    ///
    /// - Parameter event: The event.
    public func page(_ event: SegmentScreenEvent) {
        take(.screen(event))
    }

    /// Takes settings, the first ones or new ones.
    ///
    /// The names of properties and the switches count from the next event on. Another app id ends the stream that is
    /// open and makes a new SDK.
    ///
    /// - Parameter settings: What the destination is told.
    public func update(settings: NielsenDCRSettings) {
        perform { $0.update(settings, at: $1) }
    }

    /// Ends the stream that is open and forgets it: the user has changed. The settings and the SDK stay.
    public func reset() {
        take(.reset)
    }

    /// Ends the stream that is open, and measurement for good: later events have no effect.
    public func shutdown() {
        perform { $0.shutdown(at: $1) }
    }

    private func take(_ input: DestinationState.Input) {
        perform { state, time in state.take(input, at: time) }
    }

    // MARK: - Opting out

    /// Where the opt-out page is; nil until there are settings.
    public var optOutURL: String? {
        state.withLock { $0.sdk }?.optOutURL
    }

    /// True where the user has opted out; false until there are settings.
    public var optOutStatus: Bool {
        state.withLock { $0.sdk }?.optOutStatus ?? false
    }

    /// Hands the address to the SDK that the opt-out page went to. Before there are settings it waits for them.
    ///
    /// - Parameter url: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: True where the address was one of the two and the destination was not shut down; the SDK hears of any.
    @discardableResult
    public func userOptOutStatus(_ url: String) -> Bool {
        let isOpen = state.withLock { !$0.isClosed }
        take(.optOut(url))
        return isOpen && (url == "nielsenappsdk://1" || url == "nielsenappsdk://0")
    }
}
