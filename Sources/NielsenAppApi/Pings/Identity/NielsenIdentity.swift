// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The identifiers of a device, made once and kept.
///
/// The first-party id is kept for a number of days from its creation and then replaced. In the flavor without
/// identifiers nothing is made, read or kept. After an opt-out nothing is kept either, and what may be known of a user
/// changes all of them: what was reported before can never be joined with what is reported afterwards.
struct NielsenIdentity: Sendable, Hashable {
    let nielsenId: String
    let demographicId: String
    let firstPartyId: String
    /// The time at which the first-party id was made, in milliseconds since 1970.
    let firstPartyCreated: Int64
    /// The vendor id to use if the system has none: the one that it had first, or one made here.
    private let ownVendorId: String
    /// The device id to use if the system has no advertising id.
    private let ownDeviceId: String

    /// The keys under which identifiers and the choice are kept.
    enum Key {
        static let nielsenId = "nielsen.nielsenId"
        static let demographicId = "nielsen.demographicId"
        static let firstPartyId = "nielsen.firstPartyId"
        static let vendorId = "nielsen.vendorId"
        static let deviceId = "nielsen.deviceId"
        static let optOut = "nielsen.optOut"
        /// Whether the user allowed tracking when the identifiers were made.
        static let mayTrack = "nielsen.mayTrack"
        static let identifiers = [nielsenId, demographicId, deviceId, vendorId, firstPartyId, mayTrack]
    }

    /// Reads what is kept and makes what is missing.
    ///
    /// - Parameters:
    ///   - environment: Store and chance.
    ///   - device: The current device.
    ///   - privacy: What may be known of the user. After an opt-out there are no identifiers.
    ///   - forgets: True where what is kept is forgotten after an opt-out; false where it only cannot be read whether
    ///     there was one.
    ///   - firstPartyIsOver: Whether it is certain that the first-party id is older than it may become.
    ///   - now: Milliseconds since 1970.
    ///   - failures: Gets what the store could not do; the identifiers then live as long as the instance.
    init(
        environment: NielsenEnvironment,
        device: NielsenDevice,
        privacy: NielsenPrivacy,
        forgets: Bool = true,
        firstPartyIsOver: Bool = false,
        now: Int64,
        failures: inout [StorageError]
    ) {
        guard !privacy.identifiers.isEmpty else {
            self = .none
            // The flavor without identifiers touches nothing.
            if forgets, !privacy.flavor.identifiers.isEmpty { Self.forget(environment.store, &failures) }
            return
        }
        var members = JSONObject()
        do {
            // In one step: instances that begin at the same moment get the same identifiers.
            try environment.store.update(Key.identifiers) { kept in
                if firstPartyIsOver { kept[Key.firstPartyId] = JSONValue?.none }
                Self.complete(&kept, environment, device, privacy, now: now)
                members = kept
            }
        } catch {
            failures.append(error)
            if members.isEmpty { Self.complete(&members, environment, device, privacy, now: now) }
        }
        nielsenId = members[Key.nielsenId]?.stringValue ?? ""
        demographicId = members[Key.demographicId]?.stringValue ?? ""
        ownDeviceId = members[Key.deviceId]?.stringValue ?? ""
        ownVendorId = Self.real(device.vendorId) ?? members[Key.vendorId]?.stringValue ?? ""
        let firstParty = members[Key.firstPartyId].flatMap(FirstPartyId.init)
        firstPartyId = firstParty?.id ?? ""
        firstPartyCreated = firstParty?.created ?? now
    }

    /// Forgets what is kept; a store that has nothing is not written to, unless that mends it.
    private static func forget(_ store: any KeyValueStore, _ failures: inout [StorageError]) {
        do throws(StorageError) {
            var hasAny = store.damage != nil
            for key in Key.identifiers where !hasAny { hasAny = try store.value(forKey: key) != nil }
            guard hasAny else { return }
            try store.update(Key.identifiers) { members in
                for key in Key.identifiers { members[key] = JSONValue?.none }
            }
        } catch {
            failures.append(error)
        }
    }

    /// Makes what is missing, and renews what is over.
    private static func complete(
        _ members: inout JSONObject,
        _ environment: NielsenEnvironment,
        _ device: NielsenDevice,
        _ privacy: NielsenPrivacy,
        now: Int64
    ) {
        // Before, another part of this was allowed, so that what was reported then must not lead here.
        if let before = members[Key.mayTrack]?.boolValue, before != privacy.mayTrack { members = JSONObject() }
        members[Key.mayTrack] = .bool(privacy.mayTrack)
        var keys = [Key.nielsenId, Key.demographicId, Key.deviceId]
        if real(device.vendorId) == nil { keys.append(Key.vendorId) }
        for key in keys where members[key]?.stringValue?.isEmpty ?? true {
            members[key] = .string(makeIdentifier(environment.random))
        }
        let days = min(max(0, environment.configuration.thresholds.firstPartyIdDays), 36_500)
        let firstParty = FirstPartyId.current(
            after: members[Key.firstPartyId].flatMap(FirstPartyId.init),
            lifetime: Int64(days) * 86_400_000,
            now: now,
            launch: environment.launch
        ) { makeIdentifier(environment.random) }
        members[Key.firstPartyId] = firstParty.json
    }

    /// An identity without identifiers.
    static let none = NielsenIdentity()

    private init() {
        nielsenId = ""
        demographicId = ""
        firstPartyId = ""
        firstPartyCreated = 0
        ownVendorId = ""
        ownDeviceId = ""
    }

    // MARK: - Identifiers of the system

    /// The vendor id.
    func vendorId(_ device: NielsenDevice, _ privacy: NielsenPrivacy) -> String {
        guard privacy.flavor.identifiers.contains(.vendorId) else { return "" }
        return Self.real(device.vendorId) ?? ownVendorId
    }

    /// The device id: the advertising id, or what the flavor has in its place.
    func deviceId(_ device: NielsenDevice, _ privacy: NielsenPrivacy) -> String {
        switch privacy.flavor {
        case .noID: return ""
        case .noAd: return vendorId(device, privacy)
        case .ad:
            guard privacy.mayTrack else { return "" }
            if let id = Self.real(device.advertisingId) { return id }
            // A system that asks for permission has an advertising id; nothing else is put in its place.
            return privacy.authorization == nil ? ownDeviceId : ""
        }
    }

    /// When the first-party id is over on a clock that never jumps; nil where there is none, and where the clock says that
    /// it is already, which a later launch decides.
    func firstPartyDue(_ environment: NielsenEnvironment, at time: NielsenTime) -> Instant? {
        let days = Int64(min(max(0, environment.configuration.thresholds.firstPartyIdDays), 36_500))
        let left = firstPartyCreated + days * 86_400_000 - time.unixMilliseconds
        guard !firstPartyId.isEmpty, left > 0, left <= days * 86_400_000 else { return nil }
        return time.instant + .milliseconds(left)
    }

    /// Returns an identifier of the system; zeros alone mean none.
    private static func real(_ id: String?) -> String? {
        guard let id, id.contains(where: { $0 != "0" && $0 != "-" && !$0.isWhitespace }) else { return nil }
        return id
    }

    // MARK: - Making

    /// A random identifier in the form of a UUID of version 4.
    static func makeIdentifier(_ random: () -> UInt64) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let high = (random() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
        let low = (random() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, word) in [high, low].enumerated() {
            for nibble in 0..<16 {
                if (index == 0 && (nibble == 8 || nibble == 12)) || (index == 1 && (nibble == 0 || nibble == 4)) {
                    text.append(0x2D)
                }
                text.append(digits[Int((word >> UInt64(60 - nibble * 4)) & 0xF)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
