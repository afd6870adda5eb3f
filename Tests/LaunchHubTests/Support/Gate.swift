// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Holds a thread of the hub until a test lets it go.
///
/// Only threads of a hub, or threads that a test has made itself, may wait here: those that run tests are few.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Lets one thread through.
    func open() {
        semaphore.signal()
    }

    /// Waits until somebody opens.
    ///
    /// - Returns: False where nobody did for ten minutes, so that a broken test ends.
    @discardableResult
    func pass() -> Bool {
        semaphore.wait(timeout: .now() + .seconds(600)) == .success
    }
}
