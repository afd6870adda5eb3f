// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The identifiers that apps have set, and with them those that the identity extension shares.
struct SDKIdentities: Sendable {
    /// The documented name of the identity extension.
    private static let identity = "com.adobe.module.identity"

    var advertising: String?
    var push: String?

    /// The identifiers in the documented form: contexts of the company, with lists of the user's ids.
    var json: String {
        var document: JSONObject = [:]
        if let organization = ACPCoreHost.hub.configuration.value(forKey: "experienceCloud.org")?.value.stringValue {
            document["companyContexts"] = [["namespace": "imsOrgID", "value": .string(organization)]]
        }
        let shared = ACPCoreHost.hub.state(of: Self.identity).values ?? [:]
        let ids =
            [
                Self.id("4", shared["mid"]?.stringValue, "namespaceId"), Self.id("DSID_20915", advertising),
                Self.id("20919", push),
            ].compactMap(\.self)
            + (shared["visitoridslist"]?.arrayValue ?? []).compactMap { entry in
                entry["id_type"]?.stringValue.flatMap { Self.id($0, entry["id"]?.stringValue) }
            }
        document["users"] = ids.isEmpty ? [] : [["userIDs": .array(ids)]]
        return document.jsonText
    }

    private static func id(_ namespace: String, _ value: String?, _ type: String = "integrationCode") -> JSONValue? {
        value.map { .object(["namespace": .string(namespace), "value": .string($0), "type": .string(type)]) }
    }
}
