// SPDX-License-Identifier: Apache-2.0

/// The origins of a property's rules; a later one takes precedence over those before it.
package enum HubRuleOrigin: String, Sendable, Hashable, CaseIterable {
    /// A file that comes with the app.
    case bundled
    /// The configuration itself.
    case embedded
    /// A copy of what was downloaded by an earlier launch.
    case cached
    /// The address that the configuration names.
    case downloaded

    /// Whether rules of this origin may replace those of another one.
    func replaces(_ other: HubRuleOrigin?) -> Bool {
        guard let other else { return true }
        return Self.allCases.firstIndex(of: self) ?? 0 >= Self.allCases.firstIndex(of: other) ?? 0
    }
}
