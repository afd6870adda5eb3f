// SPDX-License-Identifier: Apache-2.0

/// What the scripts for bash and zsh have in common: functions that read words, and those that set `kind` and `offers`.
struct PosixTables {
    let source: CompletionSource
    /// What stands between words in `offers`.
    let separator: String
    /// Returns a word as the shell's `offers` holds it.
    let write: (CompletionSource.Offer) -> String

    /// Returns the functions, whose names begin with a text.
    func lines(_ function: String) -> [String] {
        values(function) + [""] + pairs(function) + [""] + arguments(function) + [""] + reading(function)
    }

    /// The functions whose variables are those of their caller: `command`, `option`, `ends`, `place`, `kind`, `offers`.
    private func reading(_ function: String) -> [String] {
        """
        # Reads the words before the cursor.
        \(function)_read() {
            local word
            command='' option='' ends='' place=0
            for word in "$@"; do
                if [[ -n $option ]]; then
                    option=''
                elif [[ -z $ends && $word == -- ]]; then
                    ends=1
                elif [[ -z $ends && $word == -?* ]]; then
                    if \(function)_values "$command" "$word"; then option=$word; fi
                elif [[ -z $command ]]; then
                    command=$word
                elif [[ $place == 0 ]] && \(function)_is "$command $word"; then
                    command="$command $word"
                else
                    place=$((place + 1))
                fi
            done
            kind='' offers=''
        }

        # Sets what the word at the cursor may be.
        \(function)_offer() {
            if [[ -n $option ]]; then
                \(function)_values "$command" "$option"
            elif [[ -z $ends && $1 == -* ]]; then
                \(function)_options "$command"
            else
                \(function)_arguments "$command" "$place"
            fi
        }
        """.textLines
    }

    private func values(_ function: String) -> [String] {
        let cases = source.optionValues.map { values in
            let patterns = values.names.map { CompletionSource.quoted("\(values.command) \($0)") }
            return "        \(patterns.joined(separator: " | "))) \(assignment(values.value)) ;;"
        }
        return [
            "# Sets what an option's value may be: COMMAND OPTION; fails if it has none.", "\(function)_values() {",
            "    case \"$1 $2\" in",
        ] + cases + ["        *) return 1 ;;", "    esac", "}"]
    }

    private func pairs(_ function: String) -> [String] {
        let pairs =
            source.commands.map(source.name).filter { $0.contains(" ") } + source.secondWords.map { "help " + $0.first }
        let patterns = pairs.map(CompletionSource.quoted).joined(separator: " | ")
        return ["# Whether two words are a command.", "\(function)_is() {", "    case \"$1\" in"]
            + (pairs.isEmpty ? [] : ["        \(patterns)) return 0 ;;"]) + ["        *) return 1 ;;", "    esac", "}"]
    }

    private func arguments(_ function: String) -> [String] {
        let cases = source.argumentValues.map { values in
            let place = values.names[0]
            let pattern =
                place == "*"
                ? CompletionSource.quoted("\(values.command) ") + "[0-9]*"
                : CompletionSource.quoted("\(values.command) \(place)")
            return "        \(pattern)) \(assignment(values.value)) ;;"
        }
        let seconds = source.secondWords.map { first, offers in
            "        '\(first) 0' | 'help \(first) 0') offers=\(quoted(offers))\"${offers:+\(separator)$offers}\" ;;"
        }
        return [
            "# Sets what an argument may be: COMMAND PLACE.", "\(function)_arguments() {", "    case \"$1 $2\" in",
            "        ' 0') offers=\(quoted(source.firstWords)) ;;",
            "        'help 0') offers=\(quoted(source.firstWords.dropLast())) ;;",
        ] + cases + ["    esac"] + (seconds.isEmpty ? [] : ["    case \"$1 $2\" in"] + seconds + ["    esac"]) + ["}"]
    }

    private func quoted(_ offers: [CompletionSource.Offer]) -> String {
        CompletionSource.quoted(offers.map(write).joined(separator: separator))
    }

    private func assignment(_ value: CommandOutline.Value) -> String {
        let words = "offers=" + quoted(value.choices.map { CompletionSource.Offer(word: $0, help: "") })
        return switch value.completion {
        case .nothing: ":"
        case .files: (value.choices.isEmpty ? "" : words + " ") + "kind=files"
        case .folders: "kind=folders"
        case .words: words
        }
    }
}
