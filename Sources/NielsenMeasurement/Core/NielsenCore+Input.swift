// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// What an instance receives, read and ready for the core.
package enum InstanceCall: Sendable {
    case call(NielsenCall)
    case event(NielsenTrackEvent)
    case setDisabled(Bool)
    case lifecycle(NielsenLifecycleEvent)
    indirect case trackViewability(Result<ViewabilityRequest, NielsenError>, looksAtOnce: Bool)
    indirect case see(NielsenViewabilityScene?, of: NielsenViewabilityTarget?)
}

/// The calls that wait for the configuration, in order and up to a limit, each with its time.
struct PendingCalls: Sendable {
    let limit: Int
    private(set) var calls: [(call: InstanceCall, time: NielsenTime)] = []
    /// The number of calls that were dropped because the limit was reached.
    private(set) var dropped = 0

    init(limit: Int) {
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
            switch call {
            case .call(.userOptOut), .trackViewability: false
            case .call, .event, .setDisabled, .lifecycle, .see: true
            }
        }
    }

    /// Whether the last call only says that playback goes on: it is a playhead after a playhead.
    var isSteady: Bool {
        let playheads = calls.suffix(2).count { call, _ in
            if case .call(.playheadPosition) = call { true } else { false }
        }
        return playheads == 2
    }
}

/// The way of what an instance receives: to the calls that wait for the configuration, or to measurement.
extension NielsenCore {
    // MARK: - The configuration

    /// Whether calls wait for the configuration.
    package var isWaiting: Bool { waiting != nil && !isClosed }

    /// Whether calls wait for the first configuration, and it may still come.
    package var waitsForFirst: Bool { state == .initial && isWaiting }

    /// Keeps calls, up to a limit, until there is a configuration.
    package mutating func wait(limit: Int) {
        waiting = PendingCalls(limit: limit)
    }

    /// Starts the instance with the settings that were received, and makes the calls that waited for them.
    package mutating func receive(_ settings: NielsenMeasurementSettings, at time: NielsenTime) {
        guard isWaiting, let pending = waiting else { return }
        waiting = nil
        isFailed = false
        start(with: settings, at: time)
        if pending.dropped > 0 { log(.warning, .callsDropped(pending.dropped, pending.limit)) }
        for (call, time) in pending.calls { perform(call, at: time) }
    }

    /// Makes the calls that wait, as they would be measured with settings that nobody has sent.
    package mutating func rehearse(with settings: NielsenMeasurementSettings) {
        let last = waiting?.calls.last?.time ?? current.began
        effects = []
        receive(settings, at: current.began)
        lastTouched = last
    }

    /// Records that no configuration will be received: the instance is disabled until it is enabled.
    package mutating func failToReceive() {
        guard isWaiting else { return }
        isFailed = true
        _ = machine.handle(.initializationFailed)
        // The app goes on, whatever is measured.
        for case (.lifecycle(let event), let time) in waiting?.calls ?? [] { perform(event, at: time) }
        waiting?.keepChoicesOnly()
    }

    /// Continues with other settings as soon as no view is open that began under the present ones.
    ///
    /// - Parameter settings: The settings; nil to forget those that were offered before.
    package mutating func offer(_ settings: NielsenMeasurementSettings?) {
        nextSettings = settings.map { Boxed(wrappedValue: $0) }
        adoptNext()
    }

    /// Continues with the settings that were offered, if there are any and nothing is open.
    ///
    /// What is loaded and not begun is measured with them.
    mutating func adoptNext() {
        guard let settings = nextSettings?.wrappedValue, waiting == nil, !hasOpenViews else { return }
        nextSettings = nil
        use(settings)
        playback.content.view?.adopt(settings.thresholds)
        playback.ad.view?.adopt(settings.thresholds)
    }

    // MARK: - Calls

    /// Whether measurement is disabled, or will be as soon as the configuration arrives.
    package var isDisabled: Bool {
        for case (.setDisabled(let isDisabled), _) in waiting?.calls.reversed() ?? [] { return isDisabled }
        return state == .disabled
    }

    /// Makes a call, or stores it for later.
    package mutating func apply(_ call: InstanceCall, at time: NielsenTime) {
        guard isWaiting else { return perform(call, at: time) }
        switch call {
        case .call(.userOptOut(let text)):
            if let choice = NielsenPrivacy.choice(of: text) { choose(choice, at: time) }
        case .trackViewability:
            break
        case .lifecycle(let event) where state == .disabled:
            return perform(event, at: time)
        case .setDisabled(false) where isFailed:
            isFailed = false
            return effects.append(.retry)
        case _ where state == .disabled:
            // The initialization failed, so nothing is measured and there is nothing to keep.
            return
        case .call, .event, .setDisabled, .lifecycle, .see:
            break
        }
        waiting?.keep(call, at: time)
    }

    private mutating func perform(_ call: InstanceCall, at time: NielsenTime) {
        switch call {
        case .call(let call): admit(call, at: time)
        case .event(let event): track(event, at: time)
        case .setDisabled(let isDisabled): setDisabled(isDisabled, at: time)
        case .lifecycle(let event): perform(event, at: time)
        case .trackViewability(let request, let looksAtOnce):
            trackViewability(request, looksAtOnce: looksAtOnce, at: time)
        case .see(let scene, let target): see(scene, of: target, at: time)
        }
        lifecycle.note(playback.page, at: time.instant)
        adoptNext()
        if viewability.isOn { watchWhilePlaying() }
    }
}
