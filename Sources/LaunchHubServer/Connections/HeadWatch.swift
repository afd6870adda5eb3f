// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

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
        private struct Connection {
            let socket: Int32
            /// The deadline of the next part; nil while a request is served.
            var deadline: Instant?
        }

        private struct State {
            var next: UInt = 0
            var connections: [UInt: Connection] = [:]
            var timer: (any DispatchSourceTimer)?
        }

        private let state = Locked(State())
        private let headTime: Duration
        private let idleTime: Duration
        private let limit: Int
        private let clock = SystemClock()
        private let queue = DispatchQueue(label: "heads of requests")

        init(_ configuration: Server.Configuration) {
            headTime = .seconds(min(max(configuration.headSeconds, 1), 3_600))
            idleTime = .seconds(min(max(configuration.idleSeconds, 1), 86_400))
            limit = max(6, configuration.connections * 3 / 4)
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
            let deadline = clock.now + headTime
            return state.withLock { state in
                if state.connections.count >= limit { Self.makeRoom(&state) }
                state.next += 1
                state.connections[state.next] = Connection(socket: socket, deadline: deadline)
                return state.next
            }
        }

        /// The head of a request has come as a whole, and its body may follow.
        func headCame(on number: UInt) {
            let deadline = clock.now + idleTime
            state.withLock { $0.connections[number]?.deadline = deadline }
        }

        /// A request has come as a whole; its answer may take its time.
        func requestCame(on number: UInt) {
            state.withLock { $0.connections[number]?.deadline = nil }
        }

        /// A request is over; the next one may take its time to begin, and not for ever.
        func requestEnded(on number: UInt) {
            let deadline = clock.now + idleTime + headTime
            state.withLock { $0.connections[number]?.deadline = deadline }
        }

        /// A connection is being closed.
        func closed(_ number: UInt) {
            state.withLock { _ = $0.connections.removeValue(forKey: number) }
        }

        private static func makeRoom(_ state: inout State) {
            let waiting = state.connections.compactMap { entry in entry.value.deadline.map { (entry, $0) } }
            guard let (next, _) = waiting.min(by: { $0.1 < $1.1 }) else { return }
            state.connections[next.key]?.deadline = nil
            shutDown(next.value.socket)
        }

        private func endOverdue() {
            let now = clock.now
            state.withLock { state in
                for (number, connection) in state.connections {
                    guard let deadline = connection.deadline, deadline <= now else { continue }
                    state.connections[number]?.deadline = nil
                    Self.shutDown(connection.socket)
                }
            }
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

#endif
