// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct ID3ByteTests {
    private static let second = Samples.id3.replacing("33648", with: "33658")

    @Test(arguments: [UInt8(3), 4])
    func thePayloadIsTheOwnerOfAPrivateFrame(_ version: UInt8) {
        let bytes = Bytes.tag(
            version: version,
            padding: 20,
            Bytes.frame(version, id: "TIT2", Array("title".utf8)),
            Bytes.frame(version, Bytes.owned(Samples.id3)),
            Bytes.frame(version, Bytes.owned("com.apple.streaming.transportStreamTimestamp", [0, 0, 0, 1])),
            Bytes.frame(version, Bytes.owned(Self.second, [1, 2, 3]))
        )
        let found = NielsenID3.extraction(inID3Bytes: bytes)
        #expect(found.payloads == [Samples.id3, Self.second])
        #expect(found.issues.isEmpty)
    }

    /// The calls of an app, without what could not be read.
    @Test func anAppGetsThePayloadsAlone() {
        let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))
        #expect(NielsenID3.payloads(inID3Bytes: [9] + tag + Bytes.tag(version: 2, [1])) == [Samples.id3])
        #expect(NielsenID3.payloads(inID3Bytes: []) == [])
        let text = "type=nielsen_tag;payload=" + Bytes.base64(tag)
        #expect(NielsenID3.payloads(inEmsgText: text) == [Samples.id3])
        #expect(NielsenID3.payloads(inEmsgText: "type=other") == [])
        #expect(NielsenID3.payloads(inEmsgBox: Bytes.emsg(version: 0, Array(text.utf8))) == [Samples.id3])
        #expect(NielsenID3.payloads(inEmsgBox: [1]) == [])
    }

    /// A box without a scheme, and boxes that end right behind their version.
    @Test func theShortestBoxesAreRead() {
        let message = Array(Samples.id3.utf8)
        for version in [UInt8(0), 1] {
            let box = Bytes.emsg(version: version, scheme: "", message)
            #expect(NielsenID3.payloads(inEmsgBox: box) == [Samples.id3], "\(version)")
            let cut = NielsenID3.extraction(inEmsgBox: Bytes.box("emsg", [version, 0, 0, 0]))
            #expect(cut.issues.map(\.reason) == [.truncated])
        }
        let other = NielsenID3.extraction(inEmsgBox: Bytes.box("emsg", [2, 0, 0, 0]))
        #expect(other.issues.map(\.reason) == [.unsupportedBoxVersion(2)])
        #expect(NielsenID3.extraction(inEmsgBox: Bytes.box("emsg", [2, 0, 0])).issues.map(\.reason) == [.truncated])
    }

    @Test func thePayloadMayBeTheDataOfAFrameOfTheHost() {
        let bytes = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned("www.nielsen.com", Array(Samples.id3.utf8))))
        #expect(NielsenID3.extraction(inID3Bytes: bytes).payloads == [Samples.id3])
        let empty = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned("www.nielsen.com", [1])))
        #expect(NielsenID3.extraction(inID3Bytes: empty).issues.map(\.reason) == [.noPayload])
    }

    @Test func unsynchronisationOfTheTagAndOfTheFrame() {
        let noisy = Bytes.owned(Samples.id3, [0xff, 0xe0, 0xff, 0x00, 0xff])
        let three = Bytes.tag(
            version: 3,
            flags: 0x80,
            Bytes.frame(3, id: "APIC", [0xff, 0xfb, 0xff, 0x00]),
            Bytes.frame(3, noisy),
            Bytes.frame(3, Bytes.owned(Self.second))
        )
        #expect(NielsenID3.extraction(inID3Bytes: three).payloads == [Samples.id3, Self.second])
        let four = Bytes.tag(
            version: 4,
            flags: 0x80,
            Bytes.frame(4, id: "APIC", flags: 0x02, Bytes.unsynchronised([0xff, 0xfb, 0xff, 0x00])),
            Bytes.frame(4, flags: 0x03, before: Bytes.syncsafe(noisy.count), Bytes.unsynchronised(noisy)),
            Bytes.frame(4, Bytes.owned(Self.second))
        )
        let found = NielsenID3.extraction(inID3Bytes: four)
        #expect(found.payloads == [Samples.id3, Self.second])
        #expect(found.issues.isEmpty)
    }

    @Test func extendedHeadersAndFootersAndGroups() {
        let three = Bytes.tag(
            version: 3,
            flags: 0x40,
            extendedHeader: Bytes.plain(6) + [0, 0] + Bytes.plain(0),
            Bytes.frame(3, flags: 0x20, before: [9], Bytes.owned(Samples.id3))
        )
        #expect(NielsenID3.extraction(inID3Bytes: three).payloads == [Samples.id3])
        let four = Bytes.tag(
            version: 4,
            flags: 0x50,
            extendedHeader: Bytes.syncsafe(6) + [1, 0],
            Bytes.frame(4, flags: 0x41, before: [9] + Bytes.syncsafe(250), Bytes.owned(Samples.id3))
        )
        let both = NielsenID3.extraction(
            inID3Bytes: four + Bytes.tag(version: 3, Bytes.frame(3, Bytes.owned(Self.second)))
        )
        #expect(both.payloads == [Samples.id3, Self.second])
        #expect(both.issues.isEmpty)
    }

    @Test func severalTagsWithOtherBytesBetweenThem() {
        let first = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))
        let second = Bytes.tag(version: 3, Bytes.frame(3, Bytes.owned(Self.second)))
        let found = NielsenID3.extraction(
            inID3Bytes: [1, 2, 3] + first + Array("IDID3".utf8.prefix(2)) + second + [0xff]
        )
        #expect(found.payloads == [Samples.id3, Self.second])
    }

    @Test func equalPayloadsInARowAreOne() {
        let frame = Bytes.frame(4, Bytes.owned(Samples.id3))
        let other = Bytes.frame(4, Bytes.owned(Self.second))
        let found = NielsenID3.extraction(inID3Bytes: Bytes.tag(version: 4, frame, frame, other, frame))
        #expect(found.payloads == [Samples.id3, Self.second, Samples.id3])
        #expect(found.issues.map(\.reason) == [.repeatedPayload])
    }

    @Test func whatCannotBeReadIsAnIssueAndTheRestIsRead() {
        let right = Bytes.frame(4, Bytes.owned(Samples.id3))
        let four = Bytes.tag(
            version: 4,
            Bytes.frame(4, flags: 0x08, Bytes.owned("x")),
            Bytes.frame(4, flags: 0x04, Bytes.owned("x")),
            right
        )
        let found = NielsenID3.extraction(inID3Bytes: four)
        #expect(found.payloads == [Samples.id3])
        #expect(found.issues.map(\.reason) == [.compressedFrame, .encryptedFrame])
        let three = Bytes.tag(
            version: 3,
            Bytes.frame(3, flags: 0x80, Bytes.owned("x")),
            Bytes.frame(3, flags: 0x40, Bytes.owned("x")),
            Bytes.frame(3, Bytes.owned(Samples.id3))
        )
        #expect(NielsenID3.extraction(inID3Bytes: three).payloads == [Samples.id3])
        #expect(NielsenID3.extraction(inID3Bytes: three).issues.map(\.reason) == [.compressedFrame, .encryptedFrame])
        let old = NielsenID3.extraction(inID3Bytes: Bytes.tag(version: 2, [1]) + Bytes.tag(version: 4, right))
        #expect(old.payloads == [Samples.id3])
        #expect(old.issues.map(\.reason) == [.unsupportedVersion(2)])
        let first = Bytes.tag(version: 4, right)
        let next = NielsenID3.extraction(inID3Bytes: first + Bytes.tag(version: 5, [1]))
        #expect(next.issues.map(\.reason) == [.unsupportedVersion(5)])
        #expect(next.issues.map(\.offset) == [first.count])
        #expect(NielsenID3.extraction(inID3Bytes: []).issues.map(\.reason) == [.truncated])
        #expect(NielsenID3.extraction(inID3Bytes: [1, 2]).issues.map(\.reason) == [.nothingFound])
        #expect(
            NielsenID3.extraction(inID3Bytes: Bytes.tag(version: 4, [9, 9, 9, 9, 0, 0, 0, 0, 0, 0])).issues.map(
                \.reason
            )
                == [.invalidFrameIdentifier]
        )
    }

    @Test func plainSizesInVersion24AreRead() {
        // Some writers do so; 250 has a byte that syncsafe sizes do not have.
        let data = Bytes.owned(Samples.id3)
        let frame = Array("PRIV".utf8) + Bytes.plain(data.count) + [0, 0] + data
        let found = NielsenID3.extraction(inID3Bytes: Bytes.tag(version: 4, frame))
        #expect(found.payloads == [Samples.id3])
        #expect(found.issues.map(\.reason) == [.sizeNotSyncsafe])
    }

    /// Text whose invisible bytes were taken out is searched for the owner's name, and not for the place where one may be.
    @Test func textOfAnotherOwnerHasNoPayload() {
        for owner in ["com.example/1/00", "ww.nielsen.com/1/00"] {
            let tag = Data("ID3\u{4}PRIV{\(owner)".utf8).base64EncodedString()
            let found = NielsenID3.extraction(inEmsgText: "type=nielsen_tag;payload=\(tag)")
            #expect(found.payloads.isEmpty)
            #expect(found.issues.map(\.reason) == [.noPayload])
        }
    }

    @Test func aTagThatIsCutOffGivesWhatIsWhole() {
        let frames = Bytes.frame(4, Bytes.owned(Samples.id3)) + Bytes.frame(4, Bytes.owned(Self.second))
        let tag = Bytes.tag(version: 4, frames)
        let found = NielsenID3.extraction(inID3Bytes: tag.dropLast(5))
        #expect(found.payloads == [Samples.id3])
        #expect(found.issues.contains { $0.reason == .truncated })
        // A size that is damaged does not hide the tag after it.
        var damaged = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))
        damaged[6] = 0x7f
        let next = Bytes.tag(version: 3, Bytes.frame(3, Bytes.owned(Self.second)))
        #expect(NielsenID3.extraction(inID3Bytes: damaged + next).payloads == [Samples.id3, Self.second])
    }

    // MARK: - Boxes

    @Test(arguments: [UInt8(0), 1], [false, true])
    func messagesAreFoundInASegment(_ version: UInt8, _ isLarge: Bool) {
        let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))
        let segment =
            Bytes.box("styp", Array("msdh".utf8)) + Bytes.emsg(version: version, large: isLarge, tag)
            + Bytes.emsg(version: version, scheme: "urn:other", Array("hello".utf8)) + Bytes.box("moof", [1, 2, 3])
            + Bytes.emsg(version: version, scheme: "www.nielsen.com:id3:v1", Array(Self.second.utf8) + [0])
        let found = NielsenID3.extraction(inEmsgBox: segment)
        #expect(found.payloads == [Samples.id3, Self.second])
        #expect(found.issues.isEmpty)
    }

    @Test func boxesThatCannotBeRead() {
        let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))
        func reasons(_ bytes: [UInt8]) -> [NielsenID3.Issue.Reason] {
            NielsenID3.extraction(inEmsgBox: bytes).issues.map(\.reason)
        }
        #expect(reasons([]) == [.nothingFound])
        #expect(reasons(Bytes.box("moof", [])) == [.nothingFound])
        #expect(reasons(Bytes.emsg(version: 7, tag)) == [.unsupportedBoxVersion(7)])
        #expect(reasons(Bytes.emsg(version: 1, tag).dropLast(1)) == [.truncated])
        #expect(reasons(Bytes.plain(3) + Array("emsg".utf8)) == [.invalidSize])
        #expect(reasons(Bytes.box("emsg", [0, 0, 0, 0, 65])) == [.truncated])
        let large = Bytes.plain(1) + Array("emsg".utf8) + [UInt8](repeating: 0xff, count: 8)
        #expect(reasons(large) == [.truncated])
        // A size of zero is the rest of the bytes.
        let rest = Bytes.plain(0) + Bytes.emsg(version: 0, tag).dropFirst(4)
        #expect(NielsenID3.extraction(inEmsgBox: rest).payloads == [Samples.id3])
    }

    @Test func theTextForm() {
        let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3, [7, 7])))
        let text = "type=nielsen_tag;payload=" + Bytes.base64(tag)
        #expect(NielsenID3.extraction(inEmsgText: text).payloads == [Samples.id3])
        let escaped = text.replacing("=", with: "%3D").replacing("+", with: "%2B").map { "\($0)\0" }.joined()
        #expect(NielsenID3.extraction(inEmsgText: escaped).payloads == [Samples.id3])
        #expect(NielsenID3.extraction(inEmsgBox: Bytes.emsg(version: 1, Array(text.utf8))).payloads == [Samples.id3])
        // What is left of a tag without its bytes that are not visible.
        let visible = tag.filter { (0x20...0x7e).contains($0) }
        let rest = "type=nielsen_tag;payload=" + Bytes.base64(visible)
        #expect(NielsenID3.extraction(inEmsgText: rest).payloads == [Samples.id3])
        #expect(NielsenID3.extraction(inEmsgText: "type=nielsen_tag;payload=AAAA").issues.map(\.reason) == [.noPayload])
        #expect(NielsenID3.extraction(inEmsgText: "type=other").issues.map(\.reason) == [.nothingFound])
    }

    // MARK: - Anything

    private static let samples: [[UInt8]] = [
        Bytes.tag(version: 3, padding: 5, Bytes.frame(3, Bytes.owned(Samples.id3))),
        Bytes.tag(
            version: 3,
            flags: 0xc0,
            extendedHeader: Bytes.plain(6) + [0, 0, 0, 0, 0, 0],
            Bytes.frame(3, flags: 0x20, before: [1], Bytes.owned(Samples.id3, [0xff, 0xff]))
        ),
        Bytes.tag(
            version: 4,
            flags: 0xd0,
            extendedHeader: Bytes.syncsafe(6) + [1, 0],
            Bytes.frame(4, flags: 0x43, before: [1, 0, 0, 0, 9], Bytes.owned(Samples.id3))
        ),
        Bytes.emsg(version: 0, Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))),
        Bytes.emsg(version: 1, large: true, Array("type=nielsen_tag;payload=SUQzBABQUklWe3d3dy5uaWVsc2Vu".utf8)),
    ]

    private static func readAll(_ bytes: [UInt8]) {
        _ = NielsenID3.extraction(inID3Bytes: bytes)
        _ = NielsenID3.extraction(inEmsgBox: bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        _ = NielsenID3.extraction(inEmsgText: text)
        _ = NielsenID3Tag.issues(in: text)
    }

    @Test func bytesThatAreCutAnywhereAreRead() {
        for sample in Self.samples {
            for length in 0...sample.count {
                let part = Array(sample.prefix(length))
                Self.readAll(part)
                Self.readAll(Array(sample.dropFirst(length)))
                // What is cut off is never a payload that was not there.
                let found = NielsenID3.extraction(inID3Bytes: part)
                #expect(found.payloads.allSatisfy { $0 == Samples.id3 })
            }
        }
    }

    @Test func bytesThatAreDamagedAnywhereAreRead() {
        var random = SeededGenerator(seed: 42)
        /// Payloads that are longer than the bytes that they were found in.
        var invented = 0
        for round in 0..<100_000 {
            var bytes = Self.samples[round % Self.samples.count]
            for _ in 0...Int(random.next() % 6) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] = [0x00, 0xff, 0x7f, 0x80][Int(random.next() % 4)]
                case 2: bytes.remove(at: place)
                default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                }
            }
            switch round % 4 {
            case 0: invented += Self.longer(NielsenID3.extraction(inID3Bytes: bytes), than: bytes)
            case 1: invented += Self.longer(NielsenID3.extraction(inEmsgBox: bytes), than: bytes)
            case 2: _ = NielsenID3.extraction(inEmsgText: String(decoding: bytes, as: UTF8.self))
            default: _ = NielsenID3Tag.issues(in: String(decoding: bytes, as: UTF8.self))
            }
        }
        #expect(invented == 0)
    }

    private static func longer(_ extraction: NielsenID3.Extraction, than bytes: [UInt8]) -> Int {
        extraction.payloads.filter { $0.utf8.count > 3 * bytes.count }.count
    }

    @Test func manyTagsThatClaimTooMuchTakeTimeInProportion() {
        let claim = Array("ID3".utf8) + [4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]
        let bytes = Array(repeatElement(claim, count: 100_000).joined())
        let found = NielsenID3.extraction(inID3Bytes: bytes)
        #expect(found.payloads.isEmpty)
        #expect(found.issues.count == 64)
    }
}
