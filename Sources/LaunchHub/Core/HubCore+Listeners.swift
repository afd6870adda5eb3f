// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    func token(for subscription: Subscription) -> HubToken {
        HubToken { [router] in
            subscription.cancel()
            // Taken out first: the listener's deinitializer may use the hub.
            router.send(.unsubscribe(subscription))
            subscription.release()
        }
    }

    /// Returns whether a subscription can ever receive an event, and logs if it cannot.
    func accepts(_ subscription: Subscription) -> Bool {
        guard let refusal = subscription.refusal else { return true }
        log.error(CallMonitor.tag, "\(subscription.label) receives nothing: \(refusal)")
        return false
    }

    /// Makes a mailbox for a listener of the app, and the token that ends both.
    ///
    /// - Parameters:
    ///   - name: The mailbox's name in logs and reports.
    ///   - policy: How much may wait in the mailbox; nil for the hub's default.
    ///   - onEnd: Called when the hub ends the mailbox.
    ///   - makeSubscription: Makes the subscription that uses the mailbox.
    /// - Returns: A token that cancels the subscription; a spent one if the subscription is refused or the hub has been
    ///   shut down.
    func listen(
        name: String,
        policy: MailboxPolicy?,
        onEnd: @escaping @Sendable () -> Void = {},
        _ makeSubscription: (Mailbox) -> Subscription
    ) -> HubToken {
        let mailbox = makeMailbox(name: name, policy: policy ?? options.mailboxPolicy)
        let subscription = makeSubscription(mailbox)
        guard accepts(subscription) else {
            onEnd()
            return .spent
        }
        let isOpen = state.withLock { state in
            guard state.phase != .shutDown else { return false }
            state.appMailboxes[mailbox.id] = AppMailbox(mailbox: mailbox, onEnd: onEnd)
            return true
        }
        guard isOpen else {
            log.warning(CallMonitor.tag, "\(name) receives nothing: \(HubError(.shutDown))")
            onEnd()
            return .spent
        }
        send(.subscribe(subscription))
        return HubToken { [link, router] in
            subscription.cancel()
            router.send(.drop(mailbox))
            link.core?.endAppMailbox(mailbox)
            subscription.release()
        }
    }

    /// Ends a mailbox where it is one of a listener of the app.
    func endAppMailbox(_ mailbox: Mailbox) {
        guard state.withLock({ $0.appMailboxes.removeValue(forKey: mailbox.id) }) != nil else { return }
        stop(mailbox)
    }

    func spent(_ subscription: Subscription) {
        router.send(.forget(subscription))
        endAppMailbox(subscription.mailbox)
    }

    // MARK: - Taps

    /// Installs an observer without a mailbox, unless the hub has ended.
    func install(_ tap: any DirectHubTap) {
        // An ended hub keeps nobody: nothing would ever release the observer.
        state.withLock { state in
            if state.awaitingEnd != nil { taps.install(tap) }
        }
    }

    /// Makes a mailbox for an observer, and the token that ends both.
    func install(_ tap: any HubTap) -> HubToken {
        let mailbox = makeMailbox(name: "tap")
        // An ended hub keeps nobody: nothing would ever release the observer.
        let isOpen = state.withLock { state in
            guard state.awaitingEnd != nil else { return false }
            taps.install(tap, on: mailbox)
            return true
        }
        guard isOpen else { return .spent }
        return HubToken { [link] in
            guard let core = link.core else { return }
            core.taps.remove(on: mailbox)
            core.stop(mailbox)
        }
    }
}
