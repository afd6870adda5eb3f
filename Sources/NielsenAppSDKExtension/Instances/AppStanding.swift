// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

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
