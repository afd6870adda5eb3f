// SPDX-License-Identifier: Apache-2.0

/// A turn of a stream that is no measurement of its own but matters to those who make pings.
package enum StreamBoundary: String, Sendable, Hashable, CaseIterable {
    /// `play`
    case play
    /// Playback was interrupted.
    case stop
    /// The stream is over, or measurement was switched off.
    case end
}
