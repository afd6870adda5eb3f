// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The state that a destination guards with its lock: the translator, the inputs that wait for settings, and the tasks
/// to perform.
///
/// The state calls nothing. Tasks are added in order to a list that one thread at a time performs.
struct DestinationState: SteppedState {
    /// An input that may have to wait for settings.
    enum Input: Sendable {
        case track(SegmentTrackEvent)
        case screen(SegmentScreenEvent)
        case reset
        case optOut(String)
    }

    /// A task for the thread that performs the list.
    enum Task: Sendable {
        /// A call, with the time at which it was due.
        case call(NielsenCall, any NielsenMeasurementSDK, due: Instant)
        /// Make an SDK for these settings.
        case connect(NielsenDCRSettings)
        case remark(LogLevel, String)
        /// Release an SDK that is no longer needed; that may run code of others.
        case release(any NielsenMeasurementSDK)
    }

    private enum Phase {
        /// There is no SDK yet; inputs wait.
        case waiting([(Input, NielsenDCRTime)])
        case running(any NielsenMeasurementSDK)
        case closed
    }

    private var phase = Phase.waiting([])
    private var translator = NielsenDCRTranslator()
    private var effects: [NielsenDCREffect] = []
    private var tasks: [Task] = []
    private var dropped = 0

    /// Whether a thread is performing the list.
    var isDraining = false
    /// The scheduled work for the next heartbeat, and the time at which it is due.
    var timer: ScheduledWork?
    var timerDue: Instant?
    /// A number that increases with each timer, so that one that was cancelled too late is recognized.
    var timerSerial: UInt64 = 0

    var sdk: (any NielsenMeasurementSDK)? {
        if case .running(let sdk) = phase { sdk } else { nil }
    }

    var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// The time at which the next heartbeat is due; nil if none is running.
    var nextBeat: Instant? {
        if case .running = phase { translator.nextBeat } else { nil }
    }

    /// What the thread that performs the list does next.
    enum Step {
        case tasks([Task])
        /// Cancel the old timer, and set a new one if a heartbeat is due.
        case timer(old: ScheduledWork?, due: Instant?, serial: UInt64)
    }

    mutating func nextStep() -> Step? {
        guard tasks.isEmpty else { return .tasks(removeTasks()) }
        let due = nextBeat
        guard due != timerDue else { return nil }
        let old = timer
        timer = nil
        timerDue = due
        timerSerial += 1
        return .timer(old: old, due: due, serial: timerSerial)
    }

    mutating func removeTasks() -> [Task] {
        defer { tasks.removeAll() }
        return tasks
    }

    // MARK: - Input

    mutating func apply(_ input: Input, at time: NielsenDCRTime) {
        switch phase {
        case .running(let sdk): perform(input, sdk, at: time)
        case .waiting: wait(input, at: time)
        case .closed: tasks.append(.remark(.debug, "the destination is shut down; what comes later has no effect"))
        }
    }

    /// Makes the heartbeats that are due.
    mutating func advance(to now: Instant) {
        guard case .running(let sdk) = phase else { return }
        translator.advance(to: now, into: &effects)
        passEffects(to: sdk, at: now)
    }

    mutating func update(_ settings: NielsenDCRSettings, at time: NielsenDCRTime) {
        switch phase {
        case .closed:
            tasks.append(.remark(.debug, "the destination is shut down; settings have no effect"))
        case .waiting:
            tasks.append(.connect(settings))
        case .running(let sdk) where settings.appId != translator.settings.appId:
            translator.reset(at: time.now, into: &effects)
            passEffects(to: sdk, at: time.now)
            tasks.append(.release(sdk))
            phase = .waiting([])
            tasks.append(.connect(settings))
        case .running(let sdk):
            translator.advance(to: time.now, into: &effects)
            passEffects(to: sdk, at: time.now)
            translator.settings = settings
        }
    }

    mutating func shutdown(at time: NielsenDCRTime) {
        if case .running(let sdk) = phase {
            translator.reset(at: time.now, into: &effects)
            passEffects(to: sdk, at: time.now)
            tasks.append(.release(sdk))
        }
        phase = .closed
    }

    // MARK: - The SDK

    /// Connects the SDK that was made, and processes what has been waiting for it.
    ///
    /// - Parameters:
    ///   - sdk: The SDK; nil if the settings were refused, in which case events wait for better settings.
    ///   - settings: The settings that the SDK was made with.
    ///   - time: The current time.
    mutating func connect(
        _ sdk: (any NielsenMeasurementSDK)?,
        _ settings: NielsenDCRSettings,
        at time: NielsenDCRTime
    ) {
        // Settings may arrive several times in a row; the first SDK has received what was waiting.
        if case .running = phase { return update(settings, at: time) }
        guard case .waiting(let inputs) = phase else { return }
        guard let sdk else {
            tasks.append(
                .remark(
                    .error,
                    "no SDK could be made for the app id \"\(settings.appId.prefix(64))\"; events wait for others"
                )
            )
            return
        }
        phase = .running(sdk)
        translator = NielsenDCRTranslator(settings: settings)
        if dropped > 0 {
            let kept = NielsenDCRDestination.maximumWaitingEvents
            tasks.append(.remark(.warning, "\(dropped) events were dropped: no more than \(kept) wait for settings"))
            dropped = 0
        }
        for (input, time) in inputs {
            catchUp(to: time.now)
            perform(input, sdk, at: time)
        }
        catchUp(to: time.now)
        passEffects(to: sdk, at: time.now)
    }

    /// Whether no SDK has to be made for settings, because there is one already or there will never be one.
    var isConnected: Bool {
        switch phase {
        case .waiting: false
        case .running, .closed: true
        }
    }

    /// The largest number of heartbeats that are made up for between two waiting events.
    private static let mostBeatsBetween = 3_600

    /// Makes the heartbeats that were due while events waited.
    private mutating func catchUp(to now: Instant) {
        var count = 0
        while let due = translator.nextBeat, due <= now, count < Self.mostBeatsBetween {
            translator.advance(to: due, into: &effects)
            count += 1
        }
    }

    private mutating func wait(_ input: Input, at time: NielsenDCRTime) {
        guard case .waiting(var inputs) = phase else { return }
        // The list must not be shared while it grows.
        phase = .closed
        if inputs.count < NielsenDCRDestination.maximumWaitingEvents {
            inputs.append((input, time))
        } else {
            dropped += 1
        }
        phase = .waiting(inputs)
    }

    private mutating func perform(_ input: Input, _ sdk: any NielsenMeasurementSDK, at time: NielsenDCRTime) {
        switch input {
        case .track(let event): translator.track(event, at: time, into: &effects)
        case .screen(let event): translator.screen(event, at: time, into: &effects)
        case .reset: translator.reset(at: time.now, into: &effects)
        case .optOut(let url): effects.append(.call(.userOptOut(url)))
        }
        passEffects(to: sdk, at: time.now)
    }

    /// Converts effects into tasks for the SDK that they were meant for.
    private mutating func passEffects(to sdk: any NielsenMeasurementSDK, at now: Instant) {
        for effect in effects {
            switch effect {
            case .call(let call): tasks.append(.call(call, sdk, due: now))
            case .playhead(let position, let reached):
                tasks.append(.call(.playheadPosition(position), sdk, due: reached))
            case .remark(let level, let text): tasks.append(.remark(level, text))
            case .heartbeatStarted, .heartbeatStopped: break
            }
        }
        effects.removeAll(keepingCapacity: true)
    }
}
