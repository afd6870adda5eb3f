// SPDX-License-Identifier: Apache-2.0

/// A place for pings that also tells what collectors answered.
///
/// An instance whose ``NielsenEnvironment/pings`` is one registers itself when it starts, under its stream, and takes
/// itself off when it is shut down. A sink that is none sends just as well; the measurement then goes on without
/// answers, with the flags that the configuration has.
public protocol NielsenAnsweringPingSink: NielsenPingSink {
    /// Says who hears of the answers to the pings of one stream.
    ///
    /// - Parameters:
    ///   - stream: ``NielsenPing/stream``.
    ///   - listener: Hears each answer to a ping with ``NielsenPing/expectsAnswer``, once, on any thread and outside of
    ///     any lock of the sink; nil for nobody. Answers to pings of an earlier process have no listener and are
    ///     dropped.
    func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?)
}
