// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses, with
// the types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it,
// and nothing of it is ever run.

public struct OSLogType: Sendable {
    public static let `default` = OSLogType(), debug = OSLogType(), error = OSLogType(), info = OSLogType()
}

public struct OSLogPrivacy: Sendable {
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {}
    public init(stringInterpolation: OSLogInterpolation) {}
}

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
}
