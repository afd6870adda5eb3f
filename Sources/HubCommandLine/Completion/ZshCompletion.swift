// SPDX-License-Identifier: Apache-2.0

/// The completion script for zsh, which shows what each word means.
struct ZshCompletion {
    let source: CompletionSource

    private var function: String { "_" + source.program }

    var lines: [String] {
        [
            "#compdef \(source.program)",
            "# Completions of \(source.program) for zsh: save this file as \(function) in a folder of $fpath, or source it.",
            "",
        ] + options + [""] + PosixTables(source: source, separator: "\n", write: Self.described).lines(function) + [""]
            + main + [
                "", "if [[ ${funcstack[1]} == \(function) ]]; then", "    \(function) \"$@\"", "else",
                "    compdef \(function) \(source.program)", "fi",
            ]
    }

    /// A word and its meaning as `_describe` reads them.
    private static func described(_ offer: CompletionSource.Offer) -> String {
        let word = offer.word.replacing(":", with: "\\:")
        return offer.help.isEmpty ? word : "\(word):\(offer.help)"
    }

    /// The function that sets the options of a command.
    private var options: [String] {
        let cases = source.optionsByCommand.map { command, options in
            let words = options.flatMap { option in
                option.spellings.map { Self.described(CompletionSource.Offer(word: $0, help: option.help)) }
            }
            return "        \(CompletionSource.quoted(command))) offers="
                + CompletionSource.quoted(words.joined(separator: "\n")) + " ;;"
        }
        return ["\(function)_options() {", "    case \"$1\" in"] + cases + ["    esac", "}"]
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
