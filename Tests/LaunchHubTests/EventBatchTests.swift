// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// Events that are routed together, and the commands and requests between them.
struct EventBatchTests {
    private let other: Event

    init() throws {
        other = try Event(name: "other", type: testType, source: "com.example.other")
    }

    private func placement(_ ticket: UInt64) -> RoutingCommand {
        .place(Placement(owner: StateName(FoldedName("owner")), ticket: ticket, isFirst: false))
    }

    private func request(_ serial: UInt64) throws -> PendingRequest {
        PendingRequest(
            event: try event("ask \(serial)"),
            deadline: .distantFuture,
            requester: nil,
            completion: .callback { _ in },
            serial: serial
        )
    }

    @Test func eventsOfOneTypeAndSourceHaveOneAddress() throws {
        #expect(EventBatch(try events(0..<3)).hasOneAddress)
        #expect(EventBatch([other]).hasOneAddress)
        #expect(!EventBatch(try events(0..<1) + [other]).hasOneAddress)
        #expect(!EventBatch([other] + (try events(0..<2))).hasOneAddress)
    }

    @Test func eachAnswerHasAnAddressOfItsOwn() throws {
        let request = try event("ask")
        let answers = try [event("one", answering: request), event("two", answering: request)]
        #expect(EventBatch(answers.prefix(1)).hasOneAddress)
        #expect(!EventBatch(answers).hasOneAddress)
        #expect(!EventBatch([try event()] + answers.prefix(1)).hasOneAddress)
    }

    @Test func aReplacedEventCountsByItsOwnAddress() throws {
        var batch = EventBatch(try events(0..<3))
        batch.replace(1, with: try event("new"))
        #expect(batch.events.map(\.name) == ["0", "new", "2"])
        #expect(batch.hasOneAddress)
        batch.replace(2, with: other)
        #expect(batch.events.map(\.name) == ["0", "new", "other"])
        #expect(!batch.hasOneAddress)
    }

    @Test func aBatchWithACommandAloneIsNotEmpty() throws {
        var batch = EventBatch()
        #expect(batch.isEmpty)
        batch.append(.hold)
        #expect(!batch.isEmpty)
        #expect(!EventBatch([other]).isEmpty)
    }

    @Test func onlyPlacementsAreCountedAsSuch() {
        var batch = EventBatch()
        batch.append(.hold)
        #expect(!batch.hasPlacements)
        #expect(batch.placements(behind: 4).isEmpty)
        batch.append(placement(1))
        #expect(batch.hasPlacements)
    }

    @Test func aPlacementLiesBehindTheEventsBeforeIt() throws {
        var batch = EventBatch()
        batch.append(placement(1))
        batch.append(try event("a"))
        batch.append(.hold)
        batch.append(placement(2))
        batch.append(try event("b"))
        batch.append(placement(3))
        #expect(batch.marks.map(\.position) == [0, 1, 1, 2])
        let found = batch.placements(behind: 10)
        #expect(found.map(\.placement.ticket) == [1, 2, 3])
        #expect(found.map(\.number) == [10, 11, 12])
    }

    @Test func aRequestStandsAtItsEvent() throws {
        var batch = EventBatch()
        for serial in [7, 8] as [UInt64] {
            batch.append(try event("before"))
            let request = try request(serial)
            batch.append(request.event)
            batch.noteRequest(request)
        }
        #expect(batch.requests.map(\.position) == [1, 3])
        #expect(batch.requests.map(\.request.serial) == [7, 8])
    }

    @Test func whatIsTakenOffTheEndLeavesTheBeginning() throws {
        var batch = EventBatch(try events(0..<5))
        #expect(batch.removeEvents(from: 2).map(\.name) == ["2", "3", "4"])
        #expect(batch.events.map(\.name) == ["0", "1"])
        #expect(batch.removeEvents(from: 2).isEmpty)
    }

    @Test func theRestOfABatchCountsFromItsOwnBeginning() throws {
        var batch = EventBatch(try events(0..<3))
        let request = try request(9)
        batch.append(request.event)
        batch.noteRequest(request)
        batch.append(placement(1))
        batch.append(try event("last"))
        let rest = batch.suffix(from: 2, batch.requests[...], batch.marks[...])
        #expect(rest.events.map(\.name) == ["2", "ask 9", "last"])
        #expect(rest.requests.map(\.position) == [1])
        #expect(rest.requests.map(\.request.serial) == [9])
        #expect(rest.marks.map(\.position) == [2])
        #expect(rest.hasPlacements)
        #expect(rest.placements(behind: 20).map(\.number) == [22])
    }
}
