// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The origins of a property's rules; a later one takes precedence over those before it.
package enum HubRuleOrigin: String, Sendable, Hashable {
    /// A file that comes with the app.
    case bundled
    /// The configuration itself.
    case embedded
    /// A copy of what was downloaded by an earlier launch.
    case cached
    /// The address that the configuration names.
    case downloaded
}

/// The origin of a property's rules, as a hub reports it.
struct PropertyRules: Sendable {
    /// Counts what configurations have named, so that what comes late for an earlier one has no effect.
    var following: UInt64 = 0
    /// Nil if there are none, or an app has set them itself.
    var origin: HubRuleOrigin?
    /// The address, without what may be confidential in it.
    var address: String?
    /// When they were downloaded or read, in milliseconds since 1970.
    var loadedAt: Int64?
    /// When the server said last that they are current, in milliseconds since 1970.
    var checkedAt: Int64?
    /// The reason why the last try to load rules failed.
    var problem: LaunchRuleError?

    /// The entries of the hub's state of rules.
    var entries: JSONObject {
        var entries: JSONObject = [:]
        entries["origin"] = origin.map { .string($0.rawValue) }
        entries["address"] = address.map { .string($0) }
        entries["loadedAt"] = loadedAt.map { .int($0) }
        entries["checkedAt"] = checkedAt.map { .int($0) }
        entries["problem"] = problem.map { .string($0.description) }
        return entries
    }
}
