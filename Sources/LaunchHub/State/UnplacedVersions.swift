// SPDX-License-Identifier: Apache-2.0

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
