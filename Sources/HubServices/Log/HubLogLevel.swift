// SPDX-License-Identifier: Apache-2.0

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
