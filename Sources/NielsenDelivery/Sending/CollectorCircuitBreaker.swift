// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The circuit breaker of each collector: decides when a ping may be sent to it.
///
/// A value without clock, network or threads.
///
/// A collector whose first request without a response was a moment ago is blocked for a while: of all pings that wait for
/// it one is tried when that time is over, and the others wait for its outcome. Any response ends the outage. So an outage
/// costs one request at a time, however many pings and instances wait. In the usual words of circuit breakers, a blocked
/// collector's circuit is open, and half-open while one ping tries.
struct CollectorCircuitBreaker: Sendable {
    /// The decision about a ping.
    enum Decision: Sendable, Equatable {
        /// It may be sent.
        case send
        /// It has to ask again after this time.
        case wait(Duration)
    }

    /// A collector that is blocked.
    private struct Collector {
        /// The time since which it could not be reached; nil if it only asked for a pause.
        var outSince: Instant?
        var failures = 0
        var blockedUntil: Instant
        /// The time until which one ping tries to reach it; nil while none does.
        ///
        /// It expires, because a try without an outcome must not block a collector permanently.
        var tryingUntil: Instant?

        func isTrying(at now: Instant) -> Bool { tryingUntil.map { $0 > now } ?? false }
    }

    /// The number of collectors that are distinguished; the addresses of ads may name any number.
    private static let collectorsKept = 256
    /// The time that a ping waits while another one tries.
    ///
    /// If that one arrives, waits end earlier.
    private static let patience = Duration.seconds(10)

    private var blocked: [String: Collector] = [:]
    private var lastAnswer: Instant?
    private var roundBegan: Instant?
    private var sentInRound = 0

    init() {}

    /// Whether no collector can be reached: some are out, and none has responded since the last one went out.
    var isOffline: Bool {
        guard let latest = blocked.values.compactMap(\.outSince).max() else { return false }
        return lastAnswer.map { $0 < latest } ?? true
    }

    /// Returns how often in a row a collector could not be reached.
    func failures(of collector: String) -> Int { blocked[collector]?.failures ?? 0 }

    /// Returns whether a ping may be sent to a collector now.
    ///
    /// A ping that may must be followed by ``answered(_:at:askedFor:)``, ``failed(_:at:wait:)`` or ``release(_:)``.
    ///
    /// - Parameters:
    ///   - collector: The collector.
    ///   - now: The current instant.
    ///   - deadline: The time after which a permitted ping without an outcome counts as lost.
    /// - Returns: Whether to send it; if not, how long to wait.
    mutating func ask(_ collector: String, at now: Instant, deadline: Duration) -> Decision {
        guard var state = blocked[collector] else { return .send }
        guard !state.isTrying(at: now) else { return .wait(Self.patience) }
        guard state.blockedUntil <= now else { return .wait(state.blockedUntil - now) }
        state.tryingUntil = now + deadline
        blocked[collector] = state
        return .send
    }

    /// Records that a collector responded.
    ///
    /// - Parameters:
    ///   - collector: The collector.
    ///   - now: The current instant.
    ///   - asked: The pause that it asked for, or nil.
    /// - Returns: Whether it can be reached again, so that waiting pings may be sent.
    mutating func answered(_ collector: String, at now: Instant, askedFor asked: Duration?) -> Bool {
        lastAnswer = now
        let before = blocked.removeValue(forKey: collector)
        if let asked, asked > .zero {
            blocked[collector] = Collector(blockedUntil: now + asked)
            return false
        }
        return before != nil
    }

    /// Records that a collector could not be reached.
    ///
    /// - Parameters:
    ///   - collector: The collector.
    ///   - now: The current instant.
    ///   - wait: Returns the pause after a number of failures.
    /// - Returns: The pause from now on.
    mutating func failed(_ collector: String, at now: Instant, wait: (Int) -> Duration) -> Duration {
        if blocked[collector] == nil, blocked.count >= Self.collectorsKept {
            blocked = blocked.filter { $0.value.blockedUntil > now }
            if blocked.count >= Self.collectorsKept { blocked = [:] }
        }
        var state = blocked[collector] ?? Collector(blockedUntil: now)
        // What was under way at the same time fails for the same reason and says nothing new.
        if state.outSince != nil, !state.isTrying(at: now), state.blockedUntil > now { return state.blockedUntil - now }
        state.outSince = state.outSince ?? now
        state.failures += 1
        state.tryingUntil = nil
        let wait = wait(state.failures)
        state.blockedUntil = now + wait
        blocked[collector] = state
        return wait
    }

    /// Records that a permitted ping was not sent after all.
    mutating func release(_ collector: String) {
        blocked[collector]?.tryingUntil = nil
    }

    /// Permits one try for every collector.
    mutating func allowTries() {
        // A collector that asked for a pause gets it.
        for collector in blocked.keys where blocked[collector]?.outSince != nil {
            blocked[collector]?.blockedUntil = .zero
        }
    }

    /// Counts a ping that is about to go.
    ///
    /// - Parameters:
    ///   - now: The current instant.
    ///   - limit: How many may go in one round.
    ///   - pause: How long a round is, at least.
    /// - Returns: How long it has to wait for the next round before it asks again; zero where it may go.
    mutating func pace(at now: Instant, limit: Int, pause: Duration) -> Duration {
        guard pause > .zero else { return .zero }
        if let began = roundBegan, now < began + pause {
            guard sentInRound >= limit else {
                sentInRound += 1
                return .zero
            }
            return began + pause - now
        }
        roundBegan = now
        sentInRound = 1
        return .zero
    }
}
