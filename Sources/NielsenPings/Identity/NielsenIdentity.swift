// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// The identifiers of a device.
///
/// A value; `NielsenIdentityStore` makes and keeps them.
package struct NielsenIdentity: Sendable, Hashable {
    package let nielsenId: String
    package let demographicId: String
    package let firstPartyId: String
    /// The time at which the first-party id was made, in milliseconds since 1970.
    package let firstPartyCreated: Int64
    /// The vendor id to use if the system has none: the one that it had first, or one made here.
    private let ownVendorId: String
    /// The device id to use if the system has no advertising id.
    private let ownDeviceId: String

    /// Makes an identity of what is kept.
    ///
    /// - Parameters:
    ///   - nielsenId: The device's identifier of the SDK.
    ///   - demographicId: The identifier for demographics.
    ///   - firstPartyId: The first-party identifier.
    ///   - firstPartyCreated: The time at which the first-party id was made, in milliseconds since 1970.
    ///   - ownVendorId: The vendor id to use if the system has none.
    ///   - ownDeviceId: The device id to use if the system has no advertising id.
    package init(
        nielsenId: String,
        demographicId: String,
        firstPartyId: String,
        firstPartyCreated: Int64,
        ownVendorId: String,
        ownDeviceId: String
    ) {
        self.nielsenId = nielsenId
        self.demographicId = demographicId
        self.firstPartyId = firstPartyId
        self.firstPartyCreated = firstPartyCreated
        self.ownVendorId = ownVendorId
        self.ownDeviceId = ownDeviceId
    }

    /// An identity without identifiers.
    package static let none = NielsenIdentity(
        nielsenId: "",
        demographicId: "",
        firstPartyId: "",
        firstPartyCreated: 0,
        ownVendorId: "",
        ownDeviceId: ""
    )

    // MARK: - Identifiers of the system

    /// The vendor id.
    package func vendorId(_ device: NielsenDevice, _ privacy: NielsenPrivacy) -> String {
        guard privacy.flavor.identifiers.contains(.vendorId) else { return "" }
        return SystemIdentifier.real(device.vendorId) ?? ownVendorId
    }

    /// The device id: the advertising id, or what the flavor has in its place.
    package func deviceId(_ device: NielsenDevice, _ privacy: NielsenPrivacy) -> String {
        switch privacy.flavor {
        case .noID: return ""
        case .noAd: return vendorId(device, privacy)
        case .ad:
            guard privacy.mayTrack else { return "" }
            if let id = SystemIdentifier.real(device.advertisingId) { return id }
            // A system that asks for permission has an advertising id; nothing else is put in its place.
            return privacy.authorization == nil ? ownDeviceId : ""
        }
    }

    /// Returns when the first-party id is over on the clock that goes on while the device sleeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long the first-party id is valid, in milliseconds.
    ///   - time: The current time.
    /// - Returns: The instant; nil if there is no such id, or if the clock says that it is over already, which a later
    ///   launch decides.
    package func firstPartyDue(lifetime: Int64, at time: NielsenTime) -> Instant? {
        let left = firstPartyCreated + lifetime - time.unixMilliseconds
        guard !firstPartyId.isEmpty, left > 0, left <= lifetime else { return nil }
        return time.continuous + .milliseconds(left)
    }

    // MARK: - Making

    /// A random identifier in the form of a UUID of version 4.
    package static func makeIdentifier(_ random: () -> UInt64) -> String {
        let words = [
            (random() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000, (random() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000,
        ]
        var digits = words.map(NielsenText.hexadecimal).joined().uppercased()[...]
        let groups = [8, 4, 4, 4, 12].map { count in
            defer { digits = digits.dropFirst(count) }
            return digits.prefix(count)
        }
        return groups.joined(separator: "-")
    }
}
