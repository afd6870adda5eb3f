// SPDX-License-Identifier: Apache-2.0

/// The members of a small flat object as bytes, all in one block of memory.
///
/// An object that waits, such as the payload of an event, takes two or three times as much where each of its strings is a
/// block of its own, and whoever frees it frees every one of them: mostly on another thread than the one that made them,
/// which is what an allocator is slowest at. A pack is written once and read in place.
///
/// A member is a byte with the kind of its value and the length of its name, that length once more where the byte has no
/// room for it, the value's length where that is text, the name and the value. Names are ASCII: two that differ in their
/// bytes are different names.
///
/// Unchecked: the bytes are written before anybody else has a reference to them.
package struct JSONPack: @unchecked Sendable {
    /// What a block begins with that holds members.
    package struct Header {
        /// How many members there are.
        let count: UInt16
        /// How many bytes they take.
        let byteCount: UInt16
        /// Where they begin.
        ///
        /// What lies before them belongs to whoever has made the block.
        let start: UInt16
        /// What the maker of the block notes about that.
        package let note: UInt16

        /// Makes the header of a block.
        ///
        /// - Parameters:
        ///   - content: The members that the block holds; nil for none.
        ///   - start: Where they begin.
        ///   - note: What the maker of the block notes about what lies before them.
        package init(of content: Content?, at start: Int, note: UInt16 = 0) {
            // In range: no content has more members or bytes than the limit, and a start is the size of a few values.
            count = UInt16(truncatingIfNeeded: content?.count ?? 0)
            byteCount = UInt16(truncatingIfNeeded: content?.bytes.count ?? 0)
            self.start = UInt16(truncatingIfNeeded: start)
            self.note = note
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

    /// What a value is, as it is written: in three bits.
    fileprivate enum Kind: UInt8 {
        case null, no, yes, int, double, shortText, longText

        /// How long a name may be whose length fits beside the kind.
        static let longestShortName = 0x1f - 1

        /// The first byte of a member.
        ///
        /// - Parameter nameLength: How long the member's name is.
        /// - Returns: The kind, and the length where it fits.
        @inline(__always)
        func head(nameLength: Int) -> UInt8 {
            // In range: at most five bits.
            rawValue << 5 | UInt8(truncatingIfNeeded: min(nameLength, Self.longestShortName + 1))
        }

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
            guard var writer = Writer(buffer: scratch) else { return body(nil) }
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
    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    private var count = 0

    /// Makes a writer.
    ///
    /// - Parameter buffer: The memory; not empty.
    init?(buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress else { return nil }
        self.start = start
        capacity = buffer.count
    }

    /// What has been written.
    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// - Returns: False where the value holds others, the name is not ASCII, a text is not there as bytes, a number not
    ///   finite, or there is no room.
    @inline(__always)
    mutating func write(_ name: String, _ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): write(name, text)
        case .null: write(.null, name)
        case .bool(let value): write(value ? .yes : .no, name)
        case .int(let number): write(.int, name, number)
        // What JSON text cannot hold is left for ``JSONValue/validate()`` to find: everything that is packed is valid.
        case .double(let number): number.isFinite && write(.double, name, number.bitPattern)
        case .array, .object: false
        }
    }

    @inline(__always)
    private mutating func write(_ name: String, _ text: String) -> Bool {
        let isWritten = text.utf8.withContiguousStorageIfAvailable { text in
            let isShort = text.count <= UInt8.max
            let kind = isShort ? JSONPack.Kind.shortText : .longText
            guard let (length, value) = begin(kind, name, room: text.count) else { return false }
            // In range: there was room for all of it.
            if isShort {
                length.storeBytes(of: UInt8(truncatingIfNeeded: text.count), as: UInt8.self)
            } else {
                length.storeBytes(of: UInt16(truncatingIfNeeded: text.count), as: UInt16.self)
            }
            if let bytes = text.baseAddress { value.copyMemory(from: bytes, byteCount: text.count) }
            return true
        }
        return isWritten ?? false
    }

    private mutating func write(_ kind: JSONPack.Kind, _ name: String) -> Bool {
        begin(kind, name, room: 0) != nil
    }

    private mutating func write(_ kind: JSONPack.Kind, _ name: String, _ number: some FixedWidthInteger) -> Bool {
        guard let value = begin(kind, name, room: 8)?.value else { return false }
        value.storeBytes(of: number, as: type(of: number))
        return true
    }

    /// Writes what stands before the value; the length of a text is left out.
    ///
    /// - Parameters:
    ///   - kind: What the value is.
    ///   - name: The member's name.
    ///   - room: How many bytes the value takes.
    /// - Returns: Where the length of a text and the value belong; nil where the name is not ASCII, or there is no room for
    ///   it and the value.
    @inline(__always)
    private mutating func begin(
        _ kind: JSONPack.Kind,
        _ name: String,
        room: Int
    ) -> (length: UnsafeMutableRawPointer, value: UnsafeMutableRawPointer)? {
        typealias Places = (length: UnsafeMutableRawPointer, value: UnsafeMutableRawPointer)
        let places = name.utf8.withContiguousStorageIfAvailable { name -> Places? in
            let isShort = name.count <= JSONPack.Kind.longestShortName
            let head = (isShort ? 1 : 2) + kind.lengthSize
            guard name.count <= UInt8.max, head + name.count + room <= capacity - count else { return nil }
            let target = start + count
            target.storeBytes(of: kind.head(nameLength: name.count), as: UInt8.self)
            if !isShort {
                target.storeBytes(of: UInt8(truncatingIfNeeded: name.count), toByteOffset: 1, as: UInt8.self)
            }
            guard Self.copy(ascii: name, to: target + head) else { return nil }
            count += head + name.count + room
            return (target + head - kind.lengthSize, target + head + name.count)
        }
        return places ?? nil
    }

    /// - Returns: False where a byte is not ASCII.
    @inline(__always)
    private static func copy(ascii name: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableRawPointer) -> Bool {
        let name = UnsafeRawBufferPointer(name)
        var all: UInt64 = 0
        var place = 0
        while name.count - place >= 8 {
            let word = name.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
            all |= word
            place += 8
        }
        if name.count - place >= 4 {
            let word = name.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            target.storeBytes(of: word, toByteOffset: place, as: UInt32.self)
            all |= UInt64(word)
            place += 4
        }
        while place < name.count {
            let byte = name[place]
            target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
            all |= UInt64(byte)
            place += 1
        }
        return all & 0x8080_8080_8080_8080 == 0
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
        guard place < bytes.count, let kind = JSONPack.Kind(rawValue: bytes[place] >> 5) else { return nil }
        var lengthStart = place + 1
        var nameCount = Int(bytes[place] & 0x1f)
        if nameCount > JSONPack.Kind.longestShortName {
            nameCount = Int(bytes[lengthStart])
            lengthStart += 1
        }
        let nameStart = lengthStart + kind.lengthSize
        let valueStart = nameStart + nameCount
        let valueCount =
            switch kind {
            case .null, .no, .yes: 0
            case .int, .double: 8
            case .shortText: Int(bytes[lengthStart])
            case .longText: Int(bytes.loadUnaligned(fromByteOffset: lengthStart, as: UInt16.self))
            }
        place = valueStart + valueCount
        return Member(
            kind: kind,
            nameBytes: UnsafeRawBufferPointer(rebasing: bytes[nameStart..<valueStart]),
            valueBytes: UnsafeRawBufferPointer(rebasing: bytes[valueStart..<place])
        )
    }
}
