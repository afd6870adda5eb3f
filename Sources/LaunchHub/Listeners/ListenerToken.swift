// SPDX-License-Identifier: Apache-2.0

/// What a listener is cancelled with.
///
/// Letting go of a token does not cancel anything.
public struct ListenerToken: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Ends the subscription: once this returns no call of the listener begins. May be called from anywhere and
    /// any number of times.
    public func cancel() {
        onCancel()
    }
}
