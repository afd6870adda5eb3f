// SPDX-License-Identifier: Apache-2.0

/// A weak reference to a delegate.
///
/// Unchecked: a delegate need not be Sendable, because the documented protocol does not require it. The reference is
/// made once, never changed, and used only to call the delegate's own methods, whose documentation names their threads.
/// Reading a weak reference is safe on any thread.
package struct WeakReference: @unchecked Sendable {
    /// The object; nil once it was released.
    package private(set) weak var object: AnyObject?

    /// Makes a reference to an object.
    package init(_ object: AnyObject?) {
        self.object = object
    }
}
