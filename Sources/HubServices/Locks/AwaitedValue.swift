// SPDX-License-Identifier: Apache-2.0

/// Waits until a callback brings a value.
///
/// The value goes through a lock rather than through the continuation: ThreadSanitizer does not see that a task that was
/// resumed before it began to wait goes on after that, and takes what it reads then for a race.
///
/// - Parameter body: Gets the callback, which it must see called exactly once.
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
