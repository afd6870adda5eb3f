// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LaunchHub

extension BenchGroup {
    /// From nothing to the first event.
    static let boot = BenchGroup("boot", "a hub made, ten extensions registered, started, one event heard") { session in
        let count = session.count(200)
        let result = session.measure { Percentiles((0..<count).map { _ in bootTime() }).p50 }
        session.report("boot_10ext_to_first_event_p50", result, "us", .atMost(200))
    }

    private static func bootTime() -> Double {
        let heard = DispatchSemaphore(value: 0)
        let event = Sample.event()
        let hub = EventHub()
        let duration = timed {
            for number in 0..<10 {
                BenchHub.register(hub, "com.example.extension.\(number)") { runtime in
                    runtime.listen(type: Sample.type, source: Sample.source) { _ in heard.signal() }
                }
            }
            hub.start()
            hub.dispatch(event)
            for _ in 0..<10 { heard.wait() }
        }
        hub.shutDown(deadline: .zero)
        return duration / 1_000
    }
}
