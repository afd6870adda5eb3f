// SPDX-License-Identifier: Apache-2.0

#if canImport(os)
    import os

    /// A sink that writes lines to the unified log of Apple's systems, where Console and `log stream` show them.
    ///
    /// The category of a line is its tag. Its text has values of the app in it, so without a debugger others see it only if
    /// the app says so.
    public struct UnifiedLogSink: LogSink {
        private let subsystem: String
        private let showsText: Bool

        /// Makes a sink.
        ///
        /// - Parameters:
        ///   - subsystem: The subsystem of the lines.
        ///   - showsText: Whether the text is public in the log.
        public init(subsystem: String = "launch-hub", showsText: Bool = false) {
            self.subsystem = subsystem
            self.showsText = showsText
        }

        /// Writes one line.
        public func write(_ record: LogRecord) {
            let logger = Logger(subsystem: subsystem, category: record.tag)
            let level = record.level.unified
            if showsText {
                logger.log(level: level, "\(record.message, privacy: .public)")
            } else {
                logger.log(level: level, "\(record.message, privacy: .private)")
            }
        }
    }

    extension HubLogLevel {
        /// The level of the unified log, which keeps `info` and `debug` only for a while or not at all.
        fileprivate var unified: OSLogType {
            switch self {
            case .error: .error
            case .warning: .default
            case .debug: .info
            case .verbose: .debug
            }
        }
    }
#endif
