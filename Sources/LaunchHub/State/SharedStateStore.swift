// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The states of all extensions, and who waits for one of them.
struct SharedStateStore {
    /// Somebody who waits until a state is there.
    struct Waiter: Sendable {
        let id: UInt64
        /// The event at which the state is asked for, or nil for the newest.
        let number: UInt64?
        let wake: @Sendable (SharedState) -> Void
    }

    private var timelines: [FoldedName: SharedStateTimeline] = [:]
    private var waiters: [FoldedName: [Waiter]] = [:]
    private var nextWaiter: UInt64 = 0

    func state(of owner: FoldedName, at number: UInt64?) -> SharedState {
        guard let timeline = timelines[owner] else { return .none }
        return number.map { timeline.state(at: $0) } ?? timeline.latest
    }

    /// The number of the newest version, or nil where there is none.
    func newest(of owner: FoldedName) -> UInt64? {
        timelines[owner]?.newest
    }

    /// Adds a version.
    ///
    /// - Returns: Who waited for it, with what they get, and whether old versions should be looked at.
    mutating func publish(
        _ state: SharedState,
        of owner: FoldedName,
        at number: UInt64
    ) throws(SharedStateError) -> (released: [Waiter], isDueForPruning: Bool) {
        try timelines[owner, default: SharedStateTimeline()].publish(state, at: number)
        let isDue = timelines[owner]?.isDueForPruning ?? false
        guard case .set = state, let waiting = waiters[owner] else { return ([], isDue) }
        let released = waiting.filter { self.state(of: owner, at: $0.number).values != nil }
        let left = waiting.filter { waiter in !released.contains { $0.id == waiter.id } }
        waiters[owner] = left.isEmpty ? nil : left
        return (released, isDue)
    }

    mutating func prune(_ owner: FoldedName, below number: UInt64) {
        timelines[owner]?.prune(below: number)
    }

    /// Forgets what an extension has published.
    ///
    /// - Returns: False where it had published nothing.
    mutating func clear(_ owner: FoldedName) -> Bool {
        timelines.removeValue(forKey: owner) != nil
    }

    /// Enters somebody who waits, unless the state is there already.
    ///
    /// - Returns: The state where it is there, else the id of the waiter.
    mutating func wait(
        for owner: FoldedName,
        at number: UInt64?,
        wake: @escaping @Sendable (SharedState) -> Void
    ) -> (state: SharedState?, waiter: UInt64) {
        nextWaiter += 1
        let state = state(of: owner, at: number)
        if state.values != nil { return (state, nextWaiter) }
        waiters[owner, default: []].append(Waiter(id: nextWaiter, number: number, wake: wake))
        return (nil, nextWaiter)
    }

    /// Takes out a waiter.
    ///
    /// - Returns: Nil where it has been released already.
    mutating func removeWaiter(_ id: UInt64, for owner: FoldedName) -> Waiter? {
        guard let place = waiters[owner]?.firstIndex(where: { $0.id == id }) else { return nil }
        defer { if waiters[owner]?.isEmpty == true { waiters[owner] = nil } }
        return waiters[owner]?.remove(at: place)
    }

    /// Takes out everybody.
    mutating func removeAllWaiters() -> [(owner: FoldedName, waiter: Waiter)] {
        defer { waiters = [:] }
        return waiters.flatMap { owner, waiting in waiting.map { (owner, $0) } }
    }
}
