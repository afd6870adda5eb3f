// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error in the command line.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(description: String) {
        self.description = VisibleText.line(description)
    }
}

/// A command line, read by a command's specification.
struct ParsedArguments: Sendable {
    /// The command's argument, where there was one.
    private(set) var argument: String?
    /// The argument after it, where there was one.
    private(set) var secondArgument: String?
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Reads what comes after the command's name.
    ///
    /// Options may come before and after the argument, as `--name value` or `--name=value`; `--` ends them.
    ///
    /// - Parameters:
    ///   - words: The words after the command's name.
    ///   - spec: What the command takes.
    /// - Throws: ``UsageError`` that names the word, and the option that was probably meant.
    init(_ words: [String], for spec: CommandSpec) throws(UsageError) {
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("-"), word != "-" {
                try take(word, &rest, spec)
            } else {
                try take(argument: word, spec)
            }
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ spec: CommandSpec) throws(UsageError)
    {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let option = spec.allOptions.first(where: { $0.name == name || $0.short == name }) else {
            let known = spec.allOptions.map(\.name)
            throw UsageError(
                description: "unknown option \"\(name)\" for launchhub \(spec.name)."
                    + Suggestion.text(name, among: known)
            )
        }
        guard let value = option.value else {
            guard parts.count == 1 else {
                throw UsageError(description: "option \(option.name) takes no value, but has \"\(parts[1])\".")
            }
            flags.insert(option.name)
            return
        }
        guard let given = parts.count == 2 ? parts[1] : rest.popFirst(), !given.isEmpty else {
            throw UsageError(description: "option \(option.name) needs a value: \(option.name) \(value).")
        }
        guard values.updateValue(given, forKey: option.name) == nil else {
            throw UsageError(description: "option \(option.name) is given twice.")
        }
    }

    private mutating func take(argument word: String, _ spec: CommandSpec) throws(UsageError) {
        guard let taken = spec.argument else {
            throw UsageError(description: "launchhub \(spec.name) takes no argument, but got \"\(word)\".")
        }
        guard let argument else {
            argument = word
            return
        }
        guard let second = spec.secondArgument else {
            throw UsageError(
                description: "launchhub \(spec.name) takes one \(taken.name), but got \"\(argument)\" and \"\(word)\"."
            )
        }
        if let secondArgument {
            let got = "\"\(secondArgument)\" and \"\(word)\""
            throw UsageError(description: "launchhub \(spec.name) takes one \(second.name), but got \(got).")
        }
        secondArgument = word
    }

    /// Returns whether the flag was given.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option.
    func value(_ option: String) -> String? { values[option] }
}
