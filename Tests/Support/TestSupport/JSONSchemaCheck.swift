// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// Compares values with a JSON Schema, as far as the schemas of this package go.
///
/// A keyword that it does not know is a fault, so that no schema says more than is compared.
package struct JSONSchemaCheck {
    private let root: JSONValue

    private static let words: Set<String> = [
        "$schema", "$id", "$ref", "$defs", "title", "description", "oneOf", "type", "const", "enum", "required",
        "properties", "items", "minimum", "maximum",
    ]

    package init(_ schema: JSONValue) {
        root = schema
    }

    /// Returns what is wrong with a value; empty where it is valid.
    package func faults(_ value: JSONValue) -> [String] {
        faults(value, root, "")
    }

    private func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        guard let object = schema.objectValue else { return ["the schema at \(place) is not an object"] }
        var faults = object.keys.filter { !Self.words.contains($0) }.map { "the schema has the keyword \($0)" }
        if let name = object["$ref"]?.stringValue {
            guard let target = root["$defs"]?[String(name.dropFirst("#/$defs/".count))] else {
                return faults + ["the schema has no \(name)"]
            }
            faults += self.faults(value, target, place)
        }
        if let choices = object["oneOf"]?.arrayValue {
            let results = choices.map { self.faults(value, $0, place) }
            let fitting = results.count(where: \.isEmpty)
            if fitting != 1 {
                let nearest = results.filter { !$0.contains { $0.hasPrefix("kind ") } }.first ?? []
                faults.append("\(fitting) forms fit: \(nearest.joined(separator: ", "))")
            }
        }
        if let type = object["type"]?.stringValue, !Self.isOf(type, value) { faults.append("\(place) is no \(type)") }
        if let constant = object["const"], constant != value { faults.append("\(place) is not \(constant.jsonText)") }
        if let choices = object["enum"]?.arrayValue, !choices.contains(value) {
            faults.append("\(place) is \(value.jsonText.prefix(40))")
        }
        if let minimum = object["minimum"]?.doubleValue, let number = value.doubleValue, number < minimum {
            faults.append("\(place) is below \(minimum)")
        }
        if let maximum = object["maximum"]?.doubleValue, let number = value.doubleValue, number > maximum {
            faults.append("\(place) is above \(maximum)")
        }
        if let members = value.objectValue {
            for case let name? in (object["required"]?.arrayValue ?? []).map(\.stringValue) where members[name] == nil {
                faults.append("\(place) has no \(name)")
            }
            for (key, schema) in object["properties"]?.objectValue?.entries ?? [] {
                if let member = members[key] {
                    faults += self.faults(member, schema, place.isEmpty ? key + " " : "\(place).\(key)")
                }
            }
        }
        if let elements = value.arrayValue, let schema = object["items"] {
            for element in elements { faults += self.faults(element, schema, place + "[]") }
        }
        return faults
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "object": value.objectValue != nil
        case "array": value.arrayValue != nil
        case "string": value.stringValue != nil
        case "boolean": value.boolValue != nil
        case "integer": value.intValue != nil
        case "number": value.doubleValue != nil
        default: false
        }
    }
}
