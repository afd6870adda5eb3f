// SPDX-License-Identifier: Apache-2.0

/// A handle that cancels a listener.
///
/// Releasing a token does not cancel anything. A token that was used keeps nothing alive.
public struct ListenerToken: Sendable {
    private let cancellation: Cancellation?

    /// A token of something that never was.
    static let spent = ListenerToken()

    private init() {
        cancellation = nil
    }

    init(onCancel: @escaping @Sendable () -> Void) {
        cancellation = Cancellation(onCancel)
    }

    /// Ends the subscription and releases the listener.
    ///
    /// No call of the listener begins any more, but one that another thread is beginning at this very moment or has begun
    /// before is not waited for; the listener is released when that call returns. Called on the listener's own lane it
    /// ends everything. May be called from anywhere and any number of times.
    public func cancel() {
        cancellation?.run()
    }
}
