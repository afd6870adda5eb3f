// SPDX-License-Identifier: Apache-2.0

/// How a command ended, as the shell sees it.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// The command did its work and found something.
    case findings = 1
    /// The command line, or a file that it names, is wrong.
    case usage = 2
}

/// One command of the tool.
protocol Command: Sendable {
    static var spec: CommandSpec { get }

    /// Does the work.
    ///
    /// - Throws: ``UsageError``, or what is wrong with a file; the tool then ends with ``ExitCode/usage``.
    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode
}
