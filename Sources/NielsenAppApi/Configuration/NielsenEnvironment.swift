// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Everything that an instance gets from outside: time, chance, storage, a log, and where measurement goes.
public struct NielsenEnvironment: Sendable {
    /// Where the time comes from.
    public var clock: any HubClock
    /// Where log lines go.
    public var log: HubLog
    /// Where it is seen how much of a player is visible; nil where an app hands over scenes itself.
    public var viewability: (any NielsenViewabilitySource)? = systemViewability
    /// Where the opt-out choice and the identifiers are kept.
    public var store: any KeyValueStore
    /// Where measurement goes.
    public var sink: any NielsenMeasurementSink
    /// Where pings go; nil where none are to be made. ``app(storage:configuration:configurationURL:device:client:clock:log:privacy:)``
    /// makes one that sends them.
    public var pings: (any NielsenPingSink)?
    /// Where the configuration of an app id is; nil uses ``configuration`` as it is.
    public var configurationSource: NielsenConfigurationSource?
    /// What is known of the device.
    public var device: NielsenDevice
    /// Tells instances what becomes of the device while they run; what it sent last stands for ``device``.
    public var deviceFeed = NielsenDeviceFeed()
    /// Which of the documented builds of the SDK instances behave as.
    public var flavor = NielsenFlavor.ad
    /// True for an app in the Kids Category: ``NielsenFlavor/noID``, and opted out from the first ping on for good.
    public var isForKids = false
    /// Thresholds, templates and the input mode.
    public var configuration: NielsenConfiguration
    /// Tells this launch of the app from others.
    package var launch = processLaunch
    private static let processLaunch = String(UInt64.random(in: .min ... .max), radix: 36)
    /// Random bits for identifiers.
    public var random: @Sendable () -> UInt64

    /// Puts an environment together.
    ///
    /// - Parameters:
    ///   - clock: Where the time comes from.
    ///   - log: Where log lines go.
    ///   - store: Where the opt-out choice and the identifiers are kept.
    ///   - sink: Where measurement goes.
    ///   - pings: Where pings go; nil where none are to be made.
    ///   - device: What is known of the device.
    ///   - configuration: Thresholds, templates and the input mode.
    ///   - configurationSource: Where the configuration of an app id is; nil uses `configuration` as it is.
    ///   - random: Random bits for identifiers; called on any thread.
    public init(
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        store: any KeyValueStore = InMemoryKeyValueStore(),
        sink: any NielsenMeasurementSink = NielsenDiscardingMeasurementSink(),
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

    /// What is known of the device now.
    var currentDevice: NielsenDevice { deviceFeed.current ?? device }
}
