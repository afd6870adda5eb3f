// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenModel

/// Where tags and frames are found and issues lie, and which bytes unsynchronisation leaves out.
struct TagPlaceTests {
    private static let payload = "www.nielsen.com/PC/FD/watermark/00000/00000/00"
    private static let other = "www.nielsen.com/PC/FD/watermark/00010/00010/00"

    private static func syncsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7f) } }

    private static func tag(_ version: UInt8, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + syncsafe(body.count) + body
    }

    private static func footer(_ body: [UInt8]) -> [UInt8] { Array("3DI".utf8) + [4, 0, 0x10] + syncsafe(body.count) }

    /// A frame with fewer than 128 bytes, whose size is the same in both versions.
    private static func frame(_ data: [UInt8], flags: UInt8 = 0, id: String = "PRIV") -> [UInt8] {
        Array(id.utf8) + [0, 0, 0, UInt8(data.count), 0, flags] + data
    }

    private static func owned(_ payload: String) -> [UInt8] { Array(payload.utf8) + [0] }

    private struct Found: Equatable {
        let payloads: [String]
        let issues: [NielsenID3.Issue]

        init(_ payloads: [String], _ issues: [(NielsenID3.Issue.Reason, Int)] = []) {
            self.payloads = payloads
            self.issues = issues.map { NielsenID3.Issue(reason: $0.0, offset: $0.1) }
        }
    }

    private func read(_ bytes: [UInt8], at base: Int = 0) -> Found {
        var found = NielsenID3.Extraction()
        NielsenID3TagReader.read(bytes, at: base, into: &found)
        return Found(found.payloads, found.issues.map { ($0.reason, $0.offset) })
    }

    // MARK: - Unsynchronisation

    /// Owners with a byte of ones before a zero; the zero ends the owner, unless it is left out.
    private static let noisy = Array(payload.utf8) + [0xff, 0, UInt8(ascii: "x"), 0]
    private static let kept = payload + "\u{FFFD}"
    private static let joined = payload + "\u{FFFD}x"

    @Test(arguments: [(UInt8(3), UInt8(0)), (3, 0x01), (3, 0x20), (3, 0x10), (4, 0), (4, 0x01), (4, 0x20)])
    func aZeroIsKeptWhereNothingWasAdded(_ version: UInt8, _ flags: UInt8) {
        let body = Self.frame(Self.noisy) + Self.frame(Self.owned(Self.other))
        #expect(read(Self.tag(version, flags: flags, body)) == Found([Self.kept, Self.other]))
    }

    @Test func theFlagOfATagOrOfAFrameSaysThatZerosWereAdded() {
        #expect(read(Self.tag(4, flags: 0x80, Self.frame(Self.noisy))) == Found([Self.joined]))
        #expect(read(Self.tag(4, Self.frame(Self.noisy, flags: 0x02))) == Found([Self.joined]))
        #expect(read(Self.tag(4, flags: 0x80, Self.frame(Self.noisy, flags: 0x02))) == Found([Self.joined]))
        #expect(read(Self.tag(4, Self.frame([0, 0, 0, 9] + Self.noisy, flags: 0x01))) == Found([Self.kept]))
        #expect(read(Self.tag(4, Self.frame([0, 0, 0, 9] + Self.noisy, flags: 0x03))) == Found([Self.joined]))
        #expect(read(Self.tag(4, Self.frame(Self.noisy, flags: 0x80))) == Found([Self.kept]))
        // In version 2.3 the flag of a frame is another one.
        #expect(read(Self.tag(3, Self.frame(Self.noisy, flags: 0x02))) == Found([Self.kept]))
    }

    @Test func aTagOfVersionThreeIsSynchronisedOnceAndAsAWhole() {
        let body = Self.frame(Self.noisy) + Self.frame(Self.owned(Self.other))
        let added = body.flatMap { $0 == 0xff ? [0xff, 0] : [$0] }
        #expect(read(Self.tag(3, flags: 0x80, added)) == Found([Self.kept, Self.other]))
        #expect(read([1, 2] + Self.tag(3, flags: 0x80, added) + [3]) == Found([Self.kept, Self.other]))
    }

    @Test func oneZeroIsLeftOutBehindEachByteOfOnes() {
        let twice = Array(Self.payload.utf8) + [0xff, 0, 0, UInt8(ascii: "x")]
        #expect(read(Self.tag(4, Self.frame(twice, flags: 0x02))) == Found([Self.kept]))
        let ones = Array(Self.payload.utf8) + [0xff, 0xff, 0, UInt8(ascii: "x")]
        #expect(read(Self.tag(4, Self.frame(ones, flags: 0x02))) == Found([Self.payload + "\u{FFFD}\u{FFFD}x"]))
        let apart = Array(Self.payload.utf8) + [0xff, UInt8(ascii: "x"), 0, UInt8(ascii: "y")]
        #expect(read(Self.tag(4, Self.frame(apart, flags: 0x02))) == Found([Self.joined]))
        // A zero that begins the data follows nothing: there is no owner.
        #expect(read(Self.tag(4, Self.frame([0] + Self.noisy, flags: 0x02))) == Found([]))
    }

    // MARK: - Tags behind each other

    @Test(arguments: [UInt8(3), 4], [UInt8(3), 4])
    func aTagMayFollowAnotherDirectly(_ first: UInt8, _ second: UInt8) {
        let bytes = Self.tag(first, Self.frame(Self.owned(Self.payload)))
        #expect(
            read(bytes + Self.tag(second, Self.frame(Self.owned(Self.other)))) == Found([Self.payload, Self.other])
        )
    }

    /// The flag of a footer means nothing in version 2.3, and no other flag means a footer.
    @Test(arguments: [(UInt8(3), UInt8(0x10)), (4, 0x01), (4, 0x08), (4, 0x20)])
    func aTagWithoutAFooterEndsWithItsBody(_ version: UInt8, _ flags: UInt8) {
        let bytes = Self.tag(version, flags: flags, Self.frame(Self.owned(Self.payload)))
        #expect(read(bytes + Self.tag(4, Self.frame(Self.owned(Self.other)))) == Found([Self.payload, Self.other]))
    }

    @Test func aFooterIsNoPartOfAnotherTag() {
        // The last byte of the footer and the first two behind it are the name of a tag.
        let frame = Self.frame(Self.owned(Self.payload))
        let body = frame + [UInt8](repeating: 0, count: Int(UInt8(ascii: "I")) - frame.count)
        let footer = Self.footer(body)
        #expect(footer.last == UInt8(ascii: "I"))
        let bytes = Self.tag(4, flags: 0x10, body) + footer
        #expect(read(bytes + Array("D3".utf8) + [4]) == Found([Self.payload]))
        #expect(read(bytes + Self.tag(3, Self.frame(Self.owned(Self.other)))) == Found([Self.payload, Self.other]))
        #expect(read(Array(bytes.dropLast(3))) == Found([Self.payload]))
        #expect(read(Array(bytes.dropLast(10))) == Found([Self.payload]))
    }

    @Test func whatABodyContainsIsNoTag() {
        let body = Self.frame(Self.owned(Self.payload)) + Self.frame(Array("..ID3".utf8) + [4, 0], id: "TIT2")
        #expect(read(Self.tag(4, flags: 0x10, body) + Self.footer(body)) == Found([Self.payload]))
        #expect(read(Self.tag(4, body)) == Found([Self.payload]))
        #expect(read(Self.tag(3, body)) == Found([Self.payload]))
        #expect(read(Self.tag(5, body)) == Found([], [(.unsupportedVersion(5), 0)]))
    }

    @Test func behindANameWithoutASizeATagMayBegin() {
        let whole = Self.tag(4, flags: 0x80, Self.frame(Self.owned(Self.payload)))
        #expect(read(Array("ID3".utf8) + whole) == Found([Self.payload], [(.invalidSize, 0)]))
        #expect(read([7] + Array("ID3".utf8) + whole, at: 100) == Found([Self.payload], [(.invalidSize, 101)]))
    }

    // MARK: - Places

    /// Issues of a tag lie where it begins, those of a frame where the frame does, from the beginning of all bytes.
    @Test(arguments: [0, 1_000])
    func issuesLieWhereTagsAndFramesBegin(_ base: Int) {
        let first = Self.frame([1], id: "TIT2")
        let before: [UInt8] = [1, 2, 3]
        let place = base + 3 + 10 + first.count
        for (version, flags) in [(UInt8(3), UInt8(0)), (3, 0x80), (4, 0), (4, 0x80)] {
            func found(_ body: [UInt8]) -> Found { read(before + Self.tag(version, flags: flags, body), at: base) }
            #expect(found(first + [UInt8](repeating: 0x21, count: 10)) == Found([], [(.invalidFrameIdentifier, place)]))
            let encrypted: UInt8 = version == 3 ? 0x40 : 0x04
            #expect(found(first + Self.frame([1], flags: encrypted)) == Found([], [(.encryptedFrame, place)]))
            let compressed: UInt8 = version == 3 ? 0x80 : 0x08
            #expect(found(first + Self.frame([1], flags: compressed)) == Found([], [(.compressedFrame, place)]))
            let short: UInt8 = version == 3 ? 0x20 : 0x40
            #expect(found(first + Self.frame([], flags: short)) == Found([], [(.truncated, place)]))
            let host = Array("www.nielsen.com".utf8) + [0, 1]
            #expect(found(first + Self.frame(host)) == Found([], [(.noPayload, place)]))
            let owned = Self.frame(Self.owned(Self.payload))
            let again = found(first + owned + owned)
            #expect(again == Found([Self.payload], [(.repeatedPayload, place + owned.count)]))
            #expect(found(first + Self.frame([1, 2]).dropLast()) == Found([], [(.truncated, place)]))
        }
        #expect(read(before, at: base) == Found([], [(.nothingFound, base)]))
        #expect(read([], at: base) == Found([], [(.truncated, base)]))
        #expect(read(before + Self.tag(4, []).dropLast(), at: base) == Found([], [(.truncated, base + 3)]))
    }

    @Test func aSizeThatIsNotSyncsafeIsReadAsItStandsAndNamed() {
        let first = Self.frame([1], id: "TIT2")
        let data = Self.owned(Self.payload) + [UInt8](repeating: 9, count: 200 - Self.owned(Self.payload).count)
        let plain = Array("PRIV".utf8) + [0, 0, 0, 200, 0, 0] + data
        let body = first + plain + Self.frame(Self.owned(Self.other))
        let places = [(NielsenID3.Issue.Reason.sizeNotSyncsafe, 505 + 10 + first.count)]
        #expect(
            read([UInt8](repeating: 1, count: 5) + Self.tag(4, body), at: 500)
                == Found([Self.payload, Self.other], places)
        )
        #expect(read(Self.tag(3, body)) == Found([Self.payload, Self.other]))
    }

    @Test func anExtendedHeaderIsNamedWhereItBegins() {
        let before: [UInt8] = [1, 2, 3]
        for flags in [UInt8(0x40), 0xc0] {
            #expect(read(before + Self.tag(3, flags: flags, [0, 0, 0]), at: 50) == Found([], [(.truncated, 63)]))
            #expect(read(before + Self.tag(3, flags: flags, [0, 0, 0, 9]), at: 50) == Found([], [(.invalidSize, 63)]))
        }
    }
}
