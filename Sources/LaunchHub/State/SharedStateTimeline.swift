// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The versions of one extension's state, in the order of events.
///
/// A version belongs to an event, or it lies behind one: that is where the routing stage found it among what its thread
/// had dispatched. Until the stage has come to it such a version has no place: a reader of the newest version gets it,
/// and a reader as of an event does not.
struct SharedStateTimeline {
    /// Where a version lies among the events.
    struct Place: Comparable {
        private let word: UInt64

        private init(word: UInt64) {
            self.word = word
        }

        /// Returns the place at an event.
        static func at(_ number: UInt64) -> Place { Place(word: number &* 2) }

        /// Returns the place behind an event and before the next one.
        static func behind(_ number: UInt64) -> Place { Place(word: number &* 2 &+ 1) }

        /// The number of the event that the version is at or behind.
        var number: UInt64 { word / 2 }

        static func < (left: Place, right: Place) -> Bool { left.word < right.word }
    }

    private struct Version {
        let place: Place
        var state: SharedState
        /// Names a version that was announced as pending, for the one who resolves it.
        var ticket: UInt64
    }

    /// The mailbox of the extension that the versions belong to.
    let owner: UInt64
    /// Ascending by place; what lies before `head` is gone.
    private var versions: [Version] = []
    private var head = 0
    /// The number of versions with a place that are pending, most often zero.
    private var pendingCount = 0
    private var unplaced = UnplacedVersions()
    /// The number of versions from which it is worthwhile to look for some that cannot be asked for any more.
    private var pruningLimit = 64

    init(owner: UInt64) {
        self.owner = owner
    }

    private var count: Int { versions.count - head }

    // MARK: - Publishing

    /// Adds a version at an event, or one that has no place yet.
    ///
    /// What another extension of the same name has published before is forgotten.
    ///
    /// - Returns: Whether so many versions have gathered that some of them may be of no use.
    mutating func publish(
        _ state: SharedState,
        from mailbox: UInt64,
        at number: UInt64?,
        ticket: UInt64
    ) throws(HubError) -> Bool {
        if owner != mailbox { self = SharedStateTimeline(owner: mailbox) }
        if let number { try publish(state, at: number, ticket: ticket) } else { publish(state, ticket: ticket) }
        return count > pruningLimit
    }

    /// Adds a version at an event, or sets the newest one where that is still pending.
    private mutating func publish(_ state: SharedState, at number: UInt64, ticket: UInt64) throws(HubError) {
        let place = Place.at(number)
        // What has no place yet will lie behind every event that has a number.
        guard unplaced.isEmpty else {
            throw HubError(.olderThanNewest(number, newest: max(number, newest?.number ?? 0)))
        }
        guard let newest, place <= newest else {
            append(Version(place: place, state: state, ticket: ticket))
            return
        }
        guard place == newest else { throw HubError(.olderThanNewest(number, newest: newest.number)) }
        guard case .pending = versions[versions.count - 1].state, case .set = state else {
            throw HubError(.alreadySet(at: number))
        }
        set(state, at: versions.count - 1)
    }

    /// Adds a version that has no place yet.
    ///
    /// A value is that of every version that was announced as pending, too.
    private mutating func publish(_ state: SharedState, ticket: UInt64) {
        if case .set = state { resolveAll(state) }
        unplaced.append(state, ticket: ticket)
    }

    /// Gives a version its place behind an event.
    ///
    /// - Returns: False if there is no such version any more.
    mutating func place(_ ticket: UInt64, behind number: UInt64) -> Bool {
        guard let state = unplaced.remove(ticket) else { return false }
        let place = max(.behind(number), newest ?? .behind(number))
        if place == newest {
            // No event lies between the two: nobody can read the one before.
            set(state, at: versions.count - 1)
            versions[versions.count - 1].ticket = ticket
        } else {
            append(Version(place: place, state: state, ticket: ticket))
        }
        return true
    }

    /// Passes the timeline to a closure, to be changed where it lies.
    mutating func change(_ body: (inout SharedStateTimeline) -> Bool) -> Bool { body(&self) }

    /// Sets one version that was announced as pending.
    ///
    /// - Returns: False if it is not pending any more.
    mutating func resolve(_ ticket: UInt64, with state: SharedState) -> Bool {
        if unplaced.resolve(ticket, with: state) { return true }
        guard let place = versions[head...].lastIndex(where: { $0.ticket == ticket && $0.state == .pending }) else {
            return false
        }
        set(state, at: place)
        return true
    }

    private mutating func resolveAll(_ state: SharedState) {
        unplaced.resolveAll(with: state)
        var place = versions.count
        while pendingCount > 0, place > head {
            place -= 1
            if versions[place].state == .pending { set(state, at: place) }
        }
    }

    private mutating func append(_ version: Version) {
        versions.append(version)
        if version.state == .pending { pendingCount += 1 }
    }

    private mutating func set(_ state: SharedState, at index: Int) {
        if versions[index].state == .pending { pendingCount -= 1 }
        if state == .pending { pendingCount += 1 }
        versions[index].state = state
    }

    private var newest: Place? { count == 0 ? nil : versions[versions.count - 1].place }

    // MARK: - Reading

    /// Returns the newest version at or below a number; the oldest one if all are later.
    func state(at number: UInt64) -> SharedState {
        guard count > 0 else { return unplaced.first ?? .none }
        return versions[index(of: number) ?? head].state
    }

    /// Returns the newest version at or below a number, and the number of the event that it is at or behind; nil if there is no
    /// such version, or it was pruned.
    func version(at number: UInt64) -> (number: UInt64, state: SharedState)? {
        guard let place = index(of: number) else { return nil }
        return (versions[place].place.number, versions[place].state)
    }

    /// The newest version.
    var latest: SharedState {
        if let last = unplaced.last { return last }
        return count == 0 ? .none : versions[versions.count - 1].state
    }

    /// Returns the newest version at or below a number that was set.
    ///
    /// - Parameter number: The number of an event; nil for the newest version of all.
    /// - Returns: That version; the oldest one if all are later; the one at the number if none was set, which is
    ///   pending; ``SharedState/none`` if there is none.
    func lastSet(at number: UInt64?) -> SharedState {
        if number == nil, let newest = unplaced.lastSet { return newest }
        guard count > 0 else { return unplaced.firstSet ?? unplaced.first ?? .none }
        let last = number.map { index(of: $0) ?? head } ?? versions.count - 1
        return versions[lastSet(from: last) ?? last].state
    }

    /// Returns the index of the newest version that was set, from an index downwards.
    private func lastSet(from last: Int) -> Int? {
        versions[head...last].lastIndex { $0.state != .pending }
    }

    // MARK: - Forgetting

    /// Forgets the versions that no reader at a number or above can ask for.
    mutating func prune(below number: UInt64) {
        // Behind a version that is pending somebody may yet read the last one that was set.
        let first = index(of: number).map { lastSet(from: $0) ?? $0 } ?? head
        if first > head {
            // The values are released now; the places go when they are half of all.
            for place in head..<first { set(.none, at: place) }
            head = first
            if head * 2 >= versions.count {
                versions.removeFirst(head)
                head = 0
            }
        }
        pruningLimit = max(64, 2 * count)
    }

    /// Returns the index of the newest version at or below a number.
    private func index(of number: UInt64) -> Int? {
        let place = Place.at(number)
        var low = head
        var high = versions.count
        while low < high {
            let middle = (low + high) / 2
            if versions[middle].place <= place { low = middle + 1 } else { high = middle }
        }
        return low == head ? nil : low - 1
    }
}

/// Versions of a state that were published without an event and that the routing stage has not come to yet.
///
/// They get their places in the order in which they came, so the one that is asked for is the first. A publisher that
/// is ahead of the stage by thousands pays no more for the next version than for the first.
struct UnplacedVersions {
    private struct Version {
        let ticket: UInt64
        var state: SharedState
    }

    private var versions = FIFO<Version>()
    private var pendingCount = 0

    var isEmpty: Bool { versions.isEmpty }
    /// The state that was published first, or nil without one.
    var first: SharedState? { versions[0]?.state }
    /// The state that was published last, or nil without one.
    var last: SharedState? { versions.last?.state }

    /// The first state that was set.
    var firstSet: SharedState? {
        hasSet ? versions.elements.first { $0.state != .pending }?.state : nil
    }

    /// The newest state that was set.
    var lastSet: SharedState? {
        guard hasSet else { return nil }
        if let last, last != .pending { return last }
        return versions.elements.last { $0.state != .pending }?.state
    }

    private var hasSet: Bool { versions.count > pendingCount }

    /// Adds a version behind the others.
    mutating func append(_ state: SharedState, ticket: UInt64) {
        if state == .pending { pendingCount += 1 }
        versions.append(Version(ticket: ticket, state: state))
    }

    /// Takes out a version.
    ///
    /// - Returns: Its state, or nil if there is no such version.
    mutating func remove(_ ticket: UInt64) -> SharedState? {
        guard let place = place(of: ticket), let version = versions.remove(place) else { return nil }
        if version.state == .pending { pendingCount -= 1 }
        return version.state
    }

    /// Sets a version that is pending.
    ///
    /// - Returns: False if there is no such version, or it is not pending.
    mutating func resolve(_ ticket: UInt64, with state: SharedState) -> Bool {
        guard pendingCount > 0, let place = place(of: ticket), versions[place]?.state == .pending else { return false }
        set(place, to: state)
        return true
    }

    /// Sets every version that is pending.
    ///
    /// With none of them, which is the usual case, it costs nothing.
    mutating func resolveAll(with state: SharedState) {
        guard pendingCount > 0 else { return }
        for place in 0..<versions.count where versions[place]?.state == .pending { set(place, to: state) }
    }

    private mutating func set(_ place: Int, to state: SharedState) {
        guard let version = versions[place] else { return }
        versions.replace(place, with: Version(ticket: version.ticket, state: state))
        if state != .pending { pendingCount -= 1 }
    }

    private func place(of ticket: UInt64) -> Int? {
        if versions[0]?.ticket == ticket { return 0 }
        return (0..<versions.count).first { versions[$0]?.ticket == ticket }
    }
}
