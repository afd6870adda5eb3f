// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// An object of a configuration file and where it is, for errors that say both.
package struct ConfigurationReader {
    package let object: JSONObject
    let path: String
    /// The remarks for the author of the file, from this object and those inside it.
    package let remarks: Remarks

    /// Remarks of all readers of one file.
    package final class Remarks: Sendable {
        private let lines = Locked<[String]>([])

        /// The number of remarks that are kept; a file of another kind may have any number.
        private static let kept = 100

        package var all: [String] { lines.withLock { $0 } }

        package func add(_ line: String) {
            lines.withLock { lines in
                if lines.count < Self.kept { lines.append(line) }
            }
        }
    }

    package init(_ object: JSONObject, path: String = "", remarks: Remarks = Remarks()) {
        self.object = object
        self.path = path
        self.remarks = remarks
    }

    package func error(_ key: String, _ detail: String) -> NielsenConfigurationError {
        NielsenConfigurationError(path: "\(path).\(NielsenText.shown(key))", detail)
    }

    /// Notes members that this version does not know, for the author: they may be typing errors, or what a later
    /// version of the library reads, and must not end measurement in apps that are installed.
    ///
    /// `_…` is for comments.
    package func allow(_ keys: [String]) {
        for entry in object where !keys.contains(entry.key) && !entry.key.hasPrefix("_") {
            let remark = error(
                entry.key,
                "unknown member, which is not read; known are \(keys.joined(separator: ", "))"
            )
            remarks.add(remark.description)
        }
    }

    // MARK: - Values

    private func wrong(_ key: String, _ value: JSONValue, _ right: String) -> NielsenConfigurationError {
        error(key, "it is \(value.kindDescription); \(right) is right")
    }

    package func text(_ key: String) throws(NielsenConfigurationError) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.stringValue else { throw wrong(key, value, "a string") }
        return text
    }

    package func integer(_ key: String, _ range: ClosedRange<Int64>) throws(NielsenConfigurationError) -> Int64? {
        guard let value = object[key] else { return nil }
        guard let number = value.intValue else { throw wrong(key, value, "a whole number") }
        guard range.contains(number) else {
            throw error(key, "\(number) is out of range; \(range.lowerBound) to \(range.upperBound) is right")
        }
        return number
    }

    /// A member that is a whole number, and where it goes.
    package struct Field<Root> {
        let name: String
        let path: WritableKeyPath<Root, Int>
        let range: ClosedRange<Int64>

        package init(_ name: String, _ path: WritableKeyPath<Root, Int>, _ range: ClosedRange<Int64>) {
            self.name = name
            self.path = path
            self.range = range
        }
    }

    /// Reads the fields that are there, and allows them and others.
    package func read<Root>(
        _ fields: [Field<Root>],
        into root: inout Root,
        beside others: [String] = []
    ) throws(NielsenConfigurationError) {
        allow(fields.map(\.name) + others)
        for field in fields {
            if let value = try integer(field.name, field.range) { root[keyPath: field.path] = Int(value) }
        }
    }

    package func flag(_ key: String) throws(NielsenConfigurationError) -> Bool? {
        guard let value = object[key] else { return nil }
        guard let flag = value.boolValue else { throw wrong(key, value, "true or false") }
        return flag
    }

    package func reader(_ key: String) throws(NielsenConfigurationError) -> ConfigurationReader? {
        guard let value = object[key] else { return nil }
        guard let object = value.objectValue else { throw wrong(key, value, "an object") }
        return ConfigurationReader(object, path: "\(path).\(key)", remarks: remarks)
    }

    package func readers(_ key: String) throws(NielsenConfigurationError) -> [ConfigurationReader] {
        guard let value = object[key] else { return [] }
        guard let elements = value.arrayValue else { throw wrong(key, value, "a list of objects") }
        var readers: [ConfigurationReader] = []
        for (index, element) in elements.enumerated() {
            let place = "\(key)[\(index)]"
            guard let object = element.objectValue else { throw wrong(place, element, "an object") }
            readers.append(ConfigurationReader(object, path: "\(path).\(place)", remarks: remarks))
        }
        return readers
    }

    package func texts(_ key: String) throws(NielsenConfigurationError) -> [String]? {
        guard let value = object[key] else { return nil }
        guard let elements = value.arrayValue else { throw wrong(key, value, "a list of strings") }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.stringValue else { throw wrong("\(key)[\(index)]", element, "a string") }
            texts.append(text)
        }
        return texts
    }

    /// All members, which must be strings.
    package func strings() throws(NielsenConfigurationError) -> [String: String] {
        var strings: [String: String] = [:]
        for entry in object where !entry.key.hasPrefix("_") {
            guard let text = entry.value.stringValue else { throw wrong(entry.key, entry.value, "a string") }
            strings[entry.key] = text
        }
        return strings
    }

    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String,
        _ type: Choice.Type
    ) throws(NielsenConfigurationError) -> Choice? where Choice.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(key, "\"\(NielsenText.shown(text))\" is unknown; use \(choices)")
        }
        return choice
    }
}

/// The reason why a file is not a valid SDK configuration, with the position of the fault.
public struct NielsenConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The position, as `.member[0].member`; empty for the file itself.
    public let path: String
    /// A description of what was wrong and what would be right.
    public let detail: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - path: The position.
    ///   - detail: A description of what was wrong and what would be right.
    public init(path: String, _ detail: String) {
        self.path = path
        self.detail = detail
    }

    /// A description of what was wrong, where, and what would be right.
    public var description: String {
        VisibleText.line(path.isEmpty ? "the configuration: \(detail)" : "the configuration at \(path): \(detail)")
    }
}
