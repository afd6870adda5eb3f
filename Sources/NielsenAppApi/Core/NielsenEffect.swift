// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The time of a call: on the clock that never jumps, and of day.
struct NielsenTime: Sendable, Hashable {
    var instant: Instant
    /// Milliseconds since 1970.
    var unixMilliseconds: Int64

    /// The time of day as an instant. Unlike ``instant`` it goes on while the device sleeps, which is what gaps between
    /// calls are measured by.
    var dayInstant: Instant {
        .zero + .milliseconds(unixMilliseconds)
    }

    /// The time of a call that was made a while ago.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instance.
    ///   - age: How long ago; negative counts as now.
    init(_ clock: any HubClock, age: Duration) {
        self.init(clock)
        guard age > .zero else { return }
        self = earlier(by: age)
    }

    /// The time of a call that was made at an instant of the clock.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instance.
    ///   - made: When the call was made; nil and what lies ahead count as now.
    init(_ clock: any HubClock, at made: Instant?) {
        self.init(clock)
        guard let made, made < instant else { return }
        self = earlier(by: instant - made)
    }

    /// The time a while before this one, on both clocks.
    func earlier(by age: Duration) -> NielsenTime {
        var time = self
        let nanoseconds = max(0, age.nanoseconds)
        let (instant, isTooEarly) = instant.nanoseconds.subtractingReportingOverflow(nanoseconds)
        time.instant = Instant(nanoseconds: isTooEarly ? .min : instant)
        time.unixMilliseconds -= nanoseconds / 1_000_000
        return time
    }

    init(_ clock: any HubClock) {
        instant = clock.now
        let milliseconds = (clock.date.timeIntervalSince1970 * 1000).rounded()
        unixMilliseconds = Int64(exactly: min(max(milliseconds, -Self.limit), Self.limit)) ?? 0
    }

    /// A hundred million days: differences of times within it never overflow.
    private static let limit = 8.64e15

    /// Before any call.
    static let never = NielsenTime(instant: .zero, unixMilliseconds: 0)

    private init(instant: Instant, unixMilliseconds: Int64) {
        self.instant = instant
        self.unixMilliseconds = unixMilliseconds
    }
}

/// What the core wants done; the shell does it in order, outside the lock.
enum NielsenEffect: Sendable {
    case record(NielsenMeasurementRecord)
    case error(NielsenError, at: Int64)
    case event(AppApiEventCode, at: Int64)
    case remark(LogLevel, CoreRemark)
    /// Writes what is open, so that it survives the process.
    case checkpoint
    /// Wakes the instance at an instant, instead of whatever was set before; nil sets nothing.
    case timer(Instant?, serial: UInt64)
    /// Tells those who make pings of a turn of the stream.
    case boundary(StreamBoundary, view: Int?, playhead: Int64?, at: Int64)
    /// Tells those who make pings of a button of the player.
    case button(NielsenPlayerButton, view: Int?, playhead: Int64?, at: Int64)
    /// Tells them that everything which the button caused was told.
    case buttonEnd
    /// Tells those who make pings what was answered to one.
    case answer(NielsenPingAnswer, at: Int64)
    /// Measures with a configuration from now on.
    case configure(NielsenConfiguration)
    /// Asks for a newer configuration.
    case refresh
    /// Rehearses a call that waits for the configuration: what it leads to survives the process.
    case rehearse(InstanceCall, NielsenTime)
    /// Forgets what was rehearsed: no configuration will come.
    case stopRehearsal
    /// Looks at the screen.
    case watch(ViewabilityWatch)
    /// Keeps the user's choice.
    case persistOptOut(Bool)
    /// Makes the identifiers anew for what may be known now.
    case identify(NielsenPrivacy, renewsFirstParty: Bool, at: NielsenTime)
    /// Makes pings for the device as it is now.
    case device(NielsenDevice)
}
