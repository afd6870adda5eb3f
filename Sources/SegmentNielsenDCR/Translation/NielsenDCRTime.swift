// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HubServices

/// A moment on two clocks: a monotonic one for heartbeats, and the time of day for live streams.
public struct NielsenDCRTime: Sendable, Hashable {
    /// The moment on a monotonic clock.
    ///
    /// If it jumps back nevertheless, the heartbeat continues.
    public var now: Instant
    /// Whole seconds since 1970.
    public var unixSeconds: Int64

    /// Makes a moment.
    ///
    /// - Parameters:
    ///   - now: The moment on a monotonic clock.
    ///   - unixSeconds: Whole seconds since 1970.
    public init(now: Instant, unixSeconds: Int64) {
        self.now = now
        self.unixSeconds = unixSeconds
    }

    /// Reads both clocks.
    ///
    /// - Parameter clock: The clock that provides both times.
    public init(_ clock: any HubClock) {
        let seconds = clock.date.timeIntervalSince1970.rounded(.down)
        self.init(now: clock.now, unixSeconds: Int64(exactly: seconds) ?? 0)
    }
}
