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
        let (settings, version, allowsInsecure) = shared.values.withLock { state in
            (state.configuration.delivery, state.configuration.meterVersion, state.configuration.allowsInsecure)
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
        let date = clock.date
        let settings = shared.values.withLock { $0.configuration.delivery }
        let answer = HitAnswer(
            to: result,
            longestWait: .seconds(max(0, settings.retryAfterMaximumSeconds)),
            receiptTypes: settings.receiptTypes
        )
        if case .discard(let detail) = answer {
            return discard(detail, ping, .failedCreateRequest, ping.stream, completion)
        }
        shared.values.withLock { state in
            state.lastAnswer = NielsenPingDelivery.Answer(date: date, collector: collector, result)
            switch answer {
            case .sent: state.sent += 1
            case .refused, .retry, .later, .discard: break
            case .unreachable:
                state.reports.noAnswer(of: collector)
                return
            }
            state.reports.answered(
                ping.stream,
                by: collector,
                accepting: answer == .sent ? ping.product : nil,
                isDatabaseWorking: state.databaseFailure == nil
            )
        }
        completion(answer)
        if ping.expectsAnswer, answer == .sent, case .success(let response) = result {
            let body = String(decoding: response.body, as: UTF8.self)
            shared.send(NielsenPingAnswer(to: ping, .received(status: response.status, body: body)), to: ping.stream)
        }
        if case .unreachable(_, let detail) = answer {
            shared.reportUnreachable(collector, detail, isOffline: queue?.isOffline ?? false)
        }
        if case .refused(let detail) = answer {
            let address = PingAddress.withoutParameters(ping.url)
            shared.report(
                .refused(ping.product, detail),
                of: ping.stream,
                NielsenError(
                    .sending(ping.product),
                    "the collector at \(address) refused a ping, which is tried again after others: \(detail)"
                )
            )
        }
    }

    private func discard(
        _ detail: String,
        _ ping: NielsenPing?,
        _ code: LogCode,
        _ stream: String,
        _ completion: Completion
    ) {
        completion(.discard(reason: detail))
        let problem: DeliveryReports.Problem =
            code == .failedCreateRequest
            ? .address(ping.map { PingAddress.withoutParameters($0.url) } ?? "")
            : .refused(ping?.product ?? .session, "unreadable")
        shared.report(problem, of: stream, NielsenError(code, "a ping was discarded: \(detail)"))
    }
}

extension HitAnswer {
    /// The meaning of a response, or of its absence, for the ping that was sent.
    ///
    /// - Parameters:
    ///   - result: The outcome of the request.
    ///   - longestWait: The longest wait that a collector can ask for.
    ///   - receiptTypes: Media types in which the collector sends receipts; empty if every response counts.
    fileprivate init(to result: Result<HTTPResponse, HTTPError>, longestWait: Duration, receiptTypes: [String]) {
        switch result {
        case .success(let response) where response.isSuccess && !response.isReceipt(of: receiptTypes):
            // As the page does that a network shows before it lets anybody through.
            let type = response.headers["Content-Type"] ?? "no Content-Type"
            let reason = "status \(response.status) with \(type) is not a receipt of the collector"
            self = .unreachable(after: nil, reason: reason)
        case .success(let response) where response.isSuccess:
            self = .sent
        case .success(let response) where [400, 413, 414, 422].contains(response.status):
            self = .refused(reason: "status \(response.status)")
        case .success(let response):
            // Whatever else is wrong, a deployment, a login, a redirect that leads nowhere, is wrong with the collector.
            let wait = response.retryAfter.map { min($0, longestWait) }
            self = .retry(after: wait, reason: "status \(response.status)")
        case .failure(let error):
            switch error {
            // The status means success, and the body is not needed.
            case .bodyTooLarge: self = .sent
            case .invalidRequest(let detail): self = .discard(reason: detail)
            case .timedOut, .connection, .cancelled: self = .unreachable(after: nil, reason: error.description)
            default: self = .retry(after: nil, reason: error.description)
            }
        }
    }
}

extension HTTPResponse {
    /// Returns whether the response has a type in which the collector sends receipts.
    ///
    /// - Parameter types: Media types such as `image/gif`, in lower case; empty if every response counts.
    /// - Returns: True also for every response without a body, whatever its type.
    fileprivate func isReceipt(of types: [String]) -> Bool {
        guard !types.isEmpty, !body.isEmpty else { return true }
        let type = headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        return types.contains(type.filter { $0 != " " && $0 != "\t" })
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
