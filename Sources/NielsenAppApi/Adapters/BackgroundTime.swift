// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The time that the system grants the app in the background, from the request to its end.
///
/// It is asked for once for all work that goes on at the same time, and it is ended when the last of the work is done or
/// the system says that the time is over, whichever comes first.
package final class BackgroundTime: Sendable {
    /// Asks the system for time.
    ///
    /// The argument is called, on any thread, when the time is over. What is returned ends the time; nil if none was
    /// granted, and the work is then done for as long as the process runs.
    package typealias Request = @Sendable (_ isOver: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?

    private struct Guarded {
        /// How often time was asked for.
        var request = 0
        /// How much work goes on within the time; nil if there is none that counts.
        var work: Int?
        var end: (@Sendable () -> Void)?

        /// Ends the request, if it is still the last one.
        mutating func finish(_ request: Int) -> (@Sendable () -> Void)? {
            guard request == self.request, work != nil else { return nil }
            work = nil
            defer { end = nil }
            return end
        }
    }

    private let guarded = Locked(Guarded())
    private let request: Request

    package init(_ request: @escaping Request) {
        self.request = request
    }

    /// Does work within the time.
    ///
    /// - Parameter work: Begins the work, before this returns, and calls its argument when the work is done.
    package func spend(_ work: (_ done: @escaping @Sendable () -> Void) -> Void) {
        let (number, asks) = guarded.withLock { guarded in
            let asks = guarded.work == nil
            if asks { guarded.request &+= 1 }
            guarded.work = (guarded.work ?? 0) + 1
            return (guarded.request, asks)
        }
        if asks {
            let end = request { [self] in guarded.withLock { $0.finish(number) }?() }
            // The time may be over before it is known how it is ended.
            let isOver = guarded.withLock { guarded in
                guard guarded.request == number, guarded.work != nil else { return true }
                guarded.end = end
                return false
            }
            if isOver { end?() }
        }
        work { [self] in
            guarded.withLock { guarded -> (@Sendable () -> Void)? in
                guard guarded.request == number, let work = guarded.work else { return nil }
                guarded.work = work - 1
                return work == 1 ? guarded.finish(number) : nil
            }?()
        }
    }
}
