// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The shell around the core: it reads input, holds the lock, and performs effects in order.
///
/// The core collects effects under the lock, and one thread at a time performs them outside it, so that a delegate may
/// call back and the order is kept. A call that arrives while another thread performs effects leaves its own to that
/// thread.
final class NielsenInstance: Sendable {
    typealias Deliver = (NielsenNotice) -> Void

    /// A closure in a lock is wrapped once more each time it is read, unless it is in its own type.
    private struct Receiver: Sendable {
        let deliver: @Sendable (NielsenNotice) -> Void
    }

    /// The mutable state.
    ///
    /// Guarded by `guarded`.
    struct Guarded {
        var core: NielsenCore
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
        /// When the configuration has reached its age; nil while one is asked for, and where there is no source.
        var refreshDue: Instant?
        /// Whether the initialization failed because there is no configuration.
        var isFailed = false
        var fetch: ConfigurationFetch?
        /// The current identifiers.
        var identity: NielsenIdentity
        /// The time at which the stored choice was last read.
        var choiceSeen: Instant?
        /// The current device.
        var device: NielsenDevice
        /// The number of devices that the feed had sent before that one.
        var deviceVersion = 0
    }

    /// The identifier of the instance in the queue of pings; it never leaves the device.
    let stream: String
    /// The app information; nil for an instance that stays in the initial state.
    let appInfo: NielsenAppInfo?
    /// Pings that were made and not sent yet.
    ///
    /// Accessed only by the thread that performs effects.
    private let made = Locked<[NielsenPing]>([])
    /// The ping builder.
    ///
    /// Accessed only by the thread that performs effects.
    private let builder = Locked<PingBuilder?>(nil)
    /// The credits of the pings that were accepted for sending.
    private let ledger: Locked<CreditLedger>
    /// The rehearsal of calls that wait for the configuration.
    ///
    /// Accessed only by the thread that performs effects.
    let rehearsal = Locked<Rehearsal?>(nil)
    /// Receives what goes wrong after a call has returned.
    var later: (@Sendable (NielsenNotice) -> Void)? { receiver.withLock { $0?.deliver } }
    private let receiver = Locked<Receiver?>(nil)
    /// The level that is logged whatever the level of the log; nil for none.
    private let debugging: Locked<LogLevel?>
    let environment: NielsenEnvironment
    /// The sampler of the screen while something plays.
    let sampler: ViewabilitySampler
    let guarded: Locked<Guarded>

    private static let tag = "NielsenAppApi"

    var mode: NielsenInputMode { environment.configuration.inputMode }

    // MARK: - Making

    /// Makes an instance; nothing is reported or measured before ``start(_:later:)``.
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
        privacy.choice = kept == true
        privacy.isOptedOutByApp = info?.optOut == true
        let identity = NielsenIdentity(
            environment: environment,
            device: device,
            privacy: privacy,
            // A choice that cannot be read is no reason to delete anything.
            forgets: failures.isEmpty || Self.hasReadableChoice(environment),
            now: time.unixMilliseconds,
            failures: &failures
        )
        var core = NielsenCore(
            configuration: environment.configuration,
            privacy: privacy,
            localTime: LocalTime(device.timeZone),
            at: time,
            random: environment.random
        )
        stream = NielsenIdentity.makeIdentifier(environment.random)
        core.firstPartyDue = identity.firstPartyDue(environment, at: time)
        for error in NielsenError.errors(for: failures) {
            core.report(error, at: time)
        }
        debugging = Locked(info?.debugLevel)
        ledger = Locked(CreditLedger(limit: environment.configuration.thresholds.held.maximumAssetsKept))
        self.environment = environment
        sampler = ViewabilitySampler(clock: environment.clock, source: environment.viewability)
        appInfo = info
        var guarded = Guarded(core: core, identity: identity, device: device)
        guarded.keepsViews = environment.delivery != nil
        if let info {
            let beginning = PendingCalls.Beginning(
                choice: kept == true,
                isOptedOutByApp: info.optOut == true,
                appInfo: info.values,
                issues: issues,
                time: time
            )
            if environment.configurationSource == nil {
                guarded.begin(beginning, with: environment.configuration, at: time)
            } else {
                guarded.wait(beginning, limit: environment.configuration.maximumPendingCalls)
            }
        }
        self.guarded = Locked(guarded)
    }

    /// Reports and measures what happened while the instance was made, and requests the configuration.
    ///
    /// - Parameters:
    ///   - deliver: Receives the reports.
    ///   - later: Receives what happens when the configuration arrives.
    func start(_ deliver: Deliver, later: @escaping @Sendable (NielsenNotice) -> Void) {
        receiver.withLock { $0 = Receiver(deliver: later) }
        if let appInfo { trace(CallText.text("appInfo", appInfo.values)) }
        environment.delivery?.beginStandalone()
        beginRehearsal()
        drain(deliver)
        followDevice(later)
        fetchConfiguration(later)
        trackContainer(deliver, later: later)
    }

    // MARK: - State

    /// The address of the opt-out page.
    var optOutURL: String {
        let (configuration, device) = guarded.withLock { ($0.core.configuration, $0.device) }
        let address = OptOutAddress(appid: appInfo?.appid ?? "", nielsenId: identity.nielsenId, device: device)
        return address.url(configuration.optOutTemplate(for: privacy.flavor.optOutPage))
    }

    /// The current identifiers.
    var identity: NielsenIdentity { guarded.withLock { $0.identity } }

    /// The identifiers after applying the stored choice, which another instance may have changed.
    var currentIdentity: NielsenIdentity {
        if let later { lookAtChoice(at: NielsenTime(environment.clock), later) }
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
        if let later { lookAtChoice(at: NielsenTime(environment.clock), later) }
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

    func submit(_ deliver: Deliver, _ change: (inout Guarded) -> Void) {
        let mustDrain = guarded.withLock { guarded in
            change(&guarded)
            guarded.planRefresh()
            guarded.planCheckpoint()
            guarded.planTimer()
            return !guarded.core.effects.isEmpty && !guarded.isDraining
        }
        if mustDrain { drain(deliver) }
    }

    private func drain(_ deliver: Deliver) {
        var isFirst = true
        while let effects = nextEffects(isFirst: isFirst) {
            isFirst = false
            for effect in effects {
                carryOut(effect, deliver)
            }
            sendMade(deliver)
        }
    }

    /// Takes the effects, or stops draining if there are none.
    private func nextEffects(isFirst: Bool) -> [NielsenEffect]? {
        guarded.withLock { guarded in
            if isFirst && guarded.isDraining { return nil }
            guarded.isDraining = !guarded.core.effects.isEmpty
            guard guarded.isDraining else { return nil }
            defer { guarded.core.effects.removeAll() }
            return guarded.core.effects
        }
    }

    private func carryOut(_ effect: NielsenEffect, _ deliver: Deliver) {
        switch effect {
        case .record(let record):
            environment.sink.measured(record)
            build(deliver) { $0.take(record, into: &$1) }
        case .boundary(let boundary, let view, let playhead, let time):
            build(deliver) { $0.take(boundary, of: view, playhead: playhead, at: time, into: &$1) }
        case .identify(let privacy, let renewsFirstParty, let time):
            identify(privacy, renewsFirstParty: renewsFirstParty, at: time, deliver)
        case .device(let device):
            build(deliver) { builder, _ in builder.change(device, environment.random) }
        case .button(let button, let view, let playhead, let time):
            build(deliver) { builder, _ in builder.take(button, of: view, playhead: playhead, at: time) }
        case .buttonEnd:
            build(deliver) { builder, _ in builder.endButton() }
        case .answer(let answer, let time):
            build(deliver) { $0.take(answer, at: time, into: &$1) }
        case .configure(let configuration):
            configure(configuration, deliver)
        case .refresh:
            if let later { fetchConfiguration(later, isRefresh: true) }
        case .rehearse(let call, let time):
            rehearse(call, at: time)
        case .stopRehearsal:
            rehearsal.withLock { $0 = nil }
        case .error(let error, let time):
            write(.error, error.description)
            let notice = NielsenErrorNotice(error: error, time: time)
            guarded.withLock { $0.lastError = notice }
            deliver(.error(notice))
        case .event(let code, let time):
            let notice = NielsenEventNotice(code: code, time: time)
            guarded.withLock { $0.lastEvent = notice }
            deliver(.event(notice))
        case .remark(let level, let remark):
            write(level, remark.description)
            guard level <= .warning, let code = remark.code else { return }
            let notice = NielsenRemark(code: code, message: remark.description, date: environment.clock.date)
            guarded.withLock { $0.lastRemark = notice }
            deliver(.remark(notice))
        case .checkpoint:
            break  // What is open is written with the pings of the same batch.
        case .timer(let due, let serial):
            setTimer(due, serial)
        case .persistOptOut(let choice):
            persist(choice, deliver)
        case .watch(let watch):
            self.watch(watch)
        }
    }

    private func configure(_ configuration: NielsenConfiguration, _ deliver: Deliver) {
        guard let pings = environment.pings, let appInfo else { return }
        let device = guarded.withLock { $0.device }
        pings.attach(stream: stream, configuration: configuration) { [weak self] error in self?.report(error) }
        hearAnswers()
        rehearsal.withLock { $0 = nil }
        var made = makeBuilder(configuration, appInfo, device)
        builder.withLock { builder in
            if let before = builder { made.goOn(from: before) }
            builder = made
        }
        if environment.delivery != nil, let address = configuration.plan.loopbackCollector {
            carryOut(.remark(.warning, .collectorIsLoopback(address)), deliver)
        }
        if !configuration.plan.unencrypted.isEmpty {
            let names = configuration.plan.unencrypted.joined(separator: ", ")
            carryOut(.remark(.warning, .unencrypted(names)), deliver)
        }
        for (product, cadence) in configuration.plan.idleProcessors {
            let right = product.cadences.map(\.rawValue).sorted().joined(separator: ", ")
            let message = "the processor \(cadence.rawValue) of \(product.rawValue) cannot be started; use \(right)"
            let error = NielsenError(.failedStartProcessor, message, key: "cadence")
            carryOut(.error(error, at: NielsenTime(environment.clock).unixMilliseconds), deliver)
        }
    }

    func makeBuilder(
        _ configuration: NielsenConfiguration,
        _ appInfo: NielsenAppInfo,
        _ device: NielsenDevice
    ) -> PingBuilder {
        PingBuilder(
            configuration: configuration,
            stream: stream,
            appInfo: appInfo.values,
            identity: identity,
            privacy: privacy,
            device: device,
            random: environment.random
        )
    }

    /// Makes the identifiers again from what is known now.
    private func identify(
        _ privacy: NielsenPrivacy,
        renewsFirstParty: Bool,
        at time: NielsenTime,
        _ deliver: Deliver
    ) {
        var failures: [StorageError] = []
        let device = guarded.withLock { $0.device }
        let identity = NielsenIdentity(
            environment: environment,
            device: device,
            privacy: privacy,
            firstPartyIsOver: renewsFirstParty,
            now: time.unixMilliseconds,
            failures: &failures
        )
        guarded.withLock { guarded in
            guarded.identity = identity
            guarded.core.firstPartyDue = identity.firstPartyDue(environment, at: time)
        }
        build(deliver) { builder, _ in builder.identify(identity, privacy, device, environment.random) }
        for error in NielsenError.errors(for: failures) {
            carryOut(.error(error, at: time.unixMilliseconds), deliver)
        }
    }

    /// Makes pings and passes them on, outside any lock.
    private func build(_ deliver: Deliver, _ take: (inout PingBuilder, inout [PingBuilder.Effect]) -> Void) {
        guard environment.pings != nil else { return }
        var effects: [PingBuilder.Effect] = []
        builder.withLock { builder in
            guard var made = builder.take() else { return }
            take(&made, &effects)
            builder = made
        }
        for effect in effects {
            switch effect {
            case .ping(let ping): made.withLock { $0.append(ping) }
            case .error(let error, let time): carryOut(.error(error, at: time), deliver)
            }
        }
    }

    /// Sends the pings that were made, with the open views in the same transaction if they have to be stored.
    private func sendMade(_ deliver: Deliver) {
        guard let pings = environment.pings else { return }
        let batch = made.withLock { made in
            defer { made.removeAll(keepingCapacity: true) }
            return made
        }
        if leaveRehearsal() { return }
        let checkpoint = guarded.withLock { $0.takeCheckpoint(hasPings: !batch.isEmpty) }
        if !batch.isEmpty, let delivery = environment.delivery, delivery.privacyStatus == .unknown {
            // Nothing arrives, and nothing else would give the reason.
            guarded.withLock { guarded in guarded.core.remark(.privacyUnknown) }
        }
        if let delivery = pings as? NielsenPingDelivery, let checkpoint {
            credit(batch)
            let ends = checkpoint.isOpen ? endPings(of: checkpoint.core, at: checkpoint.time, isCrash: true) : []
            return delivery.send(batch, leaving: ends, of: stream)
        }
        for ping in batch { send(ping, to: pings, deliver) }
    }

    /// Returns the pings that would end everything that is open.
    ///
    /// - Parameters:
    ///   - core: The core whose views and sessions are open.
    ///   - time: The time at which they end.
    ///   - isCrash: Whether the pings are marked as left by a crash, to be sent at the next launch; otherwise they are
    ///     only for inspection.
    /// - Returns: The pings, in sending order; empty if nothing is open or no configuration has been loaded.
    func endPings(of core: NielsenCore, at time: NielsenTime, isCrash: Bool) -> [NielsenPing] {
        builder.withLock { $0 }.map { endPings(of: core, at: time, isCrash: isCrash, $0) } ?? []
    }

    func endPings(of core: NielsenCore, at time: NielsenTime, isCrash: Bool, _ builder: PingBuilder) -> [NielsenPing] {
        var (builder, core) = (builder, core)
        core.effects = []
        core.finishAll(at: time)
        if isCrash { builder.set(.crash, .text("1")) } else { builder.stopGuessing() }
        return builder.pings(of: core.effects)
    }

    /// Passes a ping to the sink, which is the app's own code and must not stop measurement by throwing.
    private func send(_ ping: NielsenPing, to pings: any NielsenPingSink, _ deliver: Deliver) {
        do {
            try pings.send(ping)
            credit([ping])
        } catch {
            let failure = NielsenError(thrown: error, by: "the place for pings", for: ping)
            carryOut(.error(failure, at: NielsenTime(environment.clock).unixMilliseconds), deliver)
        }
    }

    /// Records the credits of pings that were accepted for sending.
    private func credit(_ pings: [NielsenPing]) {
        guard pings.contains(where: { $0.credit != nil }) else { return }
        ledger.withLock { ledger in
            for ping in pings { ledger.add(ping) }
        }
    }

    private func persist(_ choice: Bool, _ deliver: Deliver) {
        do {
            try environment.store.set(.bool(choice), forKey: NielsenIdentity.Key.optOut)
            guarded.withLock { $0.core.keptChoice.noteKept() }
        } catch {
            let failure = NielsenError(error, "the opt-out choice could not be kept: ")
            carryOut(.error(failure, at: NielsenTime(environment.clock).unixMilliseconds), deliver)
        }
    }

    /// Reports an error of the delivery.
    private func report(_ error: NielsenError) {
        guard let later else { return }
        let time = NielsenTime(environment.clock)
        submit(later) { $0.core.report(error, at: time) }
    }

    // MARK: - Helpers

    /// Applies the stored choice of the user, which another instance on this device may have changed.
    ///
    /// - Parameters:
    ///   - time: The time of the call that needs the choice.
    ///   - isOften: Whether the call occurs about once a second; the store is then read at most once a second.
    ///   - deliver: Delivers the events and errors that result.
    func lookAtChoice(at time: NielsenTime, isOften: Bool = false, _ deliver: Deliver) {
        let version = guarded.withLock { guarded -> Int? in
            if isOften, let seen = guarded.choiceSeen, time.instant.nanoseconds(since: seen) < 1_000_000_000 {
                return nil
            }
            guarded.choiceSeen = time.instant
            return guarded.core.keptChoice.version
        }
        guard let version else { return }
        var failures: [StorageError] = []
        let kept = Self.keptOptOut(environment, &failures)
        guard guarded.withLock({ kept != nil && $0.core.privacy.choice != kept }) else { return }
        submit(deliver) { guarded in
            guarded.core.noteChoice(kept, readAt: version, at: time)
        }
    }

    /// Returns the stored choice of the user: nil if there is none, and true if it cannot be read, because a user who
    /// may have opted out must not be measured as opted in.
    private static func keptOptOut(_ environment: NielsenEnvironment, _ failures: inout [StorageError]) -> Bool? {
        let key = NielsenIdentity.Key.optOut
        do {
            let kept = try environment.store.value(forKey: key)
            if let damage = environment.store.damage { failures.append(damage) }
            guard let kept else { return nil }
            if let choice = kept.boolValue { return choice }
            let detail = "it is \(kept.kindDescription) and not true or false; the user counts as opted out"
            failures.append(StorageError(.read, .damaged, path: key, detail: detail))
            return true
        } catch {
            failures.append(error)
            return true
        }
    }

    private static func hasReadableChoice(_ environment: NielsenEnvironment) -> Bool {
        let kept = try? environment.store.value(forKey: NielsenIdentity.Key.optOut)
        return kept?.boolValue != nil
    }

    func trace(_ call: @autoclosure () -> String) {
        write(.verbose, call())
    }

    /// Writes to the log.
    ///
    /// Messages that `nol_devDebug` or `debug` enables are written whatever the level of the log.
    private func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if let asked = debugging.withLock({ $0 }), level <= asked {
            environment.log.sink.write(LogRecord(level: level, tag: Self.tag, message: message()))
        } else {
            environment.log.write(level, Self.tag, message())
        }
    }
}
