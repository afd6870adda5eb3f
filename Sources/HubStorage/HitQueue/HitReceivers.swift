// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What is known of the receivers of hits, and with that when a stream may be sent: the circuit breaker of each receiver.
///
/// A value without clock, storage or threads. A receiver that has not answered yet, or has failed, gets one hit at a time,
/// and after a failure only when its wait is over, however many streams lead to it. The first hit that arrives opens it
/// for all of them. So an outage costs one request at a time, and a receiver that never answers takes no place of another.
struct HitReceivers: Sendable {
    /// When a stream may be sent.
    enum Admission: Equatable {
        case now
        case at(Instant)
        /// As soon as something that is out has an outcome.
        case whenFree
    }

    private struct Receiver {
        /// Whether the last hit with an outcome arrived.
        var isProven = false
        var failures = 0
        var reason = ""
        var blockedUntil = Instant.zero
        /// Until when the receiver itself has asked to wait.
        var askedUntil = Instant.zero
        /// Since when it has not answered, and how often in a row.
        var silentSince: Instant?
        var silences = 0
        /// Whether a hit was set aside since one arrived.
        var hasSetAside = false
        /// How many streams to it are claimed, and how many of them have a hit out.
        var claimed = 0
        var flights = 0
        var roundBegan = Instant.zero
        var sentInRound = 0
    }

    /// A stream whose first hit was refused.
    private struct Refusal {
        let hit: HitQueue.Hit.ID
        let since: Instant
        var heldUntil: Instant
    }

    /// How many receivers are distinguished; addresses from outside may name any number.
    private static let receiversKept = 256
    /// How many receivers that have not answered may have a hit out, apart from ``first``.
    private static let strangers = 16
    /// How many streams to a receiver that answers are claimed beyond those that are sent.
    private static let ahead = 32
    /// How long a receiver must have been silent to count as out of reach.
    private static let patience = Duration.seconds(60)

    private let name: @Sendable (String) -> String
    private var receivers: [String: Receiver] = [:]
    private var refusals: [String: Refusal] = [:]
    /// The receivers that do not wait for others.
    private var first: Set<String> = []

    /// Makes a value that knows of no receiver.
    ///
    /// - Parameter name: Returns the name of the receiver to which a stream leads.
    init(name: @escaping @Sendable (String) -> String = { $0 }) {
        self.name = name
    }

    func receiver(of stream: String) -> String { name(stream) }

    mutating func putFirst(_ receiver: String) {
        if first.count < Self.receiversKept { first.insert(receiver) }
    }

    // MARK: - Admission

    /// When a stream may be claimed.
    func claim(_ stream: String, _ configuration: HitQueue.Configuration, at now: Instant) -> Admission {
        let name = name(stream)
        let receiver = receivers[name] ?? Receiver()
        let wait = max(receiver.blockedUntil, refusals[stream]?.heldUntil ?? .zero)
        if wait > now { return .at(wait) }
        if receiver.isProven {
            return receiver.claimed < configuration.concurrentStreams + Self.ahead ? .now : .whenFree
        }
        if receiver.claimed > 0 { return .whenFree }
        if first.contains(name) { return .now }
        let strangers = receivers.count(where: { $0.value.claimed > 0 && !$0.value.isProven && !first.contains($0.key) }
        )
        return strangers < Self.strangers ? .now : .whenFree
    }

    mutating func claimed(_ stream: String) {
        let name = name(stream)
        makeRoom(for: name)
        receivers[name, default: Receiver()].claimed += 1
    }

    mutating func unclaimed(_ stream: String) {
        receivers[name(stream)]?.claimed -= 1
    }

    /// When the next hit of a claimed stream may be sent.
    func start(_ stream: String, _ configuration: HitQueue.Configuration, at now: Instant) -> Admission {
        let receiver = receivers[name(stream)] ?? Receiver()
        if receiver.blockedUntil > now { return .at(receiver.blockedUntil) }
        guard receiver.flights < (receiver.isProven ? configuration.concurrentStreams : 1) else { return .whenFree }
        let roundEnd = receiver.roundBegan + configuration.roundPause
        if roundEnd > now, receiver.sentInRound >= configuration.concurrentStreams { return .at(roundEnd) }
        return .now
    }

    /// Whether the receiver of a stream fails, so that claimed streams have to be given back.
    func isFailing(_ stream: String) -> Bool { failures(stream) > 0 }

    /// How often in a row the receiver of a stream has failed.
    func failures(_ stream: String) -> Int { receivers[name(stream)]?.failures ?? 0 }

    /// A hit goes out.
    mutating func began(_ stream: String, _ configuration: HitQueue.Configuration, at now: Instant) {
        var receiver = receivers[name(stream)] ?? Receiver()
        receiver.flights += 1
        if receiver.roundBegan + configuration.roundPause <= now {
            receiver.roundBegan = now
            receiver.sentInRound = 0
        }
        receiver.sentInRound += 1
        receivers[name(stream)] = receiver
    }

    // MARK: - Outcomes

    /// A hit that was out has an outcome, or is not awaited any more.
    mutating func ended(_ stream: String) {
        receivers[name(stream)]?.flights -= 1
    }

    /// A hit has arrived.
    ///
    /// - Returns: Whether more streams may be sent than before.
    mutating func arrived(_ stream: String) -> Bool {
        let name = name(stream)
        var receiver = receivers[name] ?? Receiver()
        // One refusal between hits that arrive may be about the hit that was refused, which then keeps its wait.
        if receiver.failures > 1 { refusals = refusals.filter { self.name($0.key) != name } }
        refusals[stream] = nil
        let isNews = !receiver.isProven
        receiver.isProven = true
        receiver.failures = 0
        receiver.blockedUntil = .zero
        receiver.askedUntil = .zero
        receiver.silentSince = nil
        receiver.silences = 0
        receiver.hasSetAside = false
        receivers[name] = receiver
        return isNews
    }

    /// A receiver has failed.
    ///
    /// - Parameters:
    ///   - stream: The stream of the hit that was sent.
    ///   - reason: What came of it.
    ///   - isSilent: Whether nobody answered.
    ///   - known: How often in a row it had failed when the hit was sent. What was under way at the same time fails for the
    ///     same reason and says nothing new.
    ///   - asked: How long the receiver asks to wait.
    ///   - wait: How long to wait after one failure more than that.
    ///   - now: The time.
    mutating func failed(
        _ stream: String,
        _ reason: String,
        isSilent: Bool,
        known: Int,
        asked: Duration?,
        wait: Duration,
        at now: Instant
    ) {
        let name = name(stream)
        var receiver = receivers[name] ?? Receiver()
        receiver.isProven = false
        receiver.reason = reason
        if !isSilent {
            receiver.silentSince = nil
            receiver.silences = 0
        }
        if known == receiver.failures {
            receiver.failures += 1
            if isSilent {
                receiver.silentSince = receiver.silentSince ?? now
                receiver.silences += 1
            }
            receiver.blockedUntil = max(receiver.blockedUntil, now + wait)
        }
        if let asked { receiver.askedUntil = max(receiver.askedUntil, now + asked) }
        receiver.blockedUntil = max(receiver.blockedUntil, receiver.askedUntil)
        receivers[name] = receiver
    }

    /// A hit was refused, or has to wait for another reason; the receiver may go on with other streams.
    ///
    /// - Returns: For how long the hit has been refused.
    mutating func hold(_ stream: String, _ hit: HitQueue.Hit.ID, until end: Instant, at now: Instant) -> Duration {
        if refusals.count >= Self.receiversKept { refusals = refusals.filter { $0.value.heldUntil > now } }
        let before = refusals[stream].flatMap { $0.hit == hit ? $0 : nil }
        let since = before?.since ?? now
        refusals[stream] = Refusal(hit: hit, since: since, heldUntil: end)
        return now - since
    }

    /// Takes note of a hit that is to be set aside: one for each receiver, until a hit arrives there.
    mutating func setAside(_ stream: String) -> Bool {
        let name = name(stream)
        guard receivers[name]?.hasSetAside == false else { return false }
        receivers[name]?.hasSetAside = true
        refusals[stream] = nil
        return true
    }

    /// Ends all waits but those that receivers have asked for.
    mutating func endWaits() {
        for name in receivers.keys {
            let asked = receivers[name]?.askedUntil ?? .zero
            receivers[name]?.blockedUntil = asked
        }
        for stream in refusals.keys { refusals[stream]?.heldUntil = .zero }
    }

    /// Nothing is claimed any more, and nothing is out.
    mutating func forgetClaims() {
        for name in receivers.keys {
            receivers[name]?.claimed = 0
            receivers[name]?.flights = 0
        }
    }

    // MARK: - Questions

    /// Whether nobody can be reached: all receivers of the streams have been silent for a while, and more than once.
    func areOutOfReach(_ streams: some Sequence<String>, at now: Instant) -> Bool {
        var isAny = false
        for stream in streams {
            guard let receiver = receivers[name(stream)], let since = receiver.silentSince, receiver.silences > 1,
                now >= since + Self.patience
            else { return false }
            isAny = true
        }
        return isAny
    }

    /// Why a stream waits, in words.
    func reason(of stream: String, at now: Instant) -> String {
        guard let receiver = receivers[name(stream)], receiver.failures > 0 else {
            return "they are on their way"
        }
        let times = receiver.failures == 1 ? "once" : "\(receiver.failures) times in a row"
        let seconds = (receiver.blockedUntil - now + .milliseconds(999)).components.seconds
        return "it failed \(times), last with: \(receiver.reason); "
            + (seconds > 0 ? "the next try is in \(seconds) s" : "the next try is due")
    }

    private mutating func makeRoom(for name: String) {
        guard receivers[name] == nil, receivers.count >= Self.receiversKept else { return }
        let idle = receivers.filter { $0.value.claimed == 0 && !first.contains($0.key) }
        if let oldest = idle.min(by: { $0.value.blockedUntil < $1.value.blockedUntil }) { receivers[oldest.key] = nil }
    }
}
