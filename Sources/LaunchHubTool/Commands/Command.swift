// SPDX-License-Identifier: Apache-2.0

/// One command of the tool.
protocol Command: Sendable {
    static var spec: CommandSpec { get }

    /// Runs the command.
    ///
    /// - Throws: ``UsageError``, or what is wrong with a file; the tool then ends with ``ExitCode/usage``.
    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode
}
