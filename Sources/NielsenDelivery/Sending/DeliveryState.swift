// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import HubStorage
import NielsenModel
import NielsenPings

/// State shared by ``NielsenPingDelivery`` and ``PingSender``, and the routing of their errors to instances.
final class DeliveryState: Sendable {
    struct Values {
        var reports = DeliveryReports()
        var configuration: NielsenConfiguration
        var sent = 0
        var discarded = 0
        var dropped = 0
        var lastAnswer: NielsenPingDelivery.Answer?
        /// Why the database does not work, while it does not.
        var databaseFailure: NielsenError?
        /// The receivers of responses, by stream.
        var answers: [String: @Sendable (NielsenPingAnswer) -> Void] = [:]
        /// The listeners for an opt-in of the host after an opt-out, by stream.
        var hosts: [String: @Sendable (HostChoice) -> Void] = [:]
        /// Errors that came before the first instance.
        var unreported: [NielsenError] = []
    }

    private static let tag = "PingDelivery"
    /// How many errors wait for the first instance.
    private static let unreportedKept = 8

    let values: Locked<Values>
    private let log: Log
    /// The queue on which instances receive reports, so that a slow delegate delays no ping.
    private let callbackQueue: DispatchQueue

    init(configuration: NielsenConfiguration, log: HubLog, target: DispatchQueue?) {
        values = Locked(Values(configuration: configuration))
        self.log = log
        callbackQueue = DispatchQueue(label: "PingDelivery.reports", target: target ?? .global())
    }

    func note(_ message: @autoclosure () -> String) {
        log.debug(Self.tag, message())
    }

    // MARK: - Instances

    func attach(_ stream: String, _ report: @escaping DeliveryReports.Report) {
        let errors = values.withLock { values in
            values.reports.add(stream, report)
            defer { values.unreported = [] }
            guard let failure = values.databaseFailure, values.reports.listener(of: stream, for: .database) != nil
            else {
                return values.unreported
            }
            return values.unreported + [failure]
        }
        for error in errors { report(error) }
    }

    /// Reports a problem of a ping to its instance, once until the problem is over.
    ///
    /// An instance logs what it receives.
    ///
    /// - Parameters:
    ///   - problem: The kind of problem.
    ///   - stream: The instance.
    ///   - error: The error.
    ///   - isAsynchronous: False on the thread of a call that the instance waits for.
    func report(
        _ problem: DeliveryReports.Problem,
        of stream: String,
        _ error: NielsenError,
        isAsynchronous: Bool = true
    ) {
        guard let report = values.withLock({ $0.reports.listener(of: stream, for: problem) }) else {
            return note(error.description)
        }
        if isAsynchronous { callbackQueue.async { report(error) } } else { report(error) }
    }

    /// Reports once to all instances with pings to a collector that it cannot be reached, or that nobody can.
    func reportUnreachable(_ collector: String, _ detail: String, isOffline: Bool) {
        let error = NielsenError(.failedSendHttpRequest, "no ping can be sent to \(collector); they wait: \(detail)")
        let offline = NielsenError(
            .networkConnectionFailure,
            "no collector can be reached; pings are kept until one can"
        )
        let (senders, everybody) = values.withLock { values in
            (
                values.reports.senders(to: collector, for: .unreachable(collector)),
                isOffline ? values.reports.senders(to: collector, for: .offline) : []
            )
        }
        for report in senders { callbackQueue.async { report(error) } }
        for report in everybody { callbackQueue.async { report(offline) } }
    }

    /// Takes note of a ping to a collector, which may be known to be out of reach.
    func note(_ stream: String, sendsTo collector: String) {
        guard let report = values.withLock({ $0.reports.sends(stream, to: collector) }) else { return }
        let error = NielsenError(
            .failedSendHttpRequest,
            "no ping can be sent to \(collector); they wait: it did not answer earlier pings"
        )
        callbackQueue.async { report(error) }
    }

    /// Passes the response of a collector to an instance.
    func send(_ answer: NielsenPingAnswer, to stream: String) {
        guard let listener = values.withLock({ $0.answers[stream] }) else { return }
        callbackQueue.async { listener(answer) }
    }

    /// Tells the instances of a step of an opt-in of the host.
    func tell(_ choice: HostChoice) {
        let listeners = values.withLock { $0.hosts.sorted { $0.key < $1.key }.map(\.value) }
        for listener in listeners { listener(choice) }
    }

    // MARK: - The queue

    /// Handles an event of the queue.
    func handle(_ event: HitQueueEvent) {
        switch event {
        case .setAside(let hit, let reason):
            let ping = try? NielsenPing(payload: hit.payload)
            let message =
                "a ping was not accepted after \(hit.attempts) tries and set aside: \(reason)"
                + (ping.map { "; it was for \(PingAddress.withoutParameters($0.url))" } ?? "")
            report(
                .refused(ping?.product ?? .session, reason),
                of: PingLine(name: hit.stream).stream,
                NielsenError(.sending(ping?.product), message)
            )
        case .dropped(let count, .processor, _):
            // Whoever discarded it has reported the reason.
            values.withLock { $0.discarded += count }
        case .dropped(let count, .optedOut, _):
            values.withLock { $0.dropped += count }
            note("\(count) pings were discarded because the user opted out")
        case .dropped(let count, let reason, let lines):
            values.withLock { $0.dropped += count }
            for stream in Set(lines.keys.map { PingLine(name: $0).stream }).sorted() {
                let message = "pings were dropped unsent: \(Self.words(for: reason))"
                report(.dropped(reason), of: stream, NielsenError(.failedSendPing, message))
            }
        case .damaged(let path, let detail, let carriedOver, let lost):
            let place = path.map { " It is kept as \($0)." } ?? ""
            values.withLock { $0.dropped += lost }
            let message =
                "the database of pings was damaged and begun anew; \(carriedOver) pings were carried over and at least "
                + "\(lost) are lost: \(detail).\(place)"
            reportToAll(NielsenError(.failedAccessDatabase, message), isLasting: false)
        case .storageFailed(let error):
            let message = "the database of pings does not work, so that they wait in memory: \(error)"
            reportToAll(NielsenError(.failedAccessDatabase, message), isLasting: true)
        case .storageRecovered(let written):
            values.withLock { $0.databaseFailure = nil }
            note("the database of pings works again; \(written) pings were written that had waited in memory")
        case .continuesInMemory:
            note("the database of pings is not used any more in this run of the app; pings are sent from memory")
        }
    }

    private func reportToAll(_ error: NielsenError, isLasting: Bool) {
        let listeners = values.withLock { values in
            if isLasting {
                values.databaseFailure = error
            } else if values.reports.isEmpty, values.unreported.count < Self.unreportedKept {
                values.unreported.append(error)
            }
            // A database that works and fails by turns is one problem until a ping has arrived.
            return values.reports.everybody(for: isLasting ? .database : nil)
        }
        if listeners.isEmpty { note(error.description) }
        for listener in listeners { callbackQueue.async { listener(error) } }
    }

    private static func words(for reason: HitQueueEvent.DropReason) -> String {
        switch reason {
        case .count: "more waited than waitingPingsLimit allows"
        case .offlineCount: "no collector can be reached and as many wait as offlinePingsLimit allows"
        case .bytes: "they had more bytes than waitingBytesLimit allows"
        case .age: "they waited longer than pingLifetime allows"
        case .memory: "the database does not work and more waited than memoryPingsLimit allows"
        case .setAsideCount: "more were set aside than setAsideLimit allows"
        case .optedOut: "the user opted out"
        case .processor(let reason): reason
        }
    }
}

extension LogCode {
    /// The code for a ping that cannot be sent.
    static func sending(_ product: NielsenProduct?) -> LogCode {
        switch product {
        case .tsv: .failedSendTSV
        case .station: .failedSendStationRequest
        case .dcrVideo, .dcrStatic, .dtvr, .dar, .session, .viewability, nil: .failedSendPing
        }
    }
}
