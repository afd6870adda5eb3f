// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The listeners and states that the initializer of an extension asks for, kept until the extension is registered.
final class ExtensionDraft: Sendable {
    /// The listeners and states, in the order of the calls.
    struct Wishes: Sendable {
        var subscriptions: [Subscription] = []
        var states: [(values: JSONObject?, event: Event?, space: HubStateSpace)] = []
    }

    private enum Phase {
        case open(Wishes)
        case passedOn
        case ended
    }

    let mailbox: Mailbox
    private let phase = Locked(Phase.open(Wishes()))

    init(mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    /// The place of a subscription that an extension makes.
    enum Place {
        /// It is kept until the extension is registered.
        case kept
        /// The extension is registered: the hub takes it.
        case hub
        /// The extension has ended: it is dropped.
        case nowhere
    }

    /// Keeps a subscription if the initializer has not returned.
    func keep(_ subscription: Subscription) -> Place {
        change { wishes in wishes.subscriptions.append(subscription) }
    }

    /// Keeps a state if the initializer has not returned.
    func keep(_ values: JSONObject?, at event: Event?, in space: HubStateSpace) -> Place {
        change { wishes in wishes.states.append((values, event, space)) }
    }

    private func change(_ keep: (inout Wishes) -> Void) -> Place {
        phase.withLock { phase in
            switch phase {
            case .open(var wishes):
                keep(&wishes)
                phase = .open(wishes)
                return .kept
            case .passedOn: return .hub
            case .ended: return .nowhere
            }
        }
    }

    /// Returns what was kept; from now on subscriptions and states go to the hub.
    ///
    /// - Returns: Nil if it was returned before, or the extension has ended.
    func passOn() -> Wishes? {
        phase.withLock { phase in
            guard case .open(let wishes) = phase else { return nil }
            phase = .passedOn
            return wishes
        }
    }

    /// Drops what is kept, and from now on all that the extension asks for.
    func end() {
        let wishes: Wishes? = phase.withLock { phase in
            defer { phase = .ended }
            guard case .open(let wishes) = phase else { return nil }
            return wishes
        }
        for subscription in wishes?.subscriptions ?? [] { subscription.release() }
    }
}
