// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The handling of the app's lifecycle by an instance.
extension NielsenInstance {
    func handle(_ event: NielsenLifecycleEvent) {
        trace("handle \(event)")
        tell(.lifecycle(event))
        let time = NielsenTime(environment.clock)
        lookAtChoice(at: time)
        submit { guarded in
            guarded.apply(.lifecycle(event), at: time)
        }
        if event == .background { environment.delivery?.checkpoint() }
        if event == .terminate { shutdown() }
    }

    var lifecycleSummary: NielsenLifecycleSummary {
        let now = environment.clock.now
        return guarded.withLock { $0.lifecycle.summary(at: now) }
    }

    var lifecyclePhase: NielsenLifecycle.Phase { guarded.withLock { $0.lifecycle.phase } }

    var interruptions: Set<NielsenInterruption> { guarded.withLock { $0.lifecycle.interruptions } }
}

extension NielsenInstance.Guarded {
    /// Carries out a call of the app, unless something has come between.
    mutating func admit(_ call: NielsenCall, at time: NielsenTime) {
        // A disabled instance forgets the calls that it receives, so there is nothing to resume later.
        guard core.isMeasuring else { return core.apply(call, at: time) }
        switch lifecycle.admit(call, &core.playback, at: time.instant) {
        case .pass:
            endPage(before: call, at: time)
            made?.append(call)
            core.apply(call, at: time)
            applyNextConfiguration()
        case .withhold:
            break
        case .keep:
            core.apply(call, isHeld: true, at: time)
        case .stop:
            carryOut(.stop, because: .interruptionBegan(.buffering), at: time)
        }
    }

    private mutating func carryOut(_ call: NielsenCall, because event: NielsenLifecycleEvent, at time: NielsenTime) {
        made?.append(call)
        core.log(.debug, .lifecycle(call.name, event))
        core.apply(call, isHeld: call == .stop || call == .staticEnd, at: time)
    }

    /// Carries out what follows from an event.
    mutating func perform(_ event: NielsenLifecycleEvent, at time: NielsenTime) {
        if case .pictureInPicture(let isOn) = event { core.note(isInPicture: isOn, at: time) }
        // A wait that has become too long is a stop before anything else happens.
        if lifecycle.noteStall(time.instant) { settle(because: event, at: time) }
        for call in lifecycle.apply(event, &core.playback, at: time.instant) {
            carryOut(call, because: event, at: time)
        }
        settle(because: event, at: time)
    }

    /// Holds playback, or lets it go on.
    mutating func settle(because event: NielsenLifecycleEvent, at time: NielsenTime) {
        let wasHeld = core.playback.interrupted != nil
        let calls = lifecycle.settle(core.playback)
        for call in calls { carryOut(call, because: event, at: time) }
        if wasHeld, case .playing(let lane) = core.playback.run { core.playback.run = .resumed(lane) }
    }

    /// Events count also where no configuration comes: the app goes on.
    mutating func performWaitingEvents() {
        for case (.lifecycle(let event), let time) in waiting?.calls ?? [] { perform(event, at: time) }
    }
}
