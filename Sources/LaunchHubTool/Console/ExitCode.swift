// SPDX-License-Identifier: Apache-2.0

/// The exit code of a command, for the shell.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// The command did its work and found something.
    case findings = 1
    /// The command line, or a file that it names, is wrong.
    case usage = 2
    /// The user has ended the command: 128 and the number of the signal SIGINT, as a shell shows it.
    case interrupted = 130
    /// The reader of standard output has closed it: 128 and the number of the signal, as a shell shows it.
    case closedPipe = 141
}
