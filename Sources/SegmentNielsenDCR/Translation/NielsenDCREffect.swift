// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// An effect of an event or of a heartbeat that is due.
package enum NielsenDCREffect: Sendable, Hashable {
    /// A call of the SDK, due now.
    case call(NielsenCall)
    /// A call of `playheadPosition`, with the time at which playback was at that position: a heartbeat reports a
    /// position one period later, and the SDK credits the time that passed.
    case playhead(Int64, at: Instant)
    /// The heartbeat runs from now on, from a playhead; it replaces an earlier one. No action is required: beats become
    /// calls in `NielsenDCRTranslator.advance(to:into:)`.
    case heartbeatStarted(at: Int64)
    /// The heartbeat has stopped. No action is required.
    case heartbeatStopped
    /// A remark for the log.
    case remark(HubLogLevel, String)

    /// The call that the effect requires; nil if it requires none.
    package var call: NielsenCall? {
        switch self {
        case .call(let call): call
        case .playhead(let position, _): .playheadPosition(position)
        case .heartbeatStarted, .heartbeatStopped, .remark: nil
        }
    }
}
