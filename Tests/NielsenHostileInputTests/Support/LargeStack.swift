// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices

/// Runs work on a thread with a stack of its own size.
///
/// Freeing a deeply nested value recurses, so whoever makes one needs a large stack. What is tested runs on a small one,
/// as on the threads of an app's queues.
func withStack<Result: Sendable>(of bytes: Int, _ work: @escaping @Sendable () -> Result) -> Result? {
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.withLock { $0 = work() }
        done.signal()
    }
    thread.stackSize = bytes
    thread.start()
    done.wait()
    return result.withLock { $0 }
}

/// Hands deeply nested values, made and freed where the stack is large, to work where it is small.
func withDeepValues<Result: Sendable>(
    _ depth: Int,
    _ work: @escaping @Sendable (_ values: [Any]) -> Result
) -> Result? {
    withStack(of: 256 << 20) {
        var array: Any = "x"
        var object: Any = "x"
        var bridged: Any = "x"
        var json = JSONValue.string("x")
        for _ in 0..<depth {
            array = [array]
            object = ["a": object]
            bridged = [AnyHashable("a"): bridged]
            json = .array([json])
        }
        let values = Locked<[Any]>([array, object, bridged, json, JSONObject([("a", json)])])
        defer { values.withLock { $0 = [] } }
        return withStack(of: 512 << 10) { values.withLock { work($0) } }
    } ?? nil
}
