// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import HubServices

/// An identifier that the app has synchronised.
struct VisitorID: Sendable, Hashable {
    /// The documented origin of identifiers that an app sets.
    static let origin = "d_cid_ic"

    let type: String
    var id: String
    var state: ACPMobileVisitorAuthenticationState

    /// The form in the shared state, in responses and on disk.
    var json: JSONValue {
        [
            "id_origin": .string(Self.origin), "id_type": .string(type), "id": .string(id),
            "authentication_state": .int(Int64(state.rawValue)),
        ]
    }
}

extension VisitorID {
    /// Reads an identifier in that form.
    init?(_ json: JSONValue) {
        guard let type = json["id_type"]?.stringValue, !type.isEmpty, let id = json["id"]?.stringValue else {
            return nil
        }
        self.init(type: type, id: id, state: Self.state(json["authentication_state"]))
    }

    /// Reads a state; a number that is not known means unknown.
    static func state(_ json: JSONValue?) -> ACPMobileVisitorAuthenticationState {
        json?.intValue.flatMap(UInt.init(exactly:)).flatMap(ACPMobileVisitorAuthenticationState.init) ?? .unknown
    }

    /// Returns the identifiers of a response as apps receive them.
    static func list(_ response: JSONObject) -> [ACPMobileVisitorId] {
        (response[IdentityKey.visitorIDs]?.arrayValue ?? []).compactMap { VisitorID($0) }.compactMap { id in
            ACPMobileVisitorId(origin: origin, type: id.type, id: id.id, authentication: id.state)
        }
    }
}
