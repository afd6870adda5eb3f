// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// The requests that wait, against a plain list of them.
struct RequestTableTests {
    private static func mailbox(_ id: UInt64) -> Mailbox {
        Mailbox(id: id, name: "\(id)", policy: .unbounded, monitor: .silent())
    }

    /// Few addresses that are asked again, or more than a table keeps when nobody waits there.
    @Test(arguments: 0..<12 as Range<UInt64>, [3, 400])
    func aTableHoldsWhatAListHolds(seed: UInt64, addressCount: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var table = RequestTable()
        var list: [PendingRequest] = []
        let requesters = (1...3 as ClosedRange<UInt64>).map(Self.mailbox)
        var (serial, now) = (UInt64(0), Instant.zero)
        var last: Event?

        func expect(_ removed: [PendingRequest], _ condition: (PendingRequest) -> Bool) {
            #expect(removed.map(\.serial) == list.filter(condition).map(\.serial))
            list.removeAll(where: condition)
        }

        for step in 0..<1_500 {
            switch random.next() % 16 {
            case 0..<9:
                serial += 1
                let number = random.next() % addressCount
                let isRepeated = random.next() % 5 == 0
                let event =
                    try isRepeated && last != nil
                    ? last!
                    : Event(
                        name: "\(serial)",
                        type: EventType("type \(number % 20)"),
                        source: EventSource("source \(number / 20)")
                    )
                last = event
                let request = PendingRequest(
                    event: event,
                    deadline: random.next() % 6 == 0 ? .distantFuture : now + .seconds(Int64(random.next() % 40)),
                    requester: random.next() % 3 == 0 ? requesters[Int(random.next() % 3)] : nil,
                    completion: .callback { _ in },
                    serial: serial
                )
                table.insert(request)
                list.append(request)
            case 9, 10:
                guard let request = list.randomElement(using: &random) else { continue }
                #expect(table.remove(request.serial, askingWith: request.event.key)?.serial == request.serial)
                #expect(table.remove(request.serial, askingWith: request.event.key) == nil)
                list.removeAll { $0.serial == request.serial }
            case 11, 12:
                guard let event = list.randomElement(using: &random)?.event else { continue }
                expect(table.removeAll(askingWith: event.key)) { $0.event.key == event.key }
                #expect(table.removeAll(askingWith: event.key).isEmpty)
            case 13:
                guard let event = list.randomElement(using: &random)?.event else { continue }
                expect(table.removeAll(at: Address(type: event.type, source: event.source))) {
                    $0.event.type == event.type && $0.event.source == event.source
                }
                #expect(table.removeAll(at: Address(type: event.type, source: event.source)).isEmpty)
            case 14:
                now = now + .seconds(Int64(random.next() % 3))
                let due = list.filter { $0.deadline <= now }.sorted {
                    ($0.deadline, $0.serial) < ($1.deadline, $1.serial)
                }
                #expect(table.removeExpired(at: now).map(\.serial) == due.map(\.serial))
                list.removeAll { $0.deadline <= now }
            default:
                let requester = requesters[Int(random.next() % 3)]
                expect(table.removeAll(of: requester)) { $0.requester === requester }
                if step % 7 == 0 { expect(table.removeAll()) { _ in true } }
            }
            #expect(table.count == list.count)
            let expected = Set(list.map { "\($0.event.type) \($0.event.source)" })
            #expect(table.addresses.map { "\($0.type) \($0.source)" }.sorted() == expected.sorted())
            let first = list.map(\.deadline).filter { $0 < .distantFuture }.min()
            if let first, let next = table.nextDeadline { #expect(next <= first) }
            if first != nil { #expect(table.nextDeadline != nil) }
            if list.isEmpty { #expect(table.nextDeadline == nil) }
        }
    }
}
