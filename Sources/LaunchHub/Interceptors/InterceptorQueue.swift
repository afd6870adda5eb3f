// SPDX-License-Identifier: Apache-2.0

/// What waits to be shown to the interceptors, and how far the first of it has got.
///
/// A value without threads or locks: it is told what happens and says what to do next. A call that does not return in
/// time is given up: its number no longer fits, so that what it returns later changes nothing.
struct InterceptorQueue {
    /// One installed interceptor.
    struct Installed: Sendable {
        let id: UInt64
        let name: String
        let body: Interceptor
    }

    enum Item {
        case event(Event, PendingRequest?)
        case control(Control)
    }

    enum Step {
        /// Show the event to an interceptor; the number comes back with the verdict.
        case call(Installed, Event, number: UInt64)
        /// Hand the item on.
        case forward(Item)
        /// The request was dropped.
        case refuse(PendingRequest)
        /// Nothing waits.
        case rest
    }

    private struct Current {
        var event: Event
        var request: PendingRequest?
        /// Which interceptors have yet to see it.
        var left: [Installed]
        var call: UInt64
    }

    private var waiting = FIFO<Item>()
    private var installed: [Installed] = []
    /// Interceptors whose last call has not returned, and so must not be called again.
    private var absent: Set<UInt64> = []
    private var current: Current?
    private var lastCall: UInt64 = 0
    private var lastID: UInt64 = 0
    private(set) var isRunning = false
    private var isClosed = false

    /// True where everything that came in has been handed on.
    var isEmpty: Bool { waiting.isEmpty && current == nil && !isRunning }

    /// True where nobody looks at events and none is on its way: there is no need to come through here.
    var isNeedless: Bool { installed.isEmpty && isEmpty }

    mutating func install(_ name: String, _ body: @escaping Interceptor) -> UInt64 {
        lastID += 1
        installed.append(Installed(id: lastID, name: name, body: body))
        return lastID
    }

    /// Takes an interceptor out.
    ///
    /// - Returns: What was taken out, to be released where that may run its owner's code.
    mutating func remove(_ id: UInt64) -> [Installed] {
        let removed = installed.filter { $0.id == id }
        installed.removeAll { $0.id == id }
        current?.left.removeAll { $0.id == id }
        return removed
    }

    /// How an item was received.
    enum Entry {
        /// It waits; whether a runner is needed.
        case taken(needsRunner: Bool)
        /// Nothing is taken any more.
        case refused
        /// It may go its way at once, and is not kept here.
        case notNeeded
    }

    /// Takes an item in.
    mutating func append(_ item: Item) -> Entry {
        if isClosed { return .refused }
        if isNeedless { return .notNeeded }
        if case .control(.close) = item { isClosed = true }
        waiting.append(item)
        guard !isRunning else { return .taken(needsRunner: false) }
        isRunning = true
        return .taken(needsRunner: true)
    }

    /// Takes everything out.
    ///
    /// - Returns: What was taken out, to be released where that may run its owner's code.
    mutating func removeAll() -> [Installed] {
        defer { installed = [] }
        current?.left = []
        return installed
    }

    /// What a runner does next. `rest` ends the runner.
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

    /// The next call for the event at hand, or its end.
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

    /// Takes what a call has returned.
    ///
    /// - Returns: False where the call was given up, so that its runner must end.
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

    /// Gives a call up because its time is over: the event goes on as it was.
    ///
    /// - Returns: The interceptor, or nil where the call has returned. Another runner is needed then.
    mutating func giveUp(_ call: UInt64, of interceptor: Installed) -> Bool {
        guard current?.call == call else { return false }
        current?.call = 0
        absent.insert(interceptor.id)
        return true
    }
}
