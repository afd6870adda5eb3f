// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices

/// Runs work on a thread with a stack of its own size, and waits for it.
///
/// Freeing a deeply nested value recurses, so whoever makes one needs a large stack. What is tested runs on a small one,
/// as on the threads of an app's queues. Under AddressSanitizer every frame takes several times its room, and so does the
/// stack: what takes a frame for each level of a deep value still has no room.
package func withStack<Result: Sendable>(of bytes: Int, _ work: @escaping @Sendable () -> Result) -> Result? {
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.withLock { $0 = work() }
        done.signal()
    }
    // What is large stays as it is.
    thread.stackSize = Sanitizer.isAddress ? max(bytes, min(8 * bytes, 64 << 20)) : bytes
    thread.start()
    done.wait()
    return result.withLock { $0 }
}
