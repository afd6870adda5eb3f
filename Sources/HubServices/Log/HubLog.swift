// SPDX-License-Identifier: Apache-2.0

/// A log with a level and a sink, both of which can be replaced while it is in use.
///
/// A message is evaluated only if it is written.
public final class HubLog: Sendable {
    private struct State {
        var level: LogLevel
        var sink: any LogSink
    }

    private let state: Locked<State>

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - level: The least important level that is still written.
    ///   - sink: The sink of log lines.
    public init(level: HubLogLevel = .error, sink: any LogSink) {
        state = Locked(State(level: level, sink: sink))
    }

    /// Makes a log that writes to the unified log on Apple's systems, and to standard error elsewhere.
    ///
    /// - Parameter level: The least important level that is still written.
    public convenience init(level: HubLogLevel = .error) {
        #if canImport(os)
            self.init(level: level, sink: UnifiedLogSink())
        #else
            self.init(level: level, sink: StandardErrorSink())
        #endif
    }

    /// A log that writes nothing.
    public static let disabled = HubLog(level: .error, sink: NullSink())

    /// The least important level that is still written.
    public var level: HubLogLevel {
        get { state.withLock { $0.level } }
        set { state.withLock { $0.level = newValue } }
    }

    /// The sink of log lines.
    public var sink: any LogSink {
        get { state.withLock { $0.sink } }
        set { state.withLock { $0.sink = newValue } }
    }

    /// Writes a message if its level is enabled.
    ///
    /// - Parameters:
    ///   - level: The importance of the message.
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message; evaluated only if it is written.
    public func write(_ level: HubLogLevel, _ tag: String, _ message: @autoclosure () -> String) {
        guard level <= self.level else { return }
        sink.write(LogRecord(level: level, tag: tag, message: message()))
    }

    /// Writes an error.
    ///
    /// - Parameters:
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message; evaluated only if it is written.
    public func error(_ tag: String, _ message: @autoclosure () -> String) {
        write(.error, tag, message())
    }

    /// Writes a warning.
    ///
    /// - Parameters:
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message; evaluated only if it is written.
    public func warning(_ tag: String, _ message: @autoclosure () -> String) {
        write(.warning, tag, message())
    }

    /// Writes a message for integration and testing.
    ///
    /// - Parameters:
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message; evaluated only if it is written.
    public func debug(_ tag: String, _ message: @autoclosure () -> String) {
        write(.debug, tag, message())
    }

    /// Writes a message for detailed traces.
    ///
    /// - Parameters:
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message; evaluated only if it is written.
    public func verbose(_ tag: String, _ message: @autoclosure () -> String) {
        write(.verbose, tag, message())
    }
}

// What apps import beside this package has a log of this name too, so the public one begins with `Hub`. Inside the package,
// where nothing collides, the short one will do.
package typealias Log = HubLog
package typealias LogLevel = HubLogLevel
