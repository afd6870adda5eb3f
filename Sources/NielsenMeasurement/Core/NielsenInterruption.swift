// SPDX-License-Identifier: Apache-2.0

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
