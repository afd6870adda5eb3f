// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenAppApi

/// What is to be done after an event, or when a heartbeat is due.
public enum NielsenDCREffect: Sendable, Hashable {
    /// A call of the SDK.
    case call(NielsenCall)
    /// The heartbeat runs from now on, from a playhead; it replaces one that ran before. Nothing is to be done: beats
    /// come as calls when ``NielsenDCRTranslator/advance(to:into:)`` is told that time has passed.
    case heartbeatStarted(at: Int64)
    /// No heartbeat runs any more. Nothing is to be done.
    case heartbeatStopped
    /// Something for the log.
    case remark(LogLevel, String)
}
