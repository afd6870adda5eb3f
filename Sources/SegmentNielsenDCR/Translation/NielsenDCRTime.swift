// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HubServices

/// A moment on two clocks: one that never jumps, for heartbeats, and the time of day, for live streams.
public struct NielsenDCRTime: Sendable, Hashable {
    /// The moment on a clock that never jumps. Should it jump back all the same, the heartbeat goes on.
    public var now: Instant
    /// Whole seconds since 1970.
    public var unixSeconds: Int64

    /// Puts a moment together.
    ///
    /// - Parameters:
    ///   - now: The moment on a clock that never jumps.
    ///   - unixSeconds: Whole seconds since 1970.
    public init(now: Instant, unixSeconds: Int64) {
        self.now = now
        self.unixSeconds = unixSeconds
    }

    /// Reads both clocks.
    ///
    /// - Parameter clock: Where the time comes from.
    public init(_ clock: any HubClock) {
        let seconds = clock.date.timeIntervalSince1970.rounded(.down)
        self.init(now: clock.now, unixSeconds: Int64(exactly: seconds) ?? 0)
    }
}
