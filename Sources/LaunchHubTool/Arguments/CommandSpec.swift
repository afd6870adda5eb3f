// SPDX-License-Identifier: Apache-2.0

import LaunchHubSession

/// The options and arguments of a command, for parsing and for its help.
struct CommandSpec: Sendable {
    /// An option or a flag.
    struct Option: Sendable {
        /// The long form, with its dashes.
        var name: String
        /// The short form, with its dash.
        var short: String?
        /// The name of its value in the help; nil for a flag.
        var value: String?
        /// A description of one line.
        var help: String

        init(_ name: String, short: String? = nil, value: String? = nil, _ help: String) {
            self.name = name
            self.short = short
            self.value = value
            self.help = help
        }
    }

    var name: String
    /// A description of one line.
    var summary: String
    /// A description of a few lines of at most 98 columns.
    var discussion: [String]
    /// The name and help of its argument; nil if it takes none.
    var argument: (name: String, help: String)?
    /// The name and help of the second argument, or nil.
    ///
    /// A command that has one needs the first.
    var secondArgument: (name: String, help: String)?
    var options: [Option]

    /// The options that every command has.
    static let common = [
        Option("--json", "write JSON Lines instead of text"),
        Option("--help", short: "-h", "show this help"),
    ]

    var allOptions: [Option] { options + Self.common }

    /// Returns the command's help.
    ///
    /// - Parameter width: The number of columns to wrap to.
    /// - Returns: The help, wrapped to the width.
    func help(width: Int = Columns.width) -> String {
        Self.wrapped(lines: text(discussion(width)), width)
    }

    /// Lines of help, none of them wider than so much.
    static func wrapped(lines: String, _ width: Int) -> String {
        lines.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapped(String($0), width) }
            .joined(separator: "\n")
    }

    /// A line of help on as many lines as it needs; what explains a name stays in its column.
    private static func wrapped(_ line: String, _ width: Int) -> [String] {
        guard line.count > width else { return [line] }
        let indent = line.hasPrefix("  ") ? min(30, width / 2) : 0
        let head = line.prefix(indent)
        return Columns.wrapped(String(line.dropFirst(indent)), width - indent).enumerated().map { index, part in
            (index == 0 ? String(head) : String(repeating: " ", count: indent)) + part
        }
    }

    /// The discussion, with its lines joined to paragraphs where they are wider than so much.
    private func discussion(_ width: Int) -> [String] {
        guard discussion.contains(where: { $0.count > width }) else { return discussion }
        return discussion.reduce(into: []) { lines, line in
            if let last = lines.last, !line.hasPrefix(" "), !last.hasPrefix(" ") {
                lines[lines.count - 1] = last + " " + line
            } else {
                lines.append(line)
            }
        }
    }

    private func text(_ discussion: [String]) -> String {
        let first = argument.map { secondArgument == nil ? " [\($0.name)]" : " \($0.name)" } ?? ""
        let shown = first + (secondArgument.map { " [\($0.name)]" } ?? "")
        var lines = ["Usage: launchhub \(name)\(shown) [options]", ""] + discussion
        let arguments = [argument, secondArgument].compactMap { $0 }
        if !arguments.isEmpty {
            lines += ["", arguments.count == 1 ? "Argument:" : "Arguments:"]
            lines += arguments.map { Self.row($0.name, $0.help) }
        }
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
