// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date
import HubServices

// Which hits are out, and what their answers mean.
extension HitScheduler {
    mutating func fillSlots(_ effects: inout Effects, at moment: HitMoment) {
        guard maySend else { return }
        while flights.count < configuration.concurrentStreams, !ready.isEmpty {
            let stream = ready.removeFirst()
            // A hit that goes out must be answered before another process may take the stream over.
            guard
                let run = runs[stream], let stored = run.hits.first,
                run.leaseEnd >= moment.date.adding(configuration.deadline)
            else {
                endRun(stream)
                continue
            }
            runs[stream]?.hits.removeFirst()
            let token = nextToken
            nextToken += 1
            flights[token] = Flight(stored: stored, deadline: moment.now + configuration.deadline)
            busyRows.insert(stored.row)
            effects.deliveries.append(Delivery(token: token, hit: stored.hit))
        }
    }

    mutating func settle(_ token: UInt64, _ answer: HitAnswer, failure: String, at moment: HitMoment) {
        guard let flight = flights.removeValue(forKey: token) else { return }
        var stored = flight.stored
        let stream = stored.hit.stream
        switch answer {
        case .sent:
            settlements.append(.sent(stored))
            goOn(with: stream)
        case .setAside(let reason):
            stored.hit.attempts += 1
            settlements.append(.setAside(stored, reason: reason))
            goOn(with: stream)
        case .discard(let reason):
            settlements.append(.discarded(stored, reason: reason))
            goOn(with: stream)
        case .retry(let request, let reason):
            stored.hit.attempts += 1
            if stored.hit.attempts >= configuration.maximumAttempts {
                settlements.append(.setAside(stored, reason: reason ?? failure))
                goOn(with: stream)
            } else {
                postpone(stored, request: request, at: moment)
            }
        case .unreachable(let request):
            postpone(stored, request: request, at: moment)
        }
    }

    private mutating func postpone(_ stored: StoredHit, request: Duration?, at moment: HitMoment) {
        let stream = stored.hit.stream
        // After a restart the hit's own failures are all that is known of the stream's.
        let count = max(failures[stream, default: 0] + 1, stored.hit.attempts)
        failures[stream] = count
        let delay = configuration.backoff.wait(afterFailures: count, asked: request, using: &random)
        settlements.append(.postponed(stored, until: moment.date.adding(delay)))
        endRun(stream)
    }

    private mutating func goOn(with stream: String) {
        failures[stream] = nil
        if maySend, runs[stream]?.hits.isEmpty == false {
            ready.append(stream)
        } else {
            endRun(stream)
        }
    }

    mutating func endRun(_ stream: String) {
        runs[stream] = nil
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
