// SPDX-License-Identifier: Apache-2.0

/// A command on its way to the extension's lane.
///
/// Unchecked: the caller waits until the lane has carried the command out, so one thread at a time looks at it.
struct CommandBox: @unchecked Sendable {
    let command: InstanceCommand
}
