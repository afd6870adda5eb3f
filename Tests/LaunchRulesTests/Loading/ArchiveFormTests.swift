// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LaunchRules

/// The bounds of an archive, and what stands in it beside its entries.
struct ArchiveFormTests {
    private static let rules = ZIPWriter.Entry(name: "rules.json", content: Array("{}".utf8))

    private func result(_ data: Data) -> String {
        do throws(LaunchRuleError) {
            return String(decoding: try RuleArchive(Array(data)).rules(), as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    private func result(_ writer: ZIPWriter, _ change: (inout Data) -> Void = { _ in }) -> String {
        var data = writer.data
        change(&data)
        return result(data)
    }

    /// The place of a mark, the last of its kind.
    private static func place(_ kind: UInt8, _ next: UInt8, in data: Data) throws -> Int {
        try #require(data.range(of: Data([0x50, 0x4B, kind, next]), options: .backwards)).lowerBound
    }

    private static func entries(_ count: Int) -> [ZIPWriter.Entry] {
        (0..<count).map { ZIPWriter.Entry(name: "\($0)", content: [], isDeflated: false) }
    }

    @Test func aThousandEntriesAreRead() {
        #expect(result(ZIPWriter(Self.entries(999) + [Self.rules])) == "{}")
        #expect(
            result(ZIPWriter(Self.entries(1_000) + [Self.rules])).contains("1001 entries; at most 1000 are read")
        )
    }

    @Test(arguments: [(4 << 20, true), (4 << 20 + 1, false)])
    func fourMebibytesAreRead(_ size: Int, _ isRead: Bool) {
        let bare = ZIPWriter([ZIPWriter.Entry(name: "a", content: [], isDeflated: false), Self.rules]).data.count
        let filler = ZIPWriter.Entry(
            name: "a",
            content: [UInt8](repeating: 0, count: size - bare),
            isDeflated: false
        )
        let data = ZIPWriter([filler, Self.rules]).data
        #expect(data.count == size)
        if isRead {
            #expect(result(data) == "{}")
        } else {
            #expect(result(data).contains("the archive has 4194305 bytes; at most 4194304 are read"))
        }
    }

    @Test(arguments: [0, 1, 65_534, 65_535])
    func aCommentMayBeAsLongAsItCan(_ count: Int) {
        var writer = ZIPWriter([Self.rules])
        writer.comment = [UInt8](repeating: 0x2E, count: count)
        #expect(result(writer) == "{}")
        #expect(result(writer) { $0.append(0x2E) }.contains("its end is missing"))
    }

    @Test func anArchiveWithoutAnythingHasNoRules() {
        #expect(result(ZIPWriter([])).contains("it is empty"))
        #expect(result(Data(ZIPWriter([]).data.dropFirst())).contains("its end is missing"))
        #expect(result(Data()).contains("its end is missing"))
    }

    @Test(arguments: [0, 1, 2, 300, 65_535])
    func anEmptyArchiveMayHaveAComment(_ count: Int) {
        var writer = ZIPWriter([])
        writer.comment = [UInt8](repeating: 0x2E, count: count)
        #expect(result(writer).hasSuffix("it is empty"))
    }

    /// What stands in front of the end, and nothing else.
    @Test func aMarkOfALargeArchiveIsTwentyBytesLong() {
        var writer = ZIPWriter([])
        writer.hasZIP64Locator = true
        #expect(result(writer).contains("ZIP64"))
        for count in [1, 18, 19, 20, 21] {
            #expect(result(Data(count: count) + ZIPWriter([]).data).hasSuffix("it is empty"), "\(count)")
        }
    }

    @Test func anEntryStandsBeforeTheList() throws {
        let writer = ZIPWriter("{}")
        let list = try Self.place(1, 2, in: writer.data)
        func result(from start: Int) -> String { self.result(writer) { $0[list + 42] = UInt8(start) } }
        #expect(result(from: 0) == "{}")
        #expect(result(from: 1).contains("the header of rules.json is not where it should be"))
        #expect(result(from: list).contains("a record of it is cut off"))
        #expect(result(from: list + 1).contains("rules.json begins behind the list of entries"))
    }

    @Test func fiveNamesAreSaid() {
        for (count, names) in [
            (1, #"it has "0""#), (5, #"it has "0", "1", "2", "3", "4""#), (6, #"it has "0", "1", "2", "3", "4""#),
        ] {
            #expect(result(ZIPWriter(Self.entries(count))).hasSuffix(names), "\(count)")
        }
        let long = String(repeating: "x", count: 64)
        #expect(result(ZIPWriter("{}", name: long)).hasSuffix(#"it has "\#(long)""#))
        #expect(result(ZIPWriter("{}", name: long + "y")).hasSuffix(#"it has "\#(long)""#))
    }

    /// The four numbers of disks and entries at the end of an archive.
    @Test(
        arguments: [
            (4, "it is a part of a split archive"), (6, "it is a part of a split archive"),
            (8, "it is a part of a split archive"),
        ]
    )
    func anArchiveIsInOnePart(_ offset: Int, _ reason: String) throws {
        let writer = ZIPWriter([Self.rules])
        let end = try Self.place(5, 6, in: writer.data)
        #expect(result(writer) { $0[end + offset] += 1 }.contains(reason))
    }

    /// A number of nothing but ones says that the true one stands elsewhere.
    @Test(arguments: [(8, 4), (12, 4), (16, 4)])
    func aLargeArchiveIsNotRead(_ offset: Int, _ count: Int) throws {
        let writer = ZIPWriter([Self.rules])
        let end = try Self.place(5, 6, in: writer.data)
        let ones = [UInt8](repeating: 0xFF, count: count)
        #expect(
            result(writer) { $0.replaceSubrange(end + offset..<end + offset + count, with: ones) }.contains("ZIP64")
        )
    }

    @Test func theListIsWhereTheEndSays() throws {
        let writer = ZIPWriter([Self.rules])
        let end = try Self.place(5, 6, in: writer.data)
        for (offset, step) in [(12, 1), (16, 1)] as [(Int, UInt8)] {
            let longer = result(writer) { $0[end + offset] += step }
            #expect(longer.contains("its list of entries is not where it should be"), "\(offset)")
        }
        #expect(result(writer) { $0[end + 12] -= 1 }.contains("a record of it is cut off"))
        #expect(result(writer) { $0[end + 16] -= 1 }.contains("an entry of its list is not where it should be"))
    }

    /// The rights of a file are those of the system that wrote it, where that is one of Unix.
    @Test(arguments: [(3, false), (19, false), (0, true), (2, true), (4, true), (18, true), (20, true)])
    func aLinkIsOneWhereTheWriterKnowsLinks(_ system: UInt8, _ isRead: Bool) throws {
        let writer = ZIPWriter("{}") { $0.mode = 0o120777 }
        let entry = try Self.place(1, 2, in: writer.data)
        let found = result(writer) { $0[entry + 5] = system }
        #expect(isRead ? found == "{}" : found.contains("is no regular file"))
    }

    @Test(arguments: [
        (0x0001, "is encrypted"), (0x0040, "is encrypted"), (0x2000, "is encrypted"), (0x0020, "is a patch"),
    ])
    func whatIsNoPlainFileIsSaid(_ flags: Int, _ reason: String) {
        #expect(result(ZIPWriter("{}") { $0.flags = flags }).contains(reason))
    }

    @Test(arguments: [0x0002, 0x0004, 0x0010, 0x0080, 0x0800])
    func otherFlagsDoNotMatter(_ flags: Int) {
        #expect(result(ZIPWriter("{}") { $0.flags = flags }) == "{}")
    }

    /// Other programs write more about an entry than is needed.
    @Test func whatStandsBesideANameIsPassedOver() throws {
        var data = ZIPWriter("{}").data
        // The name's length stands at 26, that of what is behind it at 28.
        data[28] = 3
        data.insert(contentsOf: [7, 7, 7], at: 30 + 10)
        var entry = try Self.place(1, 2, in: data)
        data[entry + 30] = 2
        data[entry + 32] = 4
        data.insert(contentsOf: [8, 8, 9, 9, 9, 9], at: entry + 46 + 10)
        let end = try Self.place(5, 6, in: data)
        data[end + 12] += 6
        data[end + 16] += 3
        #expect(result(data) == "{}")
        // The two headers agree.
        entry = try Self.place(1, 2, in: data)
        for offset in [6, 8, 14, 18, 22, 30] {
            var other = data
            other[offset] ^= offset == 30 ? 1 : 2
            #expect(result(other).contains("the header of rules.json and the list of entries differ"), "\(offset)")
        }
    }

    @Test(arguments: ["C:", "C:\\", "c:x"])
    func aNameWithADriveIsRefused(_ name: String) {
        let other = ZIPWriter.Entry(name: name, content: [])
        #expect(result(ZIPWriter([other, Self.rules])).contains("which could lead out of it"))
    }

    @Test(arguments: [":", "a", "ab:c", "...", "a..", "..a", "a/.../b", "a//b", "a/"])
    func aPlainNameIsNone(_ name: String) {
        #expect(result(ZIPWriter([ZIPWriter.Entry(name: name, content: []), Self.rules])) == "{}")
    }

    @Test func sizesAreThoseOfTheContent() {
        #expect(result(ZIPWriter("{}") { ($0.isDeflated, $0.size) = (false, 3) }).contains("the sizes of rules.json"))
        #expect(result(ZIPWriter("{}") { $0.size = 3 }).contains("does not unpack to the 3 bytes"))
        #expect(result(ZIPWriter("{}") { $0.size = 1 }).contains("does not unpack to the 1 bytes"))
        #expect(result(ZIPWriter("{}") { $0.size = 16 << 20 }).contains("does not unpack to the 16777216 bytes"))
        #expect(
            result(ZIPWriter("{}") { $0.size = 16 << 20 + 1 })
                .contains("rules.json has 16777217 bytes unpacked; at most 16777216 are read")
        )
        #expect(result(ZIPWriter("{}") { $0.checksum = 1 }).contains("the checksum of rules.json does not match"))
        #expect(result(ZIPWriter("{}") { $0.method = 9 }).contains("rules.json is packed by the method 9"))
    }
}
