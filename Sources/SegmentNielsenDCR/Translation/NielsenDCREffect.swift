// SPDX-License-Identifier: Apache-2.0

import Foundation
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

/// A moment on two clocks: a monotonic one for heartbeats, and the time of day for live streams.
package struct NielsenDCRTime: Sendable, Hashable {
    /// The moment on a monotonic clock.
    ///
    /// If it jumps back nevertheless, the heartbeat continues.
    package var now: Instant
    /// Whole seconds since 1970.
    package var unixSeconds: Int64

    /// Makes a moment.
    ///
    /// - Parameters:
    ///   - now: The moment on a monotonic clock.
    ///   - unixSeconds: Whole seconds since 1970.
    package init(now: Instant, unixSeconds: Int64) {
        self.now = now
        self.unixSeconds = unixSeconds
    }

    /// Reads both clocks.
    ///
    /// - Parameter clock: The clock that provides both times.
    package init(_ clock: any HubClock) {
        let seconds = clock.date.timeIntervalSince1970.rounded(.down)
        self.init(now: clock.now, unixSeconds: Int64(exactly: seconds) ?? 0)
    }
}
