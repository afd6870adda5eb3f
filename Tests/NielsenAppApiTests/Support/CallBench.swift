// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport

/// The core of an instance, asked for the calls that it carries out.
///
/// Interruptions and events become calls inside of it; the documents say which, and no public API tells them.
struct CallBench {
    private var core: NielsenCore
    private let clock = ManualClock()

    init(_ change: (inout NielsenConfiguration) -> Void = { _ in }) {
        var configuration = NielsenConfiguration()
        change(&configuration)
        let device = NielsenDevice()
        let time = NielsenTime(clock)
        core = NielsenCore(
            settings: configuration.measurement,
            privacy: NielsenPrivacy(flavor: .ad, isForKids: false, device: device),
            device: device,
            at: time,
            random: { 7 }
        )
        core.start(with: configuration.measurement, at: time)
    }

    /// Takes a call, an event or what happens to the app; the calls that are carried out.
    private mutating func take(_ input: InstanceCall, at now: Instant) -> [NielsenCall] {
        clock.advance(by: now - clock.now)
        core.made = []
        core.apply(input, at: NielsenTime(clock))
        return core.made ?? []
    }

    mutating func track(_ event: NielsenTrackEvent, at now: Instant) -> [NielsenCall] { take(.event(event), at: now) }

    mutating func handle(_ call: NielsenCall, at now: Instant) -> [NielsenCall] { take(.call(call), at: now) }

    mutating func handle(_ event: NielsenLifecycleEvent, at now: Instant) -> [NielsenCall] {
        take(.lifecycle(event), at: now)
    }

    var interruptions: Set<NielsenInterruption> { core.interruptions }
}
