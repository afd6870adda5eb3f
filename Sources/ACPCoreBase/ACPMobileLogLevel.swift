// SPDX-License-Identifier: Apache-2.0

import HubServices

#if canImport(ObjectiveC)
    import Foundation
#endif

/// The importance of a log message.
///
/// Each level includes those before it.
#if canImport(ObjectiveC)
    @objc(ACPMobileLogLevel)
#endif
public enum ACPMobileLogLevel: UInt, Sendable {
    /// Failures that the app's developer must act on.
    case error = 0
    /// Probable mistakes.
    case warning = 1
    /// Information that is useful while integrating and testing.
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
