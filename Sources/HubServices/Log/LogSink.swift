// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of a log.
public struct LogRecord: Sendable, Hashable {
    /// How much it matters.
    public var level: HubLogLevel
    /// Which component says it.
    public var tag: String
    /// What it says.
    public var message: String

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - tag: Which component says it.
    ///   - message: What it says.
    public init(level: HubLogLevel, tag: String, message: String) {
        self.level = level
        self.tag = tag
        self.message = message
    }
}

/// Where log lines go.
public protocol LogSink: Sendable {
    /// Takes a line that passed the level.
    ///
    /// - Parameter record: The line. Called on any thread, several at a time.
    func write(_ record: LogRecord)
}

/// Writes lines to standard error.
public struct StandardErrorSink: LogSink {
    /// Makes a sink on standard error.
    public init() {}

    /// Writes one line, whole, so that lines of several threads do not mix, and with every control character spelled.
    public func write(_ record: LogRecord) {
        let line = VisibleText.line("[\(record.level)] \(record.tag): \(record.message)")
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}

/// Keeps lines in memory, for tests and for reports.
public final class RecordingSink: LogSink {
    private let kept = Locked<[LogRecord]>([])

    /// Makes an empty sink.
    public init() {}

    /// Every line so far, in order.
    public var records: [LogRecord] { kept.withLock { $0 } }

    /// Keeps one line.
    public func write(_ record: LogRecord) {
        kept.withLock { $0.append(record) }
    }
}

/// Throws every line away.
public struct NullSink: LogSink {
    /// Makes a sink that keeps nothing.
    public init() {}

    /// Does nothing.
    public func write(_ record: LogRecord) {}
}
