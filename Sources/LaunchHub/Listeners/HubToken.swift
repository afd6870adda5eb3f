// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A handle that cancels a listener, a request, an interceptor or an observer.
///
/// Releasing a token does not cancel anything. A token that was used keeps nothing alive, and that of a request never does.
public struct HubToken: Sendable {
    /// Runs at most once and is released afterwards.
    private let action: Action?

    private final class Action: Sendable {
        let body: Locked<(@Sendable () -> Void)?>

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = Locked(body)
        }
    }

    /// A token that cancels nothing.
    static let spent = HubToken(action: nil)

    private init(action: Action?) {
        self.action = action
    }

    init(onCancel: @escaping @Sendable () -> Void) {
        action = Action(onCancel)
    }

    /// Cancels what the token was returned for.
    ///
    /// A listener is released. No further call of it begins, except one that another thread is just beginning; this method
    /// does not wait for calls in progress, and the listener is released when they return. On the listener's own mailbox no
    /// call follows. A request ends with ``RequestOutcome/cancelled``, unless it has ended already.
    ///
    /// This method may be called on any thread and any number of times.
    public func cancel() {
        action?.body.withLock { $0.take() }?()
    }
}
