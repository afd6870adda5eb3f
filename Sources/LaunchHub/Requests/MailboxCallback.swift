// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The completion of a request on its way through the requester's mailbox.
///
/// A mailbox that ends drops what waits in it. The completion is called in any case: whoever drops it last has it run
/// elsewhere.
final class MailboxCallback: Sendable {
    private let callback: Locked<(@Sendable (RequestOutcome) -> Void)?>
    private let outcome: RequestOutcome
    private let name: String
    private let monitor: CallMonitor

    init(
        _ callback: @escaping @Sendable (RequestOutcome) -> Void,
        outcome: RequestOutcome,
        name: String,
        monitor: CallMonitor
    ) {
        self.callback = Locked(callback)
        self.outcome = outcome
        self.name = name
        self.monitor = monitor
    }

    deinit {
        guard let callback = callback.withLock({ $0.take() }) else { return }
        monitor.runAside(.responseCallback, name) { [outcome] in callback(outcome) }
    }

    /// The work that the mailbox runs.
    var work: MailboxWork {
        MailboxWork(.responseCallback) { [self] in callback.withLock { $0.take() }?(outcome) }
    }
}
