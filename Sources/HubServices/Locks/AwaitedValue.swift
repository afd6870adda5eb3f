// SPDX-License-Identifier: Apache-2.0

/// Waits until a callback delivers a value.
///
/// The value goes through a lock rather than through the continuation: ThreadSanitizer does not see that a task resumed
/// before it began to wait continues after that, and reports what it reads then as a race.
///
/// - Parameter body: Receives the callback, which it must call exactly once.
/// - Returns: The value that the callback received.
package func awaitedValue<Value: Sendable>(_ body: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    let box = Locked<Value?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        body { value in
            box.withLock { $0 = value }
            continuation.resume()
        }
    }
    guard let value = box.withLock({ $0 }) else {
        // The task is resumed by the callback alone, after the value was put in.
        preconditionFailure("a task was resumed before its value was there")
    }
    return value
}
