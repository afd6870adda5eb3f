// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The environment of an instance: clock, randomness, storage, log, and the sinks of measurement.
public struct NielsenEnvironment: Sendable {
    /// The clock.
    public var clock: any HubClock
    /// The log.
    public var log: HubLog
    /// The source of scenes for viewability; nil if the app reports scenes itself.
    package var viewability: (any NielsenViewabilitySource)? = systemViewability
    /// The store for the opt-out choice and the identifiers.
    package var store: any KeyValueStore
    /// The sink of measurement records; nil if nobody asks for them.
    package var sink: (any NielsenMeasurementSink)?
    /// The sink of pings; nil if no pings are made.
    ///
    /// ``app(storage:configuration:configurationURL:device:client:clock:log:privacy:)`` makes one that sends them.
    public var pings: (any NielsenPingSink)?
    /// The source of the configuration of an app id; nil to use ``configuration`` unchanged.
    public var configurationSource: NielsenConfigurationSource?
    /// The description of the device.
    public var device: NielsenDevice
    /// The feed of changes of the device for running instances; the last device sent replaces ``device``.
    package var deviceFeed = NielsenDeviceFeed()
    /// What holds the first session; nil if nothing does.
    var sessionHold: SessionHold?
    /// The SDK flavor that instances emulate.
    public var flavor = NielsenFlavor.ad
    /// Whether the app is in the Kids Category: ``NielsenFlavor/noID``, and opted out permanently from the first ping
    /// on.
    public var isForKids = false
    /// The configuration: thresholds, templates and the input mode.
    public var configuration: NielsenConfiguration
    /// A value that distinguishes this launch of the app from others.
    package var launch = processLaunch
    private static let processLaunch = String(UInt64.random(in: .min ... .max), radix: 36)
    /// The channel through which instances report what they do; nil for one of each instance's own.
    package var reports: ReportChannel?
    /// The identifier under which an extension keeps the instance; nil for an instance that the app uses itself.
    package var hostedIdentifier: String?
    /// A source of random bits for identifiers; called on any thread.
    public var random: @Sendable () -> UInt64

    /// Makes an environment that keeps the opt-out choice and the identifiers in memory.
    ///
    /// ``app(storage:configuration:configurationURL:device:client:clock:log:privacy:)`` makes one that keeps them in files.
    ///
    /// - Parameters:
    ///   - clock: The clock.
    ///   - log: The log.
    ///   - pings: The sink of pings; nil if no pings are made.
    ///   - device: The description of the device.
    ///   - configuration: The configuration: thresholds, templates and the input mode.
    ///   - configurationSource: The source of the configuration of an app id; nil to use `configuration` unchanged.
    ///   - random: A source of random bits for identifiers; called on any thread.
    public init(
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        pings: (any NielsenPingSink)? = nil,
        device: NielsenDevice = NielsenDevice(),
        configuration: NielsenConfiguration = NielsenConfiguration(),
        configurationSource: NielsenConfigurationSource? = nil,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.init(
            clock: clock,
            log: log,
            store: InMemoryKeyValueStore(),
            pings: pings,
            device: device,
            configuration: configuration,
            configurationSource: configurationSource,
            random: random
        )
    }

    /// Makes an environment.
    package init(
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        store: any KeyValueStore,
        sink: (any NielsenMeasurementSink)? = nil,
        pings: (any NielsenPingSink)? = nil,
        device: NielsenDevice = NielsenDevice(),
        configuration: NielsenConfiguration = NielsenConfiguration(),
        configurationSource: NielsenConfigurationSource? = nil,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.clock = clock
        self.log = log
        self.store = store
        self.sink = sink
        self.pings = pings
        self.device = device
        self.configuration = configuration
        self.configurationSource = configurationSource
        self.random = random
    }

    /// Updates the device of every instance of the environment, and of those that are made later.
    ///
    /// The device is in effect when the call returns. It may be called on any thread; of two devices that come at the same
    /// time the later one prevails.
    ///
    /// - Parameter device: All facts about the current device.
    public func deviceChanged(_ device: NielsenDevice) {
        deviceFeed.send(device)
    }

    /// Holds the first session until the question for permission to track is answered, so that the pings of a user who
    /// agrees are not divided between two sessions.
    ///
    /// It concerns instances that are made with this value or a copy of it. Their calls wait, each with its time, and are
    /// measured from the answer of ``trackingAnswered(_:advertisingId:)`` on, or when the time is over. An answer that
    /// comes later begins another session.
    ///
    /// - Parameter longest: The longest time, from this call on.
    public mutating func holdFirstSession(forAtMost longest: Duration) {
        sessionHold = SessionHold(longest, clock)
    }

    /// Reports the user's answer to the question for permission to track, as ``deviceChanged(_:)`` does, and ends
    /// ``holdFirstSession(forAtMost:)``.
    ///
    /// The product NielsenTracking asks the question of Apple's systems and makes this call.
    ///
    /// - Parameters:
    ///   - authorization: The answer. With ``NielsenTrackingAuthorization/notDetermined`` there is none, and the session is
    ///     held on.
    ///   - advertisingId: The advertising identifier, which is used if the user agrees.
    public func trackingAnswered(_ authorization: NielsenTrackingAuthorization, advertisingId: String? = nil) {
        var device = currentDevice
        device.trackingAuthorization = authorization
        device.advertisingId = authorization == .authorized ? advertisingId : nil
        deviceChanged(device)
        if authorization != .notDetermined { sessionHold?.end() }
    }

    /// Whether the views of the app are read for viewability, which only systems with UIKit can; false if the app
    /// reports scenes itself, with ``NielsenAppApi/NielsenAppApi/updateViewability(_:)``.
    public var readsViews: Bool {
        get { viewability != nil }
        set { viewability = newValue ? Self.systemViewability : nil }
    }

    /// The current device.
    var currentDevice: NielsenDevice { deviceFeed.current ?? device }

    /// The identifiers of the device.
    var identities: NielsenIdentityStore {
        NielsenIdentityStore(
            store,
            firstPartyIdDays: configuration.thresholds.firstPartyIdDays,
            launch: launch,
            random: random
        )
    }
}

/// Holds the first session until a question to the user is answered, or until the time for that is over.
final class SessionHold: Sendable {
    /// A closure in a lock is wrapped once more each time it is read, unless it is in its own type.
    private struct Waiting: Sendable {
        let begin: @Sendable () -> Void
    }

    /// Who waits, in order; nil when nothing is held any more.
    private let waiting = Locked<[Waiting]?>([])

    init(_ longest: Duration, _ clock: any HubClock) {
        _ = clock.schedule(after: longest) { [weak self] in self?.end() }
    }

    var isOver: Bool { waiting.withLock { $0 == nil } }

    /// Calls back, once, when nothing is held any more; at once if that is so now.
    func whenOver(_ begin: @escaping @Sendable () -> Void) {
        let isOver = waiting.withLock { waiting in
            waiting?.append(Waiting(begin: begin))
            return waiting == nil
        }
        if isOver { begin() }
    }

    func end() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        for one in waiting ?? [] { one.begin() }
    }
}
