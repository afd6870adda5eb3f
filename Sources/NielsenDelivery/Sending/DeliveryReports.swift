// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenModel

/// Who hears of which trouble, and what they have heard already.
///
/// A value; what it returns is to be called outside of any lock.
///
/// Trouble is told once to each instance that it concerns, until it is over for that instance; then it may be told
/// again.
struct DeliveryReports: Sendable {
    typealias Report = @Sendable (NielsenError) -> Void

    /// A kind of trouble of one instance.
    enum Trouble: Sendable, Hashable {
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
        var told: Set<Trouble> = []
    }

    /// How much trouble of one instance is told apart; what is beyond is in the log.
    private static let troublesKept = 64

    private var listeners: [String: Listener] = [:]

    init() {}

    mutating func add(_ stream: String, _ report: @escaping Report) {
        let told = listeners[stream]?.told ?? []
        listeners[stream] = Listener(report: report, told: told)
    }

    mutating func remove(_ stream: String) {
        listeners[stream] = nil
    }

    /// True where nobody is there to hear.
    var isEmpty: Bool { listeners.isEmpty }

    /// Everybody, for what concerns all; with a trouble only those who have not heard of it.
    mutating func everybody(for trouble: Trouble?) -> [Report] {
        listeners.keys.sorted().compactMap { stream in
            guard let trouble else { return listeners[stream]?.report }
            return listener(of: stream, for: trouble)
        }
    }

    /// Whom to tell of an instance's trouble: nobody where the instance is gone or has heard of it.
    mutating func listener(of stream: String, for trouble: Trouble) -> Report? {
        guard let listener = listeners[stream], listener.told.count < Self.troublesKept else { return nil }
        let isNew = listeners[stream]?.told.insert(trouble).inserted ?? false
        return isNew ? listener.report : nil
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
        for stream in Array(listeners.keys) where listeners[stream]?.told.isEmpty == false {
            listeners[stream]?.told.remove(.unreachable(collector))
            listeners[stream]?.told.remove(.offline)
        }
        guard let product, let told = listeners[stream]?.told, !told.isEmpty else { return }
        listeners[stream]?.told = told.filter { trouble in
            switch trouble {
            case .refused(product, _), .dropped: false
            case .database: !isDatabaseWorking
            case .refused, .address, .unreachable, .offline: true
            }
        }
    }
}
