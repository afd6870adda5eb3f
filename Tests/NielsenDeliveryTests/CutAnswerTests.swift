// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import NielsenAppApi
import TestSupport
import Testing

/// Pings at a collector that closes the connection somewhere in its answer.
///
/// The app, and its next start, go on.
@Suite(.timeLimit(.minutes(10)))
struct CutAnswerTests {
    private static let answer = Data("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok".utf8)

    private static func delivery(_ folder: TemporaryFolder, _ clock: any HubClock) -> NielsenPingDelivery {
        var configuration = NielsenConfiguration()
        configuration.thresholds.pendingPingsDelaySeconds = 0
        configuration.delivery.retryBaseSeconds = 0
        configuration.delivery.retryMaximumSeconds = 0
        configuration.delivery.maximumTries = 1_000
        return NielsenPingDelivery(
            location: folder.location,
            configuration: configuration,
            clock: clock,
            privacy: .optedIn
        )
    }

    @Test func aPingGetsThroughHoweverOftenItsAnswerIsCut() async throws {
        let ids = Mailbox<String>()
        let count = Locked(0)
        let server = try LoopbackServer { request, connection in
            // The first request is answered with no byte, the next one with one, and so on.
            let bytes = count.withLock { count in
                defer { count += 1 }
                return count
            }
            connection.send(Self.answer.prefix(bytes))
            ids.put(request.headers["idempotency-key"] ?? "")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        var delivery = Self.delivery(folder, SystemClock())
        delivery.send(DeliveryRig.ping("a", 1, try server.url("gn").absoluteString))
        for number in 0...Self.answer.count {
            #expect(try await ids.next() == "a-1")
            guard number == Self.answer.count / 2 else { continue }
            // A later start, when what the earlier one had under way is its own again.
            delivery.close()
            delivery = Self.delivery(folder, LaterClock(days: 1))
        }
        while delivery.summary().pending > 0 { await Task.yield() }
        #expect(delivery.summary().setAside == 0)
        delivery.close()
    }
}

/// The machine's clock, set to a later day.
private struct LaterClock: HubClock {
    let days: Int
    private let system = SystemClock()

    init(days: Int) {
        self.days = days
    }

    var now: Instant { system.now }
    var date: Date { system.date.addingTimeInterval(Double(days) * 86_400) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        system.schedule(after: delay, work)
    }
}
