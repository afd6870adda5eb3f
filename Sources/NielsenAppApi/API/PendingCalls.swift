// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The calls that wait for the configuration, in order and up to a limit, each with its time.
struct PendingCalls: Sendable {
    /// The privacy choices with which an instance starts.
    struct Beginning: Sendable {
        /// Whether the user opted out, in this launch or an earlier one.
        var choice: Bool
        /// Whether the app information opts out for the user.
        let isOptedOutByApp: Bool
        let appInfo: [String: String]
        let issues: [NielsenIssue]
        let time: NielsenTime
    }

    var beginning: Beginning
    let limit: Int
    private(set) var calls: [(InstanceCall, NielsenTime)] = []
    /// The number of calls that were dropped because the limit was reached.
    private(set) var dropped = 0

    init(_ beginning: Beginning, limit: Int) {
        self.beginning = beginning
        self.limit = limit
    }

    /// Stores a call, or drops it if the limit is reached, because the earlier calls are needed to understand it.
    mutating func keep(_ call: InstanceCall, at time: NielsenTime) {
        guard calls.count < max(0, limit) else {
            dropped += 1
            return
        }
        calls.append((call, time))
    }

    /// Removes everything except the user's choices and what an app reports only once.
    mutating func keepChoicesOnly() {
        calls.removeAll { call, _ in
            if case .call(.userOptOut) = call { return false }
            return !call.outlivesFailure
        }
    }

    /// The effect of the last call that disables or enables measurement, or nil.
    var isDisabled: Bool? {
        for case (.setDisabled(let disabled), _) in calls.reversed() { return disabled }
        return nil
    }
}

/// A call of an instance, read and ready for the core.
enum InstanceCall: Sendable {
    case call(NielsenCall)
    case event(NielsenTrackEvent)
    case setDisabled(Bool)
    case lifecycle(NielsenLifecycleEvent)
    case trackViewability(Result<ViewabilityRequest, NielsenError>, looksAtOnce: Bool)
    case see(NielsenViewabilityScene?, of: NielsenViewabilityTarget?)

    /// Whether an app makes the call once and does not repeat it when a failed instance is enabled.
    var outlivesFailure: Bool {
        if case .trackViewability = self { true } else { false }
    }
}

extension NielsenInstance.Guarded {
    // MARK: - The configuration

    /// Starts waiting for the configuration.
    mutating func wait(_ beginning: PendingCalls.Beginning, limit: Int) {
        waiting = PendingCalls(beginning, limit: limit)
    }

    /// Starts the instance.
    mutating func begin(
        _ beginning: PendingCalls.Beginning,
        with configuration: NielsenConfiguration,
        at time: NielsenTime
    ) {
        use(configuration)
        core.start(
            settings: configuration.measurement,
            session: beginning.time,
            choice: beginning.choice,
            isOptedOutByApp: beginning.isOptedOutByApp,
            appInfo: beginning.appInfo,
            issues: beginning.issues,
            at: time
        )
    }

    /// Sets the configuration that is in force from now on.
    mutating func use(_ configuration: NielsenConfiguration) {
        self.configuration = configuration
        perform(.configure(configuration))
        lifecycle.use(configuration.measurement)
    }

    /// Starts the instance with a configuration that was received, and makes the calls that waited for it.
    mutating func receive(_ configuration: NielsenConfiguration, at time: NielsenTime) {
        guard !core.isClosed, let pending = waiting else { return }
        waiting = nil
        isFailed = false
        begin(pending.beginning, with: configuration, at: time)
        if pending.dropped > 0 { core.log(.warning, .callsDropped(pending.dropped, pending.limit)) }
        for (call, time) in pending.calls { perform(call, at: time) }
    }

    /// Records that no configuration will be received: the instance is disabled until it is enabled.
    mutating func failToReceive() {
        guard !core.isClosed, waiting != nil else { return }
        isFailed = true
        perform(.stopRehearsal)
        core.fail()
        performWaitingEvents()
        waiting?.keepChoicesOnly()
    }

    // MARK: - Calls

    /// Makes a call, or stores it for later.
    mutating func apply(_ call: InstanceCall, at time: NielsenTime) {
        guard waiting != nil, !core.isClosed else { return perform(call, at: time) }
        if case .call(.userOptOut(let text)) = call {
            if let choice = NielsenPrivacy.choice(of: text) { core.choose(choice, at: time) }
        } else if core.state == .disabled, case .lifecycle(let event) = call {
            return perform(event, at: time)
        } else if core.state == .disabled {
            // The initialization failed, so nothing is measured and there is nothing to keep.
            guard call.outlivesFailure else { return }
        }
        waiting?.keep(call, at: time)
        if keepsViews { perform(.rehearse(call, time)) }
    }

    private mutating func perform(_ call: InstanceCall, at time: NielsenTime) {
        hasChanged = true
        switch call {
        case .call(let call):
            admit(call, at: time)
        case .event(let event):
            track(event, at: time)
        case .setDisabled(let disabled):
            core.setDisabled(disabled, at: time)
        case .lifecycle(let event):
            perform(event, at: time)
        case .trackViewability(let request, let looksAtOnce):
            core.trackViewability(request, looksAtOnce: looksAtOnce, at: time)
        case .see(let scene, let target):
            core.see(scene, of: target, at: time)
        }
        lifecycle.notePage(of: &core.playback, at: time.instant)
        applyNextConfiguration()
        core.watchIfMeasured()
    }
}
