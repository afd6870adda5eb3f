// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A clock that stands still until a test lets pass what is scheduled for the next minute.
package final class TellingClock: HubClock {
    private enum Line {
        case scheduled(Duration)
        case end(String)
    }

    private let clock = ManualClock()
    private let lines: AsyncStream<Line>
    private let told: AsyncStream<Line>.Continuation

    package init() {
        (lines, told) = AsyncStream.makeStream()
    }

    package var now: Instant { clock.now }
    package var date: Date { clock.date }

    package func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        let scheduled = clock.schedule(after: delay, work)
        // A queue's own upkeep is hours away.
        if delay < .seconds(60) { told.yield(.scheduled(delay)) }
        return scheduled
    }

    /// Ends ``passUntilEnd()``, from any thread.
    package func end(_ text: String) { told.yield(.end(text)) }

    /// Lets each time pass that work is scheduled for, until ``end(_:)``.
    ///
    /// - Returns: How much time has passed, and the text of the end.
    package func passUntilEnd() async -> (passed: Duration, text: String) {
        var passed = Duration.zero
        for await line in lines {
            switch line {
            case .scheduled(let delay):
                passed += delay
                clock.advance(by: delay)
            case .end(let text): return (passed, text)
            }
        }
        return (passed, "cancelled")
    }
}
