// SPDX-License-Identifier: Apache-2.0

/// The completion script for fish, version 3 or later, which shows what each word means.
struct FishCompletion {
    let source: CompletionSource

    private var function: String { "__\(source.program)" }

    var lines: [String] {
        [
            "# Completions of \(source.program) for fish: save this file as",
            "# ~/.config/fish/completions/\(source.program).fish, or source it.",
            "",
        ] + state + [""] + conditions + ["", "complete -c \(source.program) -f"] + words + options + arguments
    }

    /// The function that prints the command and the place of the argument at the cursor.
    private var state: [String] {
        let patterns = source.optionValues.flatMap { values in
            values.names.map { CompletionSource.quoted("\(values.command) \($0)") }
        }
        let pairs =
            source.commands.map(source.name).filter { $0.contains(" ") } + source.secondWords.map { "help " + $0.first }
        return """
            function \(function)_state
                set -l command ''
                set -l place 0
                set -l skips 0
                set -l ends 0
                for word in (commandline -opc)[2..-1]
                    if test $skips = 1
                        set skips 0
                    else if test $ends = 0 -a "$word" = --
                        set ends 1
                    else if test $ends = 0; and string match -q -- '-?*' "$word"
                        switch "$command $word"
                            case \(patterns.joined(separator: " "))
                                set skips 1
                        end
                    else if test -z "$command"
                        set command "$word"
                    else if test $place = 0; and contains -- "$command $word" \(list(pairs))
                        set command "$command $word"
                    else
                        set place (math $place + 1)
                    end
                end
                echo "$command"
                echo $place
            end
            """.textLines
    }

    private var conditions: [String] {
        """
        function \(function)_is
            test (\(function)_state)[1] = "$argv[1]"
        end

        function \(function)_at
            set -l state (\(function)_state)
            test "$state[1]" = "$argv[1]" -a "$state[2]" = "$argv[2]"
        end

        function \(function)_from
            set -l state (\(function)_state)
            test "$state[1]" = "$argv[1]" -a "$state[2]" -ge "$argv[2]"
        end
        """.textLines
    }

    private var words: [String] {
        source.firstWords.map { line("at '' 0", "-a", $0.word, $0.help) }
            + source.firstWords.dropLast().map { line("at help 0", "-a", $0.word, $0.help) }
            + source.secondWords.flatMap { first, offers in
                offers.flatMap { offer in
                    ["at \(first) 0", "at 'help \(first)' 0"].map { line($0, "-a", offer.word, offer.help) }
                }
            }
    }

    private var options: [String] {
        source.optionsByCommand.flatMap { command, options in
            options.map { option in
                var parts = "-l \(option.name.dropFirst(2))"
                if let short = option.short { parts += " -s \(short.dropFirst())" }
                if let value = option.value { parts += " " + form(value) }
                return "\(start("is \(CompletionSource.quoted(command))")) \(parts) -d \(Self.quoted(option.help))"
            }
        }
    }

    private var arguments: [String] {
        source.commands.flatMap { command in
            command.parameters.enumerated().compactMap { place, parameter in
                guard parameter.value.completion != .nothing else { return nil }
                let name = CompletionSource.quoted(source.name(of: command))
                let condition = "\(parameter.isRepeated ? "from" : "at") \(name) \(place)"
                let form =
                    switch parameter.value.completion {
                    case .words: "-a " + CompletionSource.quoted(parameter.value.choices.joined(separator: " "))
                    case .folders: "-a '(__fish_complete_directories)'"
                    case .files, .nothing: words(parameter.value) + "-F"
                    }
                return "\(start(condition)) \(form)"
            }
        }
    }

    private func form(_ value: CommandOutline.Value) -> String {
        switch value.completion {
        case .nothing: "-x"
        case .words: "-x -a " + CompletionSource.quoted(value.choices.joined(separator: " "))
        case .files: "-r " + words(value) + "-F"
        case .folders: "-x -a '(__fish_complete_directories)'"
        }
    }

    /// The words that are offered beside files.
    private func words(_ value: CommandOutline.Value) -> String {
        value.choices.isEmpty ? "" : "-a \(CompletionSource.quoted(value.choices.joined(separator: " "))) "
    }

    private func list(_ words: [String]) -> String {
        words.isEmpty ? "''" : words.map(CompletionSource.quoted).joined(separator: " ")
    }

    private func start(_ condition: String) -> String {
        "complete -c \(source.program) -n \"\(function)_\(condition)\""
    }

    private func line(_ condition: String, _ option: String, _ word: String, _ help: String) -> String {
        "\(start(condition)) \(option) \(word) -d \(Self.quoted(help))"
    }

    /// In fish a backslash means itself between single quotes only if no quote or backslash follows it.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
