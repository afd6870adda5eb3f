// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The states of all extensions, and who waits for one of them.
struct SharedStateStore {
    /// Somebody who waits until a state is there.
    struct Waiter: Sendable {
        let id: UInt64
        let owner: StateName
        /// The event at which the state is asked for, or nil for the newest.
        let number: UInt64?
        /// Whether the newest version that was set counts, also before one that is pending.
        let isLastSet: Bool
        let wake: @Sendable (SharedState) -> Void
    }

    /// A waiter, and what it gets.
    typealias Release = (waiter: Waiter, state: SharedState)

    private var timelines: [FoldedName: SharedStateTimeline] = [:]
    private var waiters: [FoldedName: [Waiter]] = [:]
    private var nextWaiter: UInt64 = 0
    private var nextTicket: UInt64 = 0

    func state(of owner: StateName, at number: UInt64?, lastSet: Bool = false) -> SharedState {
        guard let timeline = timelines[owner.key] else { return .none }
        if lastSet { return timeline.lastSet(at: number) }
        return number.map { timeline.state(at: $0) } ?? timeline.latest
    }

    /// Returns the version of a state as of an event, and its number; nil if there is no such version, or it was pruned.
    func version(of owner: StateName, at number: UInt64) -> (number: UInt64, state: SharedState)? {
        timelines[owner.key]?.version(at: number)
    }

    // MARK: - Publishing

    /// Adds a version.
    ///
    /// - Parameters:
    ///   - state: The version to publish.
    ///   - owner: The name of the state.
    ///   - mailbox: The identifier of the owner's mailbox, because another extension may have had the name before.
    ///   - number: The event that the version belongs to; nil if the routing stage decides its place.
    /// - Returns: The version's ticket, the waiters that it releases, and whether so many versions have gathered that
    ///   some of them may be of no use.
    /// - Throws: ``HubError`` if the event has a version already or lies before the newest one.
    mutating func publish(
        _ state: SharedState,
        of owner: StateName,
        from mailbox: UInt64,
        at number: UInt64?
    ) throws(HubError) -> (ticket: UInt64, released: [Release], isDueForPruning: Bool) {
        nextTicket += 1
        let isDue = try timelines[owner.key, default: SharedStateTimeline(owner: mailbox)]
            .publish(state, from: mailbox, at: number, ticket: nextTicket)
        return (nextTicket, released(of: owner), isDue)
    }

    /// Gives versions of one state their places behind events.
    ///
    /// - Parameters:
    ///   - owner: The name of the state.
    ///   - body: Gives each its place, and returns whether any had one to get.
    /// - Returns: Who waited for them.
    mutating func place(of owner: StateName, _ body: (inout SharedStateTimeline) -> Bool) -> [Release] {
        guard timelines[owner.key]?.change(body) == true else { return [] }
        return released(of: owner)
    }

    /// Sets a version that was announced as pending.
    ///
    /// - Returns: Who waited for it; nil if it is not pending any more.
    mutating func resolve(_ ticket: UInt64, of owner: StateName, with state: SharedState) -> [Release]? {
        guard timelines[owner.key]?.resolve(ticket, with: state) == true else { return nil }
        return released(of: owner)
    }

    private mutating func released(of owner: StateName) -> [Release] {
        guard !waiters.isEmpty, let waiting = waiters[owner.key] else { return [] }
        var left: [Waiter] = []
        var released: [Release] = []
        for waiter in waiting {
            let state = state(of: owner, at: waiter.number, lastSet: waiter.isLastSet)
            if state.values == nil { left.append(waiter) } else { released.append((waiter, state)) }
        }
        waiters[owner.key] = left.isEmpty ? nil : left
        return released
    }

    // MARK: - Forgetting

    mutating func prune(_ owner: StateName, below number: UInt64) {
        timelines[owner.key]?.prune(below: number)
    }

    /// Forgets what an extension has published.
    ///
    /// - Parameters:
    ///   - owner: Its name.
    ///   - mailbox: Its mailbox; what another extension of that name has published stays.
    /// - Returns: False if it had published nothing.
    mutating func clear(_ owner: StateName, from mailbox: UInt64) -> Bool {
        guard timelines[owner.key]?.owner == mailbox else { return false }
        timelines[owner.key] = nil
        return true
    }

    // MARK: - Waiting

    /// Enters a waiter, unless the state is set already.
    ///
    /// - Returns: The state where it is there, else the id of the waiter.
    mutating func wait(
        for owner: StateName,
        at number: UInt64?,
        lastSet: Bool,
        wake: @escaping @Sendable (SharedState) -> Void
    ) -> (state: SharedState?, waiter: UInt64) {
        nextWaiter += 1
        let state = state(of: owner, at: number, lastSet: lastSet)
        if state.values != nil { return (state, nextWaiter) }
        waiters[owner.key, default: []].append(
            Waiter(id: nextWaiter, owner: owner, number: number, isLastSet: lastSet, wake: wake)
        )
        return (nil, nextWaiter)
    }

    /// Takes out a waiter.
    ///
    /// - Returns: Nil if it has been released already.
    mutating func removeWaiter(_ id: UInt64, for owner: StateName) -> Waiter? {
        guard let place = waiters[owner.key]?.firstIndex(where: { $0.id == id }) else { return nil }
        defer { if waiters[owner.key]?.isEmpty == true { waiters[owner.key] = nil } }
        return waiters[owner.key]?.remove(at: place)
    }

    /// Removes and returns every waiter.
    mutating func removeAllWaiters() -> [Release] {
        defer { waiters = [:] }
        return waiters.values.joined().map { ($0, state(of: $0.owner, at: $0.number, lastSet: $0.isLastSet)) }
    }
}

/// A version of a state that is to get its place among the events.
struct Placement: Sendable {
    let owner: StateName
    let ticket: UInt64
    /// True for what an extension's initializer has left: it lies before every event.
    let isFirst: Bool
}
