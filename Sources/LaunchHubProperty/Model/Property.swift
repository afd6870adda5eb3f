// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// A Launch property: extensions with their settings, rules, libraries of both, and the environments that these are
/// built for.
///
/// A property is a value; ``PropertyFolder`` keeps it in files.
///
/// ```swift
/// var property = try Property(name: "player", key: "EN-player")
/// try property.set(["appid": "P..."], of: "nielsen", in: SettingScope(platform: .ios))
/// try property.addLibrary(named: "first", for: "development")
/// try property.addChanges(to: "first")
/// let build = try property.build("first")
/// ```
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Extension Installation and Configuration".
package struct Property: Sendable, Hashable, Codable {
    /// The name, which is also that of the property's folder.
    package let name: String
    /// The value of `property.id` in each build.
    package let id: String
    /// The environments; one of each kind at first.
    package internal(set) var environments: [PropertyEnvironment]
    /// The extensions and rules; rules are evaluated in this order.
    package internal(set) var resources: [PropertyResource] = []
    /// The libraries, the earliest first.
    package internal(set) var libraries: [PropertyLibrary] = []
    /// The forms of extensions of the property's own; each is in a file of its own.
    package internal(set) var forms: [ExtensionForm] = []

    private enum CodingKeys: CodingKey {
        case name
        case id
        case environments
        case resources
        case libraries
    }

    /// Makes a property with a development, a staging and a production environment.
    ///
    /// - Parameters:
    ///   - name: The name of the property and of its folder.
    ///   - key: What the app ids of its environments have in common, such as `EN5f0c…`.
    ///   - id: The value of `property.id`; nil for `PR-` and the name.
    /// - Throws: ``PropertyError`` of the code `name`.
    package init(name: String, key: String, id: String? = nil) throws(PropertyError) {
        try PropertyName.check(name, of: "a property")
        try PropertyName.check(key, of: "a key")
        if let id { try PropertyName.check(id, of: "a property's id") }
        self.name = name
        self.id = id ?? "PR-\(name)"
        environments = PropertyEnvironment.Kind.allCases.map { kind in
            PropertyEnvironment(name: kind.rawValue, kind: kind, appID: "\(name)/launch-\(key)-\(kind.rawValue)")
        }
    }

    // MARK: - Environments

    /// Adds a development environment, so that several libraries can be tried side by side.
    ///
    /// - Parameter name: The name of the environment.
    /// - Throws: ``PropertyError`` of the code `name` if it is not valid or taken.
    package mutating func addEnvironment(named name: String) throws(PropertyError) {
        try PropertyName.check(name, of: "an environment")
        guard !environments.contains(where: { $0.name == name }) else {
            throw PropertyError(.name, "there is an environment \"\(name)\" already; use another name")
        }
        let first = try environment(PropertyEnvironment.Kind.development.rawValue)
        environments.append(
            PropertyEnvironment(name: name, kind: .development, appID: "\(first.appID)-\(name)")
        )
    }

    /// Returns the environment of a name.
    ///
    /// - Parameter name: The name; `dev`, `stage` and `prod` are known as well.
    /// - Returns: The environment.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    package func environment(_ name: String) throws(PropertyError) -> PropertyEnvironment {
        environments[try place(ofEnvironment: name)]
    }

    func place(ofEnvironment name: String) throws(PropertyError) -> Int {
        let long = ConfigurationEnvironment(name: name)?.rawValue
        guard let place = environments.firstIndex(where: { $0.name == name || $0.name == long }) else {
            throw .unknown("environment", name, among: environments.map(\.name))
        }
        return place
    }
}
