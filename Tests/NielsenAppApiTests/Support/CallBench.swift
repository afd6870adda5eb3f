// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTestSupport

// Interruptions and events become calls inside of an instance; the documents say which, and no public API tells them.
@testable import NielsenAppApi

/// An instance without its shell, asked for the calls that it carries out.
struct CallBench {
    private var guarded: NielsenInstance.Guarded
    private let clock = ManualClock()

    init(_ change: (inout NielsenConfiguration) -> Void = { _ in }) {
        var configuration = NielsenConfiguration()
        change(&configuration)
        let device = NielsenDevice()
        let privacy = NielsenPrivacy(NielsenEnvironment(), device)
        let time = NielsenTime(clock)
        let core = NielsenCore(
            settings: configuration.measurement,
            privacy: privacy,
            localTime: LocalTime(device.timeZone),
            at: time,
            random: { 7 }
        )
        guarded = NielsenInstance.Guarded(
            core: core,
            configuration: configuration,
            identity: .none,
            device: device
        )
        let beginning = PendingCalls.Beginning(
            choice: false,
            isOptedOutByApp: false,
            appInfo: [:],
            issues: [],
            time: time
        )
        guarded.begin(beginning, with: configuration, at: time)
    }

    /// Takes a call, an event or what happens to the app; the calls that are carried out.
    private mutating func take(_ input: InstanceCall, at now: Instant) -> [NielsenCall] {
        clock.advance(by: now - clock.now)
        guarded.made = []
        guarded.apply(input, at: NielsenTime(clock))
        return guarded.made ?? []
    }

    mutating func track(_ event: NielsenTrackEvent, at now: Instant) -> [NielsenCall] { take(.event(event), at: now) }

    mutating func handle(_ call: NielsenCall, at now: Instant) -> [NielsenCall] { take(.call(call), at: now) }

    mutating func handle(_ event: NielsenLifecycleEvent, at now: Instant) -> [NielsenCall] {
        take(.lifecycle(event), at: now)
    }

    var interruptions: Set<NielsenInterruption> { guarded.lifecycle.interruptions }
}
