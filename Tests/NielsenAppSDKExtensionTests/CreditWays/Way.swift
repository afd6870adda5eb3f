// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// How what a player does reaches the SDK.
enum Way: String, Sendable, CaseIterable {
    case calls
    case trackEvent
    case hubEvents = "hub events"
    case hubEventsBeforeStart = "hub events before start"
    case bridge
    case segment
}

/// Why a script cannot be told in some way.
enum Obstacle: String, Sendable, Error {
    case noPlay = "an event says what is played; there is no play of its own that could come after a load"
    case noReload = "an event says what is played, not that it is loaded once more"
    case oneASecond = "the heartbeat of a destination reports one position a second"
    case positionTooLarge = "a destination takes a position of more than 10^11 for none"
    case backgroundIsACall = "what happens to the app is no event, so it does not wait for the start of the hub"
}

/// One instance, told in one way.
protocol Teller {
    /// Tells of a step; those with `pass` are the bench's.
    func take(_ step: Step) async throws
    /// Ends the instance.
    func finish() async throws
}

/// A clock, and what was measured by it.
struct WayBench {
    let clock = ManualClock()
    let sink = NielsenRecordingMeasurementSink()
    static let appInfo = ["appid": "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX", "sfcode": "dcr"]

    var environment: NielsenEnvironment { NielsenEnvironment(clock: clock, store: InMemoryKeyValueStore(), sink: sink) }

    func teller(_ way: Way) async throws -> any Teller {
        switch way {
        case .calls: try CallTeller(self)
        case .trackEvent: try EventTeller(self)
        case .hubEvents: try await HubTeller(self, isStarted: true)
        case .hubEventsBeforeStart: try await HubTeller(self, isStarted: false)
        case .bridge: BridgeTeller(self)
        case .segment: SegmentTeller(self)
        }
    }

    /// Plays a script, and says what its views are credited with.
    func credits(_ steps: [Step], by way: Way) async throws -> [Credit] {
        let teller = try await teller(way)
        for step in steps {
            try await teller.take(step)
            if case .pass(let milliseconds) = step { clock.advance(by: .milliseconds(milliseconds)) }
        }
        try await teller.finish()
        return Credit.all(sink.records)
    }
}
