// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The queue of one listener, and the promise that its content is handled by one thread at a time, in order.
///
/// Each extension has one, and so has each listener that an app registers. A mailbox belongs to no thread: its phase, not
/// a queue, sees to it that nothing in it overlaps.
final class Mailbox: HubJob {
    enum Phase {
        /// Nothing waits and nothing runs.
        case idle
        /// Something waits, and a thread has been asked for.
        case scheduled
        /// A thread is at it.
        case running
    }

    /// The mailbox's name: that of the extension or listener.
    let name: String
    let id: UInt64

    let state: Locked<State>
    let atomics = MailboxAtomics()
    let monitor: CallMonitor

    /// The items that the routing stage has made for the mailbox and not posted yet.
    let unposted = Unposted()

    /// Unchecked: only the routing stage touches it, and that runs on one thread at a time.
    final class Unposted: @unchecked Sendable {
        var items: [MailboxItem] = []
    }

    init(id: UInt64, name: String, policy: MailboxPolicy, monitor: CallMonitor) {
        self.id = id
        self.name = name
        self.monitor = monitor
        state = Locked(State(queue: MailboxQueue(policy: policy)))
    }

    deinit {
        atomics.deallocate()
    }

    // MARK: - Filling

    /// Moves items into the queue.
    ///
    /// - Parameter items: The items to add; empty afterwards.
    /// - Returns: True if the mailbox was idle, so that it must be submitted to an executor.
    func post(_ items: inout [MailboxItem]) -> Bool {
        var dropped: [MailboxItem] = []
        let needsThread = state.withLock { state in
            guard !state.isClosed else { return false }
            for item in items { state.queue.append(item, &dropped) }
            // Under the lock: once the mailbox can run, it releases whatever the items keep alive.
            items.removeAll(keepingCapacity: true)
            return state.schedule()
        }
        // What a closed mailbox does not accept.
        items.removeAll(keepingCapacity: true)
        return needsThread
    }

    /// Adds one item.
    func post(_ item: MailboxItem) -> Bool {
        var dropped: [MailboxItem] = []
        return state.withLock { state in
            guard !state.isClosed else { return false }
            state.queue.append(item, &dropped)
            return state.schedule()
        }
    }

    // MARK: - Ending

    /// Closes the mailbox: it accepts nothing more, delivers what waits, and then runs one last piece of work.
    ///
    /// - Returns: Whether the mailbox was closed by this call, and whether it must be submitted to an executor.
    func close(last: MailboxWork) -> (isFirst: Bool, needsThread: Bool) {
        state.withLock { state in
            guard state.farewell == nil, !state.isOver else { return (false, false) }
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
        var released: [MailboxItem] = []
        defer { released.removeAll() }
        return state.withLock { state in
            guard !atomics.signal.isStopped else { return 0 }
            atomics.signal.isStopped = true
            state.isClosed = true
            state.isHalted = true
            defer { released = state.queue.removeAll() }
            return state.waitingEvents(after: atomics.progress)
        }
    }

    /// Ends the mailbox: releases what waits, and runs one last piece of work after what runs at the moment.
    ///
    /// - Returns: Whether the mailbox was closed by this call, and whether it must be submitted to an executor.
    func stop(last: MailboxWork = MailboxWork(nil) {}) -> (isFirst: Bool, needsThread: Bool) {
        halt()
        return state.withLock { state in
            guard state.farewell == nil, !state.isOver else { return (false, state.schedule()) }
            state.isClosed = true
            state.farewell = last
            return (true, state.schedule())
        }
    }

    /// Whether the mailbox delivers no more events.
    var isStopped: Bool { atomics.signal.isStopped }

    /// Whether the mailbox accepts no more events.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: - Looking

    /// The numbers of events that wait, and of those that were dropped because the mailbox was full.
    var counters: MailboxCounters {
        state.withLock { state in
            let calls = atomics.progress
            let isHearing = if case .hearing? = state.item?.call(calls &- state.callsBefore) { true } else { false }
            return MailboxCounters(
                waiting: state.waitingEvents(after: calls),
                handling: isHearing ? 1 : 0,
                waitingBytes: state.queue.byteCount,
                dropped: state.queue.droppedEvents
            )
        }
    }

    /// The number of the oldest event that the mailbox has yet to finish with, or nil.
    var oldestNumber: UInt64? {
        state.withLock { state in
            state.item?.oldestNumber(after: atomics.progress &- state.callsBefore) ?? state.queue.oldestNumber
        }
    }

    /// Whether nothing waits and nothing runs.
    var isIdle: Bool {
        state.withLock { $0.phase == .idle && $0.queue.isEmpty && $0.hold.calls == 0 && !$0.hasWork }
    }

    var progress: UInt64 { atomics.progress }

    /// Whether the calling thread runs the mailbox at the moment.
    var isCurrent: Bool { atomics.owner == MailboxAtomics.thisThread }

    /// The thread that runs the mailbox at the moment, or zero.
    var owner: UInt64 { atomics.owner }
}
