// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The JSON Schema of the rows of an export.
enum ExportSchema {
    /// The name of the schema; another one comes with a column that changes its meaning, or goes.
    static let name = "urn:launch-hub:export:1"

    /// The schema as text, without a line end.
    static var text: String {
        let tables = ExportTable.allCases.map { ($0.rawValue, JSONValue.object(object(of: $0))) }
        let schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": .string(name),
            "title": "A row of an export",
            "description":
                "The files of an export are JSON Lines. The folder that they lie in names the table, whose rows are below $defs.",
            "anyOf": .array(ExportTable.allCases.map { ["$ref": .string("#/$defs/\($0.rawValue)")] }),
            "$defs": .object(JSONObject(tables)),
        ]
        return schema.jsonText
    }

    private static func object(of table: ExportTable) -> JSONObject {
        let properties = table.columns.map { ("\($0.name)", JSONValue.object($0.schema)) }
        return [
            "description": .string(table.meaning), "type": "object",
            "required": .array(table.columns.map { .string("\($0.name)") }),
            "properties": .object(JSONObject(properties)),
        ]
    }
}

extension ExportColumn {
    /// The schema of a value.
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["description": .string(meaning)]
        let type: String
        switch kind {
        case .text: type = "string"
        case .integer: type = "integer"
        case .boolean: type = "boolean"
        case .day:
            type = "string"
            schema["format"] = "date"
        case .time:
            type = "string"
            schema["format"] = "date-time"
        case .map:
            type = "object"
            schema["additionalProperties"] = ["type": "string"]
        }
        schema["type"] = isOptional ? [.string(type), "null"] : .string(type)
        return schema
    }
}
