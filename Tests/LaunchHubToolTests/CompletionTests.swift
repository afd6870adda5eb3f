// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubCommandLine
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The completion scripts, sourced by the shells that they are for.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct CompletionTests {
        /// A command line whose last word is completed, and words that have to be offered for it.
        private struct Query {
            let words: [String]
            let offers: Set<String>
        }

        /// For each command: its name, its options, and each value of which only some are allowed.
        private static let queries: [Query] = {
            let names = Tool.all.map { String($0.words.prefix { $0 != " " }) }
            let own = ["--help", "-h", "--version", "-V", "--json", "--color", "--quiet"]
            return [Query(words: [""], offers: Set(names + ["help"])), Query(words: ["-"], offers: Set(own))]
                + Tool.all.flatMap { queries(of: $0.words, $0.outline) }
        }()

        private static func queries(of path: String, _ outline: CommandOutline) -> [Query] {
            let name = path.split(separator: " ").map(String.init)
            let spellings: [String] = outline.options.flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) }
            var queries = [Query(words: name + ["-"], offers: Set(spellings))]
            for option in outline.options {
                guard let value = option.value else { continue }
                queries.append(Query(words: name + [option.name, ""], offers: Set(value.choices)))
            }
            for (place, parameter) in outline.parameters.enumerated() {
                let before = Array(repeating: "x", count: place)
                queries.append(Query(words: name + before + [""], offers: Set(parameter.value.choices)))
            }
            if name.count > 1 { queries.append(Query(words: [name[0], ""], offers: [name[1]])) }
            for place in name.indices {
                queries.append(Query(words: ["help"] + name[..<place] + [""], offers: [name[place]]))
            }
            return queries
        }

        private static func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }

        /// Sources a script in a shell, which answers each query with the line of its offers.
        private func answers(
            _ shell: URL,
            _ kind: CompletionShell,
            _ queries: [[String]],
            _ program: (URL, [[String]]) -> String
        ) throws -> [Set<String>] {
            let script = Executable.temporary(kind.rawValue)
            defer { try? FileManager.default.removeItem(at: script) }
            let written = try Executable.run(["completions", kind.rawValue])
            #expect(written.code == 0 && written.error.isEmpty)
            try Data(written.output.utf8).write(to: script)
            let run = try Executable.run(["-c", program(script, queries)], program: shell)
            #expect(run.code == 0 && run.error.isEmpty, "\(run.error)")
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return lines.dropLast().map { Set($0.split(separator: " ").map(String.init)) }
        }

        private func bash(_ queries: [[String]]) throws -> [Set<String>] {
            try answers(URL(fileURLWithPath: "/bin/bash"), .bash, queries) { script, queries in
                """
                source '\(script.path)'
                ask() { COMP_WORDS=(launchhub "$@"); COMP_CWORD=$#; _launchhub; echo "${COMPREPLY[*]}"; }

                """ + queries.map { "ask " + $0.map(Self.quoted).joined(separator: " ") }.joined(separator: "\n")
            }
        }

        /// zsh as far as the script needs it, with what its completion system does replaced by what writes the offers.
        private func zsh(_ shell: URL, _ queries: [[String]]) throws -> [Set<String>] {
            try answers(shell, .zsh, queries) { script, queries in
                """
                compdef() { : }
                compset() { PREFIX=${PREFIX#*=} }
                _files() { print -n -r -- "<files> " }
                _describe() { local -a all; all=("${(@P)2}"); print -n -r -- "${(@)all%%:*} " }
                source '\(script.path)'
                ask() { words=(launchhub "$@"); CURRENT=$#words; PREFIX=$words[-1]; _launchhub; print }

                """ + queries.map { "ask " + $0.map(Self.quoted).joined(separator: " ") }.joined(separator: "\n")
            }
        }

        private func fish(_ shell: URL, _ queries: [[String]]) throws -> [Set<String>] {
            try answers(shell, .fish, queries) { script, queries in
                "source '\(script.path)'\n"
                    + queries.map { "echo (complete -C '\((["launchhub"] + $0).joined(separator: " "))' | cut -f 1)" }
                    .joined(separator: "\n")
            }
        }

        /// A shell that may be missing.
        private func installed(_ name: String) -> URL? {
            ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
                .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }
        }

        @Test(arguments: CompletionShell.allCases)
        func everyCommandOptionAndAllowedValueIsOffered(_ shell: CompletionShell) throws {
            let words = Self.queries.map(\.words)
            let answers: [Set<String>]
            switch shell {
            case .bash: answers = try bash(words)
            case .zsh:
                guard let url = installed("zsh") else { return try theScriptNamesAll(shell) }
                answers = try zsh(url, words)
            case .fish:
                guard let url = installed("fish") else { return try theScriptNamesAll(shell) }
                answers = try fish(url, words)
            }
            #expect(answers.count == Self.queries.count)
            for (query, answer) in zip(Self.queries, answers) {
                let missing = query.offers.subtracting(answer)
                #expect(missing.isEmpty, "\(query.words): \(missing.sorted())")
            }
        }

        /// What can be seen without the shell: the words stand in the script.
        private func theScriptNamesAll(_ shell: CompletionShell) throws {
            let script = try Executable.run(["completions", shell.rawValue]).output
            for word in Self.queries.flatMap(\.offers) {
                let shown =
                    switch shell {
                    case .fish where word.hasPrefix("--"): "-l \(word.dropFirst(2))"
                    case .fish where word.hasPrefix("-"): "-s \(word.dropFirst())"
                    default: word
                    }
                #expect(script.contains(shown), "\(word)")
            }
        }

        @Test func bashOffersWhatFitsAndNothingElse() throws {
            let answers = try bash([
                ["re"], ["play", "--fl"], ["play", "--flow", "a"], ["play", "--flow", "="],
                ["play", "--flow", "=", "e"],
                ["kept", "s"], ["kept", "--only", "pings", "r"], ["validate", "--json", "sta"], ["play", "--", "--"],
                ["help", "cer"], ["--color", "never", "dem"], ["completions", ""], ["play", "--speed", ""],
            ])
            #expect(
                answers == [
                    ["replay", "report", "record"], ["--flow"], ["api"], ["events", "api", "classic"], ["events"],
                    ["show"], ["reset"],
                    ["static"], [], ["certify"], ["demo"], ["bash", "zsh", "fish"], [],
                ]
            )
        }

        @Test func bashOffersFilesAndFolders() throws {
            let folder = try TemporaryFolder()
            try Data().write(to: folder.file("one.jsonl"))
            try FileManager.default.createDirectory(at: folder.file("two"), withIntermediateDirectories: true)
            let path = folder.url.path + "/"
            let answers = try bash([["replay", path], ["kept", "show", path], ["serve", "--root", path]])
            let (file, below) = (path + "one.jsonl", path + "two")
            #expect(answers == [[file, below], [below], [below]])
        }
    }
#endif
