// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses, with
// the types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it,
// and nothing of it is ever run.

public struct Data: StandInBridge, Hashable, Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
    Codable
{
    public typealias _ObjectiveCType = NSData
    public typealias Indices = Range<Int>
    public typealias SubSequence = Data

    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mappedIfSafe = ReadingOptions(rawValue: 1)
    }

    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
        public static let completeFileProtectionUntilFirstUserAuthentication = WritingOptions(rawValue: 2)
        public static let withoutOverwriting = WritingOptions(rawValue: 4)
    }

    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public init() {}
    public init(count: Int) {}
    public init(capacity: Int) {}
    public init(repeating byte: UInt8, count: Int) {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public init?(base64Encoded text: String, options: Base64DecodingOptions = []) {}
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public subscript(range: Range<Int>) -> Data {
        get { self }
        set {}
    }
    public mutating func append(_ other: Data) {}
    public func range(of other: Data) -> Range<Int>? { nil }
    public mutating func append(contentsOf bytes: [UInt8]) {}
    public mutating func replaceSubrange<Bytes: Collection>(_ range: Range<Int>, with bytes: Bytes) where Bytes.Element == UInt8 {}
    public func base64EncodedString() -> String { "" }
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result { standIn() }
    public mutating func withUnsafeMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result { standIn() }
    public func write(to url: URL, options: WritingOptions = []) throws {}
}

public struct URLResourceKey: Hashable, Sendable {
    public static let contentModificationDateKey = URLResourceKey()
    public static let fileSizeKey = URLResourceKey()
    public static let isDirectoryKey = URLResourceKey()
    public static let isRegularFileKey = URLResourceKey()
    public static let isExcludedFromBackupKey = URLResourceKey()
}

public struct URLResourceValues {
    public init() {}
    public var contentModificationDate: Date? { nil }
    public var fileSize: Int? { nil }
    public var isDirectory: Bool? { nil }
    public var isRegularFile: Bool? { nil }
    public var isExcludedFromBackup: Bool? {
        get { nil }
        set {}
    }
}

public struct FileAttributeKey: Hashable, Sendable {
    public static let modificationDate = FileAttributeKey()
    public static let ownerAccountID = FileAttributeKey()
    public static let posixPermissions = FileAttributeKey()
    public static let protectionKey = FileAttributeKey()
    public static let size = FileAttributeKey()
    public static let systemFileNumber = FileAttributeKey()
    public static let systemFreeSize = FileAttributeKey()
    public static let systemNumber = FileAttributeKey()
    public static let type = FileAttributeKey()
}

public struct FileAttributeType: Hashable, Sendable {
    public static let typeDirectory = FileAttributeType()
    public static let typeRegular = FileAttributeType()
    public static let typeSymbolicLink = FileAttributeType()
}

public struct FileProtectionType: Hashable, Sendable {
    public static let completeUntilFirstUserAuthentication = FileProtectionType()
}

open class FileManager: NSObject, @unchecked Sendable {
    public enum SearchPathDirectory: Sendable { case applicationSupportDirectory, cachesDirectory }

    public struct SearchPathDomainMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
    }

    public struct DirectoryEnumerationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    open class DirectoryEnumerator: NSObject {
        open func nextObject() -> Any? { nil }
        open func skipDescendants() {}
    }

    open class var `default`: FileManager { standIn() }
    open var currentDirectoryPath: String { "" }
    #if os(macOS)
        open var homeDirectoryForCurrentUser: URL { standIn() }
    #endif
    open var temporaryDirectory: URL { standIn() }
    open func attributesOfFileSystem(forPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    open func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { nil }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func contentsOfDirectory(
        at url: URL,
        includingPropertiesForKeys keys: [URLResourceKey]?,
        options: DirectoryEnumerationOptions = []
    ) throws -> [URL] { [] }
    open func copyItem(at old: URL, to new: URL) throws {}
    open func copyItem(atPath old: String, toPath new: String) throws {}
    open func createDirectory(
        at url: URL,
        withIntermediateDirectories: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createFile(atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil) -> Bool { false }
    open func enumerator(at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?) -> DirectoryEnumerator? { nil }
    open func fileExists(atPath path: String) -> Bool { false }
    open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
    open func isReadableFile(atPath path: String) -> Bool { false }
    open func isWritableFile(atPath path: String) -> Bool { false }
    open func linkItem(at old: URL, to new: URL) throws {}
    open func linkItem(atPath old: String, toPath new: String) throws {}
    open func moveItem(at old: URL, to new: URL) throws {}
    open func moveItem(atPath old: String, toPath new: String) throws {}
    open func removeItem(at url: URL) throws {}
    open func removeItem(atPath path: String) throws {}
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    open func urls(for directory: SearchPathDirectory, in mask: SearchPathDomainMask) -> [URL] { [] }
}

open class FileHandle: NSObject, @unchecked Sendable {
    open class var standardError: FileHandle { standIn() }
    open class var standardInput: FileHandle { standIn() }
    open class var standardOutput: FileHandle { standIn() }
    public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool = false) { self.init() }
    public convenience init(forReadingFrom url: URL) throws { self.init() }
    public convenience init(forUpdating url: URL) throws { self.init() }
    public convenience init(forWritingTo url: URL) throws { self.init() }
    public convenience init?(forReadingAtPath path: String) { self.init() }
    public convenience init?(forUpdatingAtPath path: String) { self.init() }
    public convenience init?(forWritingAtPath path: String) { self.init() }
    open var fileDescriptor: Int32 { 0 }
    open func close() throws {}
    public func offset() throws -> UInt64 { 0 }
    public func read(upToCount count: Int) throws -> Data? { nil }
    public func readToEnd() throws -> Data? { nil }
    open func seek(toOffset offset: UInt64) throws {}
    @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
    open func synchronize() throws {}
    open func truncate(atOffset offset: UInt64) throws {}
    open func write(_ data: Data) {}
    public func write<Bytes: Sequence>(contentsOf bytes: Bytes) throws where Bytes.Element == UInt8 {}
}
