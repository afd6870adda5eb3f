// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The result of a call or event, from which both flows make their dictionaries.
struct InstanceResult: Sendable {
    /// The values that can be requested, under their documented keys.
    enum Value: Sendable {
        case optOutStatus(Bool)
        case appDisable(Bool)
        case demographicId(String)
        case optOutURL(String)
        case meterVersion(String)
    }

    var code: NielsenAppSDKExtensionResultCode
    var description: String
    var identifier: String?
    var value: Value?

    static func success(_ description: String, identifier: String? = nil, value: Value? = nil) -> InstanceResult {
        InstanceResult(code: .success, description: description, identifier: identifier, value: value)
    }

    init(
        code: NielsenAppSDKExtensionResultCode,
        description: String,
        identifier: String? = nil,
        value: Value? = nil
    ) {
        self.code = code
        self.description = description
        self.identifier = identifier
        self.value = value
    }

    init(_ failure: InstanceFailure, identifier: String? = nil) {
        self.init(code: failure.code, description: failure.description, identifier: identifier)
    }

    /// The result as the data of an event.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "Result".
    var json: JSONObject { JSONObject(members) }

    /// The result as the dictionary of a call.
    var dictionary: [String: Any] {
        let members = members
        var dictionary = [String: Any](minimumCapacity: members.count)
        for (key, value) in members { dictionary[key] = value.anyValue }
        return dictionary
    }

    /// The members that both flows pass on, under their documented keys.
    private var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        members.reserveCapacity(4)
        members.append(("code", .int(Int64(code.rawValue))))
        members.append(("description", .string(description)))
        if let identifier { members.append(("identifier", .string(identifier))) }
        switch value {
        case nil: break
        case .optOutStatus(let status): members.append(("optout_status", .int(status ? 1 : 0)))
        case .appDisable(let status): members.append(("app_disable", .int(status ? 1 : 0)))
        case .demographicId(let id): members.append(("demographic_id", .string(id)))
        case .optOutURL(let url): members.append(("optout_url", .string(url)))
        case .meterVersion(let version): members.append(("meter_version", .string(version)))
        }
        return members
    }
}
