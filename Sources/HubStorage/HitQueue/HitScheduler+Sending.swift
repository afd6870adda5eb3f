// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date
import HubServices

// Which hits are out, and what their answers mean.
extension HitScheduler {
    mutating func fillSlots(_ effects: inout Effects, at moment: HitMoment) {
        readyAt = nil
        guard maySend else { return }
        let waiting = ready
        ready = []
        for stream in waiting {
            // A hit that goes out must be answered before another process may take the stream over.
            guard
                let run = runs[stream], let stored = run.hits.first,
                run.leaseEnd >= moment.date.adding(configuration.deadline)
            else {
                endRun(stream)
                continue
            }
            switch receivers.start(stream, configuration, at: moment.now) {
            case .now:
                runs[stream]?.hits.removeFirst()
                let token = nextToken
                nextToken += 1
                flights[token] = Flight(
                    stored: stored,
                    deadline: moment.now + configuration.deadline,
                    known: receivers.failures(stream)
                )
                receivers.began(stream, configuration, at: moment.now)
                busyRows.insert(stored.row)
                effects.deliveries.append(Delivery(token: token, hit: stored.hit))
            case .at where receivers.isFailing(stream), .whenFree where receivers.isFailing(stream):
                endRun(stream)
            case .at(let time):
                readyAt = min(readyAt ?? time, time)
                ready.append(stream)
            case .whenFree:
                ready.append(stream)
            }
        }
    }

    mutating func settle(_ token: UInt64, _ answer: HitAnswer, at moment: HitMoment) {
        guard let flight = flights.removeValue(forKey: token) else { return }
        var stored = flight.stored
        let stream = stored.hit.stream
        receivers.ended(stream)
        switch answer {
        case .sent:
            if receivers.arrived(stream) { mayHaveMore = true }
            settlements.append(.sent(stored))
            goOn(with: stream)
        case .discard(let reason):
            settlements.append(.discarded(stored, reason: reason))
            goOn(with: stream)
        case .refused(let reason) where receivers.setAside(stream):
            stored.hit.attempts += 1
            let isLast = stored.hit.attempts >= configuration.maximumAttempts
            settlements.append(isLast ? .discarded(stored, reason: reason) : .setAside(stored, reason: reason))
            goOn(with: stream)
        case .refused(let reason): retry(flight, asked: nil, reason, at: moment)
        case .retry(let asked, let reason): retry(flight, asked: asked, reason, at: moment)
        case .unreachable(let asked, let reason):
            fail(flight, asked: asked, reason, isSilent: true, at: moment)
            settlements.append(.postponed(stored))
            endRun(stream)
        case .later(let wait):
            if wait > .zero { _ = hold(stored.hit, for: wait, at: moment) }
            settlements.append(.postponed(stored))
            endRun(stream)
        }
    }

    private mutating func retry(_ flight: Flight, asked: Duration?, _ reason: String, at moment: HitMoment) {
        var stored = flight.stored
        let stream = stored.hit.stream
        stored.hit.attempts += 1
        fail(flight, asked: asked, reason, isSilent: false, at: moment)
        let refused = hold(stored.hit, for: wait(afterFailures: stored.hit.attempts), at: moment)
        if stored.hit.attempts >= configuration.maximumAttempts, refused >= configuration.setAsideAge,
            receivers.setAside(stream)
        {
            settlements.append(.setAside(stored, reason: reason))
        } else {
            settlements.append(.postponed(stored))
        }
        endRun(stream)
    }

    private mutating func fail(
        _ flight: Flight,
        asked: Duration?,
        _ reason: String,
        isSilent: Bool,
        at moment: HitMoment
    ) {
        let wait = wait(afterFailures: flight.known + 1)
        receivers.failed(
            flight.stored.hit.stream,
            reason,
            isSilent: isSilent,
            known: flight.known,
            asked: asked.map { min($0, configuration.backoff.longest) },
            wait: wait,
            at: moment.now
        )
    }

    private mutating func hold(_ hit: HitQueue.Hit, for wait: Duration, at moment: HitMoment) -> Duration {
        receivers.hold(hit.stream, hit.id, until: moment.now + wait, at: moment.now)
    }

    private mutating func wait(afterFailures count: Int) -> Duration {
        configuration.backoff.wait(afterFailures: count, using: &random)
    }

    private mutating func goOn(with stream: String) {
        if maySend, runs[stream]?.hits.isEmpty == false {
            ready.append(stream)
        } else {
            endRun(stream)
        }
    }

    mutating func endRun(_ stream: String) {
        if runs.removeValue(forKey: stream) != nil { receivers.unclaimed(stream) }
        finished.insert(stream)
        mayHaveMore = true
    }

    mutating func endWaitingRuns() {
        for stream in ready {
            endRun(stream)
        }
        ready = []
    }
}
