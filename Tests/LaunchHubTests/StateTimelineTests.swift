// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The versions of a state, against a plain list of them.
struct StateTimelineTests {
    /// A version in a list; the place is twice the number of its event, and one more behind it.
    private struct Version {
        var place: UInt64
        var state: SharedState
        var ticket: UInt64
    }

    private struct Model {
        var placed: [Version] = []
        var unplaced: [Version] = []

        private func newest(at number: UInt64) -> Int? { placed.lastIndex { $0.place <= 2 * number } }

        /// - Returns: What is wrong with it, or nil.
        mutating func publish(_ state: SharedState, at number: UInt64, ticket: UInt64) -> String? {
            let last = placed.last?.place ?? 0
            if !unplaced.isEmpty { return "\(number) older than \(max(number, last / 2))" }
            if placed.isEmpty || 2 * number > last {
                placed.append(Version(place: 2 * number, state: state, ticket: ticket))
                return nil
            }
            if 2 * number < last { return "\(number) older than \(last / 2)" }
            if placed[placed.count - 1].state != .pending || state == .pending { return "\(number) is set" }
            placed[placed.count - 1].state = state
            return nil
        }

        mutating func publish(_ state: SharedState, ticket: UInt64) {
            if state != .pending {
                for place in unplaced.indices where unplaced[place].state == .pending { unplaced[place].state = state }
                for place in placed.indices where placed[place].state == .pending { placed[place].state = state }
            }
            unplaced.append(Version(place: 0, state: state, ticket: ticket))
        }

        mutating func place(_ ticket: UInt64, behind number: UInt64) -> Bool {
            guard let index = unplaced.firstIndex(where: { $0.ticket == ticket }) else { return false }
            var version = unplaced.remove(at: index)
            version.place = max(2 * number + 1, placed.last?.place ?? 0)
            if placed.last?.place == version.place { placed.removeLast() }
            placed.append(version)
            return true
        }

        mutating func resolve(_ ticket: UInt64, with state: SharedState) -> Bool {
            func isMeant(_ version: Version) -> Bool { version.ticket == ticket && version.state == .pending }
            if let index = unplaced.firstIndex(where: isMeant) {
                unplaced[index].state = state
                return true
            }
            guard let index = placed.lastIndex(where: isMeant) else { return false }
            placed[index].state = state
            return true
        }

        func state(at number: UInt64) -> SharedState {
            placed.isEmpty ? unplaced.first?.state ?? .none : placed[newest(at: number) ?? 0].state
        }

        func version(at number: UInt64) -> Version? { newest(at: number).map { placed[$0] } }

        var latest: SharedState { unplaced.last?.state ?? placed.last?.state ?? .none }

        func lastSet(at number: UInt64?) -> SharedState {
            let set = unplaced.filter { $0.state != .pending }
            if number == nil, let last = set.last { return last.state }
            guard !placed.isEmpty else { return (set.first ?? unplaced.first)?.state ?? .none }
            let last = number.map { newest(at: $0) ?? 0 } ?? placed.count - 1
            return (placed[...last].last { $0.state != .pending } ?? placed[last]).state
        }

        mutating func prune(below number: UInt64) {
            guard let last = newest(at: number) else { return }
            placed.removeFirst(placed[...last].lastIndex { $0.state != .pending } ?? last)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func aTimelineAnswersAsAListOfItsVersionsDoes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var timeline = SharedStateTimeline(owner: 1)
        var model = Model()
        var (number, lowest, ticket) = (UInt64(1), UInt64(0), UInt64(0))
        for _ in 0..<400 {
            let value = SharedState.set(["v": .int(Int64.random(in: 0..<1_000, using: &random))])
            let state = random.next() % 3 == 0 ? SharedState.pending : value
            switch random.next() % 10 {
            case 0, 1, 2:
                number += random.next() % 3
                // Now and then one that comes too late.
                let at = random.next() % 8 == 0 ? max(1, number - 1) : number
                ticket += 1
                let refusal = model.publish(state, at: at, ticket: ticket)
                do throws(HubError) {
                    try timeline.publish(state, at: at, ticket: ticket)
                    #expect(refusal == nil)
                } catch {
                    switch error.reason {
                    case .alreadySet(let number): #expect(refusal == "\(number) is set")
                    case .olderThanNewest(let number, let newest):
                        #expect(refusal == "\(number) older than \(newest)")
                    default: Issue.record("\(error)")
                    }
                }
            case 3, 4:
                ticket += 1
                timeline.publish(state, ticket: ticket)
                model.publish(state, ticket: ticket)
            case 5, 6:
                number += random.next() % 2
                let which = model.unplaced.first?.ticket ?? ticket
                #expect(timeline.place(which, behind: number) == model.place(which, behind: number))
            case 7:
                let which = ticket - min(ticket, random.next() % 4)
                #expect(timeline.resolve(which, with: value) == model.resolve(which, with: value))
            case 8 where random.next() % 4 == 0:
                lowest = max(lowest, number - min(number, random.next() % 5))
                timeline.prune(below: lowest)
                model.prune(below: lowest)
            default:
                break
            }
            #expect(timeline.count == model.placed.count)
            #expect(timeline.latest == model.latest)
            #expect(timeline.lastSet(at: nil) == model.lastSet(at: nil))
            for at in lowest...(number + 2) {
                #expect(timeline.state(at: at) == model.state(at: at))
                #expect(timeline.lastSet(at: at) == model.lastSet(at: at))
                #expect(timeline.version(at: at)?.number == model.version(at: at).map { $0.place / 2 })
                #expect(timeline.version(at: at)?.state == model.version(at: at)?.state)
            }
        }
    }

    /// Versions gather up to a number, and whoever prunes in vain does not try again at once.
    @Test func manyVersionsAreDueForPruningAndThenTwiceAsMany() throws {
        var timeline = SharedStateTimeline(owner: 1)
        func add(_ numbers: ClosedRange<UInt64>) throws {
            for number in numbers { try timeline.publish(.set(["n": .int(Int64(number))]), at: number, ticket: number) }
        }
        try add(1...64)
        #expect(!timeline.isDueForPruning)
        try add(65...65)
        #expect(timeline.isDueForPruning)
        timeline.prune(below: 1)
        #expect(timeline.count == 65 && !timeline.isDueForPruning)
        try add(66...130)
        #expect(!timeline.isDueForPruning)
        try add(131...131)
        #expect(timeline.isDueForPruning)
        timeline.prune(below: 131)
        #expect(timeline.count == 1)
        #expect(timeline.state(at: 131) == .set(["n": 131]))
        try add(132...194)
        #expect(!timeline.isDueForPruning)
        try add(195...195)
        #expect(timeline.isDueForPruning)
    }

    @Test func nothingStaysOfVersionsThatNobodyCanAskFor() throws {
        var timeline = SharedStateTimeline(owner: 1)
        for number in UInt64(1)...10 {
            try timeline.publish(.set(["n": .int(Int64(number))]), at: number, ticket: number)
        }
        timeline.prune(below: 3)
        #expect(timeline.count == 8)
        #expect(timeline.version(at: 2) == nil)
        #expect(timeline.state(at: 1) == .set(["n": 3]), "the oldest one, where all are later")
        #expect(timeline.resolve(1, with: .set([:])) == false)
        timeline.prune(below: 2)
        #expect(timeline.count == 8)
    }

    // MARK: - The states of all extensions

    private let name = StateName(FoldedName("Owner"))

    @Test func anotherExtensionOfTheSameNameBeginsWithoutAState() throws {
        var states = SharedStateStore()
        let first = try states.publish(.set(["n": 1]), of: name, from: 1, at: 5)
        #expect(first.released.isEmpty && !first.isDueForPruning)
        #expect(states.clear(name, from: 2) == false, "it belongs to another mailbox")
        #expect(states.state(of: name, at: nil) == .set(["n": 1]))
        let second = try states.publish(.pending, of: name, from: 2, at: 3)
        #expect(second.ticket != first.ticket)
        #expect(states.state(of: name, at: nil) == .pending)
        #expect(states.state(of: name, at: nil, lastSet: true) == .pending)
        #expect(states.clear(name, from: 2) == true)
        #expect(states.state(of: name, at: nil) == .none)
        #expect(states.clear(name, from: 2) == false)
    }

    @Test func aWaiterIsReleasedByTheStateThatItAskedForAndNoOther() throws {
        var states = SharedStateStore()
        let other = StateName(FoldedName("owner"), in: .xdm)
        let woken = Locked<[String]>([])
        func wait(_ text: String, _ name: StateName, at number: UInt64? = nil, lastSet: Bool = false) -> UInt64 {
            let (state, waiter) = states.wait(for: name, at: number, lastSet: lastSet) { state in
                woken.withLock { $0.append("\(text) \(state)") }
            }
            #expect(state == nil)
            return waiter
        }
        func wake(_ released: [SharedStateStore.Release]) {
            for release in released { release.waiter.wake(release.state) }
        }
        let ids = [
            wait("newest", name), wait("at 2", name, at: 2), wait("set", name, lastSet: true), wait("xdm", other),
            wait("gone", name),
        ]
        #expect(Set(ids).count == 5)
        #expect(states.removeWaiter(ids[4], for: name)?.id == ids[4])
        #expect(states.removeWaiter(ids[4], for: name) == nil)
        wake(try states.publish(.pending, of: name, from: 1, at: 1).released)
        #expect(woken.withLock { $0 } == [])
        wake(try states.publish(.set(["n": 1]), of: name, from: 1, at: 1).released)
        #expect(woken.withLock { $0 } == ["newest", "at 2", "set"].map { "\($0) \(SharedState.set(["n": 1]))" })
        woken.withLock { $0 = [] }
        let answer = states.wait(for: name, at: 1, lastSet: false) { _ in }
        #expect(answer.state == .set(["n": 1]))
        // What a pending version announces is awaited by its ticket, and set once.
        let ticket = try states.publish(.pending, of: name, from: 1, at: 3).ticket
        _ = wait("third", name)
        #expect(states.wait(for: name, at: nil, lastSet: true) { _ in }.state == .set(["n": 1]))
        let third = states.resolve(ticket, of: name, with: .set(["n": 3]))
        wake(try #require(third))
        #expect(woken.withLock { $0 } == ["third \(SharedState.set(["n": 3]))"])
        #expect(states.resolve(ticket, of: name, with: .set(["n": 4])) == nil)
        #expect(states.resolve(ticket, of: other, with: .set(["n": 4])) == nil)
        let left = states.removeAllWaiters()
        #expect(left.map(\.waiter.id) == [ids[3]])
        #expect(left.map(\.state) == [.none])
        #expect(states.removeAllWaiters().isEmpty)
    }
}
