// SPDX-License-Identifier: Apache-2.0

/// What a command takes, for parsing and for its help.
struct CommandSpec: Sendable {
    /// An option or a flag.
    struct Option: Sendable {
        /// The long form, with its dashes.
        var name: String
        /// The short form, with its dash.
        var short: String?
        /// What its value is called in the help; nil for a flag.
        var value: String?
        /// What it does, in one line.
        var help: String

        init(_ name: String, short: String? = nil, value: String? = nil, _ help: String) {
            self.name = name
            self.short = short
            self.value = value
            self.help = help
        }
    }

    var name: String
    /// What it does, in one line.
    var summary: String
    /// What it does, in a few lines of at most 98 columns.
    var discussion: [String]
    /// What its one argument is called; nil where it takes none.
    var argument: (name: String, help: String)?
    var options: [Option]

    /// The options that every command has.
    static let common = [
        Option("--json", "write JSON Lines instead of text"),
        Option("--help", short: "-h", "show this help"),
    ]

    var allOptions: [Option] { options + Self.common }

    /// The command's help.
    var help: String {
        let shown = argument.map { " [\($0.name)]" } ?? ""
        var lines = ["Usage: launchhub \(name)\(shown) [options]", ""] + discussion
        if let argument { lines += ["", "Argument:", Self.row(argument.name, argument.help)] }
        lines +=
            ["", "Options:"]
            + allOptions.map { option in
                let value = option.value.map { " \($0)" } ?? ""
                return Self.row((option.short.map { "\($0), " } ?? "    ") + option.name + value, option.help)
            }
        return lines.joined(separator: "\n")
    }

    static func row(_ name: String, _ help: String) -> String {
        "  " + name + String(repeating: " ", count: max(2, 28 - name.count)) + help
    }
}
