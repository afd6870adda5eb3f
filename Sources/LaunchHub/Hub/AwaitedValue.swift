// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Waits until a callback brings a value.
///
/// The value goes through a lock rather than through the continuation: ThreadSanitizer cannot see that resuming a task
/// happens before what the task does next, and takes what it reads then for a race.
///
/// - Parameter body: Gets the callback, which it must see called exactly once.
func awaitedValue<Value: Sendable>(_ body: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
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
