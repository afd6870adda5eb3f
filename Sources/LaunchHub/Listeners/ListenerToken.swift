// SPDX-License-Identifier: Apache-2.0

/// What a listener is cancelled with.
///
/// Letting go of a token does not cancel anything.
public struct ListenerToken: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Ends the subscription: no call of the listener begins any more, but one that another thread is beginning at this
    /// very moment or has begun before is not waited for. Called on the listener's own lane it ends everything. May be
    /// called from anywhere and any number of times.
    public func cancel() {
        onCancel()
    }
}
