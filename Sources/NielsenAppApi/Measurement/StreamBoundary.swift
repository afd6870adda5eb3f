// SPDX-License-Identifier: Apache-2.0

/// A turn of a stream that is no measurement of its own but matters to those who make pings.
package enum StreamBoundary: String, Sendable, Hashable, CaseIterable {
    /// Playback of a view begins, or goes on after a stop.
    case play
    /// Playback was interrupted.
    case stop
    /// What pings tell of what goes on changes: a device is connected, or a day is over.
    case change
    /// The stream is over, or measurement was switched off.
    case end
}
