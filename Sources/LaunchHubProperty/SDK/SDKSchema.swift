// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
import NielsenAppApi

/// The members of an SDK configuration, as the package's JSON Schema describes them.
package struct SDKSchema: Sendable {
    /// A member of a configuration.
    package struct Member: Sendable, Hashable {
        /// Where it is, such as `thresholds.creditValue`; names that the file chooses are `*`, elements `[]`.
        package let path: String
        /// A description of one line.
        package let help: String
        /// The valid values, to complete "use …".
        package let expected: String
        /// The value that holds without a file; nil if the member has no default.
        package let builtIn: JSONValue?
        /// The names of the members in it.
        package let members: [String]
    }

    /// The text of the schema, for editors and other programs.
    package static let text = Data(PackageResources.sdk_configuration_schema_json)

    private let root: JSONObject
    private let builtIn: JSONObject

    /// Reads the schema.
    ///
    /// - Throws: ``PropertyError``, which a test of the schema excludes.
    package init() throws(PropertyError) {
        do throws(JSONConversionError) {
            root = try JSONObject(jsonData: Self.text)
            builtIn = try JSONObject(jsonData: NielsenConfiguration.builtInText)
        } catch {
            throw PropertyError(.file, "the schema of SDK configurations cannot be read: \(error)")
        }
    }

    /// Every member in the order of the schema.
    package var members: [Member] {
        var members: [Member] = []
        gather(root, [], &members)
        return members
    }

    /// Returns the member of a path, or all whose path ends with a name.
    ///
    /// - Parameter text: A path, such as `thresholds.creditValue` or `templates.dcrVideo.url`, or a name.
    /// - Returns: The members, one or more.
    /// - Throws: ``PropertyError`` of the code `unknown`, with what was probably meant.
    package func members(_ text: String) throws(PropertyError) -> [Member] {
        let names = text.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
        if !names.isEmpty, let member = find(names, in: root, []) { return [member] }
        let all = members
        let named = all.filter { $0.path.split(separator: ".").last.map(Self.plain) == text }
        if !named.isEmpty { return named }
        let known = all.map(\.path) + all.compactMap { $0.path.split(separator: ".").last.map(Self.plain) }
        throw PropertyError(
            .unknown,
            "there is no member \"\(text)\"; config sdk explain lists them." + Suggestion.text(text, among: known)
        )
    }

    // MARK: - Walking

    private static func plain(_ name: Substring) -> String { String(name.prefix { $0 != "[" }) }

    private func gather(_ schema: JSONObject, _ path: [String], _ members: inout [Member]) {
        for entry in schema["properties"]?.objectValue ?? JSONObject() {
            guard let own = entry.value.objectValue else { continue }
            add(own, path + [entry.key], &members)
        }
        if let own = schema["additionalProperties"]?.objectValue { add(own, path + ["*"], &members) }
    }

    private func add(_ schema: JSONObject, _ path: [String], _ members: inout [Member]) {
        members.append(member(schema, path))
        gather(schema, path, &members)
        if let element = schema["items"]?.objectValue {
            gather(element, path.dropLast() + [(path.last ?? "") + "[]"], &members)
        }
    }

    private func find(_ names: [String], in schema: JSONObject, _ path: [String]) -> Member? {
        guard let name = names.first else { return member(schema, path) }
        let schema = schema["items"]?.objectValue ?? schema
        let own = schema["properties"]?[name]?.objectValue ?? schema["additionalProperties"]?.objectValue
        return own.flatMap { find(Array(names.dropFirst()), in: $0, path + [name]) }
    }

    private func member(_ schema: JSONObject, _ path: [String]) -> Member {
        Member(
            path: path.joined(separator: "."),
            help: schema["description"]?.stringValue ?? "",
            expected: Self.expected(schema),
            builtIn: value(path) ?? schema["default"],
            members: (schema["items"]?.objectValue ?? schema)["properties"]?.objectValue?.keys ?? []
        )
    }

    private func value(_ path: [String]) -> JSONValue? {
        path.reduce(JSONValue.object(builtIn) as JSONValue?) { $0?[$1] }
    }

    private static func expected(_ schema: JSONObject) -> String {
        if let choices = schema["enum"]?.arrayValue {
            return choices.compactMap(\.stringValue).joined(separator: ", ")
        }
        if let only = schema["const"]?.stringValue { return "\"\(only)\"" }
        if let low = schema["minimum"]?.intValue, let high = schema["maximum"]?.intValue {
            return "a whole number from \(low) to \(high)"
        }
        switch schema["type"]?.stringValue {
        case "boolean": return "true or false"
        case "integer": return "a whole number"
        case "string": return "a text"
        case "array":
            return schema["items"]?["type"] == "string" ? "a list of texts" : "a list of objects"
        default: return "an object"
        }
    }
}
