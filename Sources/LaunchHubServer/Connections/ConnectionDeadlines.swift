// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The deadlines of a server's open connections, as a value.
///
/// A connection has a deadline while the server waits for the client: for the whole head of a request, for each part of its
/// body, and for the next request. It has none while its request is being answered.
package struct ConnectionDeadlines: Sendable {
    private struct Connection {
        let socket: Int32
        var deadline: Instant?
    }

    private var connections: [UInt: Connection] = [:]
    private var last: UInt = 0
    private let headTime: Duration
    private let idleTime: Duration
    /// With so many connections, a new one ends the one that has the least time left.
    private let most: Int

    /// Makes a list without connections.
    ///
    /// - Parameter configuration: The times in seconds, and the number of connections, of which a quarter stays free.
    package init(_ configuration: Server.Configuration) {
        let bounded = configuration.bounded
        headTime = .seconds(bounded.headSeconds)
        idleTime = .seconds(bounded.idleSeconds)
        most = bounded.connections * 3 / 4
    }

    /// Adds a connection that was opened.
    ///
    /// - Parameters:
    ///   - socket: Its descriptor.
    ///   - now: The time.
    /// - Returns: The number by which it is known, and the socket that has to make room for it.
    package mutating func opened(_ socket: Int32, at now: Instant) -> (number: UInt, madeRoom: Int32?) {
        let madeRoom = connections.count >= most ? removeFirst() : nil
        last += 1
        connections[last] = Connection(socket: socket, deadline: now + headTime)
        return (last, madeRoom)
    }

    /// The head of a request or a part of its body has come, and more may follow.
    package mutating func partCame(on number: UInt, at now: Instant) {
        connections[number]?.deadline = now + idleTime
    }

    /// A request has come as a whole; its answer may take its time.
    package mutating func requestCame(on number: UInt) {
        connections[number]?.deadline = nil
    }

    /// A request is over; the next one may take its time to begin, and not for ever.
    package mutating func requestEnded(on number: UInt, at now: Instant) {
        connections[number]?.deadline = now + idleTime + headTime
    }

    /// Removes a connection that is being closed.
    package mutating func closed(_ number: UInt) {
        connections[number] = nil
    }

    /// Returns the sockets whose time is over, each once.
    ///
    /// A client is not late with what it has sent and the server has not read yet: such a connection is looked at again the
    /// next time.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - hasUnread: Returns whether bytes of the client wait at a socket. Called for those whose time is over.
    /// - Returns: The descriptors, in the order in which the connections were opened.
    package mutating func overdue(at now: Instant, hasUnread: (Int32) -> Bool) -> [Int32] {
        let late = connections.filter { $0.value.deadline.map { $0 <= now } ?? false && !hasUnread($0.value.socket) }
        return late.keys.sorted().compactMap { end($0) }
    }

    /// Ends the connection whose deadline comes first; of several, the one that was opened first.
    private mutating func removeFirst() -> Int32? {
        let waiting = connections.compactMap { number, connection in connection.deadline.map { ($0, number) } }
        return waiting.min { $0 < $1 }.flatMap { end($0.1) }
    }

    /// Its socket is shut down once, and it counts until it is closed.
    private mutating func end(_ number: UInt) -> Int32? {
        connections[number]?.deadline = nil
        return connections[number]?.socket
    }
}
