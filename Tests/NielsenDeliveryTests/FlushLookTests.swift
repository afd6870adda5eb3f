// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import NielsenAppApi
import Testing

/// When a flush looks at the queue: soon at first, then less and less often, and a last time at its end.
@Suite(.timeLimit(.minutes(10)))
struct FlushLookTests {
    /// A clock that stands still and tells what is scheduled for the next seconds.
    private final class TellingClock: HubClock {
        private let clock = ManualClock()
        let told = Mailbox<String>()

        var now: Instant { clock.now }
        var date: Date { clock.date }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            let scheduled = clock.schedule(after: delay, work)
            // The queue's own upkeep is hours away.
            if delay < .seconds(60) { told.put("\(delay.nanoseconds)") }
            return scheduled
        }

        func advance(by delay: Duration) { clock.advance(by: delay) }
    }

    /// The waits of a flush, in milliseconds, and the number of pings that it leaves.
    private func looks(_ timeout: Duration, pings: Int) async throws -> [String] {
        let clock = TellingClock()
        let delivery = NielsenPingDelivery(
            location: .inMemory,
            client: StubCollector { _ in nil },
            clock: clock,
            privacy: .unknown
        )
        for number in 0..<pings { delivery.send(DeliveryRig.ping("a", number, "http://collector.test/")) }
        delivery.flush(timeout: timeout) { [told = clock.told] in told.put("left \($0)") }
        var looks: [String] = []
        while looks.count < 40 {
            let told = try await clock.told.next()
            guard let nanoseconds = Int64(told) else {
                looks.append(told)
                break
            }
            looks.append("\(nanoseconds / 1_000_000)")
            clock.advance(by: .nanoseconds(nanoseconds))
        }
        return looks
    }

    @Test func looksBecomeRarer() async throws {
        let expected = ["5", "10", "20", "40", "80", "100", "100", "45", "left 2"]
        #expect(try await looks(.milliseconds(400), pings: 2) == expected)
    }

    @Test(arguments: [(1, ["1", "left 1"]), (5, ["5", "left 1"]), (6, ["5", "1", "left 1"])])
    func theLastLookIsAtTheEnd(_ milliseconds: Int, _ expected: [String]) async throws {
        #expect(try await looks(.milliseconds(milliseconds), pings: 1) == expected)
    }

    @Test func whereNothingWaitsThereIsOneLook() async throws {
        #expect(try await looks(.seconds(5), pings: 0) == ["left 0"])
    }

    /// Whoever waits for pings waits for no pause after a failure.
    @Test func aFlushTriesAtOnceWhatFailedBefore() {
        let rig = DeliveryRig {
            $0.delivery.retryBaseSeconds = 300
            $0.delivery.retryMaximumSeconds = 300
        } answer: { _ in
            .failure(.connection("refused"))
        }
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        rig.settle()
        #expect(rig.asked == ["a-1"])
        let left = Locked<[Int]>([])
        rig.delivery.flush(timeout: .zero) { count in left.withLock { $0.append(count) } }
        #expect(rig.accepted == ["a-1"])
        #expect(left.withLock { $0.count } == 1)
    }
}
