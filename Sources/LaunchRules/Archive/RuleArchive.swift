// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A ZIP archive of published rules: `rules.json` at its root, whatever lies beside it.
///
/// Only that entry is unpacked. An archive with a name that leads out of it is refused as a whole, because nobody publishes
/// one by accident.
struct RuleArchive {
    /// The largest archive, in bytes.
    static let sizeLimit = 4 << 20
    /// The most entries.
    static let entryLimit = 1_000
    /// The name of the entry that holds the rules.
    static let fileName = "rules.json"

    private let bytes: [UInt8]

    /// Returns whether a file says that it is a ZIP archive; JSON text begins otherwise.
    static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [UInt8(ascii: "P"), UInt8(ascii: "K")])
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Unpacks the rules.
    ///
    /// - Returns: The bytes of `rules.json`, at most ``LaunchRuleSet/sizeLimit``.
    /// - Throws: ``LaunchRuleError`` if the archive is damaged, unsafe, too large, or of a form that is not read.
    func rules() throws(LaunchRuleError) -> [UInt8] {
        guard bytes.count <= Self.sizeLimit else {
            throw LaunchRuleError(.tooLarge, "the archive has \(bytes.count) bytes; at most \(Self.sizeLimit) are read")
        }
        let directory = try directory()
        var found: ZIPEntry?
        var names: [String] = []
        var reader = ZIPReader(bytes[directory.range])
        for _ in 0..<directory.count {
            let entry = try reader.entry()
            try entry.checkName()
            if entry.name == Array(Self.fileName.utf8) {
                guard found == nil else { throw .badArchive("there are two entries \(Self.fileName)") }
                found = entry
            }
            if names.count < 5 { names.append(entry.shownName) }
        }
        guard reader.isAtEnd else { throw .badArchive("its list of entries is longer than it says") }
        guard let found else {
            let seen = names.isEmpty ? "it is empty" : "it has \(names.joined(separator: ", "))"
            throw LaunchRuleError(.noRulesFile, "the archive has no \(Self.fileName) at its root; \(seen)")
        }
        return try unpacked(found, before: directory.range.lowerBound)
    }

    // MARK: - The list of entries

    private static let endLength = 22

    private func directory() throws(LaunchRuleError) -> (range: Range<Int>, count: Int) {
        guard let end = placeOfEnd else { throw .badArchive("its end is missing; it was probably cut off") }
        var reader = ZIPReader(bytes[end + 4..<end + Self.endLength])
        let (disk, firstDisk) = (try reader.short(), try reader.short())
        let (countHere, count) = (try reader.short(), try reader.short())
        let (size, start) = (try reader.long(), try reader.long())
        let isZIP64 = count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF || hasZIP64Locator(before: end)
        guard !isZIP64 else { throw unread("it is in the form ZIP64, which is for larger archives") }
        guard disk == 0, firstDisk == 0, countHere == count else { throw unread("it is a part of a split archive") }
        guard count <= Self.entryLimit else {
            throw LaunchRuleError(.tooLarge, "the archive has \(count) entries; at most \(Self.entryLimit) are read")
        }
        guard start <= end, size <= end - start else {
            throw .badArchive("its list of entries is not where it should be")
        }
        return (start..<start + size, count)
    }

    /// The position of the record that ends an archive; a comment may follow it.
    private var placeOfEnd: Int? {
        let last = bytes.count - Self.endLength
        guard last >= 0 else { return nil }
        return stride(from: last, through: max(0, last - 0xFFFF), by: -1).first { place in
            bytes[place...].starts(with: [0x50, 0x4B, 0x05, 0x06])
                && place + Self.endLength + Int(bytes[place + 20]) + Int(bytes[place + 21]) << 8 == bytes.count
        }
    }

    private func hasZIP64Locator(before end: Int) -> Bool {
        end >= 20 && bytes[(end - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07])
    }

    // MARK: - The entry

    private func unpacked(_ entry: ZIPEntry, before limit: Int) throws(LaunchRuleError) -> [UInt8] {
        if let why = entry.unreadable { throw unread("\(Self.fileName) \(why)") }
        let size = entry.fields.size
        guard size <= LaunchRuleSet.sizeLimit else {
            throw LaunchRuleError(
                .tooLarge,
                "\(Self.fileName) has \(size) bytes unpacked; at most \(LaunchRuleSet.sizeLimit) are read"
            )
        }
        guard entry.start <= limit else { throw .badArchive("\(Self.fileName) begins behind the list of entries") }
        var reader = ZIPReader(bytes[entry.start..<limit])
        let packed = try reader.content(of: entry)
        let content: [UInt8]
        switch entry.fields.method {
        case 0:
            guard packed.count == size else { throw .badArchive("the sizes of \(Self.fileName) differ") }
            content = Array(packed)
        case 8:
            guard let inflated = Inflater.inflate(packed, size: size) else {
                throw .badArchive("\(Self.fileName) does not unpack to the \(size) bytes that it should have")
            }
            content = inflated
        case let method:
            throw unread("\(Self.fileName) is packed by the method \(method); \"deflate\" and \"stored\" are")
        }
        guard Inflater.checksum(of: content) == entry.fields.checksum else {
            throw .badArchive("the checksum of \(Self.fileName) does not match")
        }
        return content
    }

    private func unread(_ why: String) -> LaunchRuleError {
        LaunchRuleError(.badArchive, "the ZIP archive is not read: \(why)")
    }
}
