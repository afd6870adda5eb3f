// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

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
