// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The keys under which the SDK keeps identifiers and the user's choice.
package enum NielsenKeptKeys {
    static let nielsenId = "nielsen.nielsenId"
    static let demographicId = "nielsen.demographicId"
    static let firstPartyId = "nielsen.firstPartyId"
    static let vendorId = "nielsen.vendorId"
    static let deviceId = "nielsen.deviceId"
    /// Whether the user allowed tracking when the identifiers were made.
    static let mayTrack = "nielsen.mayTrack"
    /// The user's choice.
    package static let optOut = "nielsen.optOut"
    /// Decides between a value that could not be written and another one that was stored later: the later one holds, and
    /// of two choices the opt-out.
    @Sendable
    package static func stricter(_ name: String, _ waiting: JSONValue?, _ stored: JSONValue?) -> JSONValue? {
        name == optOut && (waiting?.boolValue == true || stored == nil) ? waiting : stored
    }
    /// The identifiers, with what was allowed when they were made.
    package static let identifiers = [nielsenId, demographicId, deviceId, vendorId, firstPartyId, mayTrack]
}
