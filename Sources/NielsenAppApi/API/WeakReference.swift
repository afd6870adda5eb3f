// SPDX-License-Identifier: Apache-2.0

/// A reference to a delegate that does not keep it alive.
///
/// Unchecked: a delegate need not be Sendable, as the documented protocol does not ask for it. The reference is made
/// once, never changed, and used for nothing but calling the delegate's own methods, which document their threads.
/// Reading a weak reference is safe from any thread.
struct WeakReference: @unchecked Sendable {
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject?) {
        self.object = object
    }
}
