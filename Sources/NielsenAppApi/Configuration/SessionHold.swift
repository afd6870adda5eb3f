// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Holds the first session until a question to the user is answered, or until the time for that is over.
final class SessionHold: Sendable {
    /// A closure in a lock is wrapped once more each time it is read, unless it is in its own type.
    private struct Waiting: Sendable {
        let begin: @Sendable () -> Void
    }

    /// Who waits, in order; nil when nothing is held any more.
    private let waiting = Locked<[Waiting]?>([])

    init(_ longest: Duration, _ clock: any HubClock) {
        _ = clock.schedule(after: longest) { [weak self] in self?.end() }
    }

    var isOver: Bool { waiting.withLock { $0 == nil } }

    /// Calls back, once, when nothing is held any more; at once if that is so now.
    func whenOver(_ begin: @escaping @Sendable () -> Void) {
        let isOver = waiting.withLock { waiting in
            waiting?.append(Waiting(begin: begin))
            return waiting == nil
        }
        if isOver { begin() }
    }

    func end() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        for one in waiting ?? [] { one.begin() }
    }
}
