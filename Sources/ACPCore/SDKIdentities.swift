// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The identifiers that apps have set.
struct SDKIdentities: Sendable {
    var advertising: String?
    var push: String?

    /// The identifiers in the documented form: contexts of the company, with lists of the user's ids.
    var json: String {
        var document: JSONObject = [:]
        if let organization = ACPCoreHost.hub.configuration.value(forKey: "experienceCloud.org")?.value.stringValue {
            document["companyContexts"] = [["namespace": "imsOrgID", "value": .string(organization)]]
        }
        let ids = [("DSID_20915", advertising), ("20919", push)].compactMap { namespace, value in
            value.map {
                JSONValue.object(["namespace": .string(namespace), "value": .string($0), "type": "integrationCode"])
            }
        }
        document["users"] = ids.isEmpty ? [] : [["userIDs": .array(ids)]]
        return document.jsonText
    }
}
