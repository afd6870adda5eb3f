// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
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
    /// How many bytes of the answer come: none, a part of the status, of the fields, of the end of the fields and of the
    /// body, and in the end all.
    private static let cuts = [0, 7, 30, answer.count - 3, answer.count - 1, answer.count]

    private static func delivery(_ folder: TemporaryFolder, _ clock: any HubClock) -> NielsenPingDelivery {
        var configuration = NielsenConfiguration()
        configuration.thresholds.pendingPingsDelaySeconds = 0
        configuration.delivery.retryBaseSeconds = 0
        configuration.delivery.retryMaximumSeconds = 0
        configuration.delivery.maximumTries = 1_000
        return NielsenPingDelivery(
            file: folder.file("pings.sqlite"),
            configuration: configuration,
            clock: clock,
            privacy: .optedIn
        )
    }

    @Test func aPingGetsThroughWhereverItsAnswerIsCut() async throws {
        let (ids, continuation) = AsyncStream<String>.makeStream()
        let count = Locked(0)
        let server = try LoopbackServer { request, connection in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            connection.send(Self.answer.prefix(Self.cuts[min(number, Self.cuts.count - 1)]))
            continuation.yield(request.headers["idempotency-key"] ?? "")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        var delivery = Self.delivery(folder, SystemClock())
        delivery.send(
            NielsenPing(
                product: .dcrVideo,
                cadence: .interval,
                url: try server.url("gn").absoluteString,
                stream: "a",
                id: "a-1",
                createdAt: 1_700_000_000_000
            )
        )
        var iterator = ids.makeAsyncIterator()
        for number in Self.cuts.indices {
            #expect(await iterator.next() == "a-1")
            guard number == 2 else { continue }
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
