// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// Measurement as a value: takes calls and the time, and collects effects.
///
/// Content and ads share the state of the table; the static lane runs beside it. This file has what an instance is and
/// its life; the calls, and what each does in the lanes, are beside it.
package struct NielsenCore: Sendable {
    @Boxed private(set) var settings: NielsenMeasurementSettings
    /// The parts of the settings that each call needs.
    private(set) var spans: NielsenSpans
    /// The current session, which pings name.
    var current: NielsenSession
    /// Chance, for sessions.
    let random: @Sendable () -> UInt64
    var machine = NielsenStateMachine()
    package private(set) var isClosed = false
    /// The user's choice and the system's setting.
    package internal(set) var privacy: NielsenPrivacy
    var keptChoice = KeptChoice()
    /// The current device.
    @Boxed package internal(set) var device: NielsenDevice
    /// The number of devices that a feed had sent before that one.
    var deviceVersion = 0
    /// The app information, which the record of the session has.
    let sessionInfo: [String: String]
    /// What was wrong with it, until it is reported.
    private var startIssues: [NielsenIssue]
    /// Whether the user had opted out when the instance was made.
    var beganOptedOut: Bool

    /// Whether the configuration has arrived.
    private(set) var hasStarted = false
    /// The calls that wait for the configuration; nil once it was received.
    var waiting: PendingCalls?
    /// Whether the initialization failed because there is no configuration.
    var isFailed = false
    /// Other settings, until nothing is open.
    var nextSettings: Boxed<NielsenMeasurementSettings>?
    /// What has come between the user and the player.
    var lifecycle = NielsenLifecycle()
    /// The calls that were made, in order, if a test records them.
    package var made: [NielsenCall]?
    /// The time at which the first-party id expires, on the clock that goes on while the device sleeps; nil without one, or
    /// while its age is in doubt.
    package var firstPartyDue: Instant?
    /// The day in which something goes on.
    var day: NielsenDay
    /// The actions of the player before the view existed that they belong to.
    var pendingTurns: [PendingTurn] = []
    /// Whether a button to seek was pressed since the last playhead.
    var isSeekPressed = false

    /// The effects to perform, in order; the caller takes them from here.
    package var effects: [NielsenEffect] = []

    /// The state of playback.
    var playback = NielsenPlayback()
    var staticLimits = NielsenStaticLimits()
    /// The time at which the page was loaded, and that at which its open view began: a session may have ended in
    /// between.
    var pageLoaded = Instant.zero
    var pageBegan = Instant.zero
    /// The time at which the core was last used.
    package internal(set) var lastTouched = NielsenTime.never
    @Boxed var viewability = ViewabilityMeter()
    var viewCount = 0
    /// The remarks that were made already.
    private var remarks: Set<CoreRemark.Key> = []
    /// The intervals at which watermarks come, for the remark on those that cannot credit.
    @Boxed var tagCadence = TagCadence()
    /// Views that are over, the earliest first, with those that go on filled in by ``creditSummary(at:)``.
    var finished: [NielsenCredit] = []

    /// Makes a core that waits for its start.
    ///
    /// - Parameters:
    ///   - settings: The settings until the configuration is there.
    ///   - privacy: What may be known of the user.
    ///   - device: The device.
    ///   - appInfo: The app information.
    ///   - issues: What was wrong with it.
    ///   - isChoiceAssumed: Whether the user counts as opted out because the stored choice cannot be read.
    ///   - time: When the first session begins.
    ///   - random: Chance, for the names of sessions.
    package init(
        settings: NielsenMeasurementSettings,
        privacy: NielsenPrivacy,
        device: NielsenDevice,
        appInfo: [String: String] = [:],
        issues: [NielsenIssue] = [],
        isChoiceAssumed: Bool = false,
        at time: NielsenTime,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.settings = settings
        spans = NielsenSpans(settings.thresholds)
        self.privacy = privacy
        self.device = device
        sessionInfo = appInfo
        startIssues = issues
        beganOptedOut = privacy.choice
        keptChoice.isAssumed = isChoiceAssumed
        day = NielsenDay(LocalTime(device.timeZone))
        self.random = random
        current = NielsenSession(at: time, random)
    }

    /// Names the session in pings.
    package var session: String { current.id }

    package var state: NielsenState { machine.state }
    package var optedOut: Bool { privacy.isOptedOut }
    var isMeasuring: Bool { !isClosed && state != .disabled }
    /// Whether something is open that ends with a ping: a view that was seen, a page, or a watermarked stream.
    package var hasOpenViews: Bool { playback.isStreamOpen || playback.page.view != nil }

    // MARK: - Life

    /// Starts the instance: its configuration was received.
    package mutating func start(with settings: NielsenMeasurementSettings, at time: NielsenTime) {
        use(settings)
        // After a failed initialization the instance is disabled, and enabling it is what brings it here.
        _ = machine.handle(state == .disabled ? .enable : .initialized)
        // What waited is reported as opted out if the user had opted out at its beginning, or has since.
        privacy.choice = beganOptedOut || privacy.choice
        hasStarted = true
        effects.append(.event(.startup, at: time.unixMilliseconds))
        report(startIssues, at: time)
        startIssues = []
        recordSession(at: current.began)
    }

    /// Goes by settings from now on.
    mutating func use(_ settings: NielsenMeasurementSettings) {
        self.settings = settings
        spans = NielsenSpans(settings.thresholds)
        viewability.settings = settings.viewability
        lifecycle.use(settings)
        effects.append(.configured)
    }

    /// Ends everything that is open; later calls are ignored.
    package mutating func shutdown(at time: NielsenTime) {
        guard !isClosed else { return }
        waiting = nil
        advance(before: nil, to: time)
        finishAll(at: time)
        if state == .processing { _ = machine.handle(.stop) }
        isClosed = true
        effects.append(.event(.shutdown, at: time.unixMilliseconds))
        watchWhilePlaying()
    }

    /// Switches measurement off and on.
    mutating func setDisabled(_ disabled: Bool, at time: NielsenTime) {
        if disabled, isMeasuring, hasStarted { advance(before: nil, to: time) }
        guard let verdict = accept(disabled ? .disable : .enable, "appDisableApi") else { return }
        guard disabled else {
            if current.isUntold {
                current.isUntold = false
                recordSession(at: time)
            }
            return
        }
        if verdict == .acceptAfterStop { log(.debug, .stopInserted(before: .disable)) }
        finishAll(at: time)
        playback.isChannelOver = true
        playback.tags = HeardTags()
    }

    // MARK: - Help

    /// Asks the table; nil where the call is ignored, which is logged.
    mutating func accept(
        _ input: NielsenStateMachine.Input,
        _ name: @autoclosure () -> String
    ) -> NielsenStateMachine.Verdict? {
        guard !isClosed else {
            log(.warning, .closed(name()))
            return nil
        }
        let before = state
        let verdict = machine.handle(input)
        guard verdict != .ignore else {
            log(.debug, .ignored(input, before))
            return nil
        }
        return verdict
    }

    /// Reports what was wrong with input: errors to the delegate, warnings to the log.
    package mutating func report(_ issues: [NielsenIssue], at time: NielsenTime) {
        for issue in issues {
            switch issue {
            case .error(let error): report(error, at: time)
            case .warning: log(.warning, .issue(issue))
            case .finding(let finding):
                if let error = NielsenError(finding) {
                    report(error, at: time)
                } else {
                    log(finding.severity == .info ? .debug : .warning, .issue(issue))
                }
            }
        }
    }

    package mutating func report(_ error: NielsenError, at time: NielsenTime) {
        effects.append(.error(error, at: time.unixMilliseconds))
    }

    mutating func log(_ level: LogLevel, _ remark: CoreRemark) {
        effects.append(.remark(level, remark))
    }

    /// Reports what an integrator does wrong, once as long as it is about the same asset.
    package mutating func remark(_ remark: CoreRemark) {
        guard let key = remark.key, remarks.count < Self.mostRemarks, remarks.insert(key).inserted else { return }
        log(remark.isFailure ? .error : .warning, remark)
    }

    private static let mostRemarks = 500
}
