// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A value that differs between two configurations.
package struct ConfigurationDifference: Sendable, Hashable {
    /// The key, with the members that lead to the value, such as `nielsen.ios/appid`.
    package let path: String
    /// The value in the first configuration; nil if it has none.
    package let before: JSONValue?
    /// The value in the second configuration; nil if it has none.
    package let after: JSONValue?

    /// Compares two configurations, except for the keys that say which build it is.
    ///
    /// - Parameters:
    ///   - before: The first configuration.
    ///   - after: The second configuration.
    /// - Returns: The values that differ, sorted by path; of objects their members.
    package static func all(from before: JSONObject, to after: JSONObject) -> [ConfigurationDifference] {
        var found: [ConfigurationDifference] = []
        compare(before, after, "", &found)
        return found
    }

    private static func compare(
        _ before: JSONObject,
        _ after: JSONObject,
        _ path: String,
        _ found: inout [ConfigurationDifference]
    ) {
        for key in Set(before.keys + after.keys).sorted() where !path.isEmpty || !PropertyBuild.ownKeys.contains(key) {
            let (left, right) = (before[key], after[key])
            guard left != right else { continue }
            if let left = left?.objectValue, let right = right?.objectValue {
                compare(left, right, path + key + "/", &found)
            } else {
                found.append(ConfigurationDifference(path: path + key, before: left, after: right))
            }
        }
    }
}
