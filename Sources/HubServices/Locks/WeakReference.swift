// SPDX-License-Identifier: Apache-2.0

/// A weak reference to an object that may be released at any time: a delegate, or the owner of what holds the reference.
///
/// Unchecked: a delegate need not be Sendable, because the documented protocol does not require it. The reference is
/// made once and never changed, and a delegate is used only to call its own methods, whose documentation names their
/// threads. Reading a weak reference is safe on any thread; one that can be replaced is kept under a lock.
package struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    /// The object; nil once it was released.
    package private(set) weak var object: Object?

    package init(_ object: Object?) {
        self.object = object
    }
}
