// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage

/// The state of an event history, and what is to be done with its file.
///
/// Answers come from the index alone. What the file lacks waits here, in order, until the writer has stored it.
struct HistoryState: SteppedState {
    /// The work that the writer does outside the lock.
    enum Step: Sendable {
        /// Opens the file and reads it.
        case open
        /// Removes everything from the file, on behalf of changes up to a number.
        case erase(through: UInt64)
        /// Writes changes, the last of which has a number.
        case write([HistoryChange], through: UInt64)
        /// Writes everything, on behalf of changes up to a number: into a new file if the old one was damaged.
        case rewrite(HistoryContent, through: UInt64, because: SQLiteError?)
        /// Calls back those who waited.
        case answer([Answer])
        /// Tries again after a while.
        case wait(Duration)
    }

    /// Someone who waits, and what is said.
    struct Answer: Sendable {
        var receive: @Sendable (LaunchRuleError?) -> Void
        var error: LaunchRuleError?

        func send() { receive(error) }
    }

    private struct Waiter {
        var change: UInt64
        var receive: @Sendable (LaunchRuleError?) -> Void
    }

    let limits: HubHistoryLimits
    private(set) var index = HistoryIndex()
    private var sweep = HistorySweep()

    var isDraining = false
    /// Changes that the file lacks, in order.
    private var pending: [HistoryChange] = []
    private var pendingRecords = 0
    /// The number of the last change, and of the last one that is stored.
    private var lastChange: UInt64 = 0
    private var lastStored: UInt64 = 0
    private var waiters: [Waiter] = []
    private var readyWaiters: [@Sendable (LaunchRuleError?) -> Void] = []
    private var answers: [Answer] = []

    private let hasFile: Bool
    private var isOpen = false
    /// Whether the file was read, or is known to be empty.
    private var isKnown = false
    /// Whether the file was read, or cannot be read at the moment.
    private(set) var isReady: Bool
    private(set) var isRefusing: Bool
    private(set) var isClosed = false
    /// The number of the change that removes everything from the file, while that is not done.
    private var eraseChange: UInt64?
    private var mustRewrite = false
    private var damage: SQLiteError?
    private(set) var failure: SQLiteError?
    /// Whether a later version of the library made the file, which this one leaves alone.
    private var isAbandoned = false
    private var retryDelay = Self.shortestDelay
    private var mustWait = false
    private var isWaiting = false

    /// As many records wait for the file; if there are more, it is written anew from the index.
    private let pendingLimit: Int
    private static let shortestDelay = Duration.seconds(1)
    private static let longestDelay = Duration.seconds(60)

    init(limits: HubHistoryLimits, hasFile: Bool, isRefusing: Bool) {
        self.limits = limits
        pendingLimit = max(65_536, limits.capacity)
        self.hasFile = hasFile
        self.isRefusing = isRefusing
        isReady = !hasFile || isRefusing
        if hasFile, isRefusing {
            lastChange = 1
            eraseChange = 1
        }
    }

    // MARK: Recording

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - now: The time, in milliseconds since 1970.
    ///   - receive: Is called once the record is stored, or was not recorded or stored.
    mutating func add(
        _ record: HistoryRecord,
        at now: Int64,
        _ receive: (@Sendable (LaunchRuleError?) -> Void)? = nil
    ) {
        if isClosed || isRefusing {
            let error = isClosed ? LaunchRuleError.historyClosed : .userOptedOut
            if let receive { answers.append(Answer(receive: receive, error: error)) }
            return
        }
        index.append(record)
        queue(.append([record]))
        if isReady {
            enforceCapacity()
            sweepIfDue(at: now)
        }
        if let receive { wait(receive) }
    }

    private mutating func enforceCapacity() {
        guard index.count > limits.capacity else { return }
        let excess = min(index.count, index.count - limits.capacity + limits.step - 1)
        index.dropFirst(excess)
        queue(.dropFirst(excess))
    }

    private mutating func sweepIfDue(at now: Int64) {
        guard sweep.isDue(at: now) else { return }
        if let time = sweep.begin(at: now, age: limits.ageInMilliseconds), index.removeBefore(time) > 0 {
            queue(.removeBefore(time))
        }
        queue(.note(sweep: now))
    }

    /// Removes the records of a key.
    ///
    /// - Returns: How many there were.
    mutating func remove(_ query: HistoryQuery) -> Int {
        let count = index.remove(query.key.value, from: query.from, to: query.to)
        if count > 0 { queue(.remove(key: query.key.value, from: query.from, to: query.to)) }
        return count
    }

    private mutating func queue(_ change: HistoryChange) {
        guard hasFile else { return }
        lastChange += 1
        if mustRewrite { return }
        guard case .append(let records) = change else {
            // A file that was not read yet has other records in front. Writing it anew takes what another process has stored
            // since, so a note, which concerns no record, must not cause that.
            if isOpen || change.isNote { pending.append(change) } else { rewriteLater() }
            return
        }
        pendingRecords += records.count
        if pendingRecords > pendingLimit {
            rewriteLater()
        } else if case .append(var last) = pending.last {
            // Nobody else holds the array while it changes, so that it is not copied.
            pending[pending.count - 1] = .removeAll
            last += records
            pending[pending.count - 1] = .append(last)
        } else {
            pending.append(change)
        }
    }

    private mutating func rewriteLater() {
        mustRewrite = true
        forgetPending()
    }

    private mutating func forgetPending() {
        pending = []
        pendingRecords = 0
    }

    // MARK: Waiting

    /// Calls back once everything up to now is stored, or cannot be.
    mutating func wait(_ receive: @escaping @Sendable (LaunchRuleError?) -> Void) {
        if lastStored == lastChange {
            answers.append(Answer(receive: receive))
        } else if let failure, isWaiting || mustWait || isAbandoned && eraseChange == nil {
            answers.append(Answer(receive: receive, error: .historyFailed(failure)))
        } else {
            waiters.append(Waiter(change: lastChange, receive: receive))
        }
    }

    /// Calls back once the file was read, or cannot be.
    mutating func waitUntilReady(_ receive: @escaping @Sendable (LaunchRuleError?) -> Void) {
        if isReady || isClosed { answers.append(Answer(receive: receive)) } else { readyWaiters.append(receive) }
    }

    private mutating func becomeReady() {
        isReady = true
        answers += readyWaiters.map { Answer(receive: $0) }
        readyWaiters = []
    }

    private mutating func answer(through change: UInt64, _ error: LaunchRuleError?) {
        answers += waiters.filter { $0.change <= change }.map { Answer(receive: $0.receive, error: error) }
        waiters.removeAll { $0.change <= change }
    }

    // MARK: Privacy

    /// Sets whether anything may be recorded.
    ///
    /// If not, what was recorded is removed.
    mutating func setRefusing(_ refuses: Bool) {
        guard refuses != isRefusing else { return }
        isRefusing = refuses
        guard refuses else { return }
        index = HistoryIndex()
        sweep = HistorySweep()
        forgetPending()
        (mustRewrite, damage) = (false, nil)
        // The user's choice does not wait for the next try.
        (mustWait, isWaiting) = (false, false)
        answer(through: lastChange, .userOptedOut)
        lastChange += 1
        if hasFile { eraseChange = lastChange } else { lastStored = lastChange }
        becomeReady()
    }

    /// Ends everything; what waits is stored first if the file works.
    mutating func close() {
        isClosed = true
        isWaiting = false
    }

    /// Ends a wait for the next try.
    mutating func endWait() {
        isWaiting = isClosed
    }

    // MARK: The writer

    mutating func nextStep() -> Step? {
        if !answers.isEmpty {
            defer { answers = [] }
            return .answer(answers)
        }
        if mustWait {
            mustWait = false
            isWaiting = true
            defer { retryDelay = min(retryDelay * 2, Self.longestDelay) }
            return .wait(retryDelay)
        }
        guard hasFile, !isWaiting else { return nil }
        if let eraseChange { return .erase(through: eraseChange) }
        if isRefusing || isAbandoned { return nil }
        let isBehind = lastStored != lastChange
        if !isOpen { return isBehind || !isKnown && !isClosed ? .open : nil }
        guard isBehind else { return nil }
        defer {
            forgetPending()
            mustRewrite = false
            damage = nil
        }
        if !mustRewrite { return .write(pending, through: lastChange) }
        let content = HistoryContent(records: Array(index.records), sweep: sweep.last)
        return .rewrite(content, through: lastChange, because: damage)
    }

    /// Takes over what the file held, and removes what is too old or too much.
    ///
    /// - Parameters:
    ///   - loaded: The records of the file.
    ///   - lastSweep: When the file was last searched for records that are too old.
    ///   - now: The time, in milliseconds since 1970.
    mutating func finishOpening(_ loaded: consuming HistoryIndex, lastSweep: Int64?, at now: Int64) {
        // What was read before the user opted out does not count.
        guard eraseChange == nil, !isRefusing else { return }
        (isOpen, isKnown) = (true, true)
        let early = index
        index = loaded
        for record in early.records { index.append(record) }
        sweep = HistorySweep(last: lastSweep)
        sweepIfDue(at: now)
        enforceCapacity()
        becomeReady()
        succeed()
    }

    /// Takes note of what is stored now.
    ///
    /// - Parameter change: The number of the last change that is.
    mutating func finishWriting(through change: UInt64) {
        succeed()
        lastStored = max(lastStored, change)
        answer(through: lastStored, nil)
    }

    /// Takes note of a file that is empty now.
    ///
    /// - Parameter change: The number of the change that removed everything.
    mutating func finishErasing(through change: UInt64) {
        if eraseChange == change { eraseChange = nil }
        (isOpen, isKnown, isAbandoned) = (false, true, false)
        finishWriting(through: change)
    }

    private mutating func succeed() {
        failure = nil
        retryDelay = Self.shortestDelay
    }

    /// Takes note of a step that failed.
    mutating func fail(_ step: Step, _ error: SQLiteError) {
        failure = error
        guard eraseChange == nil else {
            waitForRetry()
            return
        }
        switch step {
        case .open:
            isAbandoned = error.code == .laterVersion
            becomeReady()
        case .write(let changes, _):
            if error.meansDamage {
                damage = error
                rewriteLater()
                return
            }
            if !mustRewrite { putBack(changes) }
        case .rewrite(_, _, let cause):
            rewriteLater()
            if error.meansDamage { damage = error }
            if error.meansDamage, cause == nil { return }
        case .erase, .answer, .wait: break
        }
        waitForRetry()
    }

    private mutating func putBack(_ changes: [HistoryChange]) {
        pending.insert(contentsOf: changes, at: 0)
        pendingRecords = pending.reduce(0) { sum, change in
            if case .append(let records) = change { sum + records.count } else { sum }
        }
        if pendingRecords > pendingLimit { rewriteLater() }
    }

    private mutating func waitForRetry() {
        if let failure { answer(through: lastChange, .historyFailed(failure)) }
        if isAbandoned { return }
        // After the end nothing is tried again.
        if isClosed { isWaiting = true } else { mustWait = true }
    }
}
