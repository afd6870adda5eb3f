// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of a log.
public struct LogRecord: Sendable, Hashable {
    /// The importance of the message.
    public var level: HubLogLevel
    /// The component that writes the message.
    public var tag: String
    /// The text of the message.
    public var message: String

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - level: The importance of the message.
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message.
    public init(level: HubLogLevel, tag: String, message: String) {
        self.level = level
        self.tag = tag
        self.message = message
    }
}

/// A sink of log lines.
public protocol LogSink: Sendable {
    /// Writes a line that passed the level.
    ///
    /// - Parameter record: The line. Called on any thread, several at a time.
    func write(_ record: LogRecord)
}

/// A sink that writes lines to standard error.
package struct StandardErrorSink: LogSink {
    package init() {}

    /// Writes one line as a whole, so that lines of several threads do not mix, with control characters escaped.
    package func write(_ record: LogRecord) {
        let line = VisibleText.line("[\(record.level)] \(record.tag): \(record.message)")
        // The form that throws: the other one ends the process where the disk is full or nobody reads.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

/// A sink that keeps lines in memory, for tests and reports.
public final class RecordingSink: LogSink {
    private let kept = Locked<[LogRecord]>([])

    /// Makes an empty sink.
    public init() {}

    /// Every line so far, in order.
    public var records: [LogRecord] { kept.withLock { $0 } }

    /// Adds one line.
    public func write(_ record: LogRecord) {
        kept.withLock { $0.append(record) }
    }
}

/// A sink that discards every line.
package struct NullSink: LogSink {
    package init() {}

    package func write(_ record: LogRecord) {}
}

/// The importance of a message, from most to least.
public enum HubLogLevel: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// A failure on which the app's developer must act.
    case error = 0
    /// A probable mistake; the program continues.
    case warning = 1
    /// Information that is useful while integrating and testing.
    case debug = 2
    /// Everything.
    case verbose = 3

    /// Orders levels; more important levels are smaller.
    public static func < (left: HubLogLevel, right: HubLogLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The name of the level, in capitals.
    public var description: String {
        switch self {
        case .error: "ERROR"
        case .warning: "WARNING"
        case .debug: "DEBUG"
        case .verbose: "VERBOSE"
        }
    }
}
