// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// A hub, as a recorder sees it.
final class HubSource: RecordedSource, DirectHubTap {
    private let intake: RecordingIntake
    private let clock: any HubClock
    private let hub: WeakReference<EventHub>
    /// The last event's number; the hub itself must not be released where it calls.
    private let lastNumber: @Sendable () -> UInt64
    /// The state that an event announces.
    private let announcedState: @Sendable (Event) -> AnnouncedState?
    /// The number of the last event when the hub's records became too many; nil while they are recorded.
    private let restsSince = Locked<UInt64?>(nil)

    init(_ hub: EventHub, _ intake: RecordingIntake) {
        self.hub = WeakReference(hub)
        self.intake = intake
        clock = hub.clock
        lastNumber = hub.numbering
        announcedState = hub.stateReader
    }

    // MARK: - Observing

    func receive(_ records: [HubRecord]) -> Bool {
        let now = clock.now
        var found: [(content: RecordedItem.Content, bytes: Int)] = []
        found.reserveCapacity(records.count)
        for record in records {
            if let content = content(of: record, at: now) { found.append(content) }
            // As of the event, while its routing waits: later versions may take the place of this one.
            guard case .dispatched(let event) = record, let state = announcedState(event) else { continue }
            found.append((.state(state, number: event.number), 1_024))
        }
        let goesOn = intake.put(.hub, found.count) { place, time in
            (RecordedItem(time: time, content: found[place].content), found[place].bytes)
        }
        if !goesOn {
            let number = lastNumber()
            restsSince.withLock { $0 = number }
        }
        return goesOn
    }

    /// Returns what a record becomes, and about how many bytes that takes; nil for one that says what an event says.
    private func content(of record: HubRecord, at now: Instant) -> (content: RecordedItem.Content, bytes: Int)? {
        let content: RecordedItem.Content
        switch record {
        case .dispatched(let event): return (.event(event), event.footprint)
        case .stateChanged: return nil
        case .delivered(let event, to: let listener, in: let mailbox, let took):
            content = .delivery(
                number: event.number,
                listener: listener,
                mailbox: mailbox,
                queued: event.instant.map { now - $0 - took },
                took: took
            )
        case .ended(let request, let outcome): content = .outcome(request.key, outcome)
        case .overran(let overrun): content = .overrun(overrun)
        case .registered(let name): content = .registered(name)
        case .failed(let error): content = .failed(error)
        case .rulesApplied(let record): content = .rules(record)
        case .unregistered(let name): content = .unregistered(name)
        }
        return (content, 256)
    }

    // MARK: - Attaching

    func attach() {
        hub.object?.install(self)
    }

    func wake(_ intake: RecordingIntake) -> (missed: UInt64, isResting: Bool) {
        guard let hub = hub.object, let since = restsSince.withLock({ $0 }) else { return (0, false) }
        guard intake.allowsMore(from: .hub) else { return (0, true) }
        let last = lastNumber()
        restsSince.withLock { $0 = nil }
        hub.wake(self)
        return (last > since ? last - since : 0, false)
    }

    func detach() {
        hub.object?.remove(self)
    }
}
