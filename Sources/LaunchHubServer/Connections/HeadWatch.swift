// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices

/// The connections of which no whole head of a request has come, and for how long.
///
/// libmicrohttpd ends a connection on which nothing moves. One on which a byte comes now and then, or hundreds that say
/// nothing at all, would keep everybody else out: a head has a deadline as a whole, and where connections become few
/// the one that has said nothing for longest makes room.
///
/// Sockets are shut down and never closed here. That happens under the lock under which libmicrohttpd says that it
/// closes one, so that a number is not another connection's by then.
final class HeadWatch: Sendable {
    private struct State {
        var deadlines: ConnectionDeadlines
        var timer: (any DispatchSourceTimer)?
    }

    private let state: Locked<State>
    private let clock = SystemClock()
    private let queue = DispatchQueue(label: "heads of requests")

    init(_ configuration: Server.Configuration) {
        state = Locked(State(deadlines: ConnectionDeadlines(configuration)))
    }

    /// Starts to check the deadlines.
    func start() {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
        timer.setEventHandler { [weak self] in self?.endOverdue() }
        state.withLock { $0.timer = timer }
        timer.resume()
    }

    func stop() {
        let timer = state.withLock { state in
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    /// A connection was opened.
    ///
    /// - Returns: The number by which it is known.
    func opened(_ socket: Int32) -> UInt {
        let now = clock.now
        return state.withLock { state in
            let (number, madeRoom) = state.deadlines.opened(socket, at: now)
            madeRoom.map(Self.shutDown)
            return number
        }
    }

    /// Carries out a change of the deadlines.
    func note(_ change: (inout ConnectionDeadlines, Instant) -> Void) {
        let now = clock.now
        state.withLock { change(&$0.deadlines, now) }
    }

    private func endOverdue() {
        let now = clock.now
        state.withLock { $0.deadlines.overdue(at: now, hasUnread: Self.hasUnread).forEach(Self.shutDown) }
    }

    /// Returns whether bytes wait at a socket that libmicrohttpd has not read: it is behind then, and not the client.
    private static func hasUnread(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    private static func shutDown(_ socket: Int32) {
        // Its error says that the client was quicker.
        #if canImport(Glibc)
            _ = shutdown(socket, Int32(SHUT_RDWR))
        #else
            _ = shutdown(socket, SHUT_RDWR)
        #endif
    }
}
