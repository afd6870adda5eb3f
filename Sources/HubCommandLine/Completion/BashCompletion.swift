// SPDX-License-Identifier: Apache-2.0

/// The completion script for bash, version 3.2 or later; it needs no other package.
struct BashCompletion {
    let source: CompletionSource

    private var function: String { "_" + source.program }

    var lines: [String] {
        [
            "# Completions of \(source.program) for bash: source this file, or put this line into ~/.bashrc:",
            "#   source <(\(source.program) completions bash)",
            "",
        ] + options + [""] + PosixTables(source: source, separator: " ") { $0.word }.lines(function) + [""]
            + main + ["", "complete -F \(function) \(source.program)"]
    }

    /// The function that sets the options of a command.
    private var options: [String] {
        let cases = source.optionsByCommand.map { command, options in
            let words = options.flatMap(\.spellings).joined(separator: " ")
            return "        \(CompletionSource.quoted(command))) offers=\(CompletionSource.quoted(words)) ;;"
        }
        return ["\(function)_options() {", "    case \"$1\" in"] + cases + ["    esac", "}"]
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
