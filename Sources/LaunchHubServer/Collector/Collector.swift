// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import Foundation
import HubServices
import HubStorage

/// Stores pings in SQLite, each id once, and answers questions about them.
///
/// Any thread may use it.
///
/// A ping is stored before it is answered: what a sender got status 200 for survives the end of the process where the
/// collector has a file.
package final class Collector: Sendable {
    private struct State: ~Copyable {
        let database: CollectorDatabase
        /// The flag in the response to a TSV request.
        var tsvFlag: String
    }

    private let state: Locked<State>
    /// The queue on which the observer receives one ping after the other.
    private let observerQueue = DispatchQueue(label: "collector", target: .global())
    private let observer: (@Sendable (CollectedPing) -> Void)?

    /// The flag of a stream that nothing is known of.
    package static let usualTSVFlag = "99"

    /// Opens a collector.
    ///
    /// - Parameters:
    ///   - file: The database, which is made where there is none; nil keeps the pings in memory.
    ///   - limits: How much is kept.
    ///   - tsvFlag: What `/cgi-bin/tsv` answers; see ``setTSVFlag(_:)``.
    ///   - observer: Told of every stored ping in the order of arrival, also of one that came again; on a thread of the
    ///     collector, one ping at a time.
    /// - Throws: ``CollectorError`` where the file cannot be opened or is something else.
    package init(
        file: URL? = nil,
        limits: CollectorLimits = CollectorLimits(),
        tsvFlag: String = usualTSVFlag,
        observer: (@Sendable (CollectedPing) -> Void)? = nil
    ) throws(CollectorError) {
        guard Self.isFlag(tsvFlag) else { throw Self.badFlag(tsvFlag) }
        do throws(SQLiteError) {
            let database = try CollectorDatabase(path: file?.path ?? ":memory:", limits: limits)
            state = Locked(State(database: database, tsvFlag: tsvFlag))
        } catch {
            throw CollectorError("the pings cannot be stored: \(error)")
        }
        self.observer = observer
    }

    /// The flag that `/cgi-bin/tsv` currently responds with.
    package var tsvFlag: String { state.withLock { $0.tsvFlag } }

    /// Sets what `/cgi-bin/tsv` answers.
    ///
    /// - Parameter flag: Two digits; `03` and `07` say that the stream is in the TV ratings.
    /// - Throws: ``CollectorError`` where it is something else.
    package func setTSVFlag(_ flag: String) throws(CollectorError) {
        guard Self.isFlag(flag) else { throw Self.badFlag(flag) }
        state.withLock { $0.tsvFlag = flag }
    }

    /// Stores a request.
    ///
    /// - Parameter request: What came.
    /// - Returns: What is stored now; with more than zero ``CollectedPing/doubles`` it was known.
    /// - Throws: ``CollectorError`` where it could not be stored.
    @discardableResult
    package func receive(_ request: ServerRequest) throws(CollectorError) -> CollectedPing {
        let time = Int64((request.arrival.timeIntervalSince1970 * 1000).rounded(.down))  // in range: the clock's own
        var headers = HTTPHeaders()
        for name in CollectedPing.headersOfInterest { headers[name] = request.headers[name] }
        let id = headers["Idempotency-Key"]
        let ping = CollectedPing(
            number: 0,
            id: id.flatMap { $0.isEmpty ? nil : $0 },
            method: request.method,
            path: request.target.path,
            query: request.target.query,
            parameters: request.target.parameters,
            headers: headers,
            body: request.body,
            time: time,
            doubles: 0,
            lastTime: time
        )
        return try attempt { state throws(SQLiteError) in
            let stored = try state.database.store(ping)
            // Queued while the lock is held, so that the observer receives pings in their order.
            if let observer { observerQueue.async { observer(stored) } }
            return stored
        }
    }

    /// Returns the first pings behind a number, in the order of arrival.
    ///
    /// - Parameters:
    ///   - number: The number of the last ping to leave out; 0 for the very first.
    ///   - limit: The largest number of pings.
    ///   - bytes: The bytes with which no further ping is read.
    /// - Returns: The pings; empty if none has arrived since.
    /// - Throws: ``CollectorError`` if the database cannot be read.
    package func pings(
        after number: Int64 = 0,
        limit: Int = .max,
        bytes: Int = .max
    ) throws(CollectorError) -> [CollectedPing] {
        try attempt { state throws(SQLiteError) in
            try state.database.pings(after: number, limit: limit, bytes: bytes)
        }
    }

    /// Returns the last pings, in the order of arrival.
    ///
    /// - Parameters:
    ///   - limit: The largest number of pings.
    ///   - bytes: The bytes with which no earlier ping is read.
    /// - Returns: The pings, the newest one last.
    /// - Throws: ``CollectorError`` if the database cannot be read.
    package func lastPings(_ limit: Int, bytes: Int = .max) throws(CollectorError) -> [CollectedPing] {
        try attempt { state throws(SQLiteError) in try state.database.lastPings(limit, bytes: bytes) }
    }

    /// Returns the number of pings, and how many duplicates arrived.
    ///
    /// - Throws: ``CollectorError`` where the database cannot be read.
    package func count() throws(CollectorError) -> (pings: Int, doubles: Int) {
        try attempt { state throws(SQLiteError) in try state.database.count() }
    }

    /// Returns how many pings were dropped since the collector began, the oldest first, because there were too many.
    ///
    /// - Throws: ``CollectorError`` where the database cannot be read.
    package func dropped() throws(CollectorError) -> Int {
        try attempt { state throws(SQLiteError) in state.database.dropped }
    }

    /// Counts the pings by product, cadence and session.
    ///
    /// - Throws: ``CollectorError`` where the database cannot be read.
    package func summary() throws(CollectorError) -> PingSummary {
        var summary = PingSummary()
        var last: Int64 = 0
        // In parts, so that pings that come in meanwhile are not kept waiting.
        while true {
            let part = try pings(after: last, limit: 500)
            part.forEach { summary.add($0) }
            guard let end = part.last?.number else {
                summary.dropped = try dropped()
                return summary
            }
            last = end
        }
    }

    /// Deletes every ping.
    ///
    /// Numbers go on where they were.
    ///
    /// - Throws: ``CollectorError`` where the database cannot be written.
    package func removeAll() throws(CollectorError) {
        try attempt { state throws(SQLiteError) in try state.database.removeAll() }
    }

    /// Waits until the observer has received every stored ping.
    ///
    /// The observer must not call it: it would wait for itself.
    package func flush() {
        observerQueue.sync {}
    }

    private func attempt<Result>(
        _ work: (inout State) throws(SQLiteError) -> Result
    ) throws(CollectorError) -> Result {
        do throws(SQLiteError) {
            return try state.withLock { state throws(SQLiteError) in try work(&state) }
        } catch {
            throw CollectorError("the pings cannot be stored or read: \(error)")
        }
    }

    private static func isFlag(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func badFlag(_ text: String) -> CollectorError {
        CollectorError("the TSV flag is \(text.prefix(20).debugDescription); use two digits, such as 03 or 99")
    }
}

/// The reason why the collector cannot store or read pings.
package struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of what happened, where, and what would help.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The limits of a collector.
///
/// Beyond them the oldest pings are dropped and counted.
package struct CollectorLimits: Sendable, Hashable {
    /// The largest number of pings to keep; at least 1.
    package var count: Int
    /// The largest total of bytes of targets, header fields and bodies.
    ///
    /// One ping always stays.
    package var bytes: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - count: How many pings are kept.
    ///   - bytes: How many bytes they may have together.
    package init(count: Int = 200_000, bytes: Int = 64 << 20) {
        self.count = max(1, count)
        self.bytes = max(1, bytes)
    }
}
