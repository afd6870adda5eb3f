// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A set of observations of a notification center that end with this object.
final class NotificationObservations: Sendable {
    private let center: NotificationCenter
    /// Guarded by its lock; a token is only ever returned to the center.
    private let tokens = Locked<[any NSObjectProtocol]>([])

    init(_ center: NotificationCenter) {
        self.center = center
    }

    /// Observes a notification, of one object or of any, on the posting thread.
    func observe(
        _ name: Notification.Name,
        of object: AnyObject? = nil,
        _ hear: @escaping @Sendable (Notification) -> Void
    ) {
        let token = center.addObserver(forName: name, object: object, queue: nil, using: hear)
        tokens.withLock { $0.append(token) }
    }

    deinit {
        for token in tokens.withLock({ $0 }) { center.removeObserver(token) }
    }
}
