// SPDX-License-Identifier: Apache-2.0

/// A button of the player, as `buttonEvent` of `trackEvent` names it.
///
/// The pings of DCR videos report it in `evdata`, as a code, milliseconds and positions.
package enum NielsenPlayerButton: String, Sendable, Hashable, CaseIterable {
    /// Playback was begun.
    case play
    /// Playback was paused.
    case pause
    /// Playback goes on.
    case resume
    /// Playback was ended.
    case stop
    /// The sound was switched off.
    case mute
    /// The viewer went forward.
    case forward
    /// The viewer went back.
    case rewind
}
