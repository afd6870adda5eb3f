// SPDX-License-Identifier: Apache-2.0

/// A value on the heap that is copied when it is changed while it is shared.
///
/// A holder of a large value is read far more often than that value changes, and reading an optional copies it whole.
///
/// It is inlined into other modules, so that reading a value calls nothing.
@propertyWrapper
@usableFromInline
package struct Boxed<Value: Sendable>: Sendable {
    /// The value, alone: an array is the one kind of storage that can do all this by itself.
    @usableFromInline var storage: [Value]

    /// Puts a value on the heap.
    @inlinable
    package init(wrappedValue: Value) { storage = [wrappedValue] }

    /// The value.
    @inlinable package var wrappedValue: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}
