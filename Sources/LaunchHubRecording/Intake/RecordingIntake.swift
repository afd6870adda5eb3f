// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The items that wait to be written.
///
/// Components put them down on their own threads; everything else happens later, on the thread of the writer.
final class RecordingIntake: Sendable {
    /// The two sources, each with a budget of its own: a flood of events must not hide what an app asked of the SDK.
    enum Source: Sendable {
        case hub
        case sdk
    }

    /// What was put down.
    struct Taken: Sendable {
        var items: [RecordedItem] = []
        var overRate: UInt64 = 0
        var overMemory: UInt64 = 0
    }

    private struct State: Sendable {
        var taken = Taken()
        var bytes = 0
        var hub: LineBudget
        var sdk: LineBudget
        var isAwaited = true
        var isStopped = false
    }

    /// About the most that waits.
    private static let maximumBytes = 8 << 20

    private let clock: any HubClock
    private let start: Instant
    private let state: Locked<State>
    private let onFirst: @Sendable () -> Void
    /// Writes everything that was put down before it returns.
    let flush: @Sendable () -> Void

    /// Makes an intake.
    ///
    /// - Parameters:
    ///   - clock: The clock of the recording.
    ///   - start: The beginning of the recording.
    ///   - linesPerSecond: The budget of each source.
    ///   - onFirst: Called when something was put down and nothing waited.
    ///   - flush: Writes everything that was put down.
    init(
        clock: any HubClock,
        start: Instant,
        linesPerSecond: Int,
        onFirst: @escaping @Sendable () -> Void,
        flush: @escaping @Sendable () -> Void
    ) {
        self.clock = clock
        self.start = start
        self.onFirst = onFirst
        self.flush = flush
        let budget = LineBudget(perSecond: linesPerSecond)
        state = Locked(State(hub: budget, sdk: budget))
    }

    /// The time of the recording, in nanoseconds.
    var now: Int64 { clock.now.nanoseconds(since: start) }

    /// Puts items down.
    ///
    /// - Parameters:
    ///   - source: Where they come from.
    ///   - count: Their number.
    ///   - make: Makes an item of its place and the time, and says about how many bytes it takes; called under a lock.
    /// - Returns: False if the source should pause, because its budget is used up.
    func put(
        _ source: Source,
        _ count: Int = 1,
        _ make: (Int, Int64) -> (item: RecordedItem, bytes: Int)
    ) -> Bool {
        let now = now
        let (isGranted, isFirst) = state.withLock { state in
            guard !state.isStopped else { return (false, false) }
            let granted = source == .hub ? state.hub.take(count, at: now) : state.sdk.take(count, at: now)
            let isFirst = state.isAwaited
            state.isAwaited = false
            // In range: neither is negative.
            state.taken.overRate &+= UInt64(count - granted)
            guard state.bytes < Self.maximumBytes else {
                state.taken.overMemory &+= UInt64(granted)
                return (granted == count, isFirst)
            }
            for place in 0..<granted {
                let (item, bytes) = make(place, now)
                state.taken.items.append(item)
                state.bytes += bytes
            }
            return (granted == count, isFirst)
        }
        if isFirst { onFirst() }
        return isGranted
    }

    /// Takes out what waits.
    func removeAll() -> Taken {
        state.withLock { state in
            let taken = state.taken
            state.taken = Taken()
            state.bytes = 0
            return taken
        }
    }

    /// Calls `onFirst` with the next item, or says that something waits.
    func awaitNext() -> Bool {
        state.withLock { state in
            state.isAwaited = state.taken.items.isEmpty && state.taken.overRate == 0
            return state.isAwaited
        }
    }

    /// Returns whether a source may go on for a while.
    func allowsMore(from source: Source) -> Bool {
        let now = now
        return state.withLock { state in
            source == .hub ? state.hub.allowsMore(at: now) : state.sdk.allowsMore(at: now)
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
    }
}
