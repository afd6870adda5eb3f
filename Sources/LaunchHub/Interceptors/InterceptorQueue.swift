// SPDX-License-Identifier: Apache-2.0

/// The queue of events for the interceptors, with the progress of the first one.
///
/// A value without threads or locks: it receives inputs and returns the next step. A call that does not return in time
/// is abandoned: its number is then out of date, so that what it returns later has no effect.
struct InterceptorQueue {
    /// One installed interceptor.
    struct Installed: Sendable {
        let id: UInt64
        let name: String
        let body: Interceptor
    }

    enum Step {
        /// Pass the event to an interceptor; the number comes back with the verdict.
        case call(Installed, Event, number: UInt64)
        /// Forward the item.
        case forward(Arrival)
        /// The request was dropped.
        case refuse(PendingRequest)
        /// The queue is empty.
        case rest
    }

    private struct Current {
        var event: Event
        var request: PendingRequest?
        /// The interceptors that have yet to see the event.
        var left: [Installed]
        var call: UInt64
    }

    private var waiting = FIFO<Arrival>()
    private var installed: [Installed] = []
    /// Interceptors whose last call has not returned, so that they must not be called again.
    private var absent: Set<UInt64> = []
    private var current: Current?
    private var lastCall: UInt64 = 0
    private var lastID: UInt64 = 0
    private(set) var isRunning = false
    private var isClosed = false

    /// Whether everything that was received has been forwarded.
    var isEmpty: Bool { waiting.isEmpty && current == nil && !isRunning }

    /// Whether no interceptor is installed and no event is in the queue, so that events may bypass it.
    var isNeedless: Bool { installed.isEmpty && isEmpty }

    mutating func install(_ name: String, _ body: @escaping Interceptor) -> UInt64 {
        lastID += 1
        installed.append(Installed(id: lastID, name: name, body: body))
        return lastID
    }

    /// Removes an interceptor.
    ///
    /// - Returns: The removed interceptors, to be released where their owners' code may run.
    mutating func remove(_ id: UInt64) -> [Installed] {
        let removed = installed.filter { $0.id == id }
        installed.removeAll { $0.id == id }
        current?.left.removeAll { $0.id == id }
        return removed
    }

    /// The result of adding an item.
    enum Entry {
        /// The item was added; the value says whether an ``InterceptorRunner`` must be submitted.
        case accepted(needsRunner: Bool)
        /// The queue is closed.
        case refused
        /// The item may bypass the queue and was not added.
        case notNeeded
    }

    /// Adds an item.
    mutating func append(_ item: Arrival) -> Entry {
        if isClosed { return .refused }
        if isNeedless { return .notNeeded }
        if case .command(.close) = item { isClosed = true }
        waiting.append(item)
        guard !isRunning else { return .accepted(needsRunner: false) }
        isRunning = true
        return .accepted(needsRunner: true)
    }

    /// Removes every interceptor.
    ///
    /// - Returns: The removed interceptors, to be released where their owners' code may run.
    mutating func removeAll() -> [Installed] {
        defer { installed = [] }
        current?.left = []
        return installed
    }

    /// Returns the next step of a runner; `rest` ends the runner.
    mutating func next() -> Step {
        if let step = advance() { return step }
        guard let item = waiting.popFirst() else {
            isRunning = false
            return .rest
        }
        guard case .event(let event, let request) = item else { return .forward(item) }
        current = Current(event: event, request: request, left: installed, call: 0)
        return advance() ?? .rest
    }

    /// Returns the next call for the current event, or its end.
    private mutating func advance() -> Step? {
        guard var now = current else { return nil }
        while let interceptor = now.left.first {
            now.left.removeFirst()
            guard !absent.contains(interceptor.id) else { continue }
            lastCall += 1
            now.call = lastCall
            current = now
            return .call(interceptor, now.event, number: lastCall)
        }
        current = nil
        return .forward(.event(now.event, now.request))
    }

    /// Applies the verdict that a call returned.
    ///
    /// - Returns: False if the call was abandoned, so that its runner must end.
    mutating func returned(_ verdict: InterceptorVerdict, from interceptor: Installed, call: UInt64) -> (Bool, Step?) {
        guard var now = current, now.call == call else {
            absent.remove(interceptor.id)
            return (false, nil)
        }
        now.call = 0
        switch verdict {
        case .pass:
            current = now
            return (true, nil)
        case .replace(let event):
            now.event = event.withIdentity(of: now.event)
            now.request = now.request.map { $0.asking(with: now.event) }
            current = now
            return (true, nil)
        case .drop:
            current = nil
            return (true, now.request.map(Step.refuse))
        }
    }

    /// Abandons a call that exceeded its time: the event continues unchanged.
    ///
    /// - Returns: The interceptor, or nil where the call has returned. Another runner is needed then.
    mutating func giveUp(_ call: UInt64, of interceptor: Installed) -> Bool {
        guard current?.call == call else { return false }
        current?.call = 0
        absent.insert(interceptor.id)
        return true
    }
}
