// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The versions of one extension's state, by the number of the event that each belongs to.
struct SharedStateTimeline {
    private struct Version {
        let number: UInt64
        var state: SharedState
    }

    /// Ascending by number; what lies before `head` is gone.
    private var versions: [Version] = []
    private var head = 0
    /// How many versions there may be before it is worthwhile to look for ones that nobody can ask for.
    private var pruningLimit = 64

    var count: Int { versions.count - head }

    /// True where so many versions have gathered that some of them may be of no use.
    var isDueForPruning: Bool { count > pruningLimit }

    /// The number of the newest version, or nil where there is none.
    var newest: UInt64? { count == 0 ? nil : versions[versions.count - 1].number }

    /// Adds a version, or sets the newest one where that is still pending.
    mutating func publish(_ state: SharedState, at number: UInt64) throws(SharedStateError) {
        guard let newest, number <= newest else {
            versions.append(Version(number: number, state: state))
            return
        }
        guard number == newest else { throw .olderThanNewest(number, newest: newest) }
        guard case .pending = versions[versions.count - 1].state, case .set = state else {
            throw .alreadySet(at: number)
        }
        versions[versions.count - 1].state = state
    }

    /// The newest version at or below a number; the oldest one where none is.
    func state(at number: UInt64) -> SharedState {
        guard count > 0 else { return .none }
        return versions[place(of: number) ?? head].state
    }

    /// The newest version.
    var latest: SharedState {
        count == 0 ? .none : versions[versions.count - 1].state
    }

    /// Forgets the versions that nobody can ask for who asks at a number or above.
    mutating func prune(below number: UInt64) {
        let first = place(of: number) ?? head
        if first > head {
            head = first
            if head * 2 >= versions.count {
                versions.removeFirst(head)
                head = 0
            } else {
                // Let go of the values now; the places go when they are half of all.
                for place in 0..<head { versions[place].state = .none }
            }
        }
        pruningLimit = max(64, 2 * count)
    }

    /// The place of the newest version at or below a number.
    private func place(of number: UInt64) -> Int? {
        var low = head
        var high = versions.count
        while low < high {
            let middle = (low + high) / 2
            if versions[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        return low == head ? nil : low - 1
    }
}
