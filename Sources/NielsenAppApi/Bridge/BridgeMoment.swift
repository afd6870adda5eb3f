// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The time at which a page made a call.
struct BridgeMoment: Sendable {
    let instant: Instant
    let continuousInstant: Instant
    let date: Date

    /// Makes the moment that lies some time ago.
    ///
    /// - Parameters:
    ///   - lag: How long ago; clamped to 0 through one day.
    ///   - clock: The clock of the handler.
    init(_ lag: Duration, agoOn clock: any HubClock) {
        let lag = min(max(lag, .zero), Self.longestLag)
        instant = clock.now + (.zero - lag)
        continuousInstant = clock.continuousNow + (.zero - lag)
        date = clock.date.addingTimeInterval(-Double(lag.nanoseconds) / 1_000_000_000)
    }

    private static let longestLag = Duration.seconds(86_400)

    /// The moment of the call that this thread is making for a page, or nil.
    @TaskLocal static var current: BridgeMoment?
}

/// A clock that shows a page's call the time at which the page made it, and all other code the time of its base.
///
/// A page that is loading, offline or busy with a batch delivers calls late. What was watched is measured by the time
/// between calls, so each call is made at its own time.
struct BridgeClock: HubClock {
    let base: any HubClock

    var now: Instant { BridgeMoment.current?.instant ?? base.now }
    var continuousNow: Instant { BridgeMoment.current?.continuousInstant ?? base.continuousNow }
    var date: Date { BridgeMoment.current?.date ?? base.date }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        // Work scheduled by a late call is due earlier by as much.
        let lag = BridgeMoment.current.map { base.now - $0.instant } ?? .zero
        return base.schedule(after: delay - lag, work)
    }
}
