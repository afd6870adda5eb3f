// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import HubStorage

/// What a step takes from the storage, from both sides of each limit.
struct HitStoreStepTests {
    private static let start = Date(microseconds: 1_000_000_000)

    private static func later(_ microseconds: Int64) -> Date { Date(microseconds: 1_000_000_000 + microseconds) }

    private static func store(_ configuration: HitQueue.Configuration = HitQueue.Configuration()) -> HitStore {
        HitStore(location: .inMemory, configuration: configuration, owner: "own")
    }

    private static func add(_ sizes: [Int], to stream: String, of store: HitStore, at date: Date = start) {
        let drafts = sizes.map { HitQueue.Draft(payload: Data(repeating: 1, count: $0), stream: stream) }
        _ = store.add(drafts, at: date) { _, _ in true }
    }

    private static func claim(_ store: HitStore, except: Set<String> = [], at date: Date = start) -> HitStepResult {
        var plan = HitStepPlan()
        plan.claimExcept = except
        return store.perform(plan, at: date) { _, _ in true }
    }

    private static func counts(_ result: HitStepResult) -> [String] {
        result.runs.map { "\($0.stream) \($0.hits.count)" }
    }

    // MARK: - How much is claimed

    @Test(
        arguments: [
            ([65], ["a 64"], true), ([64], ["a 64"], true), ([63], ["a 63"], true),
            ([64, 64, 64, 64], ["a 64", "b 64", "c 64", "d 64"], true),
            ([64, 64, 64, 64, 1], ["a 64", "b 64", "c 64", "d 64"], false),
            ([64, 64, 64, 63, 1], ["a 64", "b 64", "c 64", "d 63", "e 1"], true),
        ] as [([Int], [String], Bool)]
    )
    func aStepClaimsSoManyHits(_ streams: [Int], _ runs: [String], _ isEverything: Bool) {
        let store = Self.store()
        for (name, count) in zip(["a", "b", "c", "d", "e"], streams) {
            Self.add(Array(repeating: 1, count: count), to: name, of: store)
        }
        let result = Self.claim(store)
        #expect(Self.counts(result) == runs)
        #expect(result.isEverythingClaimed == isEverything)
        #expect(result.isDone && result.isStorageWorking && !result.hasNewHits)
        #expect(result.nextDue == nil)
    }

    @Test(
        arguments: [
            ([[131_072, 131_072, 1]], ["a 2"], true), ([[131_072, 131_071, 1, 1]], ["a 3"], true),
            ([[262_144, 1]], ["a 1"], true), ([[262_145, 1]], ["a 1"], true),
            ([[262_144], [262_144], [262_144], [262_144], [1]], ["a 1", "b 1", "c 1", "d 1"], false),
            ([[262_144], [262_144], [262_144], [262_143], [1]], ["a 1", "b 1", "c 1", "d 1", "e 1"], true),
        ] as [([[Int]], [String], Bool)]
    )
    func aStepClaimsSoManyBytes(_ streams: [[Int]], _ runs: [String], _ isEverything: Bool) {
        let store = Self.store()
        for (name, sizes) in zip(["a", "b", "c", "d", "e"], streams) { Self.add(sizes, to: name, of: store) }
        let result = Self.claim(store)
        #expect(Self.counts(result) == runs)
        #expect(result.isEverythingClaimed == isEverything)
    }

    @Test func theNextStepBeginsBehindTheLastStreamOfTheOneBefore() {
        let store = Self.store()
        for name in ["a", "b", "c", "d"] { Self.add(Array(repeating: 1, count: 64), to: name, of: store) }
        Self.add([1], to: "e", of: store)
        #expect(Self.counts(Self.claim(store)) == ["a 64", "b 64", "c 64", "d 64"])
        // A step that claims nothing changes no turn.
        #expect(store.perform(HitStepPlan(), at: Self.start) { _, _ in true }.runs.isEmpty)
        #expect(Self.counts(Self.claim(store)) == ["e 1", "a 64", "b 64", "c 64", "d 64"])
        #expect(Self.counts(Self.claim(store, except: ["a", "c", "e"])) == ["b 64", "d 64"])
    }

    // MARK: - Leases and waits

    /// A lease of a minute is renewed once less than three quarters of it are left.
    @Test(
        arguments: [(14_999_999, 60_000_000), (15_000_000, 60_000_000), (15_000_001, 75_000_001)] as [(Int64, Int64)]
    )
    func aLeaseIsRenewedOnceAQuarterOfItIsOver(_ microseconds: Int64, _ end: Int64) {
        let store = Self.store()
        Self.add([1], to: "a", of: store)
        #expect(Self.claim(store).runs.map(\.leaseEnd) == [Self.later(60_000_000)])
        let again = Self.claim(store, at: Self.later(microseconds))
        #expect(again.runs.map(\.leaseEnd.microseconds) == [Self.later(end).microseconds])
    }

    /// A lease that is longer than any that a queue of these parameters takes is of a clock that was wrong.
    @Test(
        arguments: [
            (30, 0, false), (30, 1, true), (30, 600_000_000, true), (30, 600_000_001, false),
            (100, 800_000_000, true), (100, 800_000_001, false), (75, 600_000_000, true), (75, 600_000_001, false),
        ] as [(Int64, Int64, Bool)]
    )
    func theLeaseOfAnotherHolds(_ deadline: Int64, _ microseconds: Int64, _ holds: Bool) throws {
        let store = Self.store(HitQueue.Configuration(deadline: .seconds(deadline)))
        Self.add([1], to: "a", of: store)
        let end = Self.later(microseconds)
        try #require(store.database).lease("a", to: "other", until: end)
        let result = Self.claim(store)
        #expect(Self.counts(result) == (holds ? [] : ["a 1"]))
        #expect(result.nextDue == (holds ? end : nil))
        #expect(result.isEverythingClaimed)
        // The try of the other counts.
        #expect(result.runs.first?.hits.first?.hit.attempts == (holds ? nil : 1))
    }

    @Test(
        arguments: [(0, false), (1, true), (86_400_000_000, true), (86_400_000_001, false)] as [(Int64, Bool)]
    )
    func aWaitHolds(_ microseconds: Int64, _ holds: Bool) throws {
        let store = Self.store()
        Self.add([1], to: "a", of: store)
        let end = Self.later(microseconds)
        try #require(store.database).hold("a", until: end, from: "own")
        let result = Self.claim(store)
        #expect(Self.counts(result) == (holds ? [] : ["a 1"]))
        #expect(result.nextDue == (holds ? end : nil))
        // A wait is no try of another.
        #expect(result.runs.first?.hits.first?.hit.attempts == (holds ? nil : 0))
    }

    @Test func theEarliestOfSeveralWaitsIsNext() throws {
        let store = Self.store()
        for (name, seconds) in [("a", 20), ("b", 10), ("c", 30)] as [(String, Int64)] {
            Self.add([1], to: name, of: store)
            try #require(store.database).hold(name, until: Self.later(seconds * 1_000_000), from: "own")
        }
        #expect(Self.claim(store).nextDue == Self.later(10_000_000))
        #expect(Self.claim(store, except: ["b"]).nextDue == Self.later(20_000_000))
    }

    // MARK: - Tries of processes that ended

    @Test(arguments: [(1, 1), (1, 2), (2, 1), (2, 2)])
    func aTryThatWasNotOverCounts(_ attempts: Int, _ count: Int) throws {
        let store = Self.store(HitQueue.Configuration(maximumAttempts: 3))
        _ = store.summary(at: Self.start)
        let database = try #require(store.database)
        for number in 0..<count {
            let payload = Data(repeating: 1, count: 10 + number)
            let hit = HitQueue.Hit(
                id: "\(number)",
                stream: "a",
                payload: payload,
                created: Self.start,
                attempts: number == 0 ? attempts : 0
            )
            try database.insert(hit)
        }
        store.totals = nil
        try database.lease("a", to: "other", until: Self.start)
        let isSetAside = attempts == 2
        let result = Self.claim(store)
        let left = isSetAside ? count - 1 : count
        #expect(Self.counts(result) == (left > 0 ? ["a \(left)"] : []))
        #expect(result.runs.first?.hits.first?.hit.attempts == (left == 0 ? nil : isSetAside ? 0 : 2))
        let told = store.removeEvents()
        if isSetAside {
            let hit = HitQueue.Hit(
                id: "0",
                stream: "a",
                payload: Data(repeating: 1, count: 10),
                created: Self.start,
                attempts: 3
            )
            #expect(told == [.setAside(hit, reason: "try 3 was not over when the process ended")])
            #expect(store.setAsideHits().map(\.hit) == [hit])
        } else {
            #expect(told == [])
            #expect(store.setAsideHits().isEmpty)
        }
        #expect(store.totals?.count == left)
        #expect(store.totals?.bytes == (count == 1 ? 10 * left : isSetAside ? 11 : 21))
        #expect(try database.state(of: "a")?.owner == (left > 0 ? "own" : nil))
    }

    // MARK: - Age

    private static let aged = HitQueue.Configuration(limits: HitQueueLimits(age: .seconds(100)))

    /// What this process has queued itself is as old as its own clock says.
    @Test func aHitOfThisProcessIsTooOldAtItsAge() {
        let store = Self.store(Self.aged)
        Self.add([1], to: "a", of: store)
        store.note(.zero)
        store.note(.zero + .seconds(100))
        // A reading that comes late takes nothing back.
        store.note(.zero + .seconds(50))
        let before = store.perform(HitStepPlan(), at: Self.later(99_999_999)) { _, _ in true }
        #expect(before.nextExpiry == Self.later(100_000_000))
        #expect(store.removeEvents() == [])
        let after = store.perform(HitStepPlan(), at: Self.later(100_000_000)) { _, _ in true }
        #expect(after.nextExpiry == nil)
        #expect(store.removeEvents() == [.dropped(count: 1, reason: .age, streams: ["a": 1])])
        #expect(store.totals?.count == 0 && store.totals?.bytes == 0)
    }

    /// A clock that was changed meanwhile may have made it old: it stays for its age from when that was first seen.
    @Test func aHitThatOnlySeemsTooOldStaysForItsAge() {
        let store = Self.store(Self.aged)
        Self.add([1], to: "a", of: store)
        store.note(.zero)
        store.note(.zero + .nanoseconds(99_999_999_999))
        for time in [100_000_000, 150_000_000, 199_999_999] as [Int64] {
            let result = store.perform(HitStepPlan(), at: Self.later(time)) { _, _ in true }
            #expect(result.nextExpiry == Self.later(200_000_000), "after \(time)")
        }
        #expect(store.removeEvents() == [])
        let after = store.perform(HitStepPlan(), at: Self.later(200_000_000)) { _, _ in true }
        #expect(after.nextExpiry == nil)
        #expect(store.removeEvents() == [.dropped(count: 1, reason: .age, streams: ["a": 1])])
    }

    /// A day ahead of the clock is believed, and no more.
    @Test(
        arguments: [(86_400_000_000, 86_500_000_000), (86_401_000_000, 100_000_000)] as [(Int64, Int64)]
    )
    func aHitOfTheFutureIsDoubted(_ created: Int64, _ expiry: Int64) {
        let store = Self.store(Self.aged)
        Self.add([1], to: "a", of: store, at: Self.later(created))
        let result = store.perform(HitStepPlan(), at: Self.start) { _, _ in true }
        #expect(result.nextExpiry == Self.later(expiry))
        #expect(store.removeEvents() == [])
    }

    /// A hit that is out when it is too old is looked at again when it must have been answered.
    @Test func whatMayNotBeDroppedIsLookedAtAgainAfterTheDeadline() {
        let store = Self.store(Self.aged)
        Self.add([1], to: "a", of: store)
        store.note(.zero)
        store.note(.zero + .seconds(100))
        let result = store.perform(HitStepPlan(), at: Self.later(100_000_000)) { _, _ in false }
        #expect(result.nextExpiry == Self.later(130_000_000))
        #expect(store.removeEvents() == [])
        #expect(store.totals?.count == 1)
    }

    @Test func theAgeOfTheOldestIsSaid() {
        let store = Self.store()
        #expect(store.summary(at: Self.start).oldestAge == nil)
        Self.add([3], to: "a", of: store)
        Self.add([4, 5], to: "b", of: store, at: Self.later(7))
        let summary = store.summary(at: Self.later(10_000_000))
        #expect(summary.oldestAge == .seconds(10))
        #expect(summary.count == 3)
        #expect(summary.isStorageWorking && summary.inMemoryCount == 0)
    }
}
