// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A thread asks a serial queue and waits for it: the least that brings something to another thread and back.
struct BareHop {
    private let queue = DispatchQueue(label: "com.example.hop", target: .global())
    private let back = DispatchSemaphore(value: 0)

    /// Goes there and back again and again.
    ///
    /// - Returns: Nanoseconds of each round.
    func samples(_ rounds: Int) -> [Double] {
        (0..<rounds).map { _ in
            timed {
                queue.async { back.signal() }
                back.wait()
            }
        }
    }
}
