// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// The time of an event where the hub and the instances go by one clock: that of its dispatch, to the nanosecond.
@Suite(.timeLimit(.minutes(10)))
struct SharedClockTests {
    /// A clock that goes on by a microsecond whenever somebody looks at it.
    private final class RestlessClock: HubClock {
        private let base = ManualClock()
        private let looks = Locked<Int64>(0)

        var now: Instant {
            let looks = looks.withLock { looks in
                looks += 1
                return looks
            }
            return .zero + .microseconds(looks)
        }

        var date: Date { base.date }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            base.schedule(after: delay, work)
        }
    }

    @Test func anEventIsOfTheInstantOfItsDispatch() async throws {
        let clock = RestlessClock()
        let instance = FakeInstance()
        let hub = EventHub(options: .patient(), clock: clock)
        let service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: clock))
        ) { _, _, _ in instance }
        try service.register(with: hub)
        let dispatched = Locked<[Instant?]>([])
        hub.listen(type: NielsenInstanceEvent.type, source: NielsenInstanceEvent.source, name: "test") { event in
            if event.name == "TrackSDKEvent" { dispatched.withLock { $0.append(event.instant) } }
        }
        await hub.start()
        let made = service.instantiateSDK(withConfiguration: ["appid": "any"])
        let identifier = try #require(made["identifier"] as? String)
        for _ in 0..<3 {
            hub.dispatch(try NielsenInstanceEvent.track(["event": "playhead"], identifier: identifier).event())
        }
        _ = await hub.request(try NielsenInstanceEvent.remove(identifier: identifier).event())
        await hub.idle
        let told = instance.instants.withLock { $0 }
        #expect(told.count == 3)
        #expect(dispatched.withLock { $0 } == told)
        _ = await hub.shutDownAndWait()
    }
}
