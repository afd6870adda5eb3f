// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The deadlines of requests that were answered: they are cleared away when they are more than half of many.
struct RequestDeadlineTests {
    /// So many requests, a second apart, of which the first ones are answered, and the next deadline in seconds.
    @Test(
        arguments: [
            (64, 33, 1), (64, 63, 1), (65, 32, 1), (65, 33, 34), (66, 33, 1), (66, 34, 35), (200, 100, 1),
            (200, 101, 102),
        ] as [(UInt64, UInt64, Int)]
    )
    func moreThanHalfOfMoreThanSixtyFourAreClearedAway(_ count: UInt64, _ answered: UInt64, _ next: Int) throws {
        var table = RequestTable()
        let requests = try (1...count).map { serial in
            PendingRequest(
                event: try event("\(serial)"),
                deadline: .zero + .seconds(Int64(serial)),
                requester: nil,
                completion: .callback { _ in },
                serial: serial
            )
        }
        for request in requests { table.insert(request) }
        #expect(table.nextDeadline == .zero + .seconds(1))
        for request in requests.prefix(Int(answered)) {
            #expect(table.remove(request.serial, askingWith: request.event.key)?.serial == request.serial)
        }
        #expect(table.count == Int(count - answered))
        #expect(table.nextDeadline == .zero + .seconds(next))
        let due = table.removeExpired(at: .zero + .seconds(Int64(count)))
        #expect(due.map(\.serial) == Array((answered + 1)...count))
        #expect(table.nextDeadline == nil)
    }

    @Test func aRequestWithoutADeadlineNeverExpires() throws {
        var table = RequestTable()
        let request = PendingRequest(
            event: try event(),
            deadline: .distantFuture,
            requester: nil,
            completion: .callback { _ in },
            serial: 1
        )
        table.insert(request)
        #expect(table.nextDeadline == nil)
        #expect(table.removeExpired(at: .distantFuture).isEmpty)
        #expect(table.count == 1)
    }

    /// Nobody is woken for requests that were all answered before the next one was made.
    @Test func anEmptiedTableForgetsItsDeadlines() throws {
        var table = RequestTable()
        for (serial, seconds) in [(1, 3), (2, 9)] as [(UInt64, Int)] {
            let request = PendingRequest(
                event: try event(),
                deadline: .zero + .seconds(seconds),
                requester: nil,
                completion: .callback { _ in },
                serial: serial
            )
            table.insert(request)
            #expect(table.nextDeadline == .zero + .seconds(seconds))
            #expect(table.remove(serial, askingWith: request.event.key)?.serial == serial)
            #expect(table.nextDeadline == nil)
        }
    }

    /// A deadline that is reached exactly is over.
    @Test func whatIsDueNowExpires() throws {
        var table = RequestTable()
        for serial in [1, 2] as [UInt64] {
            table.insert(
                PendingRequest(
                    event: try event(),
                    deadline: .zero + .seconds(Int64(serial)),
                    requester: nil,
                    completion: .callback { _ in },
                    serial: serial
                )
            )
        }
        #expect(table.removeExpired(at: .zero + .nanoseconds(999_999_999)).isEmpty)
        #expect(table.removeExpired(at: .zero + .seconds(1)).map(\.serial) == [1])
        #expect(table.nextDeadline == .zero + .seconds(2))
    }
}
