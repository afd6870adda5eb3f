// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Where pings go: the place where they are queued and sent.
public protocol NielsenPingSink: Sendable {
    /// Takes a ping.
    ///
    /// - Parameter ping: Pings of one instance come in order and one at a time; those of several instances may come at
    ///   once. Called on the thread of the call that was measured; every API may be called.
    /// - Throws: What kept the ping from being taken. The delegate hears a ``NielsenError`` as it is; any other error is
    ///   14, or 1008 or 1009 where the instance is just starting. Measurement goes on, and the ping is not handed over
    ///   again.
    func send(_ ping: NielsenPing) throws

    /// Takes note of an instance that begins to make pings. Nothing by default.
    ///
    /// - Parameters:
    ///   - stream: The ``NielsenPing/stream`` of its pings.
    ///   - configuration: The configuration that it has received.
    ///   - report: Tells the instance's delegate what goes wrong with its pings. Call it on any thread, with no lock
    ///     held.
    func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    )

    /// Forgets an instance that has ended. Nothing by default.
    ///
    /// - Parameter stream: The ``NielsenPing/stream`` of its pings.
    func detach(stream: String)
}

extension NielsenPingSink {
    /// Does nothing.
    public func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {}

    /// Does nothing.
    public func detach(stream: String) {}
}

/// Keeps pings in memory, for tests and reports.
public final class NielsenRecordingPingSink: NielsenPingSink {
    private let kept = Locked<[NielsenPing]>([])

    /// Makes an empty sink.
    public init() {}

    /// Every ping so far, in order.
    public var pings: [NielsenPing] { kept.withLock { $0 } }

    /// Keeps a ping.
    public func send(_ ping: NielsenPing) {
        kept.withLock { $0.append(ping) }
    }

    /// Forgets every ping.
    public func removeAll() {
        kept.withLock { $0.removeAll() }
    }
}
