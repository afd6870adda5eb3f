// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Foundation
public import HubServices

/// Brings pings to their collectors: durably queued, in order, at least once.
///
/// A ping is in the database before ``send(_:)`` returns and survives the process, however that ends. The pings of one
/// instance reach a collector in their order. Each is sent until it is accepted, always with the same
/// `Idempotency-Key`, so that a collector can drop doubles. What is guaranteed, and what each error means, is in
/// <doc:Delivery>.
///
/// ```swift
/// let environment = NielsenEnvironment.app(storage: .folder(folder))
/// let api = NielsenAppApi(appInfo: appInfo, delegate: self, environment: environment)
/// print(environment.delivery?.summary().pending ?? 0)
/// ```
///
/// One delivery may serve any number of instances; the configuration that was received last decides how it works.
/// Every method may be called on any thread. Errors come to the instances on threads of the delivery.
public final class NielsenPingDelivery: NielsenPingSink {
    private let queue: HitQueue
    let desk: DeliveryDesk
    private let isTelevision: Bool
    /// Whether somebody has said whether pings are sent: the app, a hub, or an instance without one.
    private let isDecided: Locked<Bool>
    let clock: any HubClock
    /// Where the queue is looked at while somebody waits for it.
    let workers = DispatchQueue(label: "PingDelivery.flush", target: .global())

    /// Makes a delivery. What an earlier one has left in the same place is sent as soon as it may send.
    ///
    /// This never fails: what is wrong with the place comes to the instances as error 13.
    ///
    /// - Parameters:
    ///   - location: Where pings wait.
    ///   - configuration: Says how, until an instance has received its own.
    ///   - isTelevision: True on Apple TV, where fewer pings wait offline.
    ///   - client: Who sends requests.
    ///   - clock: What waits are measured with.
    ///   - log: Where lines go that concern no instance.
    ///   - privacy: Whether pings are sent. With `PrivacyStatus.optedOut` what was left is discarded. With nil it is
    ///     unknown, so that pings are kept and wait, until an instance that no hub governs is made, which means opted in,
    ///     or until a hub says.
    ///   - random: Where the jitter of waits comes from.
    ///   - workQueue: A serial queue for the database's part of sending and for errors of it; nil makes one.
    ///   - deliveryQueue: The queue on which requests are begun; nil makes a concurrent one.
    public init(
        location: HitQueue.Location,
        configuration: NielsenConfiguration = NielsenConfiguration(),
        isTelevision: Bool = false,
        client: any HubHTTPClient = SystemHTTPClient(),
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        privacy: HubPrivacyStatus? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        workQueue: DispatchQueue? = nil,
        deliveryQueue: DispatchQueue? = nil
    ) {
        let desk = DeliveryDesk(configuration: configuration, log: log, random: random, target: workQueue)
        let sender = PingSender(desk: desk, client: client, clock: clock)
        queue = HitQueue(
            location: location,
            processor: sender,
            configuration: HitQueue.Configuration(configuration, isTelevision: isTelevision),
            privacy: privacy ?? .unknown,
            clock: clock,
            random: random,
            workQueue: workQueue,
            deliveryQueue: deliveryQueue,
            onEvent: { desk.take($0) }
        )
        sender.serve(queue)
        self.desk = desk
        self.isTelevision = isTelevision
        isDecided = Locked(privacy != nil)
        self.clock = clock
    }

    // MARK: - Instances

    /// Queues a ping. It is in the database when this returns, or in memory where the database does not work.
    ///
    /// - Parameter ping: One whose address is none is given up with error 8.
    public func send(_ ping: NielsenPing) {
        guard let address = PingAddress(ping.url) else {
            let text = PingAddress.withoutParameters(ping.url)
            let message = "no request can be made of \"\(text)\"; write an http: or https: address with a host"
            desk.state.withLock { $0.discarded += 1 }
            let error = NielsenError(.failedCreateRequest, message)
            return desk.report(.address(text), of: ping.stream, error, isAsynchronous: false)
        }
        let line = PingLine(stream: ping.stream, collector: address.collector)
        do throws(HitQueueError) {
            let admission = try queue.enqueue(HitQueue.Draft(payload: ping.payload, stream: line.name))
            // Without it the collector would not know the pings that come after an opt-in.
            if admission == .refused, ping.product == .session { desk.noteRefusedSession(ping.stream) }
        } catch {
            let failure = NielsenError(.sending(ping.product), "a ping was given up: \(error)")
            desk.report(.refused(ping.product, "queue"), of: ping.stream, failure, isAsynchronous: false)
        }
    }

    /// Queues the pings of a call together with those of what is open: all of it is in the database, or nothing.
    ///
    /// - Parameters:
    ///   - pings: The pings, in their order.
    ///   - open: The pings that end what is open, as it is now. They are queued if this process ends before they are
    ///     replaced; none takes back those before.
    ///   - stream: The instance.
    package func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String) {
        let (drafts, refused) = split(pings)
        let (will, _) = split(open)
        for ping in refused { send(ping) }
        do throws(HitQueueError) {
            try queue.enqueue(contentsOf: drafts, leaving: [HitQueue.Will(key: stream, drafts: will)])
        } catch {
            // One that is too large must not cost the others, and what was left before tells of the same.
            for ping in pings { send(ping) }
            _ = try? queue.enqueue(contentsOf: [], leaving: [HitQueue.Will(key: stream, drafts: [])])
        }
    }

    private func split(_ pings: [NielsenPing]) -> (drafts: [HitQueue.Draft], refused: [NielsenPing]) {
        var drafts: [HitQueue.Draft] = []
        var refused: [NielsenPing] = []
        for ping in pings {
            guard let address = PingAddress(ping.url) else {
                refused.append(ping)
                continue
            }
            let line = PingLine(stream: ping.stream, collector: address.collector)
            drafts.append(HitQueue.Draft(payload: ping.payload, stream: line.name))
        }
        return (drafts, refused)
    }

    /// Takes note of an instance and of its configuration, by which everything goes from here on.
    public func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        let parameters = HitQueue.Configuration(configuration, isTelevision: isTelevision)
        let isOther = desk.state.withLock { state in
            let before = HitQueue.Configuration(state.configuration, isTelevision: isTelevision)
            state.configuration = configuration
            return before != parameters
        }
        if isOther { queue.configure(parameters) }
        desk.attach(stream, report)
    }

    /// Forgets an instance: its pings are sent, and what becomes of them is told to nobody.
    public func detach(stream: String) {
        desk.state.withLock { $0.reports.remove(stream) }
    }

    // MARK: - Switches

    /// Whether pings are sent.
    public var privacyStatus: HubPrivacyStatus { queue.privacyStatus }

    /// Says whether pings are sent: opted in they are, with unknown they are kept and wait, and opted out everything
    /// that waits is discarded and nothing new is taken.
    ///
    /// This is the host's switch. The opt-out of measurement is another one, see ``NielsenAppApi/userOptOut(_:)``: its
    /// pings are sent and marked.
    ///
    /// - Parameter status: What the user chose. After `PrivacyStatus.optedOut` everything is gone when
    ///   this returns; a request that is under way cannot be called back.
    public func setPrivacyStatus(_ status: HubPrivacyStatus) {
        isDecided.withLock { $0 = true }
        queue.setPrivacyStatus(status)
        if status != .optedOut { desk.askForRefusedSessions() }
    }

    /// Takes note of an instance that no hub governs: it means opted in, unless somebody has said otherwise.
    func beginStandalone() {
        let isFirst = isDecided.withLock { isDecided in
            defer { isDecided = true }
            return !isDecided
        }
        if isFirst { queue.setPrivacyStatus(.optedIn) }
    }

    /// Leaves it to a hub whether pings are sent; until there is one it is unknown.
    package func awaitHub() {
        isDecided.withLock { $0 = true }
        if queue.privacyStatus == .optedIn { queue.setPrivacyStatus(.unknown) }
    }

    /// Names whom to ask for the status right before each ping goes out, because others may change it too.
    ///
    /// - Parameter source: Returns the status, or nil where it does not know any more; nil asks nobody.
    package func askBeforeSending(_ source: (@Sendable () -> PrivacyStatus?)?) {
        queue.askBeforeSending(source)
    }

    /// Says who makes the session ping of a stream again that was refused while the user was opted out.
    func setSessionListener(forStream stream: String, _ listener: (@Sendable () -> Void)?) {
        desk.state.withLock { state in
            state.sessions[stream] = listener
            if listener == nil { state.refusedSessions.remove(stream) }
        }
    }

    /// Tries at once what waits after a failure, for an app that knows that the network is back.
    public func tryNow() {
        desk.state.withLock { $0.gate.reopen() }
        queue.endWaits()
    }

    /// Stops for good. What waits is kept for the next delivery in the same place.
    public func close() {
        queue.close()
    }

    // MARK: - Looking

    /// What waits, what was sent, and what the last answer was. It reads the database, so it is not for every frame of
    /// a user interface.
    public func summary() -> Summary {
        let stored = queue.summary()
        var summary = Summary()
        summary.pending = stored.count
        summary.pendingBytes = stored.bytes
        summary.oldestAge = stored.oldestAge
        for (name, line) in stored.streams {
            summary.streams[PingLine(name: name).stream, default: 0] += line.count
        }
        summary.inMemory = stored.inMemoryCount
        summary.setAside = stored.setAsideCount
        summary.isDatabaseWorking = stored.isStorageWorking
        summary.privacy = queue.privacyStatus
        desk.state.withLock { state in
            summary.sent = state.sent
            summary.discarded = state.discarded
            summary.dropped = state.dropped
            summary.lastAnswer = state.lastAnswer
            summary.isOffline = state.gate.isOffline
        }
        return summary
    }

    /// The pings that failed too often, the oldest first; what is no ping any more is left out.
    public func setAsidePings() -> [NielsenSetAsidePing] {
        queue.setAsideHits().compactMap { aside in
            (try? NielsenPing(payload: aside.hit.payload)).map { NielsenSetAsidePing(ping: $0, reason: aside.reason) }
        }
    }

    /// Sends the pings again that were set aside, behind all others, with the ids that they have.
    ///
    /// For an app that knows that a collector takes again what it turned away.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func resendSetAsidePings() -> Int {
        queue.resendSetAsideHits()
    }

    /// Begins to put everything that was stored onto the disk.
    ///
    /// An instance does this by itself when its app goes to the background.
    public func checkpoint() {
        queue.checkpoint()
    }

    /// Forgets the pings that failed too often.
    public func removeSetAsidePings() {
        queue.removeSetAsideHits()
    }
}
