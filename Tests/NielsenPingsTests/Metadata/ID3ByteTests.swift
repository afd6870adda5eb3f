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
        let found = NielsenID3.payloads(inID3Bytes: bytes)
        #expect(found == [Samples.id3, Self.second])
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

    @Test func thePayloadMayBeTheDataOfAFrameOfTheHost() {
        let bytes = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned("www.nielsen.com", Array(Samples.id3.utf8))))
        #expect(NielsenID3.payloads(inID3Bytes: bytes) == [Samples.id3])
        let empty = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned("www.nielsen.com", [1])))
        #expect(NielsenID3.payloads(inID3Bytes: empty) == [])
    }

    /// A size of 265 bytes is 00 00 01 09 as a plain number, which is 137 where it is syncsafe: only one of the two ends
    /// where a frame can end.
    @Test(arguments: [UInt8(3), 4], [0, 3, 30])
    func aSizeOfTheOtherVersionIsReadWhereItFits(_ version: UInt8, _ padding: Int) {
        let other: UInt8 = 7 - version
        let data = Bytes.owned("www.nielsen.com", Array(Samples.id3.utf8))
        #expect(data.count == 265)
        let bare = Bytes.tag(version: version, padding: padding, Bytes.frame(other, data))
        #expect(NielsenID3.payloads(inID3Bytes: bare) == [Samples.id3])
        let text = Bytes.frame(other, id: "TXXX", [UInt8](repeating: UInt8(ascii: "x"), count: 300))
        let behind = Bytes.tag(version: version, padding: padding, text, Bytes.frame(other, data))
        #expect(NielsenID3.payloads(inID3Bytes: behind) == [Samples.id3])
        let right = Bytes.tag(version: version, padding: padding, text, Bytes.frame(version, data))
        #expect(NielsenID3.payloads(inID3Bytes: right) == [Samples.id3])
    }

    @Test func aPayloadThatComesAgainIsLeftOut() {
        let boxes = [Samples.id3, Self.second, Samples.id3, Self.second].flatMap { payload in
            Bytes.emsg(version: 1, Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(payload))))
        }
        #expect(NielsenID3.payloads(inEmsgBox: boxes) == [Samples.id3, Self.second])
    }

    @Test func whatCannotBeReadIsLeftOutAndTheRestIsRead() {
        let right = Bytes.frame(4, Bytes.owned(Samples.id3))
        let tag = Bytes.tag(
            version: 4,
            Bytes.frame(4, flags: 0x08, Bytes.owned("x")),
            Bytes.frame(4, flags: 0x04, Bytes.owned("x")),
            right
        )
        let found = NielsenID3.payloads(inID3Bytes: Bytes.tag(version: 2, [1]) + tag)
        #expect(found == [Samples.id3])
        #expect(NielsenID3.payloads(inID3Bytes: [1, 2]) == [])
    }

    // MARK: - Boxes

    @Test(arguments: [UInt8(0), 1], [false, true])
    func messagesAreFoundInASegment(_ version: UInt8, _ isLarge: Bool) {
        let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))
        let segment =
            Bytes.box("styp", Array("msdh".utf8)) + Bytes.emsg(version: version, large: isLarge, tag)
            + Bytes.emsg(version: version, scheme: "urn:other", Array("hello".utf8)) + Bytes.box("moof", [1, 2, 3])
            + Bytes.emsg(version: version, scheme: "www.nielsen.com:id3:v1", Array(Self.second.utf8) + [0])
        let found = NielsenID3.payloads(inEmsgBox: segment)
        #expect(found == [Samples.id3, Self.second])
    }

    @Test func theTextForm() {
        let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3, [7, 7])))
        let text = "type=nielsen_tag;payload=" + Bytes.base64(tag)
        #expect(NielsenID3.payloads(inEmsgText: text) == [Samples.id3])
        let escaped = text.replacing("=", with: "%3D").replacing("+", with: "%2B").map { "\($0)\0" }.joined()
        #expect(NielsenID3.payloads(inEmsgText: escaped) == [Samples.id3])
        #expect(NielsenID3.payloads(inEmsgBox: Bytes.emsg(version: 1, Array(text.utf8))) == [Samples.id3])
        // What is left of a tag without its bytes that are not visible.
        let visible = tag.filter { (0x20...0x7e).contains($0) }
        let rest = "type=nielsen_tag;payload=" + Bytes.base64(visible)
        #expect(NielsenID3.payloads(inEmsgText: rest) == [Samples.id3])
        #expect(NielsenID3.payloads(inEmsgText: "type=nielsen_tag;payload=AAAA") == [])
    }
}
