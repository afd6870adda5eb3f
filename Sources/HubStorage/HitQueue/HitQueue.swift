// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import Foundation
package import HubServices

/// A durable queue of hits to send.
///
/// A hit that ``enqueue(_:)`` reports as stored is in a SQLite file and survives the process, however that ends. Hits
/// of one stream are sent in order, one at a time; a stream whose first hit cannot be sent delays no other. Each hit is
/// sent at least once, always with the same id.
///
/// ```swift
/// let queue = HitQueue(location: .file(url), processor: sender) { event in log.warning("hits", "\(event)") }
/// try queue.enqueue(HitQueue.Draft(payload: ping, stream: instance))
/// ```
///
/// Two processes may share a file. A stream is then sent by one of them at a time; a process does not notice what
/// another one adds, which that one sends itself.
///
/// While the storage does not work, hits wait in memory and none of them is sent: they are written first and then sent,
/// so that their order and their numbers of tries are kept.
///
/// Every method may be called on any thread, also from the processor and from the event handler.
package final class HitQueue: HubPrivacyFollower {
    // Locks are taken in this order: store, core. The others are never held together with one of them.
    private let store: Locked<HitStore>
    private let core: Locked<HitScheduler>
    private let timer = Locked<ScheduledWork?>(nil)
    /// The source of the status before each hit is sent.
    private let source = Locked<PrivacySource?>(nil)

    /// A closure in a lock is wrapped once more each time it is read, unless it is in a type of its own.
    private struct PrivacySource: Sendable {
        let status: @Sendable () -> PrivacyStatus?
    }

    private let processor: any HitProcessor
    private let clock: any HubClock
    private let onEvent: @Sendable (HitQueueEvent) -> Void
    private let workQueue: DispatchQueue
    private let deliveryQueue: DispatchQueue

    /// The longest payload that SQLite takes with any certainty.
    private static let longestPayload = 512 << 20

    /// Makes a queue, which immediately begins to send what an earlier one left in the same location.
    ///
    /// This never fails and does not touch the file: problems with it are reported as events.
    ///
    /// - Parameters:
    ///   - location: Where hits are kept.
    ///   - schema: The tables.
    ///   - processor: The sender of hits.
    ///   - configuration: The parameters.
    ///   - privacy: Whether it may send. With `HubPrivacyStatus.optedOut` it discards what was left.
    ///   - clock: Where it gets the time from.
    ///   - random: Where it gets the jitter of its waits from.
    ///   - identity: The first part of the ids of its hits, and its name towards other processes. No two queues may
    ///     ever have the same one, on any device; nil generates a unique one.
    ///   - receiver: Names the receiver to which a stream leads; streams to one receiver share its failures. Each stream has
    ///     one of its own by default.
    ///   - workQueue: A serial queue for the storage's part of sending and for events; nil makes one.
    ///   - deliveryQueue: The queue on which the processor is called; nil makes a concurrent one.
    ///   - onEvent: Receives the queue's events, one at a time, on `workQueue`. Sending waits while it runs.
    package init(
        location: Location,
        schema: DatabaseSchema = .hits,
        processor: any HitProcessor,
        configuration: Configuration = Configuration(),
        privacy: HubPrivacyStatus = .optedIn,
        clock: any HubClock = SystemClock(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        identity: String? = nil,
        receiver: @escaping @Sendable (_ stream: String) -> String = { $0 },
        workQueue: DispatchQueue? = nil,
        deliveryQueue: DispatchQueue? = nil,
        onEvent: @escaping @Sendable (HitQueueEvent) -> Void = { _ in }
    ) {
        self.processor = processor
        self.clock = clock
        // Both on the global queue's threads: queues of their own kind would have the system start more.
        let workQueue = workQueue ?? DispatchQueue(label: "HitQueue.work", target: .global())
        self.workQueue = workQueue
        self.deliveryQueue =
            deliveryQueue ?? DispatchQueue(label: "HitQueue.delivery", attributes: .concurrent, target: .global())
        self.onEvent = onEvent
        let moment = HitMoment(clock)
        let core = Locked(
            HitScheduler(
                configuration: configuration,
                privacy: privacy,
                random: random,
                receivers: HitReceivers(name: receiver)
            )
        )
        self.core = core
        store = Locked(
            HitStore(
                location: location,
                configuration: configuration,
                owner: identity ?? UUID().uuidString,
                schema: schema,
                receiver: receiver,
                at: moment
            ) { row, stream in core.withLock { $0.releaseForDrop(row: row, stream: stream) } }
        )
        // What these two mean for the file is done in the first step.
        store.withLock { store in
            if privacy == .optedOut { store.beginRefusing() }
        }
        carryOut(core.withLock { $0.start(at: moment) })
    }

    deinit {
        close()
    }

    // MARK: Adding

    /// Queues a hit.
    ///
    /// - Parameter draft: The hit.
    /// - Returns: What became of it, once that is certain: a stored hit is committed.
    /// - Throws: ``HitQueueError`` where the payload is too large or the queue closed. Nothing else throws: see
    ///   ``Admission``.
    @discardableResult
    package func enqueue(_ draft: Draft) throws(HitQueueError) -> Admission {
        try enqueue(contentsOf: [draft])[0]
    }

    /// Queues hits, all of them or none, and replaces the wills, in one step.
    ///
    /// - Parameters:
    ///   - drafts: The hits, in their order.
    ///   - wills: The hits that the next queue of the same file queues if this process ends before it takes them back.
    ///     While the storage does not work, wills wait in memory, and the file keeps those of before.
    /// - Returns: What became of each hit.
    /// - Throws: ``HitQueueError`` where a payload is too large or the queue closed; nothing is queued then.
    @discardableResult
    package func enqueue(contentsOf drafts: [Draft], leaving wills: [Will] = []) throws(HitQueueError) -> [Admission] {
        if drafts.isEmpty, wills.isEmpty { return [] }
        let moment = HitMoment(clock)
        let longest = (drafts + wills.flatMap(\.drafts)).reduce(0) { max($0, $1.payload.count) }
        let outcome: Result<[Admission], HitQueueError> = withStore(at: moment) { store in
            let limit = min(store.configuration.limits.bytes, Self.longestPayload)
            guard longest <= limit else {
                return .failure(.payloadTooLarge(bytes: longest, limit: limit))
            }
            let admissions = store.add(drafts, leaving: wills) { streams in
                core.withLock { $0.receivers.areOutOfReach(streams, at: moment.now) }
            }
            return admissions.map(Result.success) ?? .failure(.closed)
        }
        let admissions = try outcome.get()
        if case .stored? = admissions.first {
            carryOut(core.withLock { $0.hitsWereStored(at: moment) })
        }
        return admissions
    }

    // MARK: Switches

    /// Whether the queue may send.
    package var privacyStatus: HubPrivacyStatus { core.withLock { $0.privacy } }

    /// Sets whether the queue may send.
    ///
    /// When this returns after `HubPrivacyStatus.optedOut`, every hit that waited is gone, also those that were set
    /// aside, and none is taken any more. A hit that is at the processor at that moment cannot be called back. Where
    /// the storage does not work, its hits are discarded before it is used again, or by the next queue that begins
    /// with this status.
    ///
    /// - Parameter status: The user's choice.
    package func setPrivacyStatus(_ status: HubPrivacyStatus) {
        let moment = HitMoment(clock)
        let effects = withStore(at: moment) { store in
            // Together, so that no step comes in between and brings back what is discarded.
            let effects = core.withLock { $0.setPrivacy(status, at: moment) }
            store.setRefusing(status == .optedOut)
            return effects
        }
        carryOut(effects)
    }

    /// Sets a source of the status that is read right before each hit is sent, for a status that others may change too,
    /// such as another process.
    ///
    /// - Parameter source: Returns the status, or nil if it no longer knows; called on any thread, with no lock held.
    ///   Nil removes the source.
    package func askBeforeSending(_ source: (@Sendable () -> HubPrivacyStatus?)?) {
        let old = self.source.withLock { current in
            defer { current = source.map(PrivacySource.init) }
            return current
        }
        // What it held is freed here, where no lock is held.
        _ = old
    }

    /// Whether the queue may send at this moment, as its source says.
    package var currentPrivacyStatus: PrivacyStatus {
        if let status = source.withLock({ $0 })?.status(), status != privacyStatus { setPrivacyStatus(status) }
        return privacyStatus
    }

    /// Whether nobody can be reached: hits wait, and all their receivers have been silent for a minute or more, each at least
    /// twice in a row.
    ///
    /// ``HitQueueLimits/offlineCount`` then holds for what comes new. It reads the storage.
    package var isOffline: Bool {
        let moment = HitMoment(clock)
        return withStore(at: moment) { store in
            store.isOffline { streams in core.withLock { $0.receivers.areOutOfReach(streams, at: moment.now) } }
        }
    }

    /// Names a receiver whose hits do not wait for those of receivers that never answer, however many of these there are.
    package func putFirst(_ receiver: String) {
        decide { $0.putFirst(receiver, at: $1) }
    }

    /// Ends all waits but those that receivers have asked for: what waits after a failure is tried immediately.
    ///
    /// For the moment at which the network comes back.
    package func endWaits() {
        decide { $0.waitsEnded(at: $1) }
    }

    /// Replaces the parameters.
    ///
    /// Limits apply immediately; those of the file itself apply when it is next opened.
    ///
    /// - Parameter configuration: The parameters from now on.
    package func configure(_ configuration: Configuration) {
        let moment = HitMoment(clock)
        let effects = withStore(at: moment) { store in
            store.configure(configuration)
            return core.withLock { $0.configure(configuration, at: moment) }
        }
        carryOut(effects)
    }

    /// Puts hits that were set aside back behind all others, with their ids and no tries.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func resendSetAsideHits() -> Int {
        let moment = HitMoment(clock)
        let count = withStore(at: moment) { $0.resendSetAside() }
        if count > 0 { carryOut(core.withLock { $0.hitsWereStored(at: moment) }) }
        return count
    }

    /// Begins to synchronise everything that was stored to the disk, for an app that goes to the background.
    ///
    /// With ``Durability/power`` that is done already. The work queue waits for the disk.
    package func checkpoint() {
        workQueue.async { [weak self] in
            guard let self else { return }
            withStore(at: HitMoment(clock)) { $0.checkpoint() }
        }
    }

    // MARK: Looking

    /// Returns the content of the queue.
    ///
    /// It reads the storage, so do not call it for every frame of a user interface.
    package func summary() -> Summary {
        let moment = HitMoment(clock)
        var summary = withStore(at: moment) { $0.summary() }
        core.withLock { core in
            for stream in summary.streams.keys {
                let receiver = core.receivers.receiver(of: stream)
                if core.privacy != .optedIn {
                    summary.reasons[receiver] = "the privacy status is \(core.privacy.rawValue)"
                } else if summary.reasons[receiver] == nil {
                    summary.reasons[receiver] = core.receivers.reason(of: stream, at: moment.now)
                }
            }
        }
        return summary
    }

    /// The hits that failed too often, from the oldest on; at most ``HitQueueLimits/setAsideCount``.
    package func setAsideHits() -> [SetAsideHit] {
        withStore(at: HitMoment(clock)) { $0.setAsideHits() }
    }

    /// Deletes the hits that failed too often.
    package func removeSetAsideHits() {
        withStore(at: HitMoment(clock)) { $0.clearSetAside() }
    }

    // MARK: Ending

    /// Stops sending permanently, records the outcomes of the hits that were sent, and closes the file.
    ///
    /// Hits at the processor are not awaited; a later queue sends them again, unless they were answered before. Hits
    /// that are only in memory are written if that is possible now, and lost if it is not.
    package func close() {
        let moment = HitMoment(clock)
        let mustTell = store.withLock { store in
            let plan = core.withLock { core in
                core.close()
                return core.beginStep(at: moment)
            }
            if let plan {
                store.note(moment)
                store.release = { _, _ in false }
                let result = store.perform(plan)
                _ = core.withLock { $0.finishStep(result, of: plan, at: moment) }
            }
            store.close()
            return store.beginTelling()
        }
        if mustTell { tell() }
        timer.withLock { $0 }?.cancel()
    }

    // MARK: Inside

    /// Uses the storage, and passes on its events.
    private func withStore<Result>(at moment: HitMoment, _ work: (HitStore) -> Result) -> Result {
        let (result, mustTell, isFailing) = store.withLock { store in
            store.note(moment)
            return (work(store), store.beginTelling(), store.failure != nil)
        }
        if mustTell { tell() }
        if isFailing { carryOut(core.withLock { $0.storageFailed(at: moment) }) }
        return result
    }

    /// Brings the storage's events to the queue's owner, in order and with no lock held; also where the queue is gone by then.
    private func tell() {
        workQueue.async { [store, onEvent] in
            for event in store.withLock({ $0.removeEvents() }) { onEvent(event) }
        }
    }

    /// Runs on the work queue: one exchange between the scheduler and the storage.
    private func step() {
        let moment = HitMoment(clock)
        let (effects, mustTell) = store.withLock { store in
            guard let plan = core.withLock({ $0.beginStep(at: moment) }) else { return (HitScheduler.Effects(), false) }
            store.note(moment)
            let result = store.perform(plan)
            let effects = core.withLock { $0.finishStep(result, of: plan, at: moment) }
            return (effects, store.beginTelling())
        }
        if mustTell { tell() }
        carryOut(effects)
    }

    /// Passes an input to the scheduler, and carries out what follows.
    private func decide(_ input: (inout HitScheduler, HitMoment) -> HitScheduler.Effects) {
        let moment = HitMoment(clock)
        carryOut(core.withLock { input(&$0, moment) })
    }

    private func carryOut(_ effects: HitScheduler.Effects) {
        for delivery in effects.deliveries {
            deliveryQueue.async { [weak self] in self?.deliver(delivery) }
        }
        if effects.wantsStep {
            workQueue.async { [weak self] in self?.step() }
        }
        if effects.wantsTimer {
            workQueue.async { [weak self] in self?.arm() }
        }
    }

    private func deliver(_ delivery: HitScheduler.Delivery) {
        guard currentPrivacyStatus == .optedIn else {
            // It is back in its place, and waits there until the status allows it or discards it.
            return decide { $0.answered(delivery.token, .later(after: .zero), at: $1) }
        }
        guard core.withLock({ $0.mayBegin(delivery.token) }) else { return }
        processor.process(delivery.hit) { [weak self] answer in
            self?.decide { $0.answered(delivery.token, answer, at: $1) }
        }
    }

    /// Runs on the work queue, so that timers replace each other in order.
    private func arm() {
        guard let wake = core.withLock({ $0.removeWake() }) else { return }
        let work = clock.schedule(after: wake - clock.now) { [weak self] in
            guard let self else { return }
            workQueue.async { self.decide { $0.tick(at: $1) } }
        }
        let replaced = timer.withLock { timer in
            defer { timer = work }
            return timer
        }
        replaced?.cancel()
    }
}
