// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubServer
import Testing

/// How long a server waits for its clients.
struct ConnectionDeadlinesTests {
    private func time(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// Ten seconds for a head, sixty for what follows, and room for six connections.
    private let deadlines: ConnectionDeadlines = {
        var configuration = Server.Configuration()
        configuration.connections = 8
        return ConnectionDeadlines(configuration)
    }()

    @Test func aHeadIsLateAtItsDeadlineAndOnce() {
        var deadlines = deadlines
        #expect(deadlines.opened(7, at: time(1_000)).number == 1)
        #expect(deadlines.late(at: time(10_999)) == [])
        #expect(deadlines.late(at: time(11_000)) == [7])
        #expect(deadlines.late(at: time(99_000)) == [])
    }

    /// A busy server may come to what a client has sent in time long after that.
    @Test func aClientIsNotLateWithWhatTheServerHasNotRead() {
        var deadlines = deadlines
        for socket: Int32 in 7...9 { _ = deadlines.opened(socket, at: time(0)) }
        #expect(deadlines.overdue(at: time(10_000)) { $0 == 8 } == [7, 9])
        #expect(deadlines.overdue(at: time(99_000)) { $0 == 8 } == [])
        #expect(deadlines.late(at: time(99_000)) == [8])
    }

    @Test func eachPartOfABodyHasTheIdleTime() {
        var deadlines = deadlines
        let (number, _) = deadlines.opened(7, at: time(0))
        deadlines.partCame(on: number, at: time(5_000))
        #expect(deadlines.late(at: time(64_999)) == [])
        deadlines.partCame(on: number, at: time(64_999))
        #expect(deadlines.late(at: time(124_998)) == [])
        #expect(deadlines.late(at: time(124_999)) == [7])
    }

    @Test func anAnswerMayTakeItsTimeAndTheNextRequestNot() {
        var deadlines = deadlines
        let (number, _) = deadlines.opened(7, at: time(0))
        deadlines.requestCame(on: number)
        #expect(deadlines.late(at: time(10_000_000)) == [])
        deadlines.requestEnded(on: number, at: time(10_000_000))
        #expect(deadlines.late(at: time(10_069_999)) == [])
        #expect(deadlines.late(at: time(10_070_000)) == [7])
    }

    /// The system gives the number of a socket that was closed to the next one.
    @Test func aClosedConnectionIsNotShutDownUnderItsNextOwner() {
        var deadlines = deadlines
        let (first, _) = deadlines.opened(7, at: time(0))
        deadlines.closed(first)
        let (second, _) = deadlines.opened(7, at: time(5_000))
        #expect(second == 2)
        #expect(deadlines.late(at: time(14_999)) == [])
        deadlines.partCame(on: first, at: time(0))
        #expect(deadlines.late(at: time(15_000)) == [7])
    }

    @Test func theConnectionWithTheLeastTimeLeftMakesRoomForTheSeventh() {
        var deadlines = deadlines
        for socket: Int32 in 1...6 { #expect(deadlines.opened(socket, at: time(0)).madeRoom == nil) }
        deadlines.partCame(on: 1, at: time(0))
        #expect(deadlines.opened(7, at: time(1)).madeRoom == 2)
        // It counts until it is closed, and makes room once.
        #expect(deadlines.opened(8, at: time(2)).madeRoom == 3)
        #expect(deadlines.late(at: time(10_000)) == [4, 5, 6])
        for number: UInt in 2...8 { deadlines.closed(number) }
        #expect(deadlines.opened(9, at: time(3)).madeRoom == nil)
    }

    @Test func nobodyWhoIsBeingAnsweredMakesRoom() {
        var deadlines = deadlines
        for socket: Int32 in 1...6 {
            let (number, _) = deadlines.opened(socket, at: time(0))
            deadlines.requestCame(on: number)
        }
        #expect(deadlines.opened(7, at: time(0)).madeRoom == nil)
    }
}

extension ConnectionDeadlines {
    /// The sockets whose time is over, of clients that have sent nothing unread.
    fileprivate mutating func late(at now: Instant) -> [Int32] { overdue(at: now) { _ in false } }
}
