// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel
package import NielsenPings

/// The identifiers of a device in a store, made once and kept.
///
/// The first-party id is kept for a number of days from its creation and then replaced. In the flavor without
/// identifiers nothing is made, read or kept. After an opt-out nothing is kept either, and what may be known of a user
/// changes all of them: what was reported before can never be joined with what is reported afterwards.
package struct NielsenIdentityStore: Sendable {
    private let store: any KeyValueStore
    /// How long a first-party id is valid, in milliseconds.
    package let firstPartyLifetime: Int64
    private let launch: String
    private let random: @Sendable () -> UInt64

    /// Makes a store of identifiers; nothing is read or written.
    ///
    /// - Parameters:
    ///   - store: The place where they are kept.
    ///   - firstPartyIdDays: How long a first-party id is valid, in days.
    ///   - launch: A value that differs between launches of the app.
    ///   - random: Random bits for new identifiers; called on any thread.
    package init(
        _ store: any KeyValueStore,
        firstPartyIdDays: Int,
        launch: String,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.store = store
        firstPartyLifetime = Int64(min(max(0, firstPartyIdDays), 36_500)) * 86_400_000
        self.launch = launch
        self.random = random
    }

    /// Reads what is kept and makes what is missing.
    ///
    /// - Parameters:
    ///   - device: The current device.
    ///   - privacy: What may be known of the user. After an opt-out there are no identifiers.
    ///   - forgets: True where what is kept is forgotten after an opt-out; false where it only cannot be read whether
    ///     there was one.
    ///   - firstPartyIsOver: Whether it is certain that the first-party id is older than it may become.
    ///   - now: Milliseconds since 1970.
    ///   - failures: Gets what the store could not do; the identifiers then live as long as the instance.
    /// - Returns: The identifiers; without any where none may be made.
    package func identity(
        device: NielsenDevice,
        privacy: NielsenPrivacy,
        forgets: Bool = true,
        firstPartyIsOver: Bool = false,
        now: Int64,
        failures: inout [StorageError]
    ) -> NielsenIdentity {
        guard !privacy.identifiers.isEmpty else {
            // The flavor without identifiers touches nothing.
            if forgets, !privacy.flavor.identifiers.isEmpty { forget(&failures) }
            return .none
        }
        var members = JSONObject()
        do {
            // In one step: instances that begin at the same moment get the same identifiers.
            try store.update(NielsenKeptKeys.identifiers) { kept in
                if firstPartyIsOver { kept[NielsenKeptKeys.firstPartyId] = JSONValue?.none }
                complete(&kept, device, privacy, now: now)
                members = kept
            }
        } catch {
            failures.append(error)
            if members.isEmpty { complete(&members, device, privacy, now: now) }
        }
        let firstParty = members[NielsenKeptKeys.firstPartyId].flatMap(FirstPartyId.init)
        return NielsenIdentity(
            nielsenId: members[NielsenKeptKeys.nielsenId]?.stringValue ?? "",
            demographicId: members[NielsenKeptKeys.demographicId]?.stringValue ?? "",
            firstPartyId: firstParty?.id ?? "",
            firstPartyCreated: firstParty?.created ?? now,
            ownVendorId: SystemIdentifier.real(device.vendorId) ?? members[NielsenKeptKeys.vendorId]?.stringValue ?? "",
            ownDeviceId: members[NielsenKeptKeys.deviceId]?.stringValue ?? ""
        )
    }

    /// Forgets what is kept; a store that has nothing is not written to, unless that mends it.
    private func forget(_ failures: inout [StorageError]) {
        do throws(StorageError) {
            var hasAny = store.damage != nil
            for key in NielsenKeptKeys.identifiers where !hasAny { hasAny = try store.value(forKey: key) != nil }
            guard hasAny else { return }
            try store.update(NielsenKeptKeys.identifiers) { members in
                for key in NielsenKeptKeys.identifiers { members[key] = JSONValue?.none }
            }
        } catch {
            failures.append(error)
        }
    }

    /// Makes what is missing, and renews what is over.
    private func complete(
        _ members: inout JSONObject,
        _ device: NielsenDevice,
        _ privacy: NielsenPrivacy,
        now: Int64
    ) {
        // Before, another part of this was allowed, so that what was reported then must not lead here.
        if let before = members[NielsenKeptKeys.mayTrack]?.boolValue, before != privacy.mayTrack {
            members = JSONObject()
        }
        members[NielsenKeptKeys.mayTrack] = .bool(privacy.mayTrack)
        var keys = [NielsenKeptKeys.nielsenId, NielsenKeptKeys.demographicId, NielsenKeptKeys.deviceId]
        if SystemIdentifier.real(device.vendorId) == nil { keys.append(NielsenKeptKeys.vendorId) }
        for key in keys where members[key]?.stringValue?.isEmpty ?? true {
            members[key] = .string(NielsenIdentity.makeIdentifier(random))
        }
        let firstParty = FirstPartyId.current(
            after: members[NielsenKeptKeys.firstPartyId].flatMap(FirstPartyId.init),
            lifetime: firstPartyLifetime,
            now: now,
            launch: launch
        ) { NielsenIdentity.makeIdentifier(random) }
        members[NielsenKeptKeys.firstPartyId] = firstParty.json
    }
}
