// SPDX-License-Identifier: Apache-2.0

/// A command on its way to the extension's mailbox.
///
/// Unchecked: the caller waits until the command has been executed on the mailbox, so only one thread at a time
/// accesses it.
struct CommandBox: @unchecked Sendable {
    let command: InstanceCommand
}
