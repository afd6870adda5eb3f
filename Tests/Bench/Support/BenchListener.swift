// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// A closure in the form of a listener.
final class BenchListener: EventListener {
    private let body: (Event) -> Void

    init(_ body: @escaping (Event) -> Void) {
        self.body = body
    }

    func hear(_ event: Event) {
        body(event)
    }
}
