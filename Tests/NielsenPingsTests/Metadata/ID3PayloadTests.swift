// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct ID3PayloadTests {
    private func rules(_ payload: String) -> [String] { Samples.rules(NielsenID3Tag.issues(in: payload)) }

    @Test func theDocumentedPayloadIsRightOnceItIsUnwrapped() throws {
        #expect(rules(Samples.id3).isEmpty)
        let wrapped = Samples.id3.replacing("==/", with: " ==/\n")
        #expect(rules(wrapped) == ["ID3_WHITESPACE"])
        #expect(try NielsenID3Tag(wrapped) == NielsenID3Tag(Samples.id3))
        #expect(rules(Samples.id3 + "\u{a0}\u{2028}") == ["ID3_WHITESPACE"])
    }

    @Test func theFieldsAreThoseOfThePayload() throws {
        let tag = try NielsenID3Tag(Samples.id3)
        #expect(tag.programContentID == "065H2g6E7ZyQ5UdmMAbbpg==")
        #expect(tag.finalDistributorID == "_EMc37zfVgq_8KB7baUYfg==")
        #expect(tag.watermark.count == 168)
        #expect(tag.watermark.hasPrefix("ADQCAmgV1X") && tag.watermark.hasSuffix("WVJx2O4M="))
        #expect(tag.programContentOffset == 33648)
        #expect(tag.finalDistributorOffset == 22847)
        #expect(tag.breakout == "00")
        #expect(!tag.hasNullProgramContentID && !tag.hasNullFinalDistributorID)
    }

    @Test(arguments: [
        ("", ["ID3_PREFIX"]), ("www.nielsen.com", ["ID3_SEGMENT_COUNT", "ID3_LENGTH"]),
        ("www.nielsen.community/a/b/c/00000/00000/00", ["ID3_PREFIX"]), ("http://www.nielsen.com/", ["ID3_PREFIX"]),
        ("www.nielsen.com/a/b/c/00000/00000/00", ["ID3_LENGTH"]),
        ("www.nielsen.com/a/b/c/00000/00000/00/x", ["ID3_SEGMENT_COUNT", "ID3_LENGTH"]),
        ("www.nielsen.com//b/c/00000/00000/00", ["ID3_FIELD", "ID3_LENGTH"]),
        ("www.nielsen.com/a!/b/+/00000/00000/00", ["ID3_FIELD", "ID3_FIELD", "ID3_LENGTH"]),
        ("www.nielsen.com/a/b/c/0000/0000x/0", ["ID3_OFFSET", "ID3_OFFSET", "ID3_BREAKOUT", "ID3_LENGTH"]),
        ("www.nielsen.com/a/b/c/+1234/00000/00", ["ID3_OFFSET", "ID3_LENGTH"]),
        ("www.nielsen.com/é/b/c/00000/00000/00", ["ID3_FIELD", "ID3_LENGTH"]),
        (String(repeating: "x", count: 4097), ["ID3_OVERSIZED"]),
    ])
    func whatIsWrongIsNamed(_ payload: String, _ expected: [String]) {
        #expect(rules(payload) == expected)
        let isReadable = (try? NielsenID3Tag(payload)) != nil
        #expect(isReadable == NielsenID3Tag.issues(in: payload).areValid)
    }

    @Test func nullContentIDsAreTold() throws {
        let null = NielsenID3Tag.nullContentID
        let payload = Samples.id3.replacing("065H2g6E7ZyQ5UdmMAbbpg==", with: null)
        let tag = try NielsenID3Tag(payload)
        #expect(tag.hasNullProgramContentID && !tag.hasNullFinalDistributorID)
        let issues = NielsenID3Tag.issues(in: payload)
        #expect(issues.map(\.rule) == ["ID3_NULL_CID"])
        #expect(issues.first?.severity == .info)
        #expect(issues.first?.key == "PC CID")
        let neither = payload.replacing("_EMc37zfVgq_8KB7baUYfg==", with: null)
        #expect(NielsenID3Tag.issues(in: neither).compactMap(\.key).sorted() == ["FD CID", "PC CID"])
    }

    @Test func listsOfPayloadsTellWhichOneIsWrong() {
        let issues = NielsenValidator.validate(.id3, [.string(Samples.id3), "x", 5])
        #expect(issues.map(\.rule) == ["ID3_PREFIX", "META_NOT_STRING"])
        #expect(issues.map(\.key) == ["[1]", "[2]"])
    }
}
