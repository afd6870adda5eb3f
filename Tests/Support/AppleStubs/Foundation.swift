// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses, with
// the types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it,
// and nothing of it is ever run.

@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import ObjectiveC

func standIn() -> Never { fatalError() }

// MARK: - Bridges

/// What has a class of Objective-C beside its type of Swift.
public protocol StandInBridge: _ObjectiveCBridgeable {}

extension StandInBridge {
    public func _bridgeToObjectiveC() -> _ObjectiveCType { standIn() }
    public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self { standIn() }
}

extension String: StandInBridge { public typealias _ObjectiveCType = NSString }
extension Bool: StandInBridge { public typealias _ObjectiveCType = NSNumber }
extension Int: StandInBridge { public typealias _ObjectiveCType = NSNumber }
extension UInt: StandInBridge { public typealias _ObjectiveCType = NSNumber }
extension Int64: StandInBridge { public typealias _ObjectiveCType = NSNumber }
extension Double: StandInBridge { public typealias _ObjectiveCType = NSNumber }
extension Array: StandInBridge { public typealias _ObjectiveCType = NSArray }
extension Dictionary: StandInBridge { public typealias _ObjectiveCType = NSDictionary }
extension AnyHashable: StandInBridge { public typealias _ObjectiveCType = NSObject }

extension NSNumber {
    public convenience init(value: Bool) { self.init() }
    public convenience init(value: Int) { self.init() }
    public var objCType: UnsafePointer<CChar> { standIn() }
    public var doubleValue: Double { 0 }
    public var intValue: Int { 0 }
    public var int64Value: Int64 { 0 }
    public var uint64Value: UInt64 { 0 }
    public static func == (left: NSNumber, right: Int) -> Bool { false }
}

extension NSMutableDictionary {
    public subscript(key: Any) -> Any? {
        get { nil }
        set {}
    }
}

extension NSString {
    public struct CompareOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let caseInsensitive = CompareOptions(rawValue: 1)
        public static let backwards = CompareOptions(rawValue: 4)
    }

    public convenience init(string: String) { self.init() }
    public var deletingLastPathComponent: String { "" }
}

// MARK: - Errors

public let NSLocalizedDescriptionKey = ""
public let NSPOSIXErrorDomain = ""
public let NSUnderlyingErrorKey = ""

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

extension Error {
    public var localizedDescription: String { "" }
}

extension NSError: Error {
    public convenience init(domain: String, code: Int, userInfo: [String: Any]? = nil) { self.init() }
}

public func _convertErrorToNSError(_ error: any Error) -> NSError { standIn() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { standIn() }

public struct CocoaError: Error {
    public struct Code: Hashable, Sendable {
        public static let fileNoSuchFile = Code()
        public static let fileReadCorruptFile = Code()
        public static let fileReadInapplicableStringEncoding = Code()
        public static let fileReadNoPermission = Code()
        public static let fileReadNoSuchFile = Code()
        public static let fileWriteFileExists = Code()
        public static let fileWriteNoPermission = Code()
        public static let fileWriteOutOfSpace = Code()
        public static let fileWriteUnknown = Code()
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }
    public var underlying: (any Error)? { nil }
    public static let fileNoSuchFile = Code()
    public static let fileReadNoSuchFile = Code()
    public static let fileWriteFileExists = Code()
}

public func ~= (code: CocoaError.Code, error: any Error) -> Bool { false }

// MARK: - Text

public struct CharacterSet: Hashable, Sendable {
    public static let urlQueryAllowed = CharacterSet()
    public static let newlines = CharacterSet()
    public static let whitespaces = CharacterSet()
    public static let whitespacesAndNewlines = CharacterSet()
    init() {}
    public init(charactersIn string: String) {}
}

extension String {
    public struct Encoding: Hashable, Sendable {
        public static let ascii = Encoding()
        public static let utf8 = Encoding()
    }

    public init?(data: Data, encoding: Encoding) {
        return nil
    }
    public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
    public init(format: String, _ arguments: any CVarArg...) { self = "" }
}

extension StringProtocol {
    public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { nil }
    public func components(separatedBy separator: String) -> [String] { [] }
    public func commonPrefix(with other: String) -> String { "" }
    public func contains<Other: StringProtocol>(_ other: Other) -> Bool { false }
    public func data(using encoding: String.Encoding) -> Data? { nil }
    public func padding<Pad: StringProtocol>(toLength: Int, withPad: Pad, startingAt: Int) -> String { "" }
    public func range<Other: StringProtocol>(of other: Other, options: NSString.CompareOptions = []) -> Range<Index>? { nil }
    public var removingPercentEncoding: String? { nil }
    public func replacingOccurrences<Old: StringProtocol, New: StringProtocol>(of old: Old, with new: New) -> String { "" }
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
}

// MARK: - Values

public struct UUID: Hashable, Sendable, Codable, CustomStringConvertible {
    public init() {}
    public init?(uuidString: String) {}
    public init(uuid: uuid_t) {}
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
    public var uuid: uuid_t { standIn() }
    public var uuidString: String { "" }
    public var description: String { "" }
}

public typealias uuid_t = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

public struct CGFloat: Hashable, Sendable, Comparable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(_ value: Double) {}
    public init(floatLiteral value: Double) {}
    public init(integerLiteral value: Int) {}
    public static func < (left: CGFloat, right: CGFloat) -> Bool { false }
}

extension Double {
    public init(_ value: CGFloat) { self = 0 }
}

public struct CGPoint: Hashable, Sendable {
    public var x: CGFloat = 0, y: CGFloat = 0
    public init() {}
}

public struct CGSize: Hashable, Sendable {
    public var width: CGFloat = 0, height: CGFloat = 0
    public init() {}
}

public struct CGRect: Hashable, Sendable {
    public var origin = CGPoint(), size = CGSize()
    public init() {}
    public static let null = CGRect()
    public static let zero = CGRect()
}

// MARK: - JSON and property lists

open class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }

    public init() {}
    open var outputFormatting: OutputFormatting = []
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { standIn() }
}

open class JSONDecoder {
    public init() {}
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { standIn() }
}

open class PropertyListSerialization: NSObject {
    public enum PropertyListFormat: UInt, Sendable { case xml = 100, binary = 200 }

    public struct MutabilityOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    open class func data(fromPropertyList list: Any, format: PropertyListFormat, options: Int) throws -> Data { standIn() }
    open class func propertyList(
        from data: Data,
        options: MutabilityOptions = [],
        format: UnsafeMutablePointer<PropertyListFormat>?
    ) throws -> Any { standIn() }
}

// MARK: - The process

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { standIn() }
    open var activeProcessorCount: Int { 1 }
    open var arguments: [String] { [] }
    open var environment: [String: String] { [:] }
    open var hostName: String { "" }
    open var operatingSystemVersion: OperatingSystemVersion { standIn() }
    open var operatingSystemVersionString: String { "" }
    open var physicalMemory: UInt64 { 0 }
    open var processIdentifier: Int32 { 0 }
    open var processName: String { "" }
    open var systemUptime: TimeInterval { 0 }
    #if !os(macOS)
        open func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
    #endif
}

public struct OperatingSystemVersion: Sendable {
    public var majorVersion = 0, minorVersion = 0, patchVersion = 0
}

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { standIn() }
    public convenience init?(url: URL) { self.init() }
    public convenience init(for aClass: AnyClass) { self.init() }
    open var bundleIdentifier: String? { nil }
    open var bundlePath: String { "" }
    open var bundleURL: URL { standIn() }
    open var executableURL: URL? { nil }
    open var infoDictionary: [String: Any]? { nil }
    open var resourceURL: URL? { nil }
    open func object(forInfoDictionaryKey key: String) -> Any? { nil }
    open func url(forResource name: String?, withExtension ext: String?) -> URL? { nil }
}

open class UserDefaults: NSObject, @unchecked Sendable {
    open class var standard: UserDefaults { standIn() }
    open func data(forKey key: String) -> Data? { nil }
    open func set(_ value: Any?, forKey key: String) {}
}

public enum QualityOfService: Int, Sendable { case userInteractive, userInitiated, utility, background, `default` }

open class Thread: NSObject {
    public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
    open class var current: Thread { standIn() }
    open class var isMainThread: Bool { false }
    open class func sleep(forTimeInterval interval: TimeInterval) {}
    open var name: String?
    open var qualityOfService = QualityOfService.default
    open var stackSize = 0
    open var threadDictionary: NSMutableDictionary { standIn() }
    open func start() {}
}

open class OperationQueue: NSObject, @unchecked Sendable {
    open class var main: OperationQueue { standIn() }
    open var maxConcurrentOperationCount: Int {
        get { 0 }
        set {}
    }
    open var name: String? {
        get { nil }
        set {}
    }
    open var qualityOfService: QualityOfService {
        get { .default }
        set {}
    }
    open var underlyingQueue: DispatchQueue? {
        get { nil }
        set {}
    }
    open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

public struct Notification: StandInBridge {
    public typealias _ObjectiveCType = NSNotification

    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    public var name: Name { standIn() }
    public var object: Any? { nil }
    public var userInfo: [AnyHashable: Any]? { nil }
}

#if !os(macOS)
    extension Notification.Name {
        public static let NSExtensionHostDidEnterBackground = Notification.Name("")
        public static let NSExtensionHostWillEnterForeground = Notification.Name("")
    }
#endif

extension NotificationCenter: @unchecked Sendable {
    public func addObserver(
        forName name: Notification.Name?,
        object: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { standIn() }
    public func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {}
    public func removeObserver(_ observer: Any) {}
}
