// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Boxes that end where they may, and one byte earlier.
struct MessageBoxTests {
    private static let tag = Bytes.tag(version: 4, Bytes.frame(4, Bytes.owned(Samples.id3)))

    private struct Found: Equatable {
        let reason: NielsenID3.Issue.Reason
        let offset: Int
    }

    private func issues(_ bytes: [UInt8]) -> [Found] {
        NielsenID3.extraction(inEmsgBox: bytes).issues.map { Found(reason: $0.reason, offset: $0.offset) }
    }

    private func issue(_ reason: NielsenID3.Issue.Reason, _ offset: Int) -> Found {
        Found(reason: reason, offset: offset)
    }

    @Test func anIssueNamesTheBeginningOfItsBox() {
        let first = Bytes.emsg(version: 0, Self.tag)
        #expect(issues(first + Bytes.emsg(version: 3, Self.tag)) == [issue(.unsupportedBoxVersion(3), first.count)])
        #expect(issues(first + Bytes.box("emsg", [0, 0, 0])) == [issue(.truncated, first.count)])
        #expect(issues(first + Bytes.plain(7) + Array("moof".utf8)) == [issue(.invalidSize, first.count)])
        #expect(issues(first + Bytes.plain(8) + Array("moof".utf8)).isEmpty)
        #expect(issues(first + Bytes.plain(9) + Array("moof".utf8)) == [issue(.truncated, first.count)])
        #expect(issues(first + Bytes.plain(8) + Array("moo".utf8)) == [issue(.truncated, first.count)])
    }

    @Test func aLargeBoxHasSixteenBytesAtLeast() {
        let first = Bytes.emsg(version: 0, Self.tag)
        func large(_ size: Int, _ content: Int) -> [UInt8] {
            first + Bytes.plain(1) + Array("moof".utf8) + Bytes.plain(0) + Bytes.plain(size)
                + [UInt8](repeating: 0, count: content)
        }
        #expect(issues(large(16, 0)).isEmpty)
        #expect(issues(large(15, 0)) == [issue(.invalidSize, first.count)])
        #expect(issues(large(17, 0)) == [issue(.truncated, first.count)])
        #expect(issues(large(17, 1)).isEmpty)
        #expect(issues(large(16, 0).dropLast(1)) == [issue(.truncated, first.count)])
    }

    /// A message of no bytes is none; a box that has not all its numbers is cut off.
    @Test(arguments: [UInt8(0), 1])
    func aBoxMayEndBehindItsNumbersAndTexts(_ version: UInt8) {
        let content = Array(Bytes.emsg(version: version, []).dropFirst(8))
        #expect(issues(Bytes.box("emsg", content)).isEmpty)
        #expect(issues(Bytes.box("emsg", content.dropLast(1))) == [issue(.truncated, 0)])
    }

    /// The last letter of a text may be written as a number.
    @Test func theLastLetterMayBeEscaped() {
        let visible = Self.tag.filter { (0x20...0x7e).contains($0) }
        let filled = [UInt8](repeating: 0x20, count: (3 - visible.count % 3) % 3) + visible
        let text = "type=nielsen_tag;payload=" + Bytes.base64(filled)
        let code = text.utf8.last.map { String($0, radix: 16) } ?? ""
        #expect(NielsenID3.payloads(inEmsgText: text) == [Samples.id3])
        #expect(NielsenID3.payloads(inEmsgText: text.dropLast() + "%" + code) == [Samples.id3])
    }

    @Test func sixtyFourIssuesAreKept() {
        for count in [63, 64, 65] {
            let boxes = Array(repeatElement(Bytes.box("emsg", [9, 0, 0, 0]), count: count).joined())
            #expect(issues(boxes).count == min(count, 64))
        }
    }
}
