// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// The button of an event that comes after a gap: it is told in the place of the stop that the gap was.
struct GapButtonTests {
    /// A clock whose device sleeps: the time of day goes on, and nothing else does.
    private final class SleepingClock: HubClock {
        private let base: ManualClock
        private let slept = Locked<Double>(0)

        init(_ base: ManualClock) {
            self.base = base
        }

        var now: Instant { base.now }
        var date: Date { base.date.addingTimeInterval(slept.withLock { $0 }) }

        func sleep(seconds: Double) { slept.withLock { $0 += seconds } }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            base.schedule(after: delay, work)
        }
    }

    private static let start = 1_700_000_000

    /// What is told of the buttons of a programme of which ten seconds were played before the gap.
    private func told(_ event: String, button: String?) throws -> String? {
        let bench = PingBench()
        let clock = SleepingClock(bench.clock)
        var environment = bench.environment
        environment.clock = clock
        let tracker = try NielsenEventTracker.make(appInfo: PingBench.appInfo, environment: environment)
        func send(_ event: String, _ position: Int?, button: String? = nil) {
            var dictionary: [String: Any] = [
                "event": event, "type": "content", "metadata": ["content": PingBench.content],
            ]
            if let position { dictionary["playheadPosition"] = String(position) }
            if let button { dictionary["buttonEvent"] = button }
            tracker.trackEvent(dictionary)
        }
        for position in 0..<10 {
            send("playhead", position)
            bench.clock.advance(by: .seconds(1))
        }
        clock.sleep(seconds: 3_600)
        send(event, 10, button: button)
        if event != "complete" { send("complete", nil) }
        return bench.read(.dcrVideo).last?["evdata"]
    }

    @Test(arguments: [("playhead", "resume"), ("pause", "pause"), ("complete", "stop")])
    func aButtonIsToldInsteadOfTheStop(_ event: String, _ button: String) throws {
        let time = Self.start + 10 + 3_600
        #expect(try told(event, button: button) == "play,0,\(Self.start)~\(button),10,\(time)")
    }

    @Test func withoutAButtonTheStopIsTold() throws {
        let time = Self.start + 10 + 3_600
        #expect(
            try told("playhead", button: nil) == "play,0,\(Self.start)~stop,9,\(time)~play,9,\(time)"
        )
    }
}
