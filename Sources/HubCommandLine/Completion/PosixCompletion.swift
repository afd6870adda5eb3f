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
        options(function) + [""] + values(function) + [""] + pairs(function) + [""] + arguments(function) + [""]
            + reading(function)
    }

    /// The function that sets the options of a command.
    private func options(_ function: String) -> [String] {
        let cases = source.optionsByCommand.map { command, options in
            let offers = options.flatMap { option in
                option.spellings.map { CompletionSource.Offer(word: $0, help: option.help) }
            }
            return "        \(CompletionSource.quoted(command))) offers=\(quoted(offers)) ;;"
        }
        return ["\(function)_options() {", "    case \"$1\" in"] + cases + ["    esac", "}"]
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

/// The completion script for bash, version 3.2 or later; it needs no other package.
struct BashCompletion {
    let source: CompletionSource

    private var function: String { "_" + source.program }

    var lines: [String] {
        [
            "# Completions of \(source.program) for bash: source this file, or put this line into ~/.bashrc:",
            "#   source <(\(source.program) completions bash)",
            "",
        ] + PosixTables(source: source, separator: " ") { $0.word }.lines(function) + [""] + main + [
            "", "complete -F \(function) \(source.program)",
        ]
    }

    /// The function that bash calls; it has split words at blanks and at `=`.
    private var main: [String] {
        """
        \(function)() {
            local cur=${COMP_WORDS[COMP_CWORD]} command option ends place kind offers i
            local -a before
            COMPREPLY=() before=()
            for ((i = 1; i < COMP_CWORD; i++)); do
                [[ ${COMP_WORDS[i]} == '=' ]] || before+=("${COMP_WORDS[i]}")
            done
            [[ $cur == '=' ]] && cur=''
            \(function)_read ${before[@]+"${before[@]}"}
            \(function)_offer "$cur"
            [[ -n $offers ]] && COMPREPLY=($(compgen -W "$offers" -- "$cur"))
            local IFS=$'\\n'
            case $kind in
                files) COMPREPLY+=($(compgen -f -- "$cur")) ;;
                folders) COMPREPLY+=($(compgen -d -- "$cur")) ;;
                *) return 0 ;;
            esac
            compopt -o filenames 2>/dev/null
            return 0
        }
        """.textLines
    }
}

extension String {
    /// The lines of a text.
    var textLines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// The completion script for zsh, which shows what each word means.
struct ZshCompletion {
    let source: CompletionSource

    private var function: String { "_" + source.program }

    var lines: [String] {
        [
            "#compdef \(source.program)",
            "# Completions of \(source.program) for zsh: save this file as \(function) in a folder of $fpath, or source it.",
            "",
        ] + PosixTables(source: source, separator: "\n", write: Self.described).lines(function) + [""] + main + [
            "", "if [[ ${funcstack[1]} == \(function) ]]; then", "    \(function) \"$@\"", "else",
            "    compdef \(function) \(source.program)", "fi",
        ]
    }

    /// A word and its meaning as `_describe` reads them.
    private static func described(_ offer: CompletionSource.Offer) -> String {
        let word = offer.word.replacing(":", with: "\\:")
        return offer.help.isEmpty ? word : "\(word):\(offer.help)"
    }

    private var main: [String] {
        """
        \(function)() {
            local command option ends place kind offers
            local -a list
            \(function)_read "${(@Q)words[2,CURRENT-1]}"
            if [[ -z $option && -z $ends && $PREFIX == --*=* ]]; then
                option=${PREFIX%%=*}
                compset -P '*='
            fi
            \(function)_offer "$PREFIX"
            list=("${(@f)offers}")
            [[ -n $offers ]] && _describe 'word' list
            case $kind in
                files) _files ;;
                folders) _files -/ ;;
            esac
            return 0
        }
        """.textLines
    }
}
