// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The shell around the core: it reads input, holds the lock, and performs effects in order.
///
/// The core collects effects under the lock, and one thread at a time performs them outside it, so that a delegate may
/// call back and the order is kept. A call that arrives while another thread performs effects leaves its own to that
/// thread.
package final class NielsenInstance: Sendable {
    /// A closure in a lock is wrapped once more each time it is read, unless it is in its own type.
    private struct Observer: Sendable {
        let receive: @Sendable (NielsenNotice) -> Void
    }

    /// The identifier of the instance in the queue of pings; it never leaves the device.
    let stream: String
    /// The app information; nil for an instance that stays in the initial state.
    let appInfo: NielsenAppInfo?
    /// The way of pings.
    let pings: Locked<PingWork>
    private let observer = Locked<Observer?>(nil)
    /// The level that is logged whatever the level of the log, plus one; 0 for none.
    private let debugging = AtomicWords(1)
    let environment: NielsenEnvironment
    /// The channel to recorders.
    let reports: ReportChannel
    /// The sampler of the screen while something plays.
    let sampler: ViewabilitySampler
    let guarded: Locked<InstanceState>

    static let tag = "NielsenAppApi"

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
        var privacy = NielsenPrivacy(flavor: environment.flavor, isForKids: environment.isForKids, device: device)
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
            device: device,
            appInfo: info?.values ?? [:],
            issues: issues,
            isChoiceAssumed: kept.isAssumed,
            at: time,
            random: environment.random
        )
        stream = NielsenIdentity.makeIdentifier(environment.random)
        core.firstPartyDue = identity.firstPartyDue(lifetime: identities.firstPartyLifetime, at: time)
        for error in NielsenError.errors(for: failures) {
            core.report(error, at: time)
        }
        pings = Locked(PingWork(ledgerLimit: environment.configuration.thresholds.held.maximumAssetsKept))
        self.environment = environment
        reports = environment.reports ?? ReportChannel()
        sampler = ViewabilitySampler(clock: environment.clock, source: environment.viewability)
        appInfo = info
        var state = InstanceState(
            core: core,
            configuration: environment.configuration,
            identity: identity,
            keepsViews: environment.pings is any NielsenViewKeeper
        )
        if info == nil {
            // It stays in the initial state.
        } else if environment.configurationSource == nil, environment.sessionHold?.isOver != false {
            state.start(with: environment.configuration, at: time)
        } else {
            state.core.wait(limit: environment.configuration.maximumPendingCalls)
        }
        guarded = Locked(state)
        logAlso(info?.debugLevel)
    }

    deinit { debugging.deallocate() }

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
        let level = max(environment.log.level, debugLevel ?? .error)
        if let warning = appInfo?.idWarning, level < .warning {
            environment.log.error(Self.tag, warning)
        }
        if let appInfo { trace(CallText.text("appInfo", appInfo.values)) }
        if environment.hostedIdentifier == nil { tell("appInfo", appInfo?.values) }
        tell(knownIdentity)
        environment.delivery?.beginStandalone()
        submit { _ in }
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
        let (configuration, device) = guarded.withLock { ($0.configuration, $0.core.device) }
        let address = OptOutAddress(appid: appInfo?.appid ?? "", nielsenId: identity.nielsenId, device: device)
        return address.url(configuration.optOutTemplate(for: privacy.flavor))
    }

    /// The current identifiers.
    var identity: NielsenIdentity { guarded.withLock { $0.identity } }

    /// The identifiers after applying the stored choice, which another instance may have changed.
    var currentIdentity: NielsenIdentity {
        if appInfo != nil { lookAtChoice() }
        return identity
    }

    var vendorId: String {
        let (identity, privacy, device) = guarded.withLock { ($0.identity, $0.core.privacy, $0.core.device) }
        return identity.vendorId(device, privacy)
    }

    var deviceId: String {
        let (identity, privacy, device) = guarded.withLock { ($0.identity, $0.core.privacy, $0.core.device) }
        return identity.deviceId(device, privacy)
    }

    /// The current privacy state, from the flavor, the settings and the choice.
    var privacy: NielsenPrivacy { guarded.withLock { $0.core.privacy } }
    var state: NielsenState { guarded.withLock { $0.core.state } }
    var isClosed: Bool { guarded.withLock { $0.core.isClosed } }
    /// Whether measurement is disabled, or will be as soon as the configuration arrives.
    var isDisabled: Bool { guarded.withLock { $0.core.isDisabled } }
    var interruptions: Set<NielsenInterruption> { guarded.withLock { $0.core.interruptions } }
    var lastEvent: CodedNotice? { guarded.withLock { $0.lastEvent } }
    var lastRemark: NielsenRemark? { guarded.withLock { $0.lastRemark } }
    var lastError: CodedNotice? { guarded.withLock { $0.lastError } }
    var meterVersion: String { environment.configuration.meterVersion }

    var lifecycleSummary: NielsenLifecycleSummary {
        let now = environment.clock.now
        return guarded.withLock { $0.core.lifecycleSummary(at: now) }
    }

    var optOutStatus: Bool {
        if appInfo != nil { lookAtChoice() }
        return guarded.withLock { $0.core.optedOut }
    }

    var creditSummary: [NielsenCredit] {
        let time = NielsenTime(environment.clock)
        let core = guarded.withLock { $0.core }
        var ledger = pings.withLock { $0.ledger }
        // What is open is credited as if it ended now, by the pings that would report it.
        for ping in endPings(of: core, at: time, isCrash: false) { ledger.add(ping, isForeseen: true) }
        return ledger.credits(of: stream, measured: core.creditSummary(at: time))
    }

    // MARK: - The log

    var debug: Bool {
        get { debugLevel == .verbose }
        set { logAlso(newValue ? .verbose : nil) }
    }

    private var debugLevel: LogLevel? {
        let word = debugging[0]
        return word == 0 ? nil : LogLevel(rawValue: Int(clamping: word) - 1)
    }

    private func logAlso(_ level: LogLevel?) {
        debugging[0] = level.map { UInt64(clamping: $0.rawValue) + 1 } ?? 0
    }

    func trace(_ call: @autoclosure () -> String) {
        write(.verbose, call())
    }

    /// Writes to the log.
    ///
    /// Messages that `nol_devDebug` or `debug` enables are written whatever the level of the log.
    func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if let debugLevel, level <= debugLevel {
            environment.log.sink.write(LogRecord(level: level, tag: Self.tag, message: message()))
        } else {
            environment.log.write(level, Self.tag, message())
        }
    }
}
