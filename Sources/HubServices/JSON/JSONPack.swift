// SPDX-License-Identifier: Apache-2.0

/// The members of a small flat object as bytes, all in one block of memory.
///
/// An object that waits, such as the payload of an event, takes two or three times as much where each of its strings is a
/// block of its own, and whoever frees it frees every one of them: mostly on another thread than the one that made them,
/// which is what an allocator is slowest at. A pack is written once and read in place.
///
/// A member is the length of its name, the kind of its value, the value's length where that is text, the name and the value.
/// Names are ASCII: two that differ in their bytes are different names.
///
/// Unchecked: the bytes are written before anybody else has a reference to them.
package struct JSONPack: @unchecked Sendable {
    /// What a block begins with that holds members.
    package struct Header {
        /// How many members there are.
        let count: UInt16
        /// How many bytes they take.
        let byteCount: UInt16
        /// Where they begin. What lies before them belongs to whoever has made the block.
        let start: UInt32

        /// Makes the header of a block.
        ///
        /// - Parameters:
        ///   - content: The members that the block holds; nil for none.
        ///   - start: Where they begin.
        package init(of content: Content?, at start: Int) {
            // In range: no content has more members or bytes than the limit, and a start is the size of a few values.
            count = UInt16(truncatingIfNeeded: content?.count ?? 0)
            byteCount = UInt16(truncatingIfNeeded: content?.bytes.count ?? 0)
            self.start = UInt32(truncatingIfNeeded: start)
        }

        /// True where the block holds no members.
        package var isEmpty: Bool { count == 0 }
    }

    /// Members as they are written into a block.
    package struct Content {
        let count: Int
        /// The bytes, for as long as the closure runs that gets them.
        package let bytes: UnsafeRawBufferPointer
    }

    /// Memory that holds members, and before them what its maker likes: an event is one block together with its payload.
    package typealias Block = ManagedBuffer<Header, UInt8>

    private final class OwnBlock: ManagedBuffer<Header, UInt8> {}

    private let block: Block

    /// What a value is, as it is written.
    fileprivate enum Kind: UInt8 {
        case null, no, yes, int, double, shortText, longText

        /// How many bytes the length of the value takes.
        var lengthSize: Int {
            switch self {
            case .null, .no, .yes, .int, .double: 0
            case .shortText: 1
            case .longText: 2
            }
        }
    }

    /// With more bytes than this copying costs more than it saves.
    private static let byteLimit = 1_024

    /// Packs members.
    ///
    /// - Parameter members: Members with distinct names. Nil where a value holds others, a name is not plain, or the whole is
    ///   large.
    init?(_ members: [(String, JSONValue)]) {
        let packed = Self.write(members) { content in
            content.map { content in
                let block = OwnBlock.create(minimumCapacity: content.bytes.count) { _ in Header(of: content, at: 0) }
                block.withUnsafeMutablePointerToElements { target in
                    UnsafeMutableRawBufferPointer(start: target, count: content.bytes.count)
                        .copyMemory(from: content.bytes)
                }
                return block
            }
        }
        guard let packed else { return nil }
        block = packed
    }

    /// Reads the members of a block.
    ///
    /// - Parameter block: Was filled with what its header says, and does not change.
    package init(in block: Block) {
        self.block = block
    }

    /// Writes members in the form of a block and passes them to a closure.
    ///
    /// - Parameters:
    ///   - members: Members with distinct names.
    ///   - body: Receives the content, valid during the call only, or nil if the members cannot be packed.
    /// - Returns: What `body` returns.
    @inline(__always)
    static func write<Result>(_ members: [(String, JSONValue)], _ body: (Content?) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.byteLimit, alignment: 1) { scratch in
            var writer = Writer(buffer: scratch)
            let isWritten = members.withUnsafeBufferPointer { members in
                for place in members.indices {
                    guard writer.write(members[place].0, members[place].1) else { return false }
                }
                return true
            }
            return body(isWritten ? Content(count: members.count, bytes: writer.written) : nil)
        }
    }

    /// Gives a closure what the block holds.
    func withContent<Result>(_ body: (Content) -> Result) -> Result {
        withReader { body(Content(count: count, bytes: $0.bytes)) }
    }

    /// How many members there are.
    var count: Int { block.withUnsafeMutablePointerToHeader { Int($0.pointee.count) } }

    /// The value of a member.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: Nil where there is no such member.
    func value(of name: String) -> JSONValue? {
        var isASCII = false
        let found = name.utf8.withContiguousStorageIfAvailable { name -> JSONValue? in
            isASCII = name.allSatisfy { $0 < 0x80 }
            guard isASCII else { return nil }
            return withReader { reader in
                while let member = reader.next() {
                    if member.hasName(UnsafeRawBufferPointer(name)) { return member.value }
                }
                return nil
            }
        }
        if isASCII { return found ?? nil }
        // Text that is not ASCII may equal a name that is: the Kelvin sign is a K.
        var place = 0
        while let (other, value) = member(at: &place) {
            if other == name { return value }
        }
        return nil
    }

    /// The members in their order.
    var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        members.reserveCapacity(count)
        var place = 0
        while let member = member(at: &place) { members.append(member) }
        return members
    }

    /// Reads a member.
    ///
    /// - Parameter place: Where it begins, zero for the first one; afterwards where the next one does.
    /// - Returns: Nil behind the last member.
    func member(at place: inout Int) -> (String, JSONValue)? {
        withReader { reader in
            reader.place = place
            guard let member = reader.next() else { return nil }
            place = reader.place
            return (member.name, member.value)
        }
    }

    @inline(__always)
    private func withReader<Result>(_ body: (inout Reader) -> Result) -> Result {
        block.withUnsafeMutablePointers { header, bytes in
            let start = UnsafeRawPointer(bytes) + Int(header.pointee.start)
            var reader = Reader(bytes: UnsafeRawBufferPointer(start: start, count: Int(header.pointee.byteCount)))
            return body(&reader)
        }
    }
}

/// Writes members into memory for as long as there is room.
private struct Writer {
    let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

    init(buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
    }

    /// What has been written.
    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

    /// - Returns: False where the value holds others, the name is not ASCII, a text is not there as bytes a number not finite, or there is no room.
    mutating func write(_ name: String, _ value: JSONValue) -> Bool {
        switch value {
        case .null: return begin(.null, name)
        case .bool(let value): return begin(value ? .yes : .no, name)
        case .int(let number): return begin(.int, name) && append(number)
        // What JSON text cannot hold is left for ``JSONValue/validate()`` to find: everything that is packed is valid.
        case .double(let number): return number.isFinite && begin(.double, name) && append(number.bitPattern)
        case .string(let text): return write(name, text)
        case .array, .object: return false
        }
    }

    private mutating func write(_ name: String, _ text: String) -> Bool {
        let head = count
        let length = text.utf8.count
        guard begin(length <= UInt8.max ? .shortText : .longText, name), append(text) == length else { return false }
        // In range: there was room for all of it.
        if length <= UInt8.max {
            buffer[head + 2] = UInt8(truncatingIfNeeded: length)
        } else {
            buffer.storeBytes(of: UInt16(truncatingIfNeeded: length), toByteOffset: head + 2, as: UInt16.self)
        }
        return true
    }

    /// Writes what stands before the value; the length of a text is left out.
    private mutating func begin(_ kind: JSONPack.Kind, _ name: String) -> Bool {
        let head = count
        count += 2 + kind.lengthSize
        guard count <= buffer.count, let length = append(name), length <= UInt8.max else { return false }
        for byte in buffer[(count - length)..<count] where byte >= 0x80 { return false }
        buffer[head] = UInt8(truncatingIfNeeded: length)
        buffer[head + 1] = kind.rawValue
        return true
    }

    private mutating func append(_ number: some FixedWidthInteger) -> Bool {
        guard buffer.count - count >= 8 else { return false }
        buffer.storeBytes(of: number, toByteOffset: count, as: type(of: number))
        count += 8
        return true
    }

    /// - Returns: How many bytes it has; nil where it cannot be written.
    @inline(__always)
    private mutating func append(_ text: String) -> Int? {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let length = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            guard bytes.count <= room.count else { return nil }
            room.copyMemory(from: UnsafeRawBufferPointer(bytes))
            return bytes.count
        }
        guard let length = length ?? nil else { return nil }
        count += length
        return length
    }
}

/// Walks over members that a ``Writer`` has written.
private struct Reader {
    struct Member {
        let kind: JSONPack.Kind
        let nameBytes: UnsafeRawBufferPointer
        let valueBytes: UnsafeRawBufferPointer

        func hasName(_ name: UnsafeRawBufferPointer) -> Bool {
            nameBytes.count == name.count && nameBytes.elementsEqual(name)
        }

        var name: String { String(decoding: nameBytes, as: UTF8.self) }

        var value: JSONValue {
            switch kind {
            case .null: .null
            case .no: .bool(false)
            case .yes: .bool(true)
            case .int: .int(valueBytes.loadUnaligned(as: Int64.self))
            case .double: .double(Double(bitPattern: valueBytes.loadUnaligned(as: UInt64.self)))
            case .shortText, .longText: .string(String(decoding: valueBytes, as: UTF8.self))
            }
        }
    }

    let bytes: UnsafeRawBufferPointer
    var place = 0

    /// The next member; nil behind the last one.
    @inline(__always)
    mutating func next() -> Member? {
        guard place < bytes.count, let kind = JSONPack.Kind(rawValue: bytes[place + 1]) else { return nil }
        let nameStart = place + 2 + kind.lengthSize
        let valueStart = nameStart + Int(bytes[place])
        let valueCount =
            switch kind {
            case .null, .no, .yes: 0
            case .int, .double: 8
            case .shortText: Int(bytes[place + 2])
            case .longText: Int(bytes.loadUnaligned(fromByteOffset: place + 2, as: UInt16.self))
            }
        place = valueStart + valueCount
        return Member(
            kind: kind,
            nameBytes: UnsafeRawBufferPointer(rebasing: bytes[nameStart..<valueStart]),
            valueBytes: UnsafeRawBufferPointer(rebasing: bytes[valueStart..<place])
        )
    }
}
