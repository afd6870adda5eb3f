// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The file that a property is kept in.
enum PropertyFile {
    private static let schema = "launch-hub.property"
    private static let version: Int64 = 1
    /// The most bytes that are read.
    static let maximumBytes = 16 << 20

    /// Returns the text of a property.
    ///
    /// - Throws: ``PropertyError`` if what it holds could not be read again, as a rule that is nested too deeply.
    static func data(of property: Property) throws(PropertyError) -> Data {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var object = try JSONObject(jsonData: try encoder.encode(property))
            object["schema"] = .string(schema)
            object["version"] = .int(version)
            let data = JSONValue.object(object).jsonData(pretty: true) + Data("\n".utf8)
            guard data.count <= maximumBytes else {
                throw PropertyError(
                    .value,
                    "the property would have \(data.count) bytes; at most \(maximumBytes) are read"
                )
            }
            return data
        } catch let error as PropertyError {
            throw error
        } catch {
            throw PropertyError(.value, "the property cannot be written: \(error)")
        }
    }

    /// Reads the text of a property.
    ///
    /// - Throws: ``PropertyError`` of the code `file`, with the line and the column or the member.
    static func property(in data: Data, path: String) throws(PropertyError) -> Property {
        let object: JSONObject
        do throws(JSONConversionError) {
            object = try JSONObject(jsonData: data)
        } catch {
            throw PropertyError(
                .file,
                "\(path) is not a whole property: \(error); restore it, for example from version control"
            )
        }
        guard object["schema"]?.stringValue == schema else {
            throw PropertyError(.file, "\(path) is not a property: its member \"schema\" is not \"\(schema)\"")
        }
        guard let found = object["version"]?.intValue, found <= version else {
            let shown = object["version"]?.jsonText ?? "missing"
            throw PropertyError(
                .file,
                "\(path) has version \(shown), and this program knows \(version); use a later one"
            )
        }
        do {
            return try JSONDecoder().decode(Property.self, from: data)
        } catch let error as DecodingError {
            throw PropertyError(.file, "\(path) is not a property: \(words(error))")
        } catch {
            throw PropertyError(.file, "\(path) is not a property: \(error)")
        }
    }

    /// What is wrong, with the member that it is wrong with.
    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath)) has no member \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(place(context.codingPath)) is of another kind: \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "the file" }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
