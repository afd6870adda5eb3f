// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// An effect of the core; the shell performs effects in order, outside the lock.
package enum NielsenEffect: Sendable {
    case record(NielsenMeasurementRecord)
    case error(NielsenError, at: Int64)
    case event(AppApiEventCode, at: Int64)
    case remark(LogLevel, CoreRemark)
    /// Goes by the settings that were received or offered last.
    case configured
    /// Requests a configuration once more, after none was received.
    case retry
    /// Reports a transition of the stream to the ping builder.
    case boundary(StreamBoundary, view: Int?, playhead: Int64?, at: Int64)
    /// Reports a button of the player to the ping builder.
    case button(NielsenPlayerButton, view: Int?, playhead: Int64?, from: Int64?, at: Int64)
    /// Reports to the ping builder that everything caused by the button was reported.
    case buttonEnd
    /// Samples the screen.
    case watch(ViewabilityWatch)
    /// Keeps the user's choice.
    case persistOptOut(Bool)
    /// Makes new identifiers for what may be known now.
    case identify(NielsenPrivacy, renewsFirstParty: Bool, at: NielsenTime)
    /// Makes pings for the current device.
    case device(NielsenDevice)
}

/// The schedule on which the shell examines the screen.
package enum ViewabilityWatch: Sendable {
    /// Now, and then no more often than before.
    case once
    /// Now, and then at the interval of the configuration.
    case repeatedly
    /// Never.
    case never
}

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
