// SPDX-License-Identifier: Apache-2.0

import HubServices
public import NielsenAppApi

/// The lifecycle of the app.
///
/// The documents have no event for it: an app that follows them sends `pause` itself and needs none of this.
extension NielsenInstanceService: NielsenLifecycleReceiver {
    /// Reports an event of the app, the device or the player to every instance, including those made later.
    ///
    /// Observers of the SDK accept the service in place of an instance. The call sees the effect of every event that
    /// the same thread has dispatched before it. The lifecycle calls of `ACPCore` are not forwarded, because that would
    /// stop playback in the background without the app's consent.
    ///
    /// - Parameter event: The event. `NielsenLifecycleEvent.terminate` ends the instances, which are kept until they
    ///   are removed.
    public func handle(_ event: NielsenLifecycleEvent) {
        performInOrder { [self] in tell(event) }
    }

    /// Reports an event of the player of one instance.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: Codes 5001, 5005, 5010.
    public func handle(
        _ event: NielsenLifecycleEvent,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        call { () throws(InstanceFailure) in .handle(event, identifier: try InstanceCommand.usable(identifier)) }
    }

    /// Passes an event to every instance.
    func tell(_ event: NielsenLifecycleEvent) {
        let instances = state.withLock { state in
            state.standing.note(event)
            return state.instances.sorted { $0.key < $1.key }.map(\.value)
        }
        for instance in instances { instance.handle(event) }
    }
}

/// The state of the app's lifecycle that an instance made later has to know.
///
/// Interruptions that end when playback resumes belong to what was playing then; of the others, only the end of a lock
/// is reliably reported by the system.
struct AppStanding: Sendable, Hashable {
    private var isInForeground: Bool?
    private var isLocked = false
    private var isInPicture = false
    private var media = NielsenMedia.video

    /// Updates the state with an event.
    mutating func note(_ event: NielsenLifecycleEvent) {
        switch event {
        case .launch, .foreground, .interruptionEnded(.background): isInForeground = true
        case .background, .interruptionBegan(.background): isInForeground = false
        case .interruptionBegan(.deviceLock): isLocked = true
        case .interruptionEnded(.deviceLock): isLocked = false
        case .pictureInPicture(let isOn): isInPicture = isOn
        case .media(let media): self.media = media
        case .terminate, .interruptionBegan, .interruptionEnded: break
        }
    }

    /// The events that bring an instance into this state, whatever its state was before.
    var events: [NielsenLifecycleEvent] {
        var events: [NielsenLifecycleEvent] = [.media(media), .pictureInPicture(isInPicture)]
        events.append(isLocked ? .interruptionBegan(.deviceLock) : .interruptionEnded(.deviceLock))
        if let isInForeground { events.append(isInForeground ? .foreground : .background) }
        return events
    }
}
