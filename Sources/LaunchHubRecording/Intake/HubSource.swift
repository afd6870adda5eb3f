// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

/// A hub with its extensions, as a recorder sees it.
final class HubSource: RecordedSource, DirectHubTap, ReportReceiver {
    private struct State: Sendable {
        /// The number of the last event when the hub's records became too many; nil while they are recorded.
        var restsSince: UInt64?
        var isChannelResting = false
        /// The reports that were missed and are accounted for.
        var knownMissed: UInt64 = 0
    }

    private let intake: RecordingIntake
    private let clock: any HubClock
    private let hub: WeakReference<EventHub>
    /// The last event's number; the hub itself must not be released where it calls.
    private let lastNumber: @Sendable () -> UInt64
    /// The state that an event announces.
    private let announcedState: @Sendable (Event) -> AnnouncedState?
    private let state = Locked(State())

    init(_ hub: EventHub, _ intake: RecordingIntake) {
        self.hub = WeakReference(hub)
        self.intake = intake
        clock = hub.clock
        lastNumber = hub.numbering
        announcedState = hub.stateReader
        state.withLock { $0.knownMissed = hub.reports.missed }
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
            state.withLock { $0.restsSince = number }
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

    func receive(_ report: any Sendable, from name: String?) -> Bool {
        let content: RecordedItem.Content
        var bytes = 1_024
        switch report {
        case let command as CommandReport: content = .command(command)
        case let report as NielsenInstanceReport:
            content = .instance(report.identifier ?? name ?? "", report.content)
            bytes = report.content.footprint
        default: return true
        }
        let goesOn = intake.put(.sdk) { [bytes] _, time in (RecordedItem(time: time, content: content), bytes) }
        if !goesOn { state.withLock { $0.isChannelResting = true } }
        return goesOn
    }

    // MARK: - Attaching

    func attach() {
        guard let hub = hub.object else { return }
        hub.install(self)
        hub.reports.attach(self)
    }

    func wake(_ intake: RecordingIntake) -> (missed: UInt64, isResting: Bool) {
        guard let hub = hub.object else { return (0, false) }
        var missed: UInt64 = 0
        let rest = state.withLock { ($0.restsSince, $0.isChannelResting) }
        var isResting = false
        if let since = rest.0 {
            if intake.allowsMore(from: .hub) {
                let last = lastNumber()
                missed += last > since ? last - since : 0
                state.withLock { $0.restsSince = nil }
                hub.wake(self)
            } else {
                isResting = true
            }
        }
        if rest.1 {
            if intake.allowsMore(from: .sdk) {
                let all = hub.reports.missed
                missed =
                    missed
                    &+ state.withLock { state in
                        defer {
                            state.knownMissed = all
                            state.isChannelResting = false
                        }
                        return all &- state.knownMissed
                    }
                hub.reports.wake(self)
            } else {
                isResting = true
            }
        }
        return (missed, isResting)
    }

    func flush() { intake.flush() }

    func detach() {
        guard let hub = hub.object else { return }
        hub.remove(self)
        hub.reports.detach(self)
    }
}
