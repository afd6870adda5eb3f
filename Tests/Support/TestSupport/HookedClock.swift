// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A clock that stands still, and lets a test act at the very moment at which the code under test looks at it.
package final class HookedClock: HubClock {
    private let clock = ManualClock()
    private let hook = Locked<(thread: ObjectIdentifier, work: @Sendable () -> Void)?>(nil)

    package init() {}

    /// Does work once, when the calling thread looks at the clock next.
    ///
    /// Other threads may look at it meanwhile.
    package func atNextLook(_ work: @escaping @Sendable () -> Void) {
        hook.withLock { $0 = (ObjectIdentifier(Thread.current), work) }
    }

    package var now: Instant {
        let thread = ObjectIdentifier(Thread.current)
        let work = hook.withLock { hook in
            guard let (owner, work) = hook, owner == thread else { return nil as (@Sendable () -> Void)? }
            hook = nil
            return work
        }
        work?()
        return clock.now
    }

    package var date: Date { clock.date }

    package func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        clock.schedule(after: delay, work)
    }
}
