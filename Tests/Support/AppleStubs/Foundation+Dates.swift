// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses, with
// the types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it,
// and nothing of it is ever run.

public typealias TimeInterval = Double

public struct Date: StandInBridge, Hashable, Sendable, Comparable, Codable {
    public typealias _ObjectiveCType = NSDate

    public struct ISO8601FormatStyle: Sendable {
        public init(includingFractionalSeconds: Bool = false, timeZone: TimeZone = .gmt) {}
        public enum DateTimeSeparator: Sendable { case space, standard }

        public func dateTimeSeparator(_ separator: DateTimeSeparator) -> Self { self }
        public func year() -> Self { self }
        public func month() -> Self { self }
        public func day() -> Self { self }
        public func time(includingFractionalSeconds: Bool) -> Self { self }
    }

    public init() {}
    public init(timeIntervalSince1970 interval: TimeInterval) {}
    public init(timeIntervalSinceNow interval: TimeInterval) {}
    public init(timeIntervalSinceReferenceDate interval: TimeInterval) {}
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
    public static let distantPast = Date()
    public static var now: Date { Date() }
    public var timeIntervalSince1970: TimeInterval { 0 }
    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
    public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
    public func ISO8601Format(_ style: ISO8601FormatStyle = ISO8601FormatStyle()) -> String { "" }
    public static func < (left: Date, right: Date) -> Bool { false }
    public static func + (date: Date, interval: TimeInterval) -> Date { date }
}

public struct TimeZone: Hashable, Sendable {
    public init?(identifier: String) {}
    public init?(secondsFromGMT: Int) {}
    public static var autoupdatingCurrent: TimeZone { standIn() }
    public static var current: TimeZone { standIn() }
    public static var gmt: TimeZone { standIn() }
    public var identifier: String { "" }
    public func secondsFromGMT(for date: Date = Date()) -> Int { 0 }
}

public struct Locale: Hashable, Sendable {
    public struct Language: Sendable {
        public struct Code: Sendable {
            public var identifier: String { "" }
        }

        public var languageCode: Code? { nil }
    }

    public struct Region: Sendable {
        public var identifier: String { "" }
    }

    public static var autoupdatingCurrent: Locale { Locale() }
    public static var current: Locale { Locale() }
    public static var preferredLanguages: [String] { [] }
    public var identifier: String { "" }
    public var language: Language { Language() }
    public var region: Region? { nil }
}

public struct DateComponents: Hashable, Sendable {
    public var year: Int?, month: Int?, day: Int?, hour: Int?, minute: Int?, second: Int?, nanosecond: Int?, weekday: Int?
    public init(
        timeZone: TimeZone? = nil,
        year: Int? = nil,
        month: Int? = nil,
        day: Int? = nil,
        hour: Int? = nil,
        minute: Int? = nil,
        second: Int? = nil
    ) {}
}

public struct Calendar: Hashable, Sendable {
    public enum Identifier: Sendable { case gregorian }
    public enum Component: Sendable { case era, year, month, day, hour, minute, second, weekday, nanosecond }

    public init(identifier: Identifier) {}
    public var timeZone: TimeZone {
        get { .gmt }
        set {}
    }
    public func component(_ component: Component, from date: Date) -> Int { 0 }
    public func date(from components: DateComponents) -> Date? { nil }
    public func dateComponents(_ components: Set<Component>, from date: Date) -> DateComponents { DateComponents() }
}
