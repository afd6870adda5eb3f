// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NielsenModel

/// What is said of each field of a payload that is wrong.
struct WatermarkIssueTests {
    private typealias Issue = NielsenValidationIssue

    /// A payload of these fields, and what is found in it except that its length is unusual.
    private func issues(_ fields: String...) -> [NielsenValidationIssue] {
        let payload = (["www.nielsen.com"] + fields).joined(separator: "/")
        var found = NielsenID3Tag.issues(in: payload)
        let length = found.firstIndex(of: Issue(.id3Length, detail: String(payload.utf8.count)))
        if let length { found.remove(at: length) }
        return found
    }

    @Test(arguments: ["a", "Z", "0", "-", "_", "="])
    func anIdentifierOfOneCharacterIsOne(_ text: String) throws {
        #expect(issues(text, text, text, "00001", "00002", "03") == [])
        let tag = try NielsenID3Tag("www.nielsen.com/\(text)/\(text)/\(text)/00001/00002/03")
        #expect([tag.programContentID, tag.finalDistributorID, tag.watermark] == [text, text, text])
        #expect([tag.programContentOffset, tag.finalDistributorOffset] == [1, 2])
        #expect(tag.breakout == "03")
    }

    /// Identifiers with a wrong character alone, first, in the middle and last, and one that is missing.
    @Test(arguments: [
        ("!", "not URL-safe base64"), ("!b", "not URL-safe base64"), ("a!b", "not URL-safe base64"),
        ("a!", "not URL-safe base64"), ("", "empty"),
    ])
    func anIdentifierIsWrongAlone(_ text: String, _ detail: String) {
        let offsets = ("00000", "00000")
        #expect(
            issues(text, "b", "c", offsets.0, offsets.1, "00") == [Issue(.id3Field, key: "PC CID", detail: detail)]
        )
        #expect(
            issues("a", text, "c", offsets.0, offsets.1, "00") == [Issue(.id3Field, key: "FD CID", detail: detail)]
        )
        #expect(
            issues("a", "b", text, offsets.0, offsets.1, "00") == [Issue(.id3Field, key: "watermark", detail: detail)]
        )
    }

    @Test func eachIdentifierIsNamedInTheirOrder() {
        #expect(
            issues("", "!", "", "00000", "00000", "00") == [
                Issue(.id3Field, key: "PC CID", detail: "empty"),
                Issue(.id3Field, key: "FD CID", detail: "not URL-safe base64"),
                Issue(.id3Field, key: "watermark", detail: "empty"),
            ]
        )
    }

    @Test(arguments: ["", "1", "x", "1234", "123456", "x2345", "1234x", "12+45", "="])
    func anOffsetIsShownWhole(_ text: String) {
        #expect(issues("a", "b", "c", text, "00000", "00") == [Issue(.id3Offset, key: "PC offset", value: text)])
        #expect(issues("a", "b", "c", "00000", text, "00") == [Issue(.id3Offset, key: "FD offset", value: text)])
    }

    @Test(arguments: ["", "1", "x", "123", "x2", "1x"])
    func aBreakoutCodeIsShownWhole(_ text: String) {
        #expect(issues("a", "b", "c", "00000", "00000", text) == [Issue(.id3Breakout, key: "breakout", value: text)])
    }

    @Test(arguments: [63, 64, 65, 200])
    func ofALongFieldSixtyFourCharactersAreShown(_ count: Int) {
        let digits = "12345678" + String(repeating: "9", count: count - 8)
        let shown = String(digits.prefix(64))
        #expect(
            issues("a", "b", "c", digits, digits, digits) == [
                Issue(.id3Offset, key: "PC offset", value: shown), Issue(.id3Offset, key: "FD offset", value: shown),
                Issue(.id3Breakout, key: "breakout", value: shown),
            ]
        )
    }

    @Test func fieldsAreCountedWithTheHost() {
        #expect(issues() == [Issue(.id3SegmentCount, detail: "1")])
        #expect(issues("a") == [Issue(.id3SegmentCount, detail: "2")])
        #expect(issues("a", "b", "c", "00000", "00000") == [Issue(.id3SegmentCount, detail: "6")])
        #expect(issues("a", "b", "c", "00000", "00000", "00", "") == [Issue(.id3SegmentCount, detail: "8")])
        let many = [String](repeating: "a", count: 20).joined(separator: "/")
        #expect(issues(many) == [Issue(.id3SegmentCount, detail: "21")])
    }
}
