// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A source of numbers for an environment, the same ones each time it is made.
package func makeRepeatableRandom() -> @Sendable () -> UInt64 {
    let counter = Locked<UInt64>(0)
    return {
        counter.withLock { counter in
            counter += 1
            return counter &* 0x9e37_79b9_7f4a_7c15
        }
    }
}
