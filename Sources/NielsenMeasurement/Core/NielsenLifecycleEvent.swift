// SPDX-License-Identifier: Apache-2.0

/// An event of the system, the player or the user that affects measurement.
///
/// Source: "DCR Video iOS SDK guide", "Handling Foreground and Background states" and "Interruptions during playback".
public enum NielsenLifecycleEvent: Sendable, Hashable, CustomStringConvertible {
    /// The app was launched and is in the foreground.
    case launch
    /// The app came to the foreground.
    case foreground
    /// The app went to the background.
    case background
    /// The app is about to end: open views and the instance end.
    case terminate
    /// An interruption began.
    case interruptionBegan(NielsenInterruption)
    /// An interruption is over; see `NielsenInterruptionRule.over` for when to report it.
    case interruptionEnded(NielsenInterruption)
    /// Picture in picture began (true) or ended (false).
    case pictureInPicture(Bool)
    /// The kind of media that is played from now on; video by default.
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

/// Something that comes between the user and the player.
///
/// `NielsenInterruptionRule.all` has the effect of each on a session; <doc:Lifecycle> has the same table.
///
/// Source: "DCR Video iOS SDK guide", "Interruptions during playback".
public enum NielsenInterruption: String, Sendable, Hashable, CaseIterable {
    /// The user paused.
    case pause
    /// The network is gone: no Wi-Fi, airplane mode, no cellular data.
    case networkLoss
    /// A call, of the phone or of an app.
    case call
    /// An alarm, or a reminder of the calendar.
    case alarm
    /// The player waits for data.
    case buffering
    /// The device was locked.
    case deviceLock
    /// The app went to the background; ``NielsenLifecycleEvent/background`` says the same.
    case background
    /// Another channel or station was chosen.
    case channelChange
    /// The headphones were unplugged.
    case headphonesUnplugged
}

/// The kinds of media that interruptions distinguish.
public enum NielsenMedia: String, Sendable, Hashable, CaseIterable {
    /// Video.
    case video
    /// Audio, which continues while the device is locked or the app is in the background.
    case audio
}
