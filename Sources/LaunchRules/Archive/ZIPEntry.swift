// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An entry in the list at the end of a ZIP archive.
struct ZIPEntry {
    /// The fields that the list and the entry's own header have in common.
    struct Fields: Equatable {
        let flags: Int
        /// How the content is packed: 0 for "stored", 8 for "deflate".
        let method: Int
        let checksum: Int
        /// The number of bytes of the entry in the archive.
        let packedSize: Int
        /// The number of bytes of the unpacked entry.
        let size: Int

        /// Whether the sizes and the checksum stand behind the content, and not before it.
        var hasSizesBehind: Bool { flags & 0x0008 != 0 }
    }

    let name: [UInt8]
    let fields: Fields
    /// The position of the entry's own header.
    let start: Int
    /// The kind and the rights of the file on a system that has them; 0 elsewhere.
    let mode: Int

    /// The reason why the content cannot be read, or nil.
    var unreadable: String? {
        // Encrypted, a patch, encrypted strongly, and with a list of entries that is encrypted.
        if fields.flags & (0x0001 | 0x0040 | 0x2000) != 0 { return "is encrypted; publish it without a password" }
        if fields.flags & 0x0020 != 0 { return "is a patch of another file" }
        // A regular file, or one from a system without such kinds.
        if ![0, 0x8000].contains(mode & 0xF000) { return "is no regular file" }
        return nil
    }

    /// The name for messages.
    var shownName: String {
        "\"\(VisibleText.line(String(decoding: name.prefix(64), as: UTF8.self)))\""
    }

    /// Refuses a name that leads out of the archive, on any system.
    func checkName() throws(LaunchRuleError) {
        let steps = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isAbsolute = name.first == UInt8(ascii: "/") || (name.count > 1 && name[1] == UInt8(ascii: ":"))
        let isOdd = name.isEmpty || name.contains { $0 == 0 || $0 == UInt8(ascii: "\\") }
        guard !isAbsolute, !isOdd, !steps.contains(Array("..".utf8)[...]) else {
            throw LaunchRuleError(
                .unsafeArchive,
                "the archive has an entry \(shownName), which could lead out of it; publish it with plain names"
            )
        }
    }
}

/// Reads the records of a ZIP archive from a part of its bytes, and never beyond it.
struct ZIPReader {
    /// The rest of the part.
    private var rest: ArraySlice<UInt8>

    init(_ part: ArraySlice<UInt8>) {
        rest = part
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ count: Int) throws(LaunchRuleError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .badArchive("a record of it is cut off") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
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

    private mutating func fields() throws(LaunchRuleError) -> ZIPEntry.Fields {
        let (flags, method) = (try short(), try short())
        _ = try long()
        return ZIPEntry.Fields(
            flags: flags,
            method: method,
            checksum: try long(),
            packedSize: try long(),
            size: try long()
        )
    }

    /// Reads the next entry of the list at the end of an archive.
    mutating func entry() throws(LaunchRuleError) -> ZIPEntry {
        try mark(0x01, 0x02, "an entry of its list")
        let writer = try short()
        _ = try short()
        let fields = try fields()
        let (nameLength, extraLength, commentLength) = (try short(), try short(), try short())
        _ = try take(4)
        let (attributes, start) = (try long(), try long())
        let name = Array(try take(nameLength))
        _ = try take(extraLength)
        _ = try take(commentLength)
        // Unix and macOS say what kind of file it is.
        let hasMode = [3, 19].contains(writer >> 8)
        return ZIPEntry(name: name, fields: fields, start: start, mode: hasMode ? attributes >> 16 : 0)
    }

    /// Reads the packed content of an entry, whose own header must say the same as the list.
    mutating func content(of entry: ZIPEntry) throws(LaunchRuleError) -> ArraySlice<UInt8> {
        try mark(0x03, 0x04, "the header of \(RuleArchive.fileName)")
        _ = try short()
        let fields = try fields()
        let (nameLength, extraLength) = (try short(), try short())
        let name = try take(nameLength)
        _ = try take(extraLength)
        let isSame =
            entry.fields.hasSizesBehind
            ? fields.flags == entry.fields.flags && fields.method == entry.fields.method : fields == entry.fields
        guard isSame, name.elementsEqual(entry.name) else {
            throw .badArchive("the header of \(RuleArchive.fileName) and the list of entries differ")
        }
        return try take(entry.fields.packedSize)
    }
}

extension LaunchRuleError {
    /// An archive that is not what its writer wrote.
    static func badArchive(_ why: String) -> LaunchRuleError {
        LaunchRuleError(.badArchive, "the ZIP archive is damaged: \(why)")
    }
}
