// SPDX-License-Identifier: Apache-2.0

/// How much a message matters, from most to least.
public enum HubLogLevel: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// Something failed and the program's author must act.
    case error = 0
    /// Something is probably wrong, and the program goes on.
    case warning = 1
    /// What an integrator wants to see while testing.
    case debug = 2
    /// Everything.
    case verbose = 3

    /// Orders levels; a level is smaller the more it matters.
    public static func < (left: HubLogLevel, right: HubLogLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The level's name in capitals, as it is printed.
    public var description: String {
        switch self {
        case .error: "ERROR"
        case .warning: "WARNING"
        case .debug: "DEBUG"
        case .verbose: "VERBOSE"
        }
    }
}
