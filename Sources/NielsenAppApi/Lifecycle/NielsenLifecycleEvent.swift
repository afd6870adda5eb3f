// SPDX-License-Identifier: Apache-2.0

/// What the system, the player or the user does that measurement must know of.
///
/// Source: "DCR Video iOS SDK guide", "Handling Foreground and Background states" and "Interruptions during playback".
public enum NielsenLifecycleEvent: Sendable, Hashable, CustomStringConvertible {
    /// The app was launched and is in the foreground.
    case launch
    /// The app came to the foreground.
    case foreground
    /// The app went to the background.
    case background
    /// The app is about to end: what is open is ended, and the instance with it.
    case terminate
    /// Something came between.
    case interruptionBegan(NielsenInterruption)
    /// It is over; see ``NielsenInterruptionRule/over`` for when to say so.
    case interruptionEnded(NielsenInterruption)
    /// Picture in picture began (true) or ended (false).
    case pictureInPicture(Bool)
    /// What is played from now on; video until this says otherwise.
    case media(NielsenMedia)

    /// The event in words, for logs.
    public var description: String {
        switch self {
        case .launch: "launch"
        case .foreground: "foreground"
        case .background: "background"
        case .terminate: "terminate"
        case .interruptionBegan(let interruption): "\(interruption.rawValue) began"
        case .interruptionEnded(let interruption): "\(interruption.rawValue) ended"
        case .pictureInPicture(let isOn): "picture in picture \(isOn ? "began" : "ended")"
        case .media(let media): "media \(media.rawValue)"
        }
    }
}
