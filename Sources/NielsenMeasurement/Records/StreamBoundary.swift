// SPDX-License-Identifier: Apache-2.0

/// A stream transition.
///
/// It makes no record, but the ping builder needs it.
package enum StreamBoundary: String, Sendable, Hashable, CaseIterable {
    /// Playback of a view begins, or resumes after a stop.
    case play
    /// Playback was interrupted.
    case stop
    /// The contents of pings change: a device is connected, or a day has ended.
    case change
    /// The stream ended, or measurement was disabled.
    case end
}
