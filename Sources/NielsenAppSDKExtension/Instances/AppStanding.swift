// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// What an instance that is made later has to know of the app's life.
///
/// Interruptions that are over when playback goes on belong to what was played then; of the others, the system tells the
/// end of a lock alone for sure.
struct AppStanding: Sendable, Hashable {
    private var isInForeground: Bool?
    private var isLocked = false
    private var isInPicture = false
    private var media = NielsenMedia.video

    /// Takes an event.
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

    /// What an instance is told, whatever it was told before.
    var events: [NielsenLifecycleEvent] {
        var events: [NielsenLifecycleEvent] = [.media(media), .pictureInPicture(isInPicture)]
        events.append(isLocked ? .interruptionBegan(.deviceLock) : .interruptionEnded(.deviceLock))
        if let isInForeground { events.append(isInForeground ? .foreground : .background) }
        return events
    }
}
