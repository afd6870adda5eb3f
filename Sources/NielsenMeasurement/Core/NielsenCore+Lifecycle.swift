// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenModel

/// What comes between a call of the app and its measurement, and what events of the app lead to.
extension NielsenCore {
    /// Carries out a call of the app, unless something has come between.
    mutating func admit(_ call: NielsenCall, at time: NielsenTime) {
        // A disabled instance forgets the calls that it receives, so there is nothing to resume later.
        guard isMeasuring else { return measure(call, at: time) }
        switch lifecycle.admit(call, &playback, at: time.instant) {
        case .pass:
            endPage(before: call, at: time)
            made?.append(call)
            measure(call, at: time)
            adoptNext()
        case .withhold:
            break
        case .keep:
            measure(call, isHeld: true, at: time)
        case .stop:
            carryOut(.stop, because: .interruptionBegan(.buffering), at: time)
        }
    }

    /// Ends a page that is followed by another one, if other settings wait for the moment in between.
    private mutating func endPage(before call: NielsenCall, at time: NielsenTime) {
        guard nextSettings != nil, case .loadMetadata(let values) = call, isAnotherPage(values) else { return }
        finishPage(at: time)
        adoptNext()
    }

    private mutating func carryOut(_ call: NielsenCall, because event: NielsenLifecycleEvent, at time: NielsenTime) {
        made?.append(call)
        log(.debug, .lifecycle(call.name, event))
        measure(call, isHeld: call == .stop || call == .staticEnd, at: time)
    }

    /// Carries out what follows from an event.
    mutating func perform(_ event: NielsenLifecycleEvent, at time: NielsenTime) {
        if case .pictureInPicture(let isOn) = event { note(isInPicture: isOn, at: time) }
        // A wait that has become too long is a stop before anything else happens.
        if lifecycle.noteStall(time.instant) { settle(because: event, at: time) }
        for call in lifecycle.apply(event, &playback, at: time.instant) {
            carryOut(call, because: event, at: time)
        }
        settle(because: event, at: time)
    }

    /// Holds playback, or lets it go on.
    mutating func settle(because event: NielsenLifecycleEvent, at time: NielsenTime) {
        let wasHeld = playback.interrupted != nil
        let calls = lifecycle.settle(playback)
        for call in calls { carryOut(call, because: event, at: time) }
        if wasHeld, case .playing(let lane) = playback.run { playback.run = .resumed(lane) }
    }

    /// The interruptions that are not over.
    package var interruptions: Set<NielsenInterruption> { lifecycle.interruptions }

    /// Returns the times that the app and its sections were in front of the user.
    package func lifecycleSummary(at now: Instant) -> NielsenLifecycleSummary { lifecycle.summary(at: now) }
}
