// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import HubServices

/// Connections whose answers are held back.
///
/// libmicrohttpd keeps a suspended connection alive until it is resumed, and must not be stopped before. A
/// connection is therefore in the table from before it is suspended until it is resumed, and both happen under the
/// lock: libmicrohttpd makes no call meanwhile.
final class Sleepers: Sendable {
    /// A connection, which may be named on any thread: libmicrohttpd's resuming is made for that.
    private struct Connection: @unchecked Sendable {
        // Unchecked: the pointer is only given to MHD_suspend_connection and MHD_resume_connection, under the lock,
        // and is valid there because the connection is suspended or is being served.
        let pointer: OpaquePointer
    }

    private struct State {
        var next: UInt64 = 0
        var asleep: [UInt64: Connection] = [:]
        var isOver = false
    }

    private let state = Locked(State())

    /// Suspends a connection for a time; called while libmicrohttpd serves it.
    ///
    /// - Returns: False if sleeping is no longer allowed.
    func sleep(_ connection: OpaquePointer, for delay: Duration, _ clock: any HubClock) -> Bool {
        let connection = Connection(pointer: connection)
        let number = state.withLock { state -> UInt64? in
            guard !state.isOver else { return nil }
            state.next += 1
            state.asleep[state.next] = connection
            MHD_suspend_connection(connection.pointer)
            return state.next
        }
        guard let number else { return false }
        // A timer that fires after the end finds no sleeper.
        _ = clock.schedule(after: delay) { [self] in wake(number) }
        return true
    }

    /// Wakes all sleepers, and lets none sleep from now on.
    func wakeAll() {
        state.withLock { state in
            state.isOver = true
            for connection in state.asleep.values { MHD_resume_connection(connection.pointer) }
            state.asleep.removeAll()
        }
    }

    private func wake(_ number: UInt64) {
        state.withLock { state in
            guard let connection = state.asleep.removeValue(forKey: number) else { return }
            MHD_resume_connection(connection.pointer)
        }
    }
}
