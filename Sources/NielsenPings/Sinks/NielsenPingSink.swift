// SPDX-License-Identifier: Apache-2.0

import HubServices
public import NielsenModel

/// A sink that queues and sends pings.
public protocol NielsenPingSink: Sendable {
    /// Accepts a ping.
    ///
    /// - Parameter ping: The ping. Pings of one instance arrive in order and one at a time; those of several instances
    ///   may arrive at the same time. Called on the thread of the measured call; every API may be called from here.
    /// - Throws: Any error that prevents the ping from being accepted. The delegate receives a ``NielsenError``
    ///   unchanged; any other error as 14, or as 1008 or 1009 while the instance is starting. Measurement continues,
    ///   and the ping is not passed again.
    func send(_ ping: NielsenPing) throws

    /// Registers an instance that begins to make pings. The default implementation does nothing.
    ///
    /// - Parameters:
    ///   - stream: The ``NielsenPing/stream`` of its pings.
    ///   - configuration: The configuration that it has received.
    ///   - report: Reports errors about its pings to the delegate of the instance. Call it on any thread, without
    ///     holding a lock.
    func attach(stream: String, configuration: NielsenConfiguration, report: @escaping @Sendable (NielsenError) -> Void)

    /// Unregisters an instance that has ended. The default implementation does nothing.
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

/// A sink that keeps pings in memory, for tests and reports.
public final class NielsenRecordingPingSink: NielsenPingSink {
    private let kept = Locked<[NielsenPing]>([])

    /// Makes an empty sink.
    public init() {}

    /// Every ping so far, in order.
    public var pings: [NielsenPing] { kept.withLock { $0 } }

    /// Adds a ping.
    public func send(_ ping: NielsenPing) {
        kept.withLock { $0.append(ping) }
    }

    /// Removes every ping.
    public func removeAll() {
        kept.withLock { $0.removeAll() }
    }
}

/// A ping sink that also reports the responses of collectors.
///
/// An instance whose ``NielsenEnvironment/pings`` conforms to this protocol registers a listener under its stream when
/// it starts, and removes it when it is shut down. A sink that does not conform sends pings just as well; measurement
/// then continues without responses, with the flags of the configuration.
package protocol NielsenAnsweringPingSink: NielsenPingSink {
    /// Sets the listener for the responses to the pings of one stream.
    ///
    /// - Parameters:
    ///   - stream: The ``NielsenPing/stream`` of the pings.
    ///   - listener: Receives each response to a ping with ``NielsenPing/expectsAnswer`` once, on any thread, while the
    ///     sink holds no lock; nil to remove it. Responses to pings of an earlier process have no listener and are
    ///     dropped.
    func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?)
}
