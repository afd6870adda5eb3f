// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Waits for the user, the system or a timer to end a command that would go on for ever.
struct StopSignals {
    /// The reason why the command ends.
    enum Reason: String, Sendable {
        case interrupted = "SIGINT"
        case terminated = "SIGTERM"
        case elapsed = "--for"
    }

    private let reasons: AsyncStream<Reason>
    private let sources: [any DispatchSourceProtocol]

    /// Listens from now on.
    ///
    /// The signals no longer end the process by themselves.
    ///
    /// - Parameters:
    ///   - duration: The time after which the command ends; nil for never.
    ///   - notify: Receives each signal at once, on a thread of the system's: for work that does not wait.
    init(after duration: Duration?, notify: @escaping @Sendable () -> Void = {}) {
        let (reasons, continuation) = AsyncStream.makeStream(of: Reason.self, bufferingPolicy: .bufferingOldest(1))
        self.reasons = reasons
        var sources: [any DispatchSourceProtocol] = []
        for (number, reason) in [(SIGINT, Reason.interrupted), (SIGTERM, .terminated)] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                continuation.yield(reason)
                notify()
            }
            source.resume()
            sources.append(source)
        }
        if let duration {
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + duration.inSeconds)
            timer.setEventHandler { @Sendable in continuation.yield(.elapsed) }
            timer.resume()
            sources.append(timer)
        }
        self.sources = sources
    }

    /// Waits for the first reason.
    func wait() async -> Reason {
        var iterator = reasons.makeAsyncIterator()
        let reason = await iterator.next() ?? .terminated
        withExtendedLifetime(sources) {}
        return reason
    }
}
