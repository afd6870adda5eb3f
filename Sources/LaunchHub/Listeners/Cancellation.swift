// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An action that runs at most once and is released afterwards.
final class Cancellation: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    func run() {
        action.withLock { $0.take() }?()
    }
}
