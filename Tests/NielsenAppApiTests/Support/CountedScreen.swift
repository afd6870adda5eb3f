// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A screen with nothing on it that counts the looks at it.
final class CountedScreen: NielsenViewabilitySource {
    private let count = Locked(0)

    var looks: Int { count.withLock { $0 } }

    func look(
        for target: NielsenViewabilityTarget,
        in container: NielsenViewabilityContainer,
        _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
    ) {
        count.withLock { $0 += 1 }
        answer(nil)
    }
}
