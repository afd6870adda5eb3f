// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The extensions that are being made, and the events that are kept for them meanwhile.
///
/// An extension receives what was dispatched since it was registered, although its listeners come later: those that its
/// initializer registers, and those that ``ExtensionCallbacks/onRegistered()`` does.
struct Boarding {
    struct Passenger {
        let mailbox: Mailbox
        var subscriptions: [Subscription] = []
        /// The events that were routed meanwhile, for no listeners yet, and work that stands behind them.
        var items: [MailboxItem] = []
    }

    private var passengers: [Passenger] = []

    /// Whether no extension is being made.
    @inline(__always)
    var isEmpty: Bool { passengers.isEmpty }

    mutating func begin(_ mailbox: Mailbox) {
        guard index(of: mailbox) == nil else { return }
        passengers.append(Passenger(mailbox: mailbox))
    }

    /// Ends the making of an extension.
    ///
    /// - Returns: What was kept for it; nil if it was not being made.
    mutating func end(_ mailbox: Mailbox) -> Passenger? {
        index(of: mailbox).map { passengers.remove(at: $0) }
    }

    /// Keeps a listener for the end of the making.
    ///
    /// - Returns: False if its extension is not being made.
    mutating func keep(_ subscription: Subscription) -> Bool {
        guard let place = index(of: subscription.mailbox) else { return false }
        passengers[place].subscriptions.append(subscription)
        return true
    }

    /// Returns whether one of the extensions that are being made has a matching listener by now.
    func hears(_ type: EventType, _ source: EventSource) -> Bool {
        passengers.contains { $0.subscriptions.contains { $0.matches(type, source) } }
    }

    /// Keeps work for the end of the making.
    ///
    /// - Returns: False if the mailbox's extension is not being made.
    mutating func keep(_ work: MailboxWork, for mailbox: Mailbox) -> Bool {
        guard let place = index(of: mailbox) else { return false }
        passengers[place].items.append(MailboxItem(work))
        return true
    }

    /// Keeps events for every extension that is being made.
    mutating func keep(_ events: [Event], _ range: Range<Int>) {
        for place in passengers.indices { passengers[place].items.append(MailboxItem(events, range, for: [])) }
    }

    mutating func remove(_ subscription: Subscription) {
        guard let place = index(of: subscription.mailbox) else { return }
        passengers[place].subscriptions.removeAll { $0 === subscription }
    }

    /// The mailboxes of the extensions that are being made.
    var mailboxes: [Mailbox] { passengers.map(\.mailbox) }

    private func index(of mailbox: Mailbox) -> Int? {
        passengers.firstIndex { $0.mailbox === mailbox }
    }
}
