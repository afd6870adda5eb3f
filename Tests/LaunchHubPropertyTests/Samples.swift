// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubProperty

extension Property {
    static let iosID = "P0A1B2C3D-0000-4000-8000-000000000001"
    static let androidID = "P0A1B2C3D-0000-4000-8000-000000000002"

    /// A property with settings on both platforms and for the hub, and a library with all of it.
    static func sample() throws -> Property {
        var property = try Property(name: "player", key: "EN-player")
        try property.set(
            [("appid", iosID), ("appname", "Player"), ("sfcode", "dcr")],
            of: "nielsen",
            in: SettingScope(platform: .ios)
        )
        try property.set([("appid", androidID)], of: "nielsen", in: SettingScope(platform: .android))
        try property.set(
            [("global.privacy", "optedin"), ("lifecycle.sessionTimeout", "300"), ("global.ssl", "false")],
            of: "core",
            in: SettingScope()
        )
        try property.set(
            [("lifecycle.sessionTimeout", "10")],
            of: "core",
            in: SettingScope(environment: .development)
        )
        try property.set(
            [("nol_devDebug", "DEBUG")],
            of: "nielsen",
            in: SettingScope(platform: .ios, environment: .development)
        )
        try property.addLibrary(named: "first")
        try property.addChanges(to: "first")
        return property
    }

    mutating func rename(to name: String) throws {
        try set([("appname", name)], of: "nielsen", in: SettingScope(platform: .ios))
        try addChanges(to: "first")
    }
}

extension PropertyBuild {
    var configuration: JSONObject { get throws { try JSONObject(jsonData: data) } }
}

/// A rule that adds a value to each event that tracks an action.
let sampleRule = """
    {"version": 1, "rules": [
      {"condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["x"]}},
       "consequences": [{"id": "a", "type": "add", "detail": {"eventdata": {"k": 1}}}]}
    ]}
    """
