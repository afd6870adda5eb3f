// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import NielsenModel
import NielsenPings

/// Sends the pings of a queue, one request each, and says what became of them.
final class PingSender: HitProcessor {
    private let shared: DeliveryState
    private let client: any HTTPClient
    private let clock: any HubClock
    private let queueBox = Locked(WeakReference<HitQueue>(nil))

    init(shared: DeliveryState, client: any HTTPClient, clock: any HubClock) {
        self.shared = shared
        self.client = client
        self.clock = clock
    }

    /// The queue that this sends for, nil once nobody holds it any more.
    private var queue: HitQueue? { queueBox.withLock { $0.object } }

    func serve(_ queue: HitQueue) {
        queueBox.withLock { $0 = WeakReference(queue) }
    }

    private typealias Completion = @Sendable (HitAnswer) -> Void

    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
        let ping: NielsenPing
        do throws(NielsenPing.PayloadError) {
            ping = try NielsenPing(payload: hit.payload)
        } catch {
            let stream = PingLine(name: hit.stream).stream
            return discard("an entry of the queue is not a ping: \(error)", nil, .failedSendPing, stream, completion)
        }
        let milliseconds = (clock.date.timeIntervalSince1970 * 1000).rounded()
        guard let address = PingAddress(ping.url(sentAt: Int64(exactly: milliseconds) ?? 0, retry: hit.attempts)) else {
            let text = PingAddress.withoutParameters(ping.url)
            return discard("\(text) is not an address", ping, .failedCreateRequest, ping.stream, completion)
        }
        let now = clock.now
        let (decision, failures) = shared.values.withLock { state in
            let deadline = HitQueue.Configuration(state.configuration, isTelevision: false).deadline
            let decision = state.breaker.ask(address.collector, at: now, deadline: deadline)
            return (decision, state.breaker.failures(of: address.collector))
        }
        switch decision {
        case .send:
            send(ping, to: address, completion)
        case .wait(let wait):
            if failures > 0 { tellUnreachable(ping, address.collector, "it did not answer earlier pings") }
            completion(.unreachable(after: wait))
        }
    }

    /// Sends a ping as soon as a round has room for it.
    private func send(_ ping: NielsenPing, to address: PingAddress, _ completion: @escaping Completion) {
        // The choice may have changed while the ping waited for its turn; what is not sent takes no place in a round.
        guard let queue, queue.currentPrivacyStatus == .optedIn else {
            shared.values.withLock { $0.breaker.release(address.collector) }
            return completion(.unreachable(after: .seconds(1)))
        }
        let now = clock.now
        let (wait, settings, version, allowsInsecure) = shared.values.withLock { state in
            let thresholds = state.configuration.thresholds
            let wait = state.breaker.pace(
                at: now,
                limit: max(1, thresholds.pendingPingsLimit),
                pause: .seconds(max(0, thresholds.pendingPingsDelaySeconds))
            )
            let configuration = state.configuration
            return (wait, configuration.delivery, configuration.meterVersion, configuration.allowsInsecure)
        }
        if wait > .zero {
            // The handle is not needed: a ping that is no longer wanted is found out when its turn comes.
            _ = clock.schedule(after: wait) { [weak self] in self?.send(ping, to: address, completion) }
            return
        }
        var request = HTTPRequest(
            ping.method == .post ? .post : .get,
            address.url,
            headers: ["Idempotency-Key": ping.id, "User-Agent": "NielsenAppApi/\(version)"],
            limits: HTTPRequest.Limits(
                timeout: .seconds(max(1, settings.requestTimeoutSeconds)),
                bodyBytes: Self.answerBytes,
                redirects: max(0, settings.redirectLimit)
            )
        )
        request.allowsInsecure = allowsInsecure
        if ping.method == .post {
            request.headers["Content-Type"] = "application/json"
            request.body = Data((ping.body ?? "{}").utf8)
        }
        client.send(request) { [weak self] result in self?.finish(ping, address.collector, result, completion) }
    }

    /// How much of an answer's body is read: little is ever looked at.
    private static let answerBytes = 64 << 10

    // MARK: - What came of it

    private func finish(
        _ ping: NielsenPing,
        _ collector: String,
        _ result: Result<HTTPResponse, HTTPError>,
        _ completion: Completion
    ) {
        let now = clock.now
        let date = clock.date
        let settings = shared.values.withLock { $0.configuration.delivery }
        let outcome = SendOutcome(
            result,
            longestWait: .seconds(max(0, settings.retryAfterMaximumSeconds)),
            receiptTypes: settings.receiptTypes
        )
        if case .impossible(let detail) = outcome {
            shared.values.withLock { $0.breaker.release(collector) }
            return discard(detail, ping, .failedCreateRequest, ping.stream, completion)
        }
        var answer = HitAnswer.sent
        let isOpenAgain = shared.values.withLock { state in
            state.lastAnswer = NielsenPingDelivery.Answer(date: date, collector: collector, result)
            return Self.note(outcome, of: ping, collector, at: now, &state, &answer)
        }
        completion(answer)
        if ping.expectsAnswer, outcome == .sent, case .success(let response) = result {
            let body = String(decoding: response.body, as: UTF8.self)
            shared.send(NielsenPingAnswer(to: ping, .received(status: response.status, body: body)), to: ping.stream)
        }
        if case .unreachable(let detail) = outcome { tellUnreachable(ping, collector, detail) }
        if case .refused(let detail) = outcome {
            let address = PingAddress.withoutParameters(ping.url)
            shared.report(
                .refused(ping.product, detail),
                of: ping.stream,
                NielsenError(.sending(ping.product), "the collector at \(address) refused a ping for good: \(detail)")
            )
        }
        followReachability(isOpenAgain)
    }

    /// Brings the state up to date and says what the queue is answered.
    ///
    /// - Returns: True where a collector can be reached again.
    private static func note(
        _ outcome: SendOutcome,
        of ping: NielsenPing,
        _ collector: String,
        at now: Instant,
        _ state: inout DeliveryState.Values,
        _ answer: inout HitAnswer
    ) -> Bool {
        var asked: Duration?
        switch outcome {
        case .sent:
            state.sent += 1
        case .refused(let detail), .impossible(let detail):
            state.discarded += 1
            answer = .discard(reason: detail)
        case .turnedAway(let detail):
            answer = .setAside(reason: detail)
        case .refusedForNow(let detail, let after):
            answer = .retry(after: after, reason: detail)
            asked = after
        case .unreachable:
            let policy = RetryBackoff(state.configuration.delivery)
            var random = state.random
            let wait = state.breaker.failed(collector, at: now) { policy.wait(afterFailures: $0, using: &random) }
            state.random = random
            answer = .unreachable(after: wait)
            return false
        }
        state.reports.answered(
            ping.stream,
            by: collector,
            accepting: outcome == .sent ? ping.product : nil,
            isDatabaseWorking: state.databaseFailure == nil
        )
        return state.breaker.answered(collector, at: now, askedFor: asked)
    }

    /// Lets the queue follow: fewer pings wait while nobody can be reached, and all are tried when somebody can.
    private func followReachability(_ isOpenAgain: Bool) {
        guard let queue else { return }
        // Another answer may come while the queue takes note of this one.
        var isOffline = shared.values.withLock { $0.breaker.isOffline }
        while queue.isUnreachable != isOffline {
            queue.setUnreachable(isOffline)
            isOffline = shared.values.withLock { $0.breaker.isOffline }
        }
        if isOpenAgain { queue.endWaits() }
    }

    private func tellUnreachable(_ ping: NielsenPing, _ collector: String, _ detail: String) {
        shared.report(
            .unreachable(collector),
            of: ping.stream,
            NielsenError(.failedSendHttpRequest, "no ping can be sent to \(collector); they wait: \(detail)")
        )
        // One failure may be a hiccup of the network; the second one in a row is an outage.
        let isOutage = shared.values.withLock { $0.breaker.isOffline && $0.breaker.failures(of: collector) > 1 }
        guard isOutage else { return }
        shared.report(
            .offline,
            of: ping.stream,
            NielsenError(.networkConnectionFailure, "no collector can be reached; pings are kept until one can")
        )
    }

    private func discard(
        _ detail: String,
        _ ping: NielsenPing?,
        _ code: LogCode,
        _ stream: String,
        _ completion: Completion
    ) {
        shared.values.withLock { $0.discarded += 1 }
        completion(.discard(reason: detail))
        let problem: DeliveryReports.Problem =
            code == .failedCreateRequest
            ? .address(ping.map { PingAddress.withoutParameters($0.url) } ?? "")
            : .refused(ping?.product ?? .session, "unreadable")
        shared.report(problem, of: stream, NielsenError(code, "a ping was discarded: \(detail)"))
    }
}

extension NielsenPingDelivery.Answer {
    fileprivate init(date: Date, collector: String, _ result: Result<HTTPResponse, HTTPError>) {
        switch result {
        case .success(let response):
            self.init(date: date, collector: collector, status: response.status)
        case .failure(let error):
            self.init(date: date, collector: collector, failure: error.description)
        }
    }
}
