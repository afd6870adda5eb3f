// SPDX-License-Identifier: Apache-2.0

/// A value on the heap that is copied when it is changed while it is shared.
///
/// A holder of a large value is read far more often than that value changes, and reading an optional copies it whole.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    /// The value, alone: an array is the one kind of storage that can do all this by itself.
    private var storage: [Value]

    init(wrappedValue: Value) { storage = [wrappedValue] }

    var wrappedValue: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}
