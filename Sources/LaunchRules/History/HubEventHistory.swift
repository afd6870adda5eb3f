// SPDX-License-Identifier: Apache-2.0

package import Dispatch
public import Foundation
public import HubServices
package import HubStorage
public import LaunchHub

/// A memory of what happened, over launches: which data was recorded, and when.
///
/// ```swift
/// try await history.recordHistoricalEvent(["action": "start", "channel": "7"])
/// let seen = try await history.getHistoricalEvents([HubHistoryRequest(mask: ["action": "start", "channel": "7"])])
/// print(seen[0].count)
/// ```
///
/// A record is a 64-bit key of the data, and a time; the data itself is not stored. All records are in memory, where
/// conditions of rules find them at once, and in a SQLite file, which is written on a queue of its own. A record that was
/// made shortly before the process is killed may be missing in the file; one for which
/// ``recordHistoricalEvent(_:at:)`` has returned is there.
///
/// Two processes may share a file, but neither sees the other's records before its next launch. A file that a launch finds
/// damaged is set aside without losing what the other process stores meanwhile; one that turns out damaged while a record is
/// written is made anew from this process's memory, without what the other one has recorded.
///
/// Every method may be called on any thread.
public final class HubEventHistory: HubPrivacyFollower {
    private let state: Locked<HistoryState>
    /// Used on the queue alone.
    private let file: Locked<HistoryFile>?
    private let url: URL?
    private let limits: HubHistoryLimits
    private let clock: any HubClock
    private let queue: DispatchQueue

    /// Makes a history, which begins to read its file.
    ///
    /// This never fails. A file that does not work is reported by those calls that wait for it; one that is damaged is moved
    /// aside, and what can be read of it is kept.
    ///
    /// - Parameters:
    ///   - file: The file of the records, which is made if it is not there, and its folder too; nil to keep them in memory
    ///     until the process ends.
    ///   - maximumAge: After how long a record no longer counts; nil for never. Such a record is removed when it was found to
    ///     be too old twice, at least a day apart, so that a clock that is wrong for one launch removes nothing.
    ///   - maximumCount: The largest number of records; a negative one counts as zero. If there are more, those that were
    ///     recorded first go, a 64th of the limit at once. Each record takes 128 bytes of memory at most.
    ///   - maximumBytes: The most bytes that records may take in the file, 32 each; a negative number counts as zero.
    ///   - privacy: Whether anything may be recorded. With `HubPrivacyStatus.optedOut` the file is cleared.
    ///   - clock: The clock that determines which records are too old.
    public convenience init(
        file: URL?,
        maximumAge: Duration? = .seconds(400 * 86_400),
        maximumCount: Int = 100_000,
        maximumBytes: Int = 4 << 20,
        privacy: HubPrivacyStatus = .unknown,
        clock: any HubClock = SystemClock()
    ) {
        let limits = HubHistoryLimits(age: maximumAge, count: maximumCount, bytes: maximumBytes)
        self.init(file: file, limits: limits, privacy: privacy, clock: clock, queue: nil)
    }

    /// Makes a history with a queue, see the other initializer.
    ///
    /// - Parameters:
    ///   - url: The file of the records; nil for memory alone.
    ///   - limits: How much is kept, and for how long.
    ///   - privacy: Whether anything may be recorded.
    ///   - clock: The clock that determines which records are too old.
    ///   - queue: A serial queue for the file; nil makes one.
    package init(
        file url: URL?,
        limits: HubHistoryLimits,
        privacy: HubPrivacyStatus,
        clock: any HubClock,
        queue: DispatchQueue?
    ) {
        self.limits = limits
        self.clock = clock
        self.queue = queue ?? DispatchQueue(label: "EventHistory", target: .global())
        self.url = url
        file = url.map { Locked(HistoryFile($0)) }
        state = Locked(HistoryState(limits: limits, hasFile: file != nil, isRefusing: privacy == .optedOut))
        change { _ in }
    }

    // MARK: Recording

    /// Records the part of an event's data that a mask names, at the time of the event.
    ///
    /// - Parameters:
    ///   - event: The event. One that was not dispatched has no time, and counts as of now.
    ///   - mask: The paths that count, such as `show.id`.
    /// - Throws: ``LaunchRuleError`` if nothing was recorded, or not yet stored.
    public func recordHistoricalEvent(_ event: Event, mask: [String]) async throws(LaunchRuleError) {
        try await record(RuleHistoryContent(event.data, mask: mask), at: event.date?.milliseconds)
    }

    /// Records data, wholly.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - milliseconds: The time, in milliseconds since 1970; nil for now.
    /// - Throws: ``LaunchRuleError`` if nothing was recorded, or not yet stored.
    public func recordHistoricalEvent(
        _ data: JSONObject,
        at milliseconds: Int64? = nil
    ) async throws(LaunchRuleError) {
        try await record(RuleHistoryContent(data), at: milliseconds)
    }

    private func record(_ content: RuleHistoryContent, at time: Int64?) async throws(LaunchRuleError) {
        guard let key = RuleHistoryKey(content) else { throw .noContent }
        let now = self.now
        let error = await awaitedValue { receive in
            change { $0.add(HistoryRecord(key: key.value, time: time ?? now), at: now, receive) }
        }
        if let error { throw error }
    }

    // MARK: Asking

    /// Returns how often things happened.
    ///
    /// - Parameters:
    ///   - requests: What is asked for.
    ///   - enforceOrder: Whether each request counts from the oldest record of the one before on. Records are distinct: the
    ///     same thing twice needs two of them. Once a request has none, those behind it have none either.
    /// - Returns: A result for each request, in order.
    /// - Throws: ``LaunchRuleError`` if a request asks for nothing, or the history is closed.
    public func getHistoricalEvents(
        _ requests: [HubHistoryRequest],
        enforceOrder: Bool = false
    ) async throws(LaunchRuleError) -> [HubHistoryResult] {
        let queries = try queries(requests)
        try await waitUntilReady()
        return state.withLock { state in
            let index = state.index
            return enforceOrder
                ? queries.orderedResults { index.times(of: $0.value) } : queries.results { index.times(of: $0.value) }
        }
    }

    /// Deletes records.
    ///
    /// - Parameter requests: What is deleted.
    /// - Returns: The number of records that were deleted.
    /// - Throws: ``LaunchRuleError`` if a request asks for nothing, the history is closed, or the file does not work: the
    ///   records are then deleted when it works again.
    @discardableResult
    public func deleteHistoricalEvents(_ requests: [HubHistoryRequest]) async throws(LaunchRuleError) -> Int {
        let queries = try queries(requests, hidesOld: false)
        try await waitUntilReady()
        let count = Locked(0)
        let error = await awaitedValue { receive in
            change { state in
                let removed = queries.reduce(0) { $0 + state.remove($1) }
                count.withLock { $0 = removed }
                state.wait(receive)
            }
        }
        if let error { throw error }
        return count.withLock { $0 }
    }

    private func queries(
        _ requests: [HubHistoryRequest],
        hidesOld: Bool = true
    ) throws(LaunchRuleError) -> [HistoryQuery] {
        let now = self.now
        let earliest = hidesOld ? cutoff(at: now) : .min
        var queries: [HistoryQuery] = []
        for (place, request) in requests.enumerated() {
            guard let key = RuleHistoryKey(RuleHistoryContent(request.mask)) else {
                throw .noContent(ofRequest: place)
            }
            queries.append(HistoryQuery(key: key, from: max(request.from, earliest), to: request.to ?? now))
        }
        return queries
    }

    /// The number of records; whether the file was read, before which nothing of earlier launches counts; and why the file
    /// does not work, nil if it does.
    package var summary: (count: Int, isReady: Bool, failure: SQLiteError?) {
        state.withLock { ($0.index.count, $0.isReady, $0.failure) }
    }

    private var now: Int64 { clock.date.milliseconds }

    /// The time before which records no longer count.
    private func cutoff(at now: Int64) -> Int64 { limits.ageInMilliseconds.map { now.minus($0) } ?? .min }

    // MARK: Privacy and the end

    /// Sets whether anything may be recorded.
    ///
    /// - Parameter status: The status. With `HubPrivacyStatus.optedOut` everything is deleted, also what is about to be
    ///   stored, and nothing is recorded until another status follows.
    public func setPrivacyStatus(_ status: HubPrivacyStatus) {
        // On the disk before this returns, so that a process that is killed now leaves nothing for the next one to read.
        if status == .optedOut, let url, !state.withLock({ $0.isRefusing }) { HistoryFile.markForErasing(url) }
        change { $0.setRefusing(status == .optedOut) }
    }

    /// Does nothing, because a history sends nothing.
    public func askBeforeSending(_ source: (@Sendable () -> HubPrivacyStatus?)?) {}

    /// Waits until everything that was recorded, or deleted, is stored.
    ///
    /// - Throws: ``LaunchRuleError`` if the file does not work.
    public func flush() async throws(LaunchRuleError) {
        let error = await awaitedValue { receive in change { $0.wait(receive) } }
        if let error { throw error }
    }

    /// Stores what is waiting and closes the file.
    ///
    /// Nothing can be recorded afterwards.
    ///
    /// It waits for the disk, so do not call it on the main thread unless the app ends.
    public func close() {
        change { $0.close() }
        queue.sync { file?.withLock { $0.close() } }
    }

    private func waitUntilReady() async throws(LaunchRuleError) {
        let (isReady, isClosed) = state.withLock { ($0.isReady, $0.isClosed) }
        if isClosed { throw .historyClosed }
        if !isReady { _ = await awaitedValue { receive in change { $0.waitUntilReady(receive) } } }
    }

    // MARK: The writer

    private func change(_ change: (inout HistoryState) -> Void) {
        guard let step = state.begin(change) else { return }
        queue.async { self.state.drain(from: step) { self.carryOut($0) } }
    }

    private func carryOut(_ step: HistoryState.Step) {
        switch step {
        case .answer(let answers):
            for answer in answers { answer.send() }
        case .wait(let delay):
            _ = clock.schedule(after: delay) { [weak self] in self?.change { $0.endWait() } }
        case .open, .erase, .write, .rewrite:
            do throws(SQLiteError) {
                try file?.withLock { file throws(SQLiteError) in try use(file, step) }
            } catch {
                state.withLock { $0.fail(step, error) }
            }
        }
    }

    private func use(_ file: HistoryFile, _ step: HistoryState.Step) throws(SQLiteError) {
        switch step {
        case .open:
            var content = try file.open().content
            // Made outside the lock, because there may be a million records. The state is to have the only copy, which then
            // can change without being copied.
            var loaded: HistoryIndex? = HistoryIndex(content.records)
            content.records = []
            let now = now
            state.withLock { state in
                if let index = loaded.take() { state.finishOpening(index, lastSweep: content.sweep, at: now) }
            }
        case .erase(let change):
            try file.erase()
            state.withLock { $0.finishErasing(through: change) }
        case .write(let changes, let change):
            try file.write(changes)
            state.withLock { $0.finishWriting(through: change) }
        case .rewrite(let content, let change, let error):
            if let error { _ = try file.replace(with: content, because: error) } else { try file.rewrite(content) }
            state.withLock { $0.finishWriting(through: change) }
        case .answer, .wait: break
        }
    }
}

extension HubEventHistory: RuleHistory {
    /// Returns the times of the records with a key that still count, ascending.
    package func times(of key: RuleHistoryKey) -> [Int64] {
        let times = state.withLock { $0.index.times(of: key.value) }
        guard let first = times.first, limits.age != nil else { return times }
        let cutoff = cutoff(at: now)
        // Old records are removed at most two days later, so this is rare.
        return first >= cutoff ? times : Array(times[times.firstPlace { $0 >= cutoff }...])
    }

    /// Returns whether there is a record with a key that still counts.
    package func contains(_ key: RuleHistoryKey) -> Bool {
        let last = state.withLock { $0.index.times(of: key.value).last }
        return last.map { $0 >= cutoff(at: now) } ?? false
    }

    /// Waits until the file was read, or cannot be: every record is in memory then, whatever rules name.
    package func watch(_ keys: Set<RuleHistoryKey>, all: Bool) {
        if state.withLock({ $0.isReady }) { return }
        let ready = DispatchSemaphore(value: 0)
        change { $0.waitUntilReady { _ in ready.signal() } }
        ready.wait()
    }

    /// Adds a record, which the next question sees.
    package func record(_ content: RuleHistoryContent, at milliseconds: Int64) {
        guard let key = RuleHistoryKey(content) else { return }
        let now = self.now
        change { $0.add(HistoryRecord(key: key.value, time: milliseconds), at: now) }
    }
}
