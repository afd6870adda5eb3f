// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenAppApi

/// What is to be done after an event, or when a heartbeat is due.
public enum NielsenDCREffect: Sendable, Hashable {
    /// A call of the SDK, due now.
    case call(NielsenCall)
    /// A call of `playheadPosition`, and when playback was at that position: a heartbeat reports a position a period
    /// later, and the SDK credits the time that passed.
    case playhead(Int64, at: Instant)
    /// The heartbeat runs from now on, from a playhead; it replaces one that ran before. Nothing is to be done: beats
    /// come as calls when ``NielsenDCRTranslator/advance(to:into:)`` is told that time has passed.
    case heartbeatStarted(at: Int64)
    /// No heartbeat runs any more. Nothing is to be done.
    case heartbeatStopped
    /// Something for the log.
    case remark(HubLogLevel, String)

    /// The call that the effect asks for; nil where it asks for none.
    public var call: NielsenCall? {
        switch self {
        case .call(let call): call
        case .playhead(let position, _): .playheadPosition(position)
        case .heartbeatStarted, .heartbeatStopped, .remark: nil
        }
    }
}
