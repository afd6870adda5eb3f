// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// An effect of the core; the shell performs effects in order, outside the lock.
package enum NielsenEffect: Sendable {
    case record(NielsenMeasurementRecord)
    case error(NielsenError, at: Int64)
    case event(AppApiEventCode, at: Int64)
    case remark(LogLevel, CoreRemark)
    /// Writes what is open, so that it survives the process.
    case checkpoint
    /// Wakes the instance at an instant, instead of whatever was set before; nil sets nothing.
    case timer(Instant?, serial: UInt64)
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
    /// Carries out an effect of the shell's own, in its place among those of the core.
    case shell(any NielsenShellEffect)
}

/// An effect that the core knows nothing of.
package protocol NielsenShellEffect: Sendable {}
