// SPDX-License-Identifier: Apache-2.0

/// Reads the records of a ZIP archive from a part of its bytes, and never beyond it.
struct ZIPReader {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    /// Reads a part.
    ///
    /// - Parameters:
    ///   - bytes: The archive.
    ///   - range: A range in it.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { place == end }

    mutating func take(_ count: Int) throws(LaunchRuleError) -> ArraySlice<UInt8> {
        guard count <= end - place else { throw .badArchive("a record of it is cut off") }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// Reads a number of two bytes.
    mutating func short() throws(LaunchRuleError) -> Int {
        try take(2).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a number of four bytes.
    mutating func long() throws(LaunchRuleError) -> Int {
        try take(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func mark(_ kind: UInt8, _ next: UInt8, _ what: String) throws(LaunchRuleError) {
        guard try take(4).elementsEqual([0x50, 0x4B, kind, next]) else {
            throw .badArchive("\(what) is not where it should be")
        }
    }

    /// Reads the next entry of the list at the end of an archive.
    mutating func entry() throws(LaunchRuleError) -> ZIPEntry {
        try mark(0x01, 0x02, "an entry of its list")
        let writer = try short()
        _ = try short()
        let (flags, method) = (try short(), try short())
        _ = try long()
        let (checksum, packedSize, size) = (try long(), try long(), try long())
        let (nameLength, extraLength, commentLength) = (try short(), try short(), try short())
        _ = try take(4)
        let (attributes, start) = (try long(), try long())
        let name = Array(try take(nameLength))
        _ = try take(extraLength)
        _ = try take(commentLength)
        // Unix and macOS say what kind of file it is.
        let hasMode = [3, 19].contains(writer >> 8)
        return ZIPEntry(
            name: name,
            flags: flags,
            method: ZIPEntry.Method(method),
            checksum: UInt32(truncatingIfNeeded: checksum),
            packedSize: packedSize,
            size: size,
            start: start,
            mode: hasMode ? attributes >> 16 : 0
        )
    }

    /// Reads the packed content of an entry, whose own header must say the same as the list.
    mutating func content(of entry: ZIPEntry) throws(LaunchRuleError) -> ArraySlice<UInt8> {
        try mark(0x03, 0x04, "the header of \(RuleArchive.fileName)")
        _ = try short()
        let (flags, method) = (try short(), try short())
        _ = try long()
        let (checksum, packedSize, size) = (try long(), try long(), try long())
        let (nameLength, extraLength) = (try short(), try short())
        let name = try take(nameLength)
        _ = try take(extraLength)
        let isSame =
            name.elementsEqual(entry.name) && flags == entry.flags && ZIPEntry.Method(method) == entry.method
            && (entry.hasSizesBehind
                || (checksum == Int(entry.checksum) && packedSize == entry.packedSize && size == entry.size))
        guard isSame else { throw .badArchive("the header of \(RuleArchive.fileName) and the list of entries differ") }
        return try take(entry.packedSize)
    }
}
