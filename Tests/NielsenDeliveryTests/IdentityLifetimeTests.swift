// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// How long identifiers live, and when they are made, kept and forgotten.
struct IdentityLifetimeTests {
    private let kept = InMemoryKeyValueStore()

    /// A store of identifiers whose numbers count up.
    private func makeStore(days: Int = 180, launch: String = "1") -> NielsenIdentityStore {
        let count = Locked<UInt64>(0)
        return NielsenIdentityStore(kept, firstPartyIdDays: days, launch: launch) {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test(
        arguments: [(-1, 0), (0, 0), (1, 86_400_000), (36_500, 3_153_600_000_000), (36_501, 3_153_600_000_000)]
            as [(Int, Int64)]
    )
    func aLifetimeIsBetweenNothingAndAHundredYears(_ days: Int, _ milliseconds: Int64) {
        #expect(makeStore(days: days).firstPartyLifetime == milliseconds)
    }

    private func privacy(_ flavor: NielsenFlavor, isOptedOut: Bool = false) -> NielsenPrivacy {
        var privacy = NielsenPrivacy(flavor: flavor, isForKids: false)
        privacy.choice = isOptedOut
        return privacy
    }

    private func identity(
        _ store: NielsenIdentityStore,
        _ privacy: NielsenPrivacy,
        forgets: Bool = true,
        isOver: Bool = false,
        now: Int64 = 1_000
    ) -> NielsenIdentity {
        var failures: [StorageError] = []
        let identity = store.identity(
            device: NielsenDevice(),
            privacy: privacy,
            forgets: forgets,
            firstPartyIsOver: isOver,
            now: now,
            failures: &failures
        )
        #expect(failures == [])
        return identity
    }

    private var keys: [String] {
        NielsenKeptKeys.identifiers.filter { kept.value(forKey: $0) != nil }
    }

    @Test func whatIsMadeIsKept() {
        let first = identity(makeStore(), privacy(.noAd))
        #expect(!first.nielsenId.isEmpty && !first.firstPartyId.isEmpty && !first.demographicId.isEmpty)
        #expect(first.firstPartyCreated == 1_000)
        #expect(keys == NielsenKeptKeys.identifiers)
        #expect(identity(makeStore(), privacy(.noAd), now: 2_000) == first)
    }

    @Test func aFirstPartyIdThatIsOverIsMadeAnewAndNothingElse() {
        let first = identity(makeStore(), privacy(.noAd))
        let second = identity(makeStore(launch: "2"), privacy(.noAd), isOver: true, now: 2_000)
        #expect(second.firstPartyCreated == 2_000)
        #expect(second.nielsenId == first.nielsenId)
        #expect(second.demographicId == first.demographicId)
    }

    @Test(arguments: [false, true])
    func afterAnOptOutNothingIsKeptUnlessTheChoiceCannotBeRead(_ forgets: Bool) {
        _ = identity(makeStore(), privacy(.noAd))
        #expect(identity(makeStore(), privacy(.noAd, isOptedOut: true), forgets: forgets) == .none)
        #expect(keys == (forgets ? [] : NielsenKeptKeys.identifiers))
    }

    @Test func theFlavorWithoutIdentifiersTouchesNothing() {
        _ = identity(makeStore(), privacy(.noAd))
        #expect(identity(makeStore(), privacy(.noID)) == .none)
        #expect(keys == NielsenKeptKeys.identifiers)
    }

    /// In the very millisecond of 1970 an identifier is as old as nothing.
    @Test func anIdIsNoOlderThanTheClockSays() throws {
        let made = try #require(FirstPartyId(["id": "old", "created": 0]))
        let current = FirstPartyId.current(after: made, lifetime: 1, now: 0, launch: "1") { "new" }
        #expect(current.json == ["id": "old", "created": 0])
    }

    /// A text that is empty is no identifier.
    @Test func anEmptyIdentifierIsMadeAnew() {
        let first = identity(makeStore(), privacy(.noAd))
        kept.set("", forKey: NielsenKeptKeys.nielsenId)
        let second = identity(makeStore(), privacy(.noAd))
        #expect(!second.nielsenId.isEmpty)
        #expect(second.demographicId == first.demographicId)
        #expect(kept.value(forKey: NielsenKeptKeys.nielsenId) == .string(second.nielsenId))
    }

    // MARK: - Stores that fail

    /// A store that counts what is written, and may be damaged or fail.
    private final class Store: KeyValueStore {
        let damage: StorageError?
        private let error: StorageError?
        private let count = Locked(0)

        init(damage: StorageError? = nil, error: StorageError? = nil) {
            self.damage = damage
            self.error = error
        }

        var writes: Int { count.withLock { $0 } }

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if let error { throw error }
            return nil
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
            if let error { throw error }
            count.withLock { $0 += 1 }
        }

        func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
            if let error { throw error }
            var members = JSONObject()
            change(&members)
            count.withLock { $0 += 1 }
        }
    }

    private static let fault = StorageError(.read, path: "/x", detail: "fault")

    @Test func identifiersThatCannotBeKeptLiveAsLongAsTheInstance() {
        let store = NielsenIdentityStore(Store(error: Self.fault), firstPartyIdDays: 1, launch: "1") { 5 }
        var failures: [StorageError] = []
        let identity = store.identity(
            device: NielsenDevice(),
            privacy: privacy(.noAd),
            now: 1_000,
            failures: &failures
        )
        #expect(failures == [Self.fault])
        #expect(!identity.nielsenId.isEmpty && !identity.firstPartyId.isEmpty)
        #expect(identity.firstPartyCreated == 1_000)
    }

    /// What is forgotten after an opt-out: a store without anything is not written to, unless that mends it.
    @Test func aStoreWithoutAnythingIsNotWrittenTo() {
        for damage in [nil, Self.fault] {
            let store = Store(damage: damage)
            var failures: [StorageError] = []
            let identities = NielsenIdentityStore(store, firstPartyIdDays: 1, launch: "1") { 5 }
            let identity = identities.identity(
                device: NielsenDevice(),
                privacy: privacy(.noAd, isOptedOut: true),
                now: 1_000,
                failures: &failures
            )
            #expect(identity == .none)
            #expect(failures == [])
            #expect((store.writes > 0) == (damage != nil))
        }
    }

    @Test func whatCannotBeForgottenIsTold() {
        var failures: [StorageError] = []
        let identities = NielsenIdentityStore(Store(error: Self.fault), firstPartyIdDays: 1, launch: "1") { 5 }
        let identity = identities.identity(
            device: NielsenDevice(),
            privacy: privacy(.noAd, isOptedOut: true),
            now: 1_000,
            failures: &failures
        )
        #expect(identity == .none)
        #expect(failures == [Self.fault])
    }
}
