// SPDX-License-Identifier: Apache-2.0

import HubServices

extension CommandOutline {
    /// Returns the command's help.
    ///
    /// - Parameter width: The number of columns to wrap to.
    /// - Returns: The help, wrapped to the width.
    package func help(width: Int = HelpText.width) -> String {
        HelpText.wrapped(lines(discussion(width)).joined(separator: "\n"), width)
    }

    private func lines(_ discussion: [String]) -> [String] {
        let shown = parameters.map { " " + $0.usage }.joined()
        var lines = ["Usage: \(path)\(shown) [options]", ""] + discussion
        if !parameters.isEmpty {
            lines += ["", parameters.count == 1 ? "Argument:" : "Arguments:"]
            lines += parameters.map { HelpText.row($0.name, $0.help) }
        }
        lines += ["", "Options:"]
        lines += options.map { option in
            let value = option.value.map { " \($0.placeholder)" } ?? ""
            return HelpText.row((option.short.map { "\($0), " } ?? "    ") + option.name + value, option.help)
        }
        if !examples.isEmpty {
            lines += ["", examples.count == 1 ? "Example:" : "Examples:"] + examples.map { "  " + $0 }
        }
        return lines
    }

    /// The discussion, with its lines joined to paragraphs where they are wider than so much.
    private func discussion(_ width: Int) -> [String] {
        guard discussion.contains(where: { $0.count > width }) else { return discussion }
        return discussion.reduce(into: []) { lines, line in
            if let last = lines.last, isProse(line), isProse(last) {
                lines[lines.count - 1] = last + " " + line
            } else {
                lines.append(line)
            }
        }
    }

    /// Whether a line may be joined with its neighbours: it is neither empty nor indented.
    private func isProse(_ line: String) -> Bool { !line.isEmpty && !line.hasPrefix(" ") }
}

extension CommandOutline.Parameter {
    /// The parameter as the first line of the help shows it.
    fileprivate var usage: String {
        let shown = isRepeated ? "\(name) ..." : name
        return isRequired ? shown : "[\(shown)]"
    }
}

/// Lines of help that fit the terminal.
package enum HelpText {
    /// The usual width of help, in columns.
    package static let width = Columns.width

    /// Returns a line with a name and what it means, in two columns.
    package static func row(_ name: String, _ help: String) -> String {
        "  " + name + String(repeating: " ", count: max(2, 28 - name.count)) + help
    }

    /// Returns text whose lines are at most so wide; what explains a name stays in its column.
    package static func wrapped(_ text: String, _ width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { wrapped(line: String($0), width) }
            .joined(separator: "\n")
    }

    private static func wrapped(line: String, _ width: Int) -> [String] {
        guard line.count > width else { return [line] }
        let indent = line.hasPrefix("  ") ? min(30, width / 2) : 0
        let head = line.prefix(indent)
        return Columns.wrapped(String(line.dropFirst(indent)), width - indent).enumerated().map { index, part in
            (index == 0 ? String(head) : String(repeating: " ", count: indent)) + part
        }
    }
}
