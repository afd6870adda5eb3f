// SPDX-License-Identifier: Apache-2.0

// What carries single requests to servers for exchanges, without following redirects. What arrives goes to
// `HTTPExchange.advance(by:_:)` under the hop's number, from any one thread at a time.
#if os(Linux)
    typealias HTTPTransport = CurlTransport
#else
    typealias HTTPTransport = URLSessionTransport
#endif

/// One request of an exchange at its transport: the caller's, or the one that a redirect made of it.
struct HTTPHop: Sendable, Hashable {
    let number: Int
}

/// Runs the completions of a client one at a time, also while no thread of Dispatch's is free: a timeout that waited for
/// one would not come.
final class HTTPCompletions: Sendable {
    /// What waits, and first what runs.
    private let waiting = Locked<[@Sendable () -> Void]>([])

    /// Adds work behind all other.
    func add(_ work: @escaping @Sendable () -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        if isFirst { Timekeeper.shared.run { self.run() } }
    }

    private func run() {
        var next = waiting.withLock { $0.first }
        while let work = next {
            work()
            next = waiting.withLock { waiting in
                waiting.removeFirst()
                return waiting.first
            }
        }
    }
}
