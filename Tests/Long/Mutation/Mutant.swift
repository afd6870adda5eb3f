// SPDX-License-Identifier: Apache-2.0

/// A change of one line that a test should notice, behind a switch.
struct Mutant {
    let module: String
    /// The path of the file, from the top of the package.
    let file: String
    /// The number of the line, from 0.
    let line: Int
    /// The line as it is.
    let text: String
    /// The line before it.
    let before: String
    /// What is changed, for people.
    let change: String
    /// The line with its switch, and what has to be declared for it.
    let rewrite: @Sendable (_ id: Int) -> (line: String, declaration: String?)

    /// The place as compilers write it.
    var place: String { "\(file):\(line + 1)" }
}
