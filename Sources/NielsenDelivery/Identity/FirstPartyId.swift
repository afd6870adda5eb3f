// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The first-party identifier with its age, as it is kept.
///
/// A value without a clock.
///
/// It is renewed when it is older than its lifetime. A device's clock may be wrong for a launch, a decade ahead or back
/// in 1970, and that must not lose the identifier: what the clock of one launch says against it is noted, and holds
/// when the clock of a later launch says the same.
struct FirstPartyId: Equatable {
    /// A doubt about an identifier because of the clock.
    enum Doubt: String {
        /// It is older than its lifetime.
        case expired
        /// It was made later than now.
        case future
    }

    /// The last moment that counts as one, the end of the year 9999, in milliseconds since 1970.
    private static let latest: Int64 = 253_402_300_799_999

    var id: String
    /// The time at which it was made, in milliseconds since 1970.
    var created: Int64
    private var doubt: Doubt?
    /// The launch that noted the doubt.
    private var doubtingLaunch: String?

    private init(id: String, created: Int64) {
        self.id = id
        self.created = created
    }

    /// Reads what is kept; nil where it is not such an identifier.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.stringValue, !id.isEmpty, let created = json["created"]?.intValue,
            (0...Self.latest).contains(created)
        else { return nil }
        self.init(id: id, created: created)
        doubt = json["doubt"]?.stringValue.flatMap(Doubt.init)
        doubtingLaunch = json["doubtedBy"]?.stringValue
    }

    var json: JSONValue {
        var members: JSONObject = ["id": .string(id), "created": .int(created)]
        if let doubt, let doubtingLaunch {
            members["doubt"] = .string(doubt.rawValue)
            members["doubtedBy"] = .string(doubtingLaunch)
        }
        return .object(members)
    }

    /// Returns the identifier that is valid from now on.
    ///
    /// An identifier whose age is in doubt, because the clock may be wrong, is only replaced or dated again when a
    /// second launch finds the same doubt.
    ///
    /// - Parameters:
    ///   - kept: The stored identifier, or nil.
    ///   - lifetime: How long an identifier is valid, in milliseconds.
    ///   - now: Milliseconds since 1970.
    ///   - launch: A value that differs between launches of the app.
    ///   - make: Makes a new identifier.
    /// - Returns: The stored identifier, possibly marked as doubtful, or a new one.
    static func current(
        after kept: FirstPartyId?,
        lifetime: Int64,
        now: Int64,
        launch: String,
        make: () -> String
    ) -> FirstPartyId {
        guard var kept else { return FirstPartyId(id: make(), created: now) }
        // Both are at least 0, so that the difference cannot overflow.
        let doubt: Doubt? = kept.created > now ? .future : max(0, now) - kept.created >= lifetime ? .expired : nil
        switch doubt {
        case nil:
            kept.doubt = nil
            kept.doubtingLaunch = nil
        case let doubt? where doubt == kept.doubt:
            guard kept.doubtingLaunch != launch else { break }
            return FirstPartyId(id: doubt == .expired ? make() : kept.id, created: now)
        case let doubt?:
            kept.doubt = doubt
            kept.doubtingLaunch = launch
        }
        return kept
    }
}
