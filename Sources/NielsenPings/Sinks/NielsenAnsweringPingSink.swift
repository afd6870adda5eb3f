// SPDX-License-Identifier: Apache-2.0

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
