// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
import NielsenAppApi

/// What the built-in configuration has and a file has not, because the file was made of an earlier one or somebody took
/// it out.
package struct SDKMigration: Sendable {
    /// A part of the built-in configuration.
    package struct Addition: Sendable, Hashable {
        /// Where it belongs, such as `templates.dcrVideo.parameters`.
        package let path: String
        package let value: JSONValue
    }

    /// The parts that the file lacks, in the order of the built-in configuration.
    package let additions: [Addition]
    private let object: JSONObject

    /// The members in which what is left out has no value at all; elsewhere the built-in value holds.
    private static let whole = ["defaults", "keyMap", "valueMaps", "templates"]

    /// Compares a file with the built-in configuration.
    ///
    /// - Parameter data: The text of the file.
    /// - Throws: ``PropertyError`` of the code `file` if apps cannot read it.
    package init(of data: Data) throws(PropertyError) {
        do {
            _ = try NielsenConfiguration(jsonData: data)
            object = try JSONObject(jsonData: data)
            let builtIn = try JSONObject(jsonData: NielsenConfiguration.builtInText)
            additions = object["products"] == nil ? [] : Self.additions(to: object, from: builtIn)
        } catch {
            throw PropertyError(.file, "\(error)")
        }
    }

    private static func additions(to object: JSONObject, from builtIn: JSONObject) -> [Addition] {
        var found: [Addition] = []
        for member in whole {
            let (own, other) = (
                object[member]?.objectValue ?? JSONObject(), builtIn[member]?.objectValue ?? JSONObject()
            )
            for entry in other {
                let path = "\(member).\(entry.key)"
                guard let value = own[entry.key] else {
                    found.append(Addition(path: path, value: entry.value))
                    continue
                }
                guard member == "templates" else { continue }
                let names = Set((value["parameters"]?.arrayValue ?? []).compactMap(parameterName))
                for parameter in entry.value["parameters"]?.arrayValue ?? []
                where parameterName(parameter).map({ !names.contains($0) }) ?? false {
                    found.append(Addition(path: path + ".parameters", value: parameter))
                }
            }
        }
        let products = Set((object["products"]?.arrayValue ?? []).compactMap { $0["product"]?.stringValue })
        for product in builtIn["products"]?.arrayValue ?? []
        where product["product"]?.stringValue.map({ !products.contains($0) }) ?? false {
            found.append(Addition(path: "products", value: product))
        }
        return found
    }

    private static func parameterName(_ parameter: JSONValue) -> String? {
        parameter.stringValue.map { String($0.prefix { $0 != "=" }) }
    }

    /// Returns the text of the file with additions.
    ///
    /// - Parameter additions: Those of ``additions`` that are wanted.
    /// - Returns: The text, which apps can read.
    /// - Throws: ``PropertyError`` of the code `value`.
    package func text(adding additions: [Addition]) throws(PropertyError) -> Data {
        var object = object
        for addition in additions {
            let path = addition.path.split(separator: ".").map(String.init)
            object = Self.adding(addition.value, at: path[...], to: .object(object)).objectValue ?? object
        }
        let data = JSONValue.object(object).jsonData(pretty: true) + Data("\n".utf8)
        do throws(NielsenConfigurationError) {
            _ = try NielsenConfiguration(jsonData: data)
        } catch {
            throw PropertyError(.value, error.description)
        }
        return data
    }

    private static func adding(_ value: JSONValue, at path: ArraySlice<String>, to old: JSONValue?) -> JSONValue {
        guard let name = path.first else {
            // Elements are added behind the others; a member that is missing gets the value.
            return old?.arrayValue.map { .array($0 + [value]) } ?? value
        }
        var object = old?.objectValue ?? JSONObject()
        object[name] = adding(value, at: path.dropFirst(), to: object[name])
        return .object(object)
    }
}
