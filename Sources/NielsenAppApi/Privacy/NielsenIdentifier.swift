// SPDX-License-Identifier: Apache-2.0

/// What a ping may carry that tells one device or person from another.
///
/// The session is none of these: it is made anew with each instance and says nothing beyond it.
public enum NielsenIdentifier: String, Sendable, Hashable, CaseIterable {
    /// `c9=devid`, hashed or encrypted: the advertising id in ``NielsenFlavor/ad``, the vendor id in
    /// ``NielsenFlavor/noAd``.
    case deviceId
    /// `ve_id`: the id that the system gives to all apps of one vendor.
    case vendorId
    /// `c1=nuid`, hashed or encrypted: an id made here and kept.
    case nielsenId
    /// `fp_id` with its times: an id made here and kept for 180 days.
    case firstPartyId
    /// The id under which demographic data is found.
    case demographicId
    /// What the app knows of its user: `uid2`, `uid2_token`, `hem_sha256`, `hem_sha1`, `hem_md5`, `hem_unknown`.
    case userIds
    /// `c76=adbsnid`: the visitor id of the app's analytics, `adobeId`.
    case visitorId
    /// `c29=plid`: the player's id, `nol_playerid`.
    case playerId
    /// `lat` and `lon`, which the app may hand over with the device.
    case location
    /// `c74=dvcnm`: the name that the user gave to the device. Where it may not leave, the model stands for it.
    case deviceName
    /// The id and the name of a connected device, `ottDeviceID`, `ottDeviceName`, and `ottDeviceModel`, which is the name
    /// too where it comes from an audio route.
    case connectedDevice

    /// True for what follows a user over apps of other companies, so that the user must have allowed it.
    ///
    /// Source: "DCR Video iOS SDK guide", "Permission to Track".
    public var isForTracking: Bool {
        switch self {
        case .deviceId, .vendorId, .demographicId, .userIds, .visitorId, .playerId, .location, .deviceName: true
        case .nielsenId, .firstPartyId, .connectedDevice: false
        }
    }

    /// The identifiers that the app hands over, by their keys in metadata and app information.
    static let handedOver: [String: NielsenIdentifier] = [
        "uid2": .userIds, "uid2_token": .userIds, "hem_sha256": .userIds, "hem_sha1": .userIds, "hem_md5": .userIds,
        "hem_unknown": .userIds, "adobeId": .visitorId, "nol_playerid": .playerId,
    ]
}
