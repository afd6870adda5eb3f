// SPDX-License-Identifier: Apache-2.0

/// A handle that cancels a listener.
///
/// Releasing a token does not cancel the listener. A token that was used keeps nothing alive.
public struct ListenerToken: Sendable {
    private let cancellation: Cancellation?

    /// A token that cancels nothing.
    static let spent = ListenerToken()

    private init() {
        cancellation = nil
    }

    init(onCancel: @escaping @Sendable () -> Void) {
        cancellation = Cancellation(onCancel)
    }

    /// Cancels and releases the listener.
    ///
    /// No further call of the listener begins, except one that another thread is just beginning; this method does not
    /// wait for calls in progress, and the listener is released when they return. On the listener's own mailbox no call
    /// follows. This method may be called on any thread and any number of times.
    public func cancel() {
        cancellation?.run()
    }
}
