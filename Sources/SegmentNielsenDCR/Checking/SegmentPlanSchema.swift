// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The part of an event's JSON Schema that is about its properties, with the way to it in the plan's text.
struct SegmentPlanSchema {
    /// A property that a schema declares.
    struct Member {
        let name: String
        let schema: JSONValue
        let path: [JSONSourceText.Step]
        let isRequired: Bool
    }

    private(set) var members: [Member] = []

    /// Reads the rules of an event.
    ///
    /// Segment's own form describes the whole message, whose member `properties` is what an app sends; a schema of the
    /// properties alone is read, too, and so are the parts of `allOf`.
    init(_ rules: JSONValue, path: [JSONSourceText.Step]) {
        let declared = rules["properties"]
        if let own = declared?["properties"]?.objectValue,
            own["properties"] != nil || own["type"]?.isSchemaType == true
                || own.isEmpty || declared?["context"] != nil || declared?["traits"] != nil
        {
            read(.object(own), path + [.member("properties"), .member("properties")], depth: 0)
        } else {
            readMembers(of: rules, path)
        }
        // A part may be about the whole message, whatever the others are about.
        for (index, part) in (rules["allOf"]?.arrayValue ?? []).enumerated() {
            let inner = SegmentPlanSchema(part, path: path + [.member("allOf"), .element(index)])
            members += inner.members
        }
    }

    /// Reads what a schema of the properties alone declares, and its parts.
    private mutating func read(_ schema: JSONValue, _ path: [JSONSourceText.Step], depth: Int) {
        readMembers(of: schema, path)
        guard depth < 8 else { return }
        for (index, part) in (schema["allOf"]?.arrayValue ?? []).enumerated() {
            read(part, path + [.member("allOf"), .element(index)], depth: depth + 1)
        }
    }

    private mutating func readMembers(of schema: JSONValue, _ path: [JSONSourceText.Step]) {
        let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        for member in schema["properties"]?.objectValue?.entries ?? [] {
            members.append(
                Member(
                    name: member.key,
                    schema: member.value,
                    path: path + [.member("properties"), .member(member.key)],
                    isRequired: required.contains(member.key)
                )
            )
        }
    }
}

extension SegmentPlanSchema.Member {
    /// The types that the schema allows; empty where it allows any.
    var types: [String] {
        if let type = schema["type"]?.stringValue { return [type] }
        if let types = schema["type"]?.arrayValue { return types.compactMap(\.stringValue) }
        if let values = schema["enum"]?.arrayValue, !values.isEmpty { return Set(values.map(\.schemaType)).sorted() }
        if let value = schema["const"] { return [value.schemaType] }
        let parts = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue ?? []
        return parts.flatMap { $0["type"]?.stringValue.map { [$0] } ?? [] }
    }
}

extension JSONValue {
    /// Whether the value is what `type` is in a schema, and not the schema of a property of that name.
    fileprivate var isSchemaType: Bool { stringValue != nil || arrayValue != nil }

    fileprivate var schemaType: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .int: "integer"
        case .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
