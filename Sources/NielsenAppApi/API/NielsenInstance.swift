// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The shell around the core: it reads input, holds the lock, and performs effects in order.
///
/// The core collects effects under the lock, and one thread at a time performs them outside it, so that a delegate may
/// call back and the order is kept. A call that arrives while another thread performs effects leaves its own to that
/// thread.
final class NielsenInstance: Sendable {
    /// A closure in a lock is wrapped once more each time it is read, unless it is in its own type.
    private struct Observer: Sendable {
        let receive: @Sendable (NielsenNotice) -> Void
    }

    /// The mutable state.
    ///
    /// Guarded by `guarded`.
    struct Guarded: SteppedState {
        var core: NielsenCore
        /// The configuration that is in force.
        @Boxed var configuration: NielsenConfiguration
        var lifecycle = NielsenLifecycle()
        var lastRead = NielsenTrackEvent.Metadata()
        /// The issues of the previous event.
        var lastFound: [NielsenIssue] = []
        /// The calls that were made, in order, if a test records them.
        var made: [NielsenCall]?
        var isDraining = false
        var lastEvent: NielsenEventNotice?
        var lastError: NielsenErrorNotice?
        var lastRemark: NielsenRemark?
        /// The time at which the instance wakes up, and the scheduled work for that.
        var timerDue: Instant?
        var timer: ScheduledWork?
        /// Whether open views are stored, because pings go to a database.
        var keepsViews = false
        /// Whether the stored views are out of date.
        var mustCheckpoint = false
        /// Whether the database holds an open view.
        var hasCheckpoint = false
        /// The time at which open views were last stored.
        var checkpointed = Instant.zero
        /// Whether a call has been made since then.
        var hasChanged = false
        /// The time at which they are stored next; nil if there is nothing to store.
        var checkpointDue: Instant?
        /// A number that increases with each timer, so that one that was cancelled too late is recognized.
        var timerSerial: UInt64 = 0
        /// The calls that wait for the configuration; nil once it was received, or if the initialization failed.
        var waiting: PendingCalls?
        /// A newer configuration, until nothing is open.
        var nextConfiguration: Boxed<NielsenConfiguration>?
        /// The time at which the configuration reaches its age; nil while one is requested, and if there is no source.
        var refreshDue: Instant?
        /// Whether the initialization failed because there is no configuration.
        var isFailed = false
        var fetch: ConfigurationFetch?
        /// The current identifiers.
        var identity: NielsenIdentity
        /// The time at which the stored choice was last read.
        var choiceSeen: Instant?
        /// Whether the user counts as opted out because the stored choice cannot be read.
        var isChoiceAssumed = false
        /// The current device.
        var device: NielsenDevice
        /// The number of devices that the feed had sent before that one.
        var deviceVersion = 0

        mutating func nextStep() -> [NielsenEffect]? {
            guard !core.effects.isEmpty else { return nil }
            defer { core.effects.removeAll() }
            return core.effects
        }
    }

    /// The identifier of the instance in the queue of pings; it never leaves the device.
    let stream: String
    /// The app information; nil for an instance that stays in the initial state.
    let appInfo: NielsenAppInfo?
    /// Pings that were made and not sent yet.
    ///
    /// Accessed only by the thread that performs effects.
    let made = Locked<[NielsenPing]>([])
    /// The ping builder.
    ///
    /// Accessed only by the thread that performs effects.
    let builder = Locked<PingBuilder?>(nil)
    /// The credits of the pings that were accepted for sending.
    let ledger: Locked<CreditLedger>
    /// The rehearsal of calls that wait for the configuration.
    ///
    /// Accessed only by the thread that performs effects.
    let rehearsal = Locked<Rehearsal?>(nil)
    private let observer = Locked<Observer?>(nil)
    /// The level that is logged whatever the level of the log; nil for none.
    private let debugging: Locked<LogLevel?>
    let environment: NielsenEnvironment
    /// The channel to recorders.
    let reports: ReportChannel
    /// The sampler of the screen while something plays.
    let sampler: ViewabilitySampler
    let guarded: Locked<Guarded>

    private static let tag = "NielsenAppApi"

    var mode: NielsenInputMode { environment.configuration.inputMode }

    // MARK: - Making

    /// Makes an instance; nothing is reported or measured before ``start()``.
    static func make(appInfo: Any, environment: NielsenEnvironment) throws(NielsenError) -> NielsenInstance {
        var issues: [NielsenIssue] = []
        let configuration = environment.configuration
        let info = try NielsenAppInfo(
            untyped: appInfo,
            mode: configuration.inputMode,
            accepting: configuration.acceptedSfcodes,
            hashLimit: configuration.thresholds.hashedIdentifierLimit,
            issues: &issues
        )
        return NielsenInstance(info, environment, issues)
    }

    /// Makes an instance that stays in the initial state.
    static func makeUninitialized() -> NielsenInstance {
        NielsenInstance(nil, NielsenEnvironment(), [])
    }

    /// Makes an instance, or logs the reason why that is not possible.
    static func makeOrLog(appInfo: Any, environment: NielsenEnvironment) -> NielsenInstance? {
        do {
            return try make(appInfo: appInfo, environment: environment)
        } catch {
            environment.log.error(tag, error.description)
            return nil
        }
    }

    private init(_ info: NielsenAppInfo?, _ environment: NielsenEnvironment, _ issues: [NielsenIssue]) {
        let time = NielsenTime(environment.clock)
        var failures: [StorageError] = []
        let kept = Self.keptOptOut(environment, &failures)
        let device = environment.currentDevice
        var privacy = NielsenPrivacy(environment, device)
        privacy.choice = kept.choice == true
        privacy.isOptedOutByApp = info?.optOut == true
        let identities = environment.identities
        let identity = identities.identity(
            device: device,
            privacy: privacy,
            // A choice that cannot be read is no reason to delete anything.
            forgets: !kept.isAssumed,
            now: time.unixMilliseconds,
            failures: &failures
        )
        var core = NielsenCore(
            settings: environment.configuration.measurement,
            privacy: privacy,
            localTime: LocalTime(device.timeZone),
            at: time,
            random: environment.random
        )
        stream = NielsenIdentity.makeIdentifier(environment.random)
        core.firstPartyDue = identity.firstPartyDue(lifetime: identities.firstPartyLifetime, at: time)
        for error in NielsenError.errors(for: failures) {
            core.report(error, at: time)
        }
        debugging = Locked(info?.debugLevel)
        ledger = Locked(CreditLedger(limit: environment.configuration.thresholds.held.maximumAssetsKept))
        self.environment = environment
        reports = environment.reports ?? ReportChannel()
        sampler = ViewabilitySampler(clock: environment.clock, source: environment.viewability)
        appInfo = info
        var guarded = Guarded(
            core: core,
            configuration: environment.configuration,
            identity: identity,
            device: device
        )
        guarded.isChoiceAssumed = kept.isAssumed
        guarded.keepsViews = environment.pings is any NielsenViewKeeper
        if let info {
            let beginning = PendingCalls.Beginning(
                choice: kept.choice == true,
                isOptedOutByApp: info.optOut == true,
                appInfo: info.values,
                issues: issues,
                time: time
            )
            if environment.configurationSource == nil, environment.sessionHold?.isOver != false {
                guarded.begin(beginning, with: environment.configuration, at: time)
            } else {
                guarded.wait(beginning, limit: environment.configuration.maximumPendingCalls)
            }
        }
        self.guarded = Locked(guarded)
    }

    /// Has somebody receive every notice from now on, on the thread that performs the effects.
    func observe(_ receive: @escaping @Sendable (NielsenNotice) -> Void) {
        observer.withLock { $0 = Observer(receive: receive) }
    }

    func deliver(_ notice: NielsenNotice) {
        observer.withLock { $0 }?.receive(notice)
    }

    /// Reports and measures what happened while the instance was made, and requests the configuration.
    func start() {
        // Nothing is measured for anybody under a wrong id: the log has a line about it at every level.
        let level = max(environment.log.level, debugging.withLock { $0 } ?? .error)
        if let warning = appInfo?.idWarning, level < .warning {
            environment.log.error(Self.tag, warning)
        }
        if let appInfo { trace(CallText.text("appInfo", appInfo.values)) }
        if environment.hostedIdentifier == nil { tell("appInfo", appInfo?.values) }
        tell(knownIdentity)
        environment.delivery?.beginStandalone()
        beginRehearsal()
        drain()
        followDevice()
        if let hold = environment.sessionHold {
            hold.whenOver { [weak self] in self?.configure() }
        } else {
            fetchConfiguration()
        }
        trackContainer()
    }

    // MARK: - State

    /// The address of the opt-out page.
    var optOutURL: String {
        let (configuration, device) = guarded.withLock { ($0.configuration, $0.device) }
        let address = OptOutAddress(appid: appInfo?.appid ?? "", nielsenId: identity.nielsenId, device: device)
        return address.url(configuration.optOutTemplate(for: privacy.flavor))
    }

    /// The current identifiers.
    var identity: NielsenIdentity { guarded.withLock { $0.identity } }

    /// The identifiers after applying the stored choice, which another instance may have changed.
    var currentIdentity: NielsenIdentity {
        if appInfo != nil { lookAtChoice(at: NielsenTime(environment.clock)) }
        return identity
    }

    /// The session in its pings.
    var session: String { guarded.withLock { $0.core.session } }
    var state: NielsenState { guarded.withLock { $0.core.state } }
    var isClosed: Bool { guarded.withLock { $0.core.isClosed } }
    var lastEvent: NielsenEventNotice? { guarded.withLock { $0.lastEvent } }
    var lastRemark: NielsenRemark? { guarded.withLock { $0.lastRemark } }
    var lastError: NielsenErrorNotice? { guarded.withLock { $0.lastError } }
    var meterVersion: String { environment.configuration.meterVersion }

    var optOutStatus: Bool {
        if appInfo != nil { lookAtChoice(at: NielsenTime(environment.clock)) }
        return guarded.withLock { $0.core.optedOut }
    }

    var debug: Bool {
        get { debugging.withLock { $0 == .verbose } }
        set { debugging.withLock { $0 = newValue ? .verbose : nil } }
    }

    var creditSummary: [NielsenCredit] {
        let time = NielsenTime(environment.clock)
        let core = guarded.withLock { $0.core }
        var ledger = ledger.withLock { $0 }
        // What is open is credited as if it ended now, by the pings that would report it.
        for ping in endPings(of: core, at: time, isCrash: false) { ledger.add(ping, isForeseen: true) }
        return ledger.credits(of: stream, measured: core.creditSummary(at: time))
    }

    // MARK: - Effects

    func submit(_ change: (inout Guarded) -> Void) {
        drain { guarded in
            change(&guarded)
            guarded.planRefresh()
            let outlook = guarded.core.outlook()
            guarded.planCheckpoint(outlook)
            guarded.planTimer(outlook)
        }
    }

    private func drain(after change: (inout Guarded) -> Void = { _ in }) {
        guarded.change(change) { effects in
            for effect in effects { carryOut(effect) }
            sendMade()
        }
    }

    func trace(_ call: @autoclosure () -> String) {
        write(.verbose, call())
    }

    /// Writes to the log.
    ///
    /// Messages that `nol_devDebug` or `debug` enables are written whatever the level of the log.
    func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if let asked = debugging.withLock({ $0 }), level <= asked {
            environment.log.sink.write(LogRecord(level: level, tag: Self.tag, message: message()))
        } else {
            environment.log.write(level, Self.tag, message())
        }
    }
}
