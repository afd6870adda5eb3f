// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The form of one setting of an extension: its key, its values and what it is for.
package struct SettingForm: Sendable, Hashable {
    /// The values that a setting takes.
    package enum Values: Sendable, Hashable {
        /// A text that is not empty.
        case text
        /// `true` or `false`, as JSON has them.
        case flag
        /// A whole number within bounds.
        case number(ClosedRange<Int64>)
        /// One of a few texts.
        case choice([String])
        /// A letter and a GUID, as app ids are.
        case assignedID
    }

    package let key: String
    package let values: Values
    /// A description of one line.
    package let help: String
    /// Whether a platform that has any setting needs this one.
    package let isRequired: Bool
    /// The value that is published where nobody has set another one; nil for none.
    package let defaultValue: JSONValue?
    /// The platforms that have the setting, where an extension has settings for each.
    let platforms: [SettingScope.Platform]

    init(
        _ key: String,
        _ values: Values,
        _ help: String,
        isRequired: Bool = false,
        defaultValue: JSONValue? = nil,
        on platforms: [SettingScope.Platform] = SettingScope.Platform.allCases
    ) {
        self.key = key
        self.values = values
        self.help = help
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.platforms = platforms
    }

    /// The valid values, to complete "use …".
    package var expected: String {
        switch values {
        case .text: "a text that is not empty"
        case .flag: "true or false"
        case .number(let range): Self.words(for: range)
        case .choice(let choices): choices.joined(separator: ", ")
        case .assignedID: "the id that was assigned to the app, P and a GUID"
        }
    }

    private static func words(for range: ClosedRange<Int64>) -> String {
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): "a whole number"
        case (let lowest, .max): "a whole number, \(lowest) or more"
        case (.min, let highest): "a whole number, \(highest) or less"
        case (let lowest, let highest): "a whole number from \(lowest) to \(highest)"
        }
    }

    /// Reads a value as a command line spells it.
    ///
    /// - Parameter text: The value as text.
    /// - Returns: The value.
    /// - Throws: ``PropertyError`` of the code `value`.
    func value(_ text: String) throws(PropertyError) -> JSONValue {
        let value: JSONValue?
        switch values {
        case .text: value = text.contains { !$0.isWhitespace } ? .string(text) : nil
        case .flag: value = ["true": true, "false": false][text].map(JSONValue.bool)
        case .number(let range): value = Int64(text).flatMap { range.contains($0) ? .int($0) : nil }
        case .choice(let choices): value = choices.contains(text) ? .string(text) : nil
        case .assignedID: value = Self.isAssignedID(text) ? .string(text) : nil
        }
        guard let value else {
            let choices = if case .choice(let choices) = values { choices } else { [String]() }
            throw PropertyError(
                .value,
                "\(key) is \"\(text.prefix(80))\"; use \(expected)." + Suggestion.text(text, among: choices)
            )
        }
        return value
    }

    /// Checks a value that is in a file.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``PropertyError`` of the code `value`.
    func check(_ value: JSONValue) throws(PropertyError) {
        let isOfKind =
            switch values {
            case .text, .choice, .assignedID: value.stringValue != nil
            case .flag: value.boolValue != nil
            case .number: value.intValue != nil
            }
        guard isOfKind else {
            throw PropertyError(.value, "\(key) is \(value.kindDescription); use \(expected)")
        }
        _ = try self.value(value.stringValue ?? value.jsonText)
    }

    private static func isAssignedID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [9, 4, 4, 4, 12], text.first == "P" || text.first == "T" else { return false }
        return text.dropFirst().allSatisfy { $0 == "-" || $0.isASCII && $0.isHexDigit }
    }
}
