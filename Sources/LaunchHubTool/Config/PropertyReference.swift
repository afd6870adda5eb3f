// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubProperty

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
            throw UsageError(description: "\(target.name) has no build yet; draft:\(target.name) is the working copy.")
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
