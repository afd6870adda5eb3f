// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import HubStorage
import LaunchHub

/// The requests that rules order with consequences of the kinds `pb` and `pii`, on their way.
///
/// ``HubRules/sendSignals(opening:)`` makes it. A request is stored before it is sent, and sent until its host answers,
/// always with the same `Idempotency-Key`; requests to one host are sent one at a time and in their order. Every method
/// may be called on any thread.
public final class HubSignals: Sendable {
    private let queue: HitQueue
    private let sender: SignalSender
    private let configuration: HubConfiguration
    private let log: ConsequenceLog
    private let open = Locked<Opening?>(nil)
    private let isInUse = Locked(false)

    /// A closure in a lock is wrapped once more each time it is read, unless it is in a type of its own.
    private struct Opening: Sendable {
        let open: @Sendable (URL) -> Bool
    }

    /// Makes the signals of a hub.
    ///
    /// - Parameters:
    ///   - hub: The hub; it is not retained.
    ///   - file: The database; nil keeps what waits in memory.
    ///   - queue: A serial queue for everything that is done with what waits; nil makes queues.
    init(of hub: EventHub, file: URL?, queue: DispatchQueue?) {
        let configuration = hub.configuration
        let log = ConsequenceLog(hub.log)
        self.configuration = configuration
        self.log = log
        sender = SignalSender(client: configuration.makeClient()) { SignalHosts(of: configuration) }
        self.queue = HitQueue(
            location: file.map(HitQueue.Location.file) ?? .inMemory,
            processor: sender,
            configuration: Self.parameters,
            privacy: .unknown,
            clock: hub.clock,
            workQueue: queue,
            deliveryQueue: queue
        ) { event in
            if let text = Self.text(of: event) { log.note(text) }
        }
    }

    private static let parameters = HitQueue.Configuration(
        limits: HitQueueLimits(count: 1_000, bytes: 4 << 20, age: .seconds(7 * 86_400)),
        backoff: .fullJitter(initial: .seconds(30), maximum: .seconds(3_600)),
        // Longer than a request can take, so that it is the request that ends.
        deadline: SignalRequest.longestTimeout + .seconds(5)
    )

    /// Begins to follow the hub, at the first call.
    func begin(with rules: HubRules, opening: (@Sendable (URL) -> Bool)?) {
        if let opening { open.withLock { $0 = Opening(open: opening) } }
        let isFirst = isInUse.withLock { isInUse in
            defer { isInUse = true }
            return !isInUse
        }
        guard isFirst else { return }
        rules.hub.applyPrivacy(to: queue)
        rules.handle(HubSignal.kinds) { [self] consequence in try carryOut(consequence) }
    }

    // MARK: - Looking

    /// Returns the numbers of requests, as of one moment: those that wait or are being sent; those that their hosts have
    /// refused or failed too often, which are kept, up to 100; and those that have arrived since the hub was made.
    ///
    /// It reads the database, so do not call it for every frame of a user interface.
    public func summary() -> (waiting: Int, setAside: Int, sent: Int) {
        let stored = queue.summary()
        return (stored.count, stored.setAsideCount, sender.sentCount)
    }

    /// Returns why requests wait, in words, by host.
    ///
    /// It reads the database, as ``summary()``.
    public func waitingReasons() -> [String: String] { queue.summary().reasons }

    /// Sends the requests again that were set aside, after all others, with their `Idempotency-Key`.
    ///
    /// - Returns: The number of these requests.
    @discardableResult
    public func resendSetAside() -> Int { queue.resendSetAsideHits() }

    /// Tries requests that failed immediately, for an app that knows that the network is available again.
    public func tryNow() { queue.endWaits() }

    private static func text(of event: HitQueueEvent) -> String? {
        switch event {
        case .setAside(let hit, let reason): "a request to \(hit.stream) was set aside: \(reason)"
        case .dropped(_, .optedOut, _): nil
        case .dropped(_, .processor(let reason), _): "a request that a rule ordered was dropped unsent: \(reason)"
        case .dropped(_, .age, _): "requests that rules ordered were dropped unsent, because they waited for a week"
        case .dropped(let count, .setAsideCount, _):
            "\(count) requests that had been set aside were deleted: too many are"
        case .dropped: "requests that rules ordered were dropped unsent, because more wait than are kept"
        case .damaged(let path, let detail, let kept, let lost):
            """
            the database of requests was damaged and begun anew; \(kept) were carried over and at least \(lost) are lost: \
            \(detail)\(path.map { "; it is kept as \($0)" } ?? "")
            """
        case .storageFailed(let error): "the database of requests does not work; they wait in memory: \(error)"
        case .storageRecovered, .continuesInMemory: nil
        }
    }
}

extension HubSignals {
    /// Carries out a consequence of one of the kinds ``HubSignal/kinds``.
    private func carryOut(_ consequence: HubConsequence) throws(LaunchRuleError) {
        let status = configuration.privacyStatus
        guard status != .optedOut else { return }
        let hosts = SignalHosts(of: configuration)
        if let entry = hosts.unusable.first {
            log.note("\(entry) in \"\(SignalHosts.key)\" is not a host such as \"collector.example.com\"")
        }
        switch try HubSignal(consequence, allowedBy: hosts) {
        case .open(let url):
            guard status == .optedIn else {
                throw LaunchRuleError(
                    .notPermitted,
                    "the user has not agreed to the privacy status \"optedin\" yet"
                )
            }
            guard let opening = open.withLock({ $0 }) else { throw .failed("nothing opens addresses in this app") }
            guard opening.open(url) else { throw .failed("\(url.absoluteString) was not opened") }
        case .send(let request):
            let draft = HitQueue.Draft(payload: request.payload, stream: request.stream)
            do throws(HitQueueError) {
                // The status may have become opted out meanwhile: the queue then refuses.
                try queue.enqueue(draft)
            } catch {
                throw .failed("the request cannot wait: \(error)")
            }
        }
    }
}

extension SignalHosts {
    /// Reads what a hub's configuration allows.
    init(of configuration: HubConfiguration) {
        self.init(configuration.value(forKey: Self.key)?.value)
    }
}
