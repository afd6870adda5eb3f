// SPDX-License-Identifier: Apache-2.0

/// A shell that completes command lines.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// Returns the script that makes the shell complete the command lines of a program.
    ///
    /// - Parameter source: The program.
    /// - Returns: The lines of the script.
    package func script(_ source: CompletionSource) -> [String] {
        switch self {
        case .bash: BashCompletion(source: source).lines
        case .zsh: ZshCompletion(source: source).lines
        case .fish: FishCompletion(source: source).lines
        }
    }
}
