// SPDX-License-Identifier: Apache-2.0

package import HubServices
import LaunchHub

/// A configuration as an app of an environment sees it, with the origin of each value.
package struct PropertyView: Sendable {
    /// A value that is in force.
    package struct Row: Sendable, Hashable {
        /// The key, with the member that leads to the value, such as `nielsen.ios/appid`.
        package let path: String
        package let value: JSONValue
        /// The key that has the value in the file, such as `__dev__nielsen.ios`.
        package let spelling: String
        /// The resource that the value comes from; nil for what the property adds to each build.
        package let origin: PropertyBuild.Origin?
    }

    package let rows: [Row]

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The members of the published file.
    ///   - origins: The values of its build.
    package init(_ configuration: JSONObject, origins: [PropertyBuild.Value]) {
        let known = Dictionary(origins.map { ($0.path, $0.origin) }) { $1 }
        let rules = origins.filter { $0.path.first == PropertyBuilder.rulesKey }
        let objects = Set(origins.filter { $0.path.count == 2 }.map { $0.path[0] })
        rows = ConfigurationLayers(bundled: configuration).values().flatMap { value -> [Row] in
            if value.key == PropertyBuilder.rulesKey, !rules.isEmpty {
                return rules.map { rule in
                    Row(
                        path: rule.path.joined(separator: "/"),
                        value: rule.value,
                        spelling: value.spelling,
                        origin: rule.origin
                    )
                }
            }
            let members = value.value.objectValue ?? JSONObject()
            guard value.key.hasPrefix("nielsen.") || objects.contains(value.spelling), !members.isEmpty else {
                return [
                    Row(path: value.key, value: value.value, spelling: value.spelling, origin: known[[value.spelling]])
                ]
            }
            return members.entries.sorted { $0.key < $1.key }.map { entry in
                Row(
                    path: "\(value.key)/\(entry.key)",
                    value: entry.value,
                    spelling: value.spelling,
                    origin: known[[value.spelling, entry.key]]
                )
            }
        }
    }
}

extension Property {
    /// Returns the values of a build with their origins; empty where this version would not build it.
    ///
    /// - Parameters:
    ///   - record: The build.
    ///   - environment: Its environment.
    /// - Returns: The values in the order of their keys.
    package func values(of record: BuildRecord, in environment: PropertyEnvironment) -> [PropertyBuild.Value] {
        let library = PropertyLibrary(name: record.library, environment: environment.name, items: record.items)
        return (try? PropertyBuilder(self, library, for: environment.kind))?.values ?? []
    }
}
