// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How much is logged. Each level includes those before it.
public enum ACPMobileLogLevel: UInt, Sendable {
    /// Failures that the program's author must act on.
    case error = 0
    /// What is probably wrong.
    case warning = 1
    /// What an integrator wants to see while testing.
    case debug = 2
    /// Everything.
    case verbose = 3

    var logLevel: LogLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .debug: .debug
        case .verbose: .verbose
        }
    }

    init(_ level: LogLevel) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .debug: self = .debug
        case .verbose: self = .verbose
        }
    }
}
