// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import HubStorage
import NielsenModel
import NielsenPings

/// What the parts of a delivery share, and what is told to whom.
final class DeliveryDesk: Sendable {
    struct State {
        var gate = CollectorGate()
        var reports = DeliveryReports()
        var configuration: NielsenConfiguration
        var sent = 0
        var discarded = 0
        var dropped = 0
        var lastAnswer: NielsenPingDelivery.Answer?
        /// Why the database does not work, while it does not.
        var databaseFailure: NielsenError?
        /// Who hears of answers, by stream.
        var answers: [String: @Sendable (NielsenPingAnswer) -> Void] = [:]
        /// Who makes the session ping again, by stream.
        var sessions: [String: @Sendable () -> Void] = [:]
        /// The streams whose session ping was refused while the user was opted out.
        var refusedSessions: Set<String> = []
        /// What nobody was there to hear.
        var untold: [NielsenError] = []
        var random: any RandomNumberGenerator & Sendable
    }

    private static let tag = "PingDelivery"
    /// How many errors wait for the first instance.
    private static let untoldKept = 8

    let state: Locked<State>
    private let log: Log
    /// Where instances are told, so that a slow delegate holds up no ping.
    private let callbackQueue: DispatchQueue

    init(
        configuration: NielsenConfiguration,
        log: HubLog,
        random: any RandomNumberGenerator & Sendable,
        target: DispatchQueue?
    ) {
        state = Locked(State(configuration: configuration, random: random))
        self.log = log
        callbackQueue = DispatchQueue(label: "PingDelivery.reports", target: target ?? .global())
    }

    func note(_ message: @autoclosure () -> String) {
        log.debug(Self.tag, message())
    }

    // MARK: - Instances

    func attach(_ stream: String, _ report: @escaping DeliveryReports.Report) {
        let errors = state.withLock { state in
            state.reports.add(stream, report)
            defer { state.untold = [] }
            guard let failure = state.databaseFailure, state.reports.listener(of: stream, for: .database) != nil else {
                return state.untold
            }
            return state.untold + [failure]
        }
        for error in errors { report(error) }
    }

    /// Tells an instance of trouble that one of its pings has, unless it knows.
    ///
    /// An instance logs what it hears.
    ///
    /// - Parameters:
    ///   - trouble: What is told once until it is over.
    ///   - stream: Whose ping it is.
    ///   - error: What to tell.
    ///   - isAsynchronous: False on the thread of a call that the instance waits for.
    func report(
        _ trouble: DeliveryReports.Trouble,
        of stream: String,
        _ error: NielsenError,
        isAsynchronous: Bool = true
    ) {
        guard let report = state.withLock({ $0.reports.listener(of: stream, for: trouble) }) else {
            return note(error.description)
        }
        if isAsynchronous { callbackQueue.async { report(error) } } else { report(error) }
    }

    /// Tells an instance what a collector answered.
    func tell(_ answer: NielsenPingAnswer, to stream: String) {
        guard let listener = state.withLock({ $0.answers[stream] }) else { return }
        callbackQueue.async { listener(answer) }
    }

    func noteRefusedSession(_ stream: String) {
        state.withLock { state in
            if state.sessions[stream] != nil { state.refusedSessions.insert(stream) }
        }
    }

    /// Has the instances whose session ping was refused make it again, now that pings are taken.
    func askForRefusedSessions() {
        let listeners = state.withLock { state in
            defer { state.refusedSessions = [] }
            return state.refusedSessions.sorted().compactMap { state.sessions[$0] }
        }
        for listener in listeners { listener() }
    }

    // MARK: - The queue

    /// Takes what the queue has to tell.
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
        case .dropped(_, .processor, _):
            // Whoever discarded it has told why.
            return
        case .dropped(let count, .optedOut, _):
            state.withLock { $0.dropped += count }
            note("\(count) pings were discarded because the user opted out")
        case .dropped(let count, let reason, let lines):
            state.withLock { $0.dropped += count }
            for stream in Set(lines.keys.map { PingLine(name: $0).stream }).sorted() {
                let message = "pings were dropped unsent: \(Self.words(for: reason))"
                report(.dropped(reason), of: stream, NielsenError(.failedSendPing, message))
            }
        case .damaged(let path, let detail, let carriedOver, let lost):
            let place = path.map { " It is kept as \($0)." } ?? ""
            state.withLock { $0.dropped += lost }
            let message =
                "the database of pings was damaged and begun anew; \(carriedOver) pings were carried over and at least "
                + "\(lost) are lost: \(detail).\(place)"
            tellAll(NielsenError(.failedAccessDatabase, message), isLasting: false)
        case .storageFailed(let error):
            let message = "the database of pings does not work, so that they wait in memory: \(error)"
            tellAll(NielsenError(.failedAccessDatabase, message), isLasting: true)
        case .storageRecovered(let written):
            state.withLock { $0.databaseFailure = nil }
            note("the database of pings works again; \(written) pings were written that had waited in memory")
        case .continuesInMemory:
            note("the database of pings is not used any more in this run of the app; pings are sent from memory")
        }
    }

    private func tellAll(_ error: NielsenError, isLasting: Bool) {
        let listeners = state.withLock { state in
            if isLasting {
                state.databaseFailure = error
            } else if state.reports.isEmpty, state.untold.count < Self.untoldKept {
                state.untold.append(error)
            }
            // A database that works and fails by turns is one trouble until a ping got through.
            return state.reports.everybody(for: isLasting ? .database : nil)
        }
        if listeners.isEmpty { note(error.description) }
        for listener in listeners { callbackQueue.async { listener(error) } }
    }

    private static func words(for reason: HitQueueEvent.DropReason) -> String {
        switch reason {
        case .count: "more waited than waitingPingsLimit allows"
        case .offlineCount: "no collector can be reached and more waited than offlinePingsLimit allows"
        case .bytes: "they had more bytes than waitingBytesLimit allows"
        case .age: "they waited longer than pingLifetime allows"
        case .memory: "the database does not work and more waited than memoryPingsLimit allows"
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
