// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubProperty

/// A command about a property.
protocol PropertyCommand: Command {
    var place: PropertyPlace { get set }
}

/// Where a property is.
struct PropertyPlace: Sendable {
    /// The folder of published configurations.
    var folder = "RemoteConfig"
    /// The name of the property; nil for the only one in the folder.
    var property: String?

    /// Finds the property.
    func open() throws -> PropertyFolder {
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        if let property { return PropertyFolder(root: root, name: property) }
        let names = PropertyFolder.names(in: root)
        guard let name = names.first else {
            throw UsageError("there is no property in \(folder); make one with launchhub config init NAME.")
        }
        guard names.count == 1 else {
            throw UsageError(
                "\(folder) has several properties; name one with --property: \(names.joined(separator: ", "))."
            )
        }
        return PropertyFolder(root: root, name: name)
    }
}

extension CommandDeclarations where Command: PropertyCommand {
    /// Declares the options that say where the property is.
    mutating func place() {
        option("--folder", \.place.folder, .text("FOLDER"), "the published configurations (default: RemoteConfig)")
        option("--property", \.place.property, .text("NAME"), "the property (default: the only one in the folder)")
    }
}

extension ValueForm<PropertyEnvironment.Kind> {
    /// A kind of environment, also by its short name.
    static var environment: ValueForm {
        let names = PropertyEnvironment.Kind.allCases.map(\.rawValue)
        return ValueForm("KIND", expected: names.joined(separator: ", "), choices: names) { text in
            PropertyEnvironment.Kind.allCases.first { $0.rawValue == text || $0.shortName == text }
        }
    }
}

extension ValueForm<String> {
    /// The name of an environment; a property may have more than the three of every one.
    static var environmentName: ValueForm {
        .text("ENVIRONMENT", offering: PropertyEnvironment.Kind.allCases.map(\.rawValue))
    }
}

extension PropertyFolder {
    /// Changes the property, and publishes nothing.
    func edit<Result>(
        _ change: (inout Property) throws(PropertyError) -> Result
    ) throws(PropertyError) -> Result {
        try self.change { (property) throws(PropertyError) in ([], try change(&property)) }
    }

    /// Changes the property and publishes the build that the change makes.
    func build(
        replacingEdited replaces: Bool,
        _ console: Console,
        _ change: (inout Property) throws(PropertyError) -> (build: PropertyBuild, isNew: Bool)
    ) throws {
        let (build, isNew) = try self.change(replacingEdited: replaces) { (property) throws(PropertyError) in
            let result = try change(&property)
            return ([result.build], result)
        }
        let appID = try read().environment(build.environment).appID
        build.remarks.forEach(console.remark)
        let record = build.record
        console.write(
            [
                "kind": "build", "environment": .string(build.environment), "library": .string(record.library),
                "build": .number(record.number), "new": .bool(isNew), "appid": .string(appID),
                "bytes": .number(record.size), "sha256": .string(record.digest),
                "items": .array(record.items.map(PropertyText.json)),
            ],
            or: "Build \(record.number) of \(build.environment) \(isNew ? "published" : "is up to date"): \(appID).json"
        )
    }
}

/// What several commands write about properties.
enum PropertyText {
    static func json(_ item: LibraryItem) -> JSONValue {
        ["name": .string(item.name), "revision": .number(item.revision)]
    }

    /// A value on one line.
    static func shown(_ value: JSONValue?) -> String { value.map { VisibleText.line($0.jsonText) } ?? "–" }

    /// Names and what belongs to them, in two columns.
    static func rows(_ rows: [(name: String, text: String)]) -> [String] {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text
        }
    }
}

/// A configuration that a command line names: what an environment has published, one of its builds, or the working copy.
struct PropertyReference: Sendable, Hashable {
    private let environment: String
    /// The number of a build; nil for the published one.
    private let number: Int?
    /// Whether the working copy is meant.
    private let isDraft: Bool

    /// What the help says of references.
    static let help = "an environment, a build such as production:3, or draft:development for the working copy"

    /// Reads a reference, such as `staging`, `staging:2`, `draft` or `draft:staging`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        isDraft = parts[0] == "draft"
        if isDraft {
            environment = parts.count == 2 ? parts[1] : PropertyEnvironment.Kind.development.rawValue
            number = nil
        } else {
            environment = parts[0]
            number = parts.count == 2 ? Int(parts[1]) : nil
            guard parts.count == 1 || number != nil else { return nil }
        }
    }

    /// A configuration and the origins of its values.
    struct Found {
        let name: String
        let configuration: JSONObject
        let origins: [PropertyBuild.Value]
    }

    /// Finds the configuration.
    func find(in folder: PropertyFolder) throws -> Found {
        let property = try folder.read()
        let target = try property.environment(environment)
        if isDraft {
            let build = try property.draft(for: target.name)
            return Found(
                name: "the working copy for \(target.name)",
                configuration: try JSONObject(jsonData: build.data),
                origins: build.values
            )
        }
        guard let wanted = number ?? target.current else {
            throw UsageError("\(target.name) has no build yet; draft:\(target.name) is the working copy.")
        }
        let data = try folder.data(ofBuild: wanted, of: target)
        return Found(
            name: "build \(wanted) of \(target.name)",
            configuration: try JSONObject(jsonData: data),
            origins: target.build(wanted).map { property.values(of: $0, in: target) } ?? []
        )
    }
}

extension ValueForm<PropertyReference> {
    static var reference: ValueForm {
        let names = PropertyEnvironment.Kind.allCases.map(\.rawValue) + ["draft"]
        return ValueForm("WHAT", expected: PropertyReference.help, choices: names) { PropertyReference($0) }
    }
}
