// SPDX-License-Identifier: Apache-2.0

/// The names and texts of a command, without the types of its values.
///
/// The parser, its messages and the help read the same outline, so that none of them knows an option that the others do
/// not.
package struct CommandOutline: Sendable {
    /// The values that an option or a parameter accepts.
    package struct Value: Sendable {
        /// The name of the value in the help.
        package let placeholder: String
        /// A description of the valid values that completes "use …".
        package let expected: String
        /// The valid values where they are few and known; empty otherwise.
        package let choices: [String]
        /// What a shell offers for the value.
        let completion: Completion
    }

    /// What a shell offers for a value.
    enum Completion: Sendable, Hashable {
        case nothing
        case words
        case files
        case folders
    }

    /// An option or a flag.
    package struct Option: Sendable {
        /// The long form, with its dashes.
        package let name: String
        /// The short form, with its dash.
        package let short: String?
        /// The value behind the name; nil for a flag.
        package let value: Value?
        /// A description of one line.
        package let help: String

        func isSpelt(_ word: String) -> Bool { word == name || word == short }
    }

    /// A value that is known by its place.
    package struct Parameter: Sendable {
        package let value: Value
        /// A description of one line.
        package let help: String
        /// Whether the command needs it; all before a required one are required.
        package var isRequired = false
        /// Whether any number of values may follow each other; only the last parameter may be.
        package var isRepeated = false

        package var name: String { value.placeholder }
    }

    /// The words that call the command, such as `launchhub play`.
    package let path: String
    /// The last word of the path.
    package var name: String { path.split(separator: " ").last.map(String.init) ?? path }
    /// A description of one line.
    package let summary: String
    /// A description of a few lines of at most ``HubServices/Columns/width`` columns.
    package let discussion: [String]
    package let parameters: [Parameter]
    /// The options, with the one for help last.
    package let options: [Option]
    /// Lines for a shell that show how the command is used.
    package let examples: [String]

    /// The option that every command has.
    static let helpOption = Option(name: "--help", short: "-h", value: nil, help: "show this help")

    /// Returns whether a command line asks for help, which is given even where the rest of it is wrong.
    ///
    /// - Parameter words: The words after the path.
    /// - Returns: True if `--help` or `-h` is among the options.
    package static func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains(where: helpOption.isSpelt)
    }
}
