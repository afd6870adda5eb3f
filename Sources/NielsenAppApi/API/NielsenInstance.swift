// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The shell around the core: reads input, holds the lock, and carries out effects in order.
///
/// Effects go to an outbox under the lock and are carried out outside of it, by one thread at a time, so that a
/// delegate may call back and order is kept. A call that comes while another thread carries out effects leaves its own
/// to that thread.
final class NielsenInstance: Sendable {
    typealias Deliver = (NielsenNotice) -> Void

    /// Everything that changes. Guarded by `guarded`.
    struct Guarded {
        var core: NielsenCore
        var translator: TrackEventTranslator
        var lastRead = TrackEvent.Metadata()
        var outbox: [NielsenEffect] = []
        var isDraining = false
        var lastEvent: NielsenEventNotice?
        var lastError: NielsenErrorNotice?
    }

    let identity: NielsenIdentity
    let optOutURL: String
    private let debugging: Locked<Bool>
    let environment: NielsenEnvironment
    let guarded: Locked<Guarded>

    private static let tag = "NielsenAppApi"

    var mode: NielsenConfiguration.InputMode { environment.configuration.inputMode }

    // MARK: - Making

    /// Makes an instance; nothing is told or measured until ``start(_:)``.
    static func make(appInfo: Any, environment: NielsenEnvironment) throws(NielsenError) -> NielsenInstance {
        var issues: [NielsenIssue] = []
        let info = try NielsenAppInfo(untyped: appInfo, configuration: environment.configuration, issues: &issues)
        return NielsenInstance(info, environment, issues)
    }

    /// Makes an instance that stays in the initial state.
    static func makeUninitialized() -> NielsenInstance {
        NielsenInstance(nil, NielsenEnvironment(), [])
    }

    /// Makes an instance, or logs why not.
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
        identity = NielsenIdentity(environment: environment, now: time.unixMilliseconds, failures: &failures)
        let kept = Self.keptOptOut(environment, &failures)
        var core = NielsenCore(
            configuration: environment.configuration,
            session: NielsenIdentity.makeSession(environment.random, now: time.unixMilliseconds),
            limitsTracking: environment.device.limitsTracking
        )
        var effects: [NielsenEffect] = []
        if let info {
            core.start(
                // A choice that the user made outlives the value that an app is shipped with; an app that opts out for
                // the user is obeyed.
                optedOut: info.optOut == true || kept == true,
                keepsChoice: info.optOut == true && kept != true,
                appInfo: info.values,
                issues: issues,
                at: time,
                into: &effects
            )
        }
        for failure in failures {
            effects.append(.error(NielsenError(.failedAccessDatabase, failure.description), at: time.unixMilliseconds))
        }
        debugging = Locked(info?.debug ?? false)
        self.environment = environment
        optOutURL = NielsenAppInfo.optOutURL(appid: info?.appid ?? "", environment, identity)
        guarded = Locked(
            Guarded(
                core: core,
                translator: TrackEventTranslator(thresholds: environment.configuration.thresholds),
                outbox: effects
            )
        )
    }

    /// Tells and measures what happened while the instance was made.
    func start(_ deliver: Deliver) {
        drain(deliver)
    }

    // MARK: - State

    var state: NielsenState { guarded.withLock { $0.core.state } }
    var isClosed: Bool { guarded.withLock { $0.core.isClosed } }
    var lastEvent: NielsenEventNotice? { guarded.withLock { $0.lastEvent } }
    var lastError: NielsenErrorNotice? { guarded.withLock { $0.lastError } }
    var meterVersion: String { environment.configuration.meterVersion }

    var optOutStatus: Bool {
        let choice = currentChoice()
        return guarded.withLock { guarded in
            guarded.core.noteChoice(choice.kept, readAt: choice.version)
            return guarded.core.optedOut
        }
    }

    var debug: Bool {
        get { debugging.withLock { $0 } }
        set { debugging.withLock { $0 = newValue } }
    }

    var creditSummary: [NielsenCredit] {
        let time = NielsenTime(environment.clock)
        return guarded.withLock { $0.core.creditSummary(at: time) }
    }

    // MARK: - The outbox

    func submit(_ deliver: Deliver, _ change: (inout Guarded) -> Void) {
        let mustDrain = guarded.withLock { guarded in
            change(&guarded)
            return !guarded.outbox.isEmpty && !guarded.isDraining
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
        }
    }

    /// Takes the outbox, or gives up draining where it is empty.
    private func nextEffects(isFirst: Bool) -> [NielsenEffect]? {
        guarded.withLock { guarded in
            if isFirst && guarded.isDraining { return nil }
            guarded.isDraining = !guarded.outbox.isEmpty
            guard guarded.isDraining else { return nil }
            defer { guarded.outbox.removeAll() }
            return guarded.outbox
        }
    }

    private func carryOut(_ effect: NielsenEffect, _ deliver: Deliver) {
        switch effect {
        case .record(let record):
            environment.sink.measured(record)
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
        case .persistOptOut(let choice):
            persist(choice, deliver)
        }
    }

    private func persist(_ choice: Bool, _ deliver: Deliver) {
        do {
            try environment.store.set(.bool(choice), forKey: NielsenIdentity.Key.optOut)
            guarded.withLock { $0.core.choiceWasKept() }
        } catch {
            let failure = NielsenError(.failedAccessDatabase, "the opt-out choice could not be kept: \(error)")
            carryOut(.error(failure, at: NielsenTime(environment.clock).unixMilliseconds), deliver)
        }
    }

    // MARK: - Helpers

    /// The choice as it is kept now: another instance of this device may have changed it.
    func currentChoice() -> (kept: Bool?, version: Int) {
        let version = guarded.withLock { $0.core.choiceVersion }
        var failures: [StorageError] = []
        return (Self.keptOptOut(environment, &failures), version)
    }

    private static func keptOptOut(_ environment: NielsenEnvironment, _ failures: inout [StorageError]) -> Bool? {
        do {
            return try environment.store.value(forKey: NielsenIdentity.Key.optOut)?.boolValue
        } catch {
            failures.append(error)
            return nil
        }
    }

    func trace(_ call: @autoclosure () -> String) {
        write(.verbose, call())
    }

    /// Writes to the log. With `debug` on, this instance's lines are written whatever the log's level is.
    private func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if debug {
            environment.log.sink.write(LogRecord(level: level, tag: Self.tag, message: message()))
        } else {
            environment.log.write(level, Self.tag, message())
        }
    }
}
