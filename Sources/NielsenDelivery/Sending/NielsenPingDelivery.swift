// SPDX-License-Identifier: Apache-2.0

package import Dispatch
package import Foundation
public import HubServices
import HubStorage
public import NielsenModel
public import NielsenPings

/// A durable queue that delivers pings to their collectors in order, at least once.
///
/// A ping is in the database before ``send(_:)`` returns and survives the process, however it ends. The pings of one
/// instance reach a collector in order. Each is sent until it is accepted, always with the same `Idempotency-Key`, so
/// that a collector can drop duplicates. <doc:Delivery> describes the guarantees and the meaning of each error.
///
/// ```swift
/// let environment = NielsenEnvironment.app(storage: .folder(folder))
/// let api = NielsenAppApi(appInfo: appInfo, delegate: self, environment: environment)
/// print(environment.delivery?.summary().pending ?? 0)
/// ```
///
/// One delivery may serve any number of instances; the configuration that was received last applies. Every method may
/// be called on any thread. Errors are reported to the instances on threads of the delivery.
public final class NielsenPingDelivery: NielsenPingSink {
    private let queue: HitQueue
    let shared: DeliveryState
    private let isTelevision: Bool
    private let client: any HTTPClient
    /// Whether somebody has said whether pings are sent: the app, a hub, or an instance without one.
    private let isDecided: Locked<Bool>
    let clock: any HubClock
    /// Where the queue is looked at while somebody waits for it.
    let workers = DispatchQueue(label: "PingDelivery.flush", target: .global())

    /// Makes a delivery.
    ///
    /// Pings that an earlier one left in the same place are sent as soon as that is allowed.
    ///
    /// This initializer never fails: problems with the place are reported to the instances as error 13.
    ///
    /// - Parameters:
    ///   - file: The database of the queue; nil to queue in memory.
    ///   - configuration: The configuration that applies until an instance has received its own.
    ///   - isTelevision: Whether this is Apple TV, where fewer pings are queued offline.
    ///   - client: The client for requests.
    ///   - clock: The clock for delays.
    ///   - log: The log for messages that concern no instance.
    ///   - privacy: Whether pings are sent. With `PrivacyStatus.optedOut` the pings that were left are discarded. With
    ///     nil the status is unknown, so that pings are queued, until an instance without a hub is made, which means
    ///     opted in, or until a hub sets it.
    ///   - random: The source of the jitter of delays.
    ///   - workQueue: A serial queue for database work and errors; nil to make one.
    ///   - deliveryQueue: The queue on which requests begin; nil to make a concurrent one.
    package init(
        file: URL?,
        configuration: NielsenConfiguration = NielsenConfiguration(),
        isTelevision: Bool = false,
        client: any HTTPClient = SystemHTTPClient(),
        clock: any HubClock = SystemClock(),
        log: HubLog = .disabled,
        privacy: HubPrivacyStatus? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        workQueue: DispatchQueue? = nil,
        deliveryQueue: DispatchQueue? = nil
    ) {
        let shared = DeliveryState(configuration: configuration, log: log, target: workQueue)
        self.client = client
        let sender = PingSender(shared: shared, client: client, clock: clock)
        queue = HitQueue(
            location: file.map(HitQueue.Location.file) ?? .inMemory,
            processor: sender,
            configuration: HitQueue.Configuration(configuration, isTelevision: isTelevision),
            privacy: privacy ?? .unknown,
            clock: clock,
            random: random,
            receiver: { PingLine(name: $0).collector },
            workQueue: workQueue,
            deliveryQueue: deliveryQueue,
            onEvent: { shared.handle($0) }
        )
        sender.serve(queue)
        self.shared = shared
        self.isTelevision = isTelevision
        isDecided = Locked(privacy != nil)
        self.clock = clock
    }

    // MARK: - Instances

    /// Queues a ping, which is in the database when this method returns, or in memory if the database does not work.
    ///
    /// - Parameter ping: The ping; one whose URL is not valid is discarded with error 8.
    public func send(_ ping: NielsenPing) {
        guard let draft = draft(of: ping) else { return }
        do throws(HitQueueError) {
            _ = try queue.enqueue(draft)
        } catch {
            report(error, of: ping)
        }
    }

    /// Queues the pings of a call together with those of what is open: all of it is in the database, or nothing.
    ///
    /// A ping that is larger than the queue may be is discarded with error 10, and the others still go in one step:
    /// between two of them the process could end, and the next one would send the end of the same view once more.
    ///
    /// - Parameters:
    ///   - pings: The pings, in their order.
    ///   - open: The pings that end what is open, as it is now. They are queued if this process ends before they are
    ///     replaced; none takes back those before.
    ///   - stream: The instance.
    package func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String) {
        var batch = pings.compactMap { ping in draft(of: ping).map { (ping: ping, draft: $0) } }
        var ends = open.compactMap { draft(of: $0, isLeft: true) }
        while true {
            do throws(HitQueueError) {
                let will = HitQueue.Will(key: stream, drafts: ends)
                _ = try queue.enqueue(contentsOf: batch.map(\.draft), leaving: [will])
                return
            } catch {
                guard case .payloadTooLarge(_, let limit) = error else {
                    for (ping, _) in batch { report(error, of: ping) }
                    return
                }
                for (ping, draft) in batch where draft.payload.count > limit { report(error, of: ping) }
                batch.removeAll { $0.draft.payload.count > limit }
                ends.removeAll { $0.payload.count > limit }
            }
        }
    }

    /// Returns what the queue keeps of a ping, or nil with error 8 where no request can be made of it.
    ///
    /// What is only left for the case that the process ends reports nothing.
    private func draft(of ping: NielsenPing, isLeft: Bool = false) -> HitQueue.Draft? {
        if let address = PingAddress(ping.url) {
            let line = PingLine(stream: ping.stream, collector: address.collector)
            // The address of an ad is foreign, and nothing else may wait for it.
            if ping.product != .dar { queue.putFirst(line.collector) }
            if !isLeft { shared.note(ping.stream, sendsTo: line.collector) }
            return HitQueue.Draft(payload: ping.payload, stream: line.name)
        }
        if isLeft { return nil }
        let text = PingAddress.withoutParameters(ping.url)
        let message = "no request can be made of \"\(text)\"; write an http: or https: address with a host"
        shared.values.withLock { $0.discarded += 1 }
        let error = NielsenError(.failedCreateRequest, message)
        shared.report(.address(text), of: ping.stream, error, isAsynchronous: false)
        return nil
    }

    private func report(_ error: HitQueueError, of ping: NielsenPing) {
        let failure = NielsenError(.sending(ping.product), "a ping was discarded: \(error)")
        shared.report(.refused(ping.product, "queue"), of: ping.stream, failure, isAsynchronous: false)
    }

    /// Registers an instance and its configuration, which applies from now on.
    public func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        let parameters = HitQueue.Configuration(configuration, isTelevision: isTelevision)
        let isOther = shared.values.withLock { state in
            let before = HitQueue.Configuration(state.configuration, isTelevision: isTelevision)
            state.configuration = configuration
            return before != parameters
        }
        if isOther { queue.configure(parameters) }
        shared.attach(stream, report)
    }

    /// Unregisters an instance: its pings are sent, but their outcomes are no longer reported.
    public func detach(stream: String) {
        shared.values.withLock { $0.reports.remove(stream) }
    }

    // MARK: - Answers

    /// Sets the listener for the responses to the TSV and station requests of one stream.
    ///
    /// A failed request is reported as error 11 or 12, as for every ping, and not as a response.
    ///
    /// - Parameters:
    ///   - stream: The ``NielsenPing/stream`` of an instance.
    ///   - listener: Receives each response once, on a thread of the delivery; nil to remove it.
    package func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?) {
        shared.values.withLock { $0.answers[stream] = listener }
    }

    // MARK: - Switches

    /// Whether pings are sent.
    public var privacyStatus: HubPrivacyStatus { queue.privacyStatus }

    /// Sets whether pings are sent: opted in they are sent; with an unknown status they are queued; opted out queued
    /// pings are discarded and new ones are not accepted.
    ///
    /// An opt-in after an opt-out reports nothing that was open before: the instances begin new sessions and views.
    ///
    /// This is the host's switch. The opt-out from measurement is separate, see ``NielsenAppApi/userOptOut(_:)``: its
    /// pings are sent and marked.
    ///
    /// - Parameter status: The user's choice. With `PrivacyStatus.optedOut` all pings have been discarded when this
    ///   method returns; a request in flight cannot be recalled.
    public func setPrivacyStatus(_ status: HubPrivacyStatus) {
        isDecided.withLock { $0 = true }
        let endsOptOut = status != .optedOut && queue.privacyStatus == .optedOut
        if status != queue.privacyStatus { dropConnections() }
        // While nothing is taken yet, so that no ping tells of what was watched before.
        if endsOptOut { shared.tell(.abandon) }
        queue.setPrivacyStatus(status)
        if endsOptOut { shared.tell(.begin) }
    }

    /// Lets no later ping go over a connection that exists now, so that a collector cannot join what comes before and after a
    /// choice by it.
    package func dropConnections() {
        client.dropConnections()
    }

    /// Takes note of an instance that no hub governs: it means opted in, unless somebody has said otherwise.
    package func beginStandalone() {
        let isFirst = isDecided.withLock { isDecided in
            defer { isDecided = true }
            return !isDecided
        }
        if isFirst { queue.setPrivacyStatus(.optedIn) }
    }

    /// Lets a hub decide whether pings are sent; until there is one the status is unknown.
    package func awaitHub() {
        isDecided.withLock { $0 = true }
        if queue.privacyStatus == .optedIn { queue.setPrivacyStatus(.unknown) }
    }

    /// Sets the source of the status right before each ping is sent, because others may change it too.
    ///
    /// - Parameter source: Returns the status, or nil if it no longer knows it; nil to remove the source.
    package func askBeforeSending(_ source: (@Sendable () -> PrivacyStatus?)?) {
        queue.askBeforeSending(source)
    }

    /// Says who forgets what is open, and begins anew, when the host opts in after an opt-out.
    package func setHostListener(forStream stream: String, _ listener: (@Sendable (HostChoice) -> Void)?) {
        shared.values.withLock { $0.hosts[stream] = listener }
    }

    /// Retries failed pings immediately, for an app that knows that the network is available again.
    ///
    /// A collector that asked for a pause gets it.
    public func tryNow() {
        queue.endWaits()
    }

    /// Stops the delivery for good.
    ///
    /// Queued pings are kept for the next delivery in the same place.
    public func close() {
        queue.close()
    }

    // MARK: - Looking

    /// Returns the numbers of queued and sent pings and the last outcome.
    ///
    /// It reads the database, so do not call it for every frame of a user interface.
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
        summary.reasons = stored.reasons
        summary.isOffline = queue.isOffline
        shared.values.withLock { state in
            summary.sent = state.sent
            summary.discarded = state.discarded
            summary.dropped = state.dropped
            summary.lastAnswer = state.lastAnswer
        }
        return summary
    }

    /// Returns the pings that were set aside, the oldest first; damaged ones are left out.
    package func setAsidePings() -> [NielsenSetAsidePing] {
        queue.setAsideHits().compactMap { aside in
            (try? NielsenPing(payload: aside.hit.payload)).map { NielsenSetAsidePing(ping: $0, reason: aside.reason) }
        }
    }

    /// Queues the pings that were set aside again, after all others, with their existing ids.
    ///
    /// Call it when a collector accepts again what it refused before.
    ///
    /// - Returns: The number of these pings.
    @discardableResult
    public func resendSetAsidePings() -> Int {
        queue.resendSetAsideHits()
    }

    /// Begins to write everything that was stored to the disk.
    ///
    /// An instance does this by itself when its app enters the background.
    public func checkpoint() {
        queue.checkpoint()
    }

    /// Removes the pings that were set aside.
    public func removeSetAsidePings() {
        queue.removeSetAsideHits()
    }
}

extension NielsenPingDelivery: NielsenAnsweringPingSink {}

/// A step of an opt-in of the host.
package enum HostChoice: Sendable {
    /// Open sessions and views end unreported; pings are not accepted yet.
    case abandon
    /// Pings are taken.
    case begin
}
