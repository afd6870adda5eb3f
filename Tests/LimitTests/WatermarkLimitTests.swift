// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

/// The bounds of ID3 tags and event messages: the last byte that is enough, and the one that is missing.
struct WatermarkLimitTests {
    private static let payload = "www.nielsen.com/PC/FD/watermark/00000/00000/00"

    private static func plain(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func syncsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7f) } }

    private static func tag(_ version: UInt8, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + syncsafe(body.count) + body
    }

    private static func frame(_ data: [UInt8], flags: UInt8 = 0, size: Int? = nil, id: String = "PRIV") -> [UInt8] {
        Array(id.utf8) + plain(size ?? data.count) + [0, flags] + data
    }

    private static let owned = Array(payload.utf8) + [0]

    /// What was found, and what could not be read where.
    private struct Found: Equatable {
        let payloads: [String]
        let reasons: [NielsenID3.Issue.Reason]
        let places: [Int]

        init(_ payloads: [String], _ reasons: [NielsenID3.Issue.Reason], _ places: [Int]) {
            self.payloads = payloads
            self.reasons = reasons
            self.places = places
        }
    }

    private func read(_ bytes: [UInt8]) -> Found {
        let found = NielsenID3.extraction(inID3Bytes: bytes)
        return Found(found.payloads, found.issues.map(\.reason), found.issues.map(\.offset))
    }

    @Test func aTagBeginsWithItsNameAndAVersion() {
        #expect(read(Array("ID".utf8)).reasons == [.nothingFound])
        #expect(read(Array("ID3".utf8)).reasons == [.truncated])
        #expect(read(Array("ID3".utf8) + [0xff]).reasons == [.nothingFound])
        #expect(read(Array("ID3".utf8) + [0xfe]).reasons == [.truncated])
        #expect(read(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0]).reasons == [.truncated])
        #expect(read(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]).reasons == [])
        // A size whose bytes are not all below 128 is no size; the search goes on behind the name.
        let wrong = Array("ID3".utf8) + [4, 0, 0, 0x80, 0, 0, 0]
        #expect(read(wrong + Self.tag(3, Self.frame(Self.owned))) == Found([Self.payload], [.invalidSize], [0]))
    }

    @Test func aTagIsWholeOrCut() {
        let whole = Self.tag(3, Self.frame(Self.owned))
        #expect(read(whole) == Found([Self.payload], [], []))
        let cut = read(Array(whole.dropLast()))
        #expect(cut.payloads.isEmpty)
        #expect(cut.reasons == [.truncated, .truncated])
        #expect(cut.places == [10, 0])
        // What is announced beyond the frames may be missing all the same.
        var announced = whole
        announced[9] += 1
        #expect(read(announced) == Found([Self.payload], [.truncated], [0]))
    }

    @Test(arguments: [UInt8(2), 3, 4, 5])
    func twoVersionsAreRead(_ version: UInt8) {
        let found = read(Self.tag(version, Self.frame(Self.owned)))
        let isRead = version == 3 || version == 4
        #expect(found.payloads == (isRead ? [Self.payload] : []))
        #expect(found.reasons == (isRead ? [] : [.unsupportedVersion(version)]))
    }

    /// The size of an extended header, which version 2.3 counts without its own four bytes.
    @Test(arguments: [
        (UInt8(3), plain(2), 2, true), (3, plain(1), 1, false), (3, plain(6), 6, true), (4, syncsafe(6), 2, true),
        (4, syncsafe(5), 1, false), (4, [0x80, 0, 0, 6], 2, false),
    ])
    func anExtendedHeaderHasSixBytesAtLeast(_ version: UInt8, _ size: [UInt8], _ rest: Int, _ isRead: Bool) {
        let header = size + [UInt8](repeating: 0, count: rest)
        let found = read(Self.tag(version, flags: 0x40, header + Self.frame(Self.owned)))
        #expect(found.payloads == (isRead ? [Self.payload] : []))
        #expect(found.reasons == (isRead ? [] : [.invalidSize]))
        if !isRead { #expect(found.places == [10]) }
    }

    @Test func anExtendedHeaderEndsWithinItsTag() {
        #expect(read(Self.tag(4, flags: 0x40, Self.syncsafe(6))) == Found([], [.invalidSize], [10]))
        #expect(read(Self.tag(4, flags: 0x40, Self.syncsafe(6) + [0, 0])).reasons == [])
        #expect(read(Self.tag(4, flags: 0x40, Self.syncsafe(7) + [0, 0])).reasons == [.invalidSize])
        #expect(read(Self.tag(4, flags: 0x40, [0, 0, 0])) == Found([], [.truncated], [10]))
        #expect(read(Self.tag(3, flags: 0x40, Self.plain(2) + [0, 0])).reasons == [])
    }

    @Test func aFrameEndsWithinItsTagAndTenBytesAreAFrame() {
        let empty = Self.frame([], id: "TIT2")
        #expect(empty.count == 10)
        #expect(read(Self.tag(3, empty)).reasons == [])
        // Nine bytes are too few to begin a frame, whatever they are.
        #expect(read(Self.tag(3, [UInt8](repeating: 0x21, count: 9))).reasons == [])
        #expect(read(Self.tag(3, [UInt8](repeating: 0x21, count: 10))) == Found([], [.invalidFrameIdentifier], [10]))
        let long = Self.frame(Self.owned, size: Self.owned.count + 1)
        #expect(read(Self.tag(3, long)) == Found([], [.truncated], [10]))
        #expect(read(Self.tag(3, empty + long)) == Found([], [.truncated], [20]))
        #expect(read(Self.tag(3, Self.frame(Self.owned) + [0])) == Found([Self.payload], [], []))
    }

    @Test(arguments: ["0123", "9999", "AAAA", "ZZZZ"])
    func identifiersAreCapitalsAndDigits(_ id: String) {
        #expect(read(Self.tag(3, Self.frame([1], id: id) + Self.frame(Self.owned))).payloads == [Self.payload])
    }

    @Test(arguments: ["/AAA", ":AAA", "@AAA", "[AAA", "AAAa", "AA A"])
    func whatIsNextToThemIsNot(_ id: String) {
        let found = read(Self.tag(3, Self.frame([1], id: id) + Self.frame(Self.owned)))
        #expect(found == Found([], [.invalidFrameIdentifier], [10]))
    }

    /// What the flags of a frame add before its data, and frames that are shorter than that.
    @Test(arguments: [
        (UInt8(3), UInt8(0x20), 1), (4, 0x40, 1), (4, 0x01, 4), (4, 0x41, 5), (3, 0x40, 0), (3, 0x00, 0),
    ])
    func theFlagsOfAFrameAddBytes(_ version: UInt8, _ flags: UInt8, _ added: Int) {
        let before = [UInt8](repeating: 7, count: added)
        let found = read(Self.tag(version, Self.frame(before + Self.owned, flags: flags)))
        if version == 3, flags == 0x40 {
            #expect(found == Found([], [.encryptedFrame], [10]))
            return
        }
        #expect(found == Found([Self.payload], [], []))
        guard added > 0 else { return }
        #expect(read(Self.tag(version, Self.frame(before, flags: flags))) == Found([], [], []))
        #expect(
            read(Self.tag(version, Self.frame(Array(before.dropLast()), flags: flags))) == Found([], [.truncated], [10])
        )
    }

    @Test func damageIsReportedSixtyFourTimes() {
        let frames = (0..<65).flatMap { _ in Self.frame([1], flags: 0x40) }
        #expect(read(Self.tag(3, Array(frames.prefix(63 * 11)))).reasons.count == 63)
        #expect(read(Self.tag(3, Array(frames.prefix(64 * 11)))).reasons.count == 64)
        #expect(read(Self.tag(3, frames)).reasons.count == 64)
    }

    // MARK: - Event messages

    private static func box(_ body: [UInt8], _ type: String = "emsg", size: Int? = nil) -> [UInt8] {
        plain(size ?? body.count + 8) + Array(type.utf8) + body
    }

    private static func message(_ version: UInt8) -> [UInt8] {
        let texts = Array("s\0v\0".utf8)
        let numbers = [UInt8](repeating: 0, count: version == 0 ? 16 : 20)
        return [version, 0, 0, 0] + (version == 0 ? texts + numbers : numbers + texts)
    }

    private func readBox(_ bytes: [UInt8]) -> Found {
        let found = NielsenID3.extraction(inEmsgBox: bytes)
        return Found(found.payloads, found.issues.map(\.reason), [])
    }

    @Test(arguments: [UInt8(0), 1])
    func aMessageHasAllOfItsHead(_ version: UInt8) {
        let head = Self.message(version)
        #expect(readBox(Self.box(head + Self.owned)) == Found([Self.payload], [], []))
        #expect(readBox(Self.box(head)) == Found([], [], []))
        for length in 0..<head.count {
            #expect(readBox(Self.box(Array(head.prefix(length)))) == Found([], [.truncated], []), "\(length)")
        }
    }

    @Test func aBoxIsWholeOrCut() {
        let box = Self.box(Self.message(0) + Self.owned)
        #expect(readBox(Array(box.dropLast())) == Found([], [.truncated], []))
        #expect(readBox(Array(box.prefix(8))) == Found([], [.truncated], []))
        #expect(readBox(Array(box.prefix(7))) == Found([], [.truncated], []))
        #expect(readBox(box + [0]) == Found([Self.payload], [.truncated], []))
        #expect(readBox(Self.box([], "free") + box) == Found([Self.payload], [], []))
        #expect(readBox(Self.box([], "free", size: 7)) == Found([], [.invalidSize], []))
        #expect(readBox(Self.box([], "free", size: 8)) == Found([], [.nothingFound], []))
        #expect(readBox(Self.box([], "free", size: 9)) == Found([], [.truncated], []))
    }

    @Test func aLargeSizeIsReadInEightBytes() {
        func large(_ size: Int, _ body: [UInt8]) -> [UInt8] {
            Self.plain(1) + Array("emsg".utf8) + Self.plain(0) + Self.plain(size) + body
        }
        let body = Self.message(1) + Self.owned
        #expect(readBox(large(body.count + 16, body)) == Found([Self.payload], [], []))
        #expect(readBox(large(body.count + 17, body)) == Found([], [.truncated], []))
        #expect(readBox(large(15, [])) == Found([], [.invalidSize], []))
        #expect(readBox(large(16, [])) == Found([], [.truncated], []))
        #expect(readBox(Array(large(16, []).dropLast())) == Found([], [.truncated], []))
    }

    @Test(
        arguments: [
            ("type=nielsen_tag;payload=", .noPayload), ("type=nielsen_t%61g;payload=", .noPayload),
            ("type=nielsen_ta%6;payload=", .nothingFound), ("type=nielsen_tag;payload%3d", .noPayload),
            ("type=nielsen_tag;payload%3", .nothingFound), ("type=nielsen_tag;payload=%", .noPayload),
            ("type=nielsen%00_tag;payload=", .noPayload), ("type=nielsen_t%%61g;payload=", .nothingFound),
            ("type=nielsen_t%zzg;payload=", .nothingFound), ("%74ype=nielsen_tag;payload=", .noPayload),
        ] as [(String, NielsenID3.Issue.Reason)]
    )
    func escapesOfTheTextFormAreRead(_ text: String, _ reason: NielsenID3.Issue.Reason) {
        #expect(NielsenID3.extraction(inEmsgText: text).issues.map(\.reason) == [reason])
    }

    // MARK: - Payloads

    @Test func aPayloadHasFourKibibytesAtMost() {
        func rules(_ count: Int) -> [String] {
            let rest = "www.nielsen.com/PC/FD//00000/00000/00"
            let filled = rest.replacing("FD//", with: "FD/\(String(repeating: "w", count: count - rest.utf8.count))/")
            return NielsenID3Tag.issues(in: filled).map(\.rule)
        }
        #expect(rules(4_096) == ["ID3_LENGTH"])
        #expect(rules(4_097) == ["ID3_OVERSIZED"])
        #expect(rules(249) == [])
        #expect(rules(248) == ["ID3_LENGTH"])
        #expect(rules(250) == ["ID3_LENGTH"])
    }

    @Test func base64IsReadUpToItsEndInEitherAlphabet() {
        // The tag, in base64 with padding, without, with white space, and with what ends it.
        let tag = Self.tag(3, Self.frame(Self.owned + [0xfb, 0xef, 0xff]))
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: tag.count, by: 3) {
            let part = tag[start..<min(start + 3, tag.count)]
            let bits = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
            for place in 0...part.count { text.append(letters[bits >> (18 - 6 * place) & 63]) }
        }
        let wrapped = text.enumerated().map { $0.offset % 10 == 0 ? "\n \($0.element)" : "\($0.element)" }.joined()
        let other = text.replacing("+", with: "-").replacing("/", with: "_")
        for form in [text, text + "==", wrapped, other, text + "&more=AAAA"] {
            let found = NielsenID3.extraction(inEmsgText: "type=nielsen_tag;payload=\(form)")
            #expect(found.payloads == [Self.payload], "\(form)")
        }
    }
}
