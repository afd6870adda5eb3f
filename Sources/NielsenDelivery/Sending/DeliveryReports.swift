// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenModel

/// The instances that receive reports, and the problems that each has already been notified of.
///
/// A value; what it returns is to be called outside of any lock.
///
/// A problem is reported once to each instance that it concerns, until it is over for that instance; then it may be
/// reported again.
struct DeliveryReports: Sendable {
    typealias Report = @Sendable (NielsenError) -> Void

    /// A kind of problem of one instance.
    enum Problem: Sendable, Hashable {
        /// An address that no request can be made of, without its parameters.
        case address(String)
        /// A collector cannot be reached.
        case unreachable(String)
        /// Nobody can be reached.
        case offline
        /// Pings of a product are refused with a status, or given up.
        case refused(NielsenProduct, String)
        /// The database does not work.
        case database
        /// Pings were dropped because too many waited, or too long.
        case dropped(HitQueueEvent.DropReason)
    }

    private struct Listener {
        let report: Report
        var told: Set<Problem> = []
        /// The collectors to which its pings are sent.
        var collectors: Set<String> = []
    }

    /// The number of problems of one instance that are distinguished; those beyond are in the log.
    private static let problemsKept = 64

    private var listeners: [String: Listener] = [:]
    /// The collectors that did not answer the last request.
    private var silent: Set<String> = []

    init() {}

    mutating func add(_ stream: String, _ report: @escaping Report) {
        let before = listeners[stream]
        listeners[stream] = Listener(report: report, told: before?.told ?? [], collectors: before?.collectors ?? [])
    }

    mutating func remove(_ stream: String) {
        listeners[stream] = nil
    }

    /// Whether there are no instances.
    var isEmpty: Bool { listeners.isEmpty }

    /// All receivers, or, for a given problem, those not yet notified of it.
    mutating func everybody(for problem: Problem?) -> [Report] {
        listeners.keys.sorted().compactMap { stream in
            guard let problem else { return listeners[stream]?.report }
            return listener(of: stream, for: problem)
        }
    }

    /// The receiver of an instance's problem; nil if the instance is gone or has been notified of it.
    mutating func listener(of stream: String, for problem: Problem) -> Report? {
        guard let listener = listeners[stream], listener.told.count < Self.problemsKept else { return nil }
        let isNew = listeners[stream]?.told.insert(problem).inserted ?? false
        return isNew ? listener.report : nil
    }

    /// Takes note of a ping to a collector.
    ///
    /// - Returns: The receiver, where it has not been notified yet that the collector cannot be reached.
    mutating func sends(_ stream: String, to collector: String) -> Report? {
        guard let count = listeners[stream]?.collectors.count else { return nil }
        if count < Self.problemsKept { listeners[stream]?.collectors.insert(collector) }
        return silent.contains(collector) ? listener(of: stream, for: .unreachable(collector)) : nil
    }

    /// Takes note that a collector has not answered.
    mutating func noAnswer(of collector: String) {
        if silent.count < Self.problemsKept { silent.insert(collector) }
    }

    /// The receivers with pings to a collector that have not been notified of a problem yet.
    mutating func senders(to collector: String, for problem: Problem) -> [Report] {
        listeners.keys.sorted().compactMap { stream in
            listeners[stream]?.collectors.contains(collector) == true ? listener(of: stream, for: problem) : nil
        }
    }

    /// Takes note that a collector has answered a ping.
    ///
    /// - Parameters:
    ///   - stream: Whose ping it was.
    ///   - collector: Who answered.
    ///   - product: What was sent, where it was accepted.
    ///   - isDatabaseWorking: Whether pings come out of a database that works.
    mutating func answered(
        _ stream: String,
        by collector: String,
        accepting product: NielsenProduct?,
        isDatabaseWorking: Bool
    ) {
        silent.remove(collector)
        for stream in Array(listeners.keys) where listeners[stream]?.told.isEmpty == false {
            listeners[stream]?.told.remove(.unreachable(collector))
            listeners[stream]?.told.remove(.offline)
        }
        guard let product, let told = listeners[stream]?.told, !told.isEmpty else { return }
        listeners[stream]?.told = told.filter { problem in
            switch problem {
            case .refused(product, _), .dropped: false
            case .database: !isDatabaseWorking
            case .refused, .address, .unreachable, .offline: true
            }
        }
    }
}
