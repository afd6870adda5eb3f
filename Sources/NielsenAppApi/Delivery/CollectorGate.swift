// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Decides when a ping may go to which collector.
///
/// A value without clock, network or threads.
///
/// A collector that cannot be reached is closed for a while: of all pings that want to go there one is tried when that
/// time is over, and the others wait for what becomes of it. So an outage costs one request at a time, however many
/// pings and instances wait.
struct CollectorGate: Sendable {
    /// What a ping is told.
    enum Passage: Sendable, Equatable {
        /// It may go.
        case open
        /// It is to come back after this time.
        case closed(Duration)
    }

    /// A collector that is not simply open.
    private struct Collector {
        /// Since when it could not be reached; nil where it only asked to be left alone.
        var outSince: Instant?
        var failures = 0
        var closedUntil: Instant
        /// Until when a ping is on its way to find out; nil while none is.
        ///
        /// It ends by itself, since what never comes back must not keep a collector closed for good.
        var tryingUntil: Instant?

        func isTrying(at now: Instant) -> Bool { tryingUntil.map { $0 > now } ?? false }
    }

    /// How many collectors are told apart; the addresses of ads may name any number.
    private static let collectorsKept = 256
    /// How long a ping stays away while another one tries.
    ///
    /// Where that one arrives, waits are ended earlier.
    private static let patience = Duration.seconds(10)

    private var closed: [String: Collector] = [:]
    private var lastAnswer: Instant?
    private var roundBegan: Instant?
    private var sentInRound = 0

    init() {}

    /// True while nobody can be reached: some collector is out, and none has answered since the last one went out.
    var isOffline: Bool {
        guard let latest = closed.values.compactMap(\.outSince).max() else { return false }
        return lastAnswer.map { $0 < latest } ?? true
    }

    /// How often in a row a collector could not be reached.
    func failures(of collector: String) -> Int { closed[collector]?.failures ?? 0 }

    /// Returns whether a ping may be sent to a collector now.
    ///
    /// A ping that may must be followed by ``answered(_:at:askedFor:)``, ``failed(_:at:wait:)`` or ``release(_:)``.
    ///
    /// - Parameters:
    ///   - collector: The collector.
    ///   - now: The current instant.
    ///   - deadline: The time after which a permitted ping without an outcome counts as lost.
    /// - Returns: Whether the way is open; if it is closed, how long to wait.
    mutating func ask(_ collector: String, at now: Instant, deadline: Duration) -> Passage {
        guard var state = closed[collector] else { return .open }
        guard !state.isTrying(at: now) else { return .closed(Self.patience) }
        guard state.closedUntil <= now else { return .closed(state.closedUntil - now) }
        state.tryingUntil = now + deadline
        closed[collector] = state
        return .open
    }

    /// Takes note that a collector answered.
    ///
    /// - Parameters:
    ///   - collector: Who.
    ///   - now: When.
    ///   - asked: For how long it asked to be left alone, where it did.
    /// - Returns: True where it can be reached again, so that what waits for it may go.
    mutating func answered(_ collector: String, at now: Instant, askedFor asked: Duration?) -> Bool {
        lastAnswer = now
        let before = closed.removeValue(forKey: collector)
        if let asked, asked > .zero {
            closed[collector] = Collector(closedUntil: now + asked)
            return false
        }
        return before != nil
    }

    /// Takes note that a collector could not be reached.
    ///
    /// - Parameters:
    ///   - collector: Who.
    ///   - now: When.
    ///   - wait: Says how long to leave it alone after how many failures.
    /// - Returns: How long it is left alone from now on.
    mutating func failed(_ collector: String, at now: Instant, wait: (Int) -> Duration) -> Duration {
        if closed[collector] == nil, closed.count >= Self.collectorsKept {
            closed = closed.filter { $0.value.closedUntil > now }
            if closed.count >= Self.collectorsKept { closed = [:] }
        }
        var state = closed[collector] ?? Collector(closedUntil: now)
        // What was under way at the same time fails for the same reason and says nothing new.
        if state.outSince != nil, !state.isTrying(at: now), state.closedUntil > now { return state.closedUntil - now }
        state.outSince = state.outSince ?? now
        state.failures += 1
        state.tryingUntil = nil
        let wait = wait(state.failures)
        state.closedUntil = now + wait
        closed[collector] = state
        return wait
    }

    /// Takes note that a ping that was let through did not go after all.
    mutating func release(_ collector: String) {
        closed[collector]?.tryingUntil = nil
    }

    /// Lets the next ping of every collector try.
    mutating func reopen() {
        // A collector that asked for a pause gets it.
        for collector in closed.keys where closed[collector]?.outSince != nil {
            closed[collector]?.closedUntil = .zero
        }
    }

    /// Counts a ping that is about to go.
    ///
    /// - Parameters:
    ///   - now: When.
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
