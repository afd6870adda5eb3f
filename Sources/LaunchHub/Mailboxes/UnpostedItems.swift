// SPDX-License-Identifier: Apache-2.0

/// The items that the routing stage collects for one mailbox while it goes through a batch.
///
/// Unchecked: only the routing stage touches it, and that runs on one thread at a time.
final class UnpostedItems: @unchecked Sendable {
    var items: [MailboxItem] = []
}
