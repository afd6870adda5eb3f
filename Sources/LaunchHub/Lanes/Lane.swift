// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A mailbox whose content is handled by one thread at a time, in order.
///
/// Each extension has one, and so has each listener that an app registers. A lane belongs to no thread: its phase, not
/// a queue, sees to it that nothing in it overlaps.
final class Lane: HubJob {
    enum Phase {
        /// Nothing waits and nothing runs.
        case idle
        /// Something waits, and a thread has been asked for.
        case scheduled
        /// A thread is at it.
        case running
    }

    /// The lane's name: that of the extension or listener.
    let name: String
    let id: UInt64

    let state: Locked<State>
    let words = LaneWords()
    let monitor: CallMonitor

    /// Parcels that the routing stage has made for the lane and not posted yet.
    ///
    /// Only the stage touches it.
    let outbox = Outbox()

    init(id: UInt64, name: String, policy: LanePolicy, monitor: CallMonitor) {
        self.id = id
        self.name = name
        self.monitor = monitor
        state = Locked(State(mailbox: Mailbox(policy: policy)))
    }

    deinit {
        words.deallocate()
    }

    // MARK: - Filling

    /// Moves items into the mailbox.
    ///
    /// - Parameter items: The items to add; empty afterwards. Once the lane can run it is the only one that holds them,
    ///   so that the lane releases whatever they keep alive.
    /// - Returns: True if the lane was idle, so that it must be submitted to an executor.
    func post(_ items: inout [LaneItem]) -> Bool {
        var dropped: [LaneItem] = []
        let needsThread = state.withLock { state in
            guard !state.isClosed else { return false }
            state.mailbox.append(&items, &dropped)
            return state.schedule()
        }
        // What a closed lane does not take.
        items.removeAll(keepingCapacity: true)
        return needsThread
    }

    /// Adds one item.
    func post(_ item: LaneItem) -> Bool {
        var dropped: [LaneItem] = []
        return state.withLock { state in
            guard !state.isClosed else { return false }
            state.mailbox.append(item, &dropped)
            return state.schedule()
        }
    }

    // MARK: - Ending

    /// Closes the lane: it accepts nothing more, delivers what waits, and then runs one last piece of work.
    ///
    /// - Returns: Whether the lane was closed by this call, and whether it must be submitted to an executor.
    func close(last: LaneWork) -> (isFirst: Bool, needsThread: Bool) {
        state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.isClosed = true
            state.farewell = last
            state.hold.lift()
            return (true, state.schedule())
        }
    }

    /// Drops what waits: after the call that runs at the moment only the last piece of work is run.
    ///
    /// - Returns: How many events were dropped.
    @discardableResult
    func halt() -> Int {
        // What waits is released outside the lock: freeing a listener may run its owner's code.
        var released: [LaneItem] = []
        defer { released.removeAll() }
        return state.withLock { state in
            let signal = words.signal
            guard !signal.isStopped else { return 0 }
            var stopped = signal
            stopped.isStopped = true
            words.setSignal(stopped)
            state.isClosed = true
            state.isHalted = true
            let waiting = state.mailbox.count + (state.hand?.waitingEvents(after: words.progress) ?? 0)
            released = state.mailbox.removeAll()
            return waiting
        }
    }

    /// Ends the lane: releases what waits, and runs one last piece of work after what runs at the moment.
    ///
    /// - Returns: Whether the lane was closed by this call, and whether it must be submitted to an executor.
    func stop(last: LaneWork = LaneWork(nil) {}) -> (isFirst: Bool, needsThread: Bool) {
        halt()
        return state.withLock { state in
            guard state.farewell == nil, !state.isOver else { return (false, state.schedule()) }
            state.isClosed = true
            state.farewell = last
            return (true, state.schedule())
        }
    }

    /// Whether the lane delivers no more events.
    var isStopped: Bool { words.signal.isStopped }

    /// Whether the lane accepts no more events.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: - Looking

    /// The numbers of events that wait, and of those that were dropped because the lane was full.
    var counters: LaneCounters {
        state.withLock { state in
            let calls = words.progress
            let isHearing = if case .hearing? = state.hand?.call(calls) { true } else { false }
            return LaneCounters(
                waiting: state.mailbox.count + (state.hand?.waitingEvents(after: calls) ?? 0),
                handling: isHearing ? 1 : 0,
                waitingBytes: state.mailbox.byteCount,
                dropped: state.mailbox.droppedEvents
            )
        }
    }

    /// The number of the oldest event that the lane has yet to finish with, or nil.
    var oldestNumber: UInt64? {
        state.withLock { state in
            state.hand?.oldestNumber(after: words.progress) ?? state.mailbox.oldestNumber
        }
    }

    /// Whether nothing waits and nothing runs.
    var isIdle: Bool {
        state.withLock { $0.phase == .idle && $0.mailbox.isEmpty && $0.hold.calls == 0 && !$0.hasWork }
    }

    var progress: UInt64 { words.progress }

    var needsOwnThread: Bool { state.withLock { $0.isSlow } }

    /// Whether the calling thread runs the lane at the moment.
    var isCurrent: Bool { words.isRunByThisThread }

    /// The thread that runs the lane at the moment, or zero.
    var owner: UInt64 { words.runner }
}
