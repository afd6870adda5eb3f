// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NielsenModel

/// The heads of event messages where they are shortest, and what is said of bytes that cannot be read.
struct MessageHeadTests {
    private static let payload = "www.nielsen.com/PC/FD/watermark/00000/00000/00"

    private func read(_ body: [UInt8]) -> NielsenID3.Extraction {
        let size = UInt8(body.count + 8)
        return NielsenID3.extraction(inEmsgBox: [0, 0, 0, size] + Array("emsg".utf8) + body)
    }

    /// The scheme and the value may be empty.
    @Test(arguments: [UInt8(0), 1])
    func theTextsOfAMessageMayBeEmpty(_ version: UInt8) {
        let texts: [UInt8] = [0, 0]
        let numbers = [UInt8](repeating: 0, count: version == 0 ? 16 : 20)
        let head = [version, 0, 0, 0] + (version == 0 ? texts + numbers : numbers + texts)
        let found = read(head + Array(Self.payload.utf8) + [0])
        #expect(found.payloads == [Self.payload])
        #expect(found.issues.isEmpty)
    }

    /// A message has a version and flags; the version is looked at once all four bytes are there.
    @Test(arguments: [
        (1, NielsenID3.Issue.Reason.truncated), (3, .truncated), (4, .unsupportedBoxVersion(2)),
        (5, .unsupportedBoxVersion(2)),
    ])
    func theVersionOfAMessageNeedsItsFlags(_ count: Int, _ reason: NielsenID3.Issue.Reason) {
        let found = read(Array([2, 0, 0, 0, 0].prefix(count)))
        #expect(found.issues.map(\.reason) == [reason])
    }

    @Test(
        arguments: [
            (.nothingFound, "no tag and no message was found at byte 7"),
            (.truncated, "the bytes end too early at byte 7"),
            (.unsupportedVersion(2), "ID3 version 2.2 is not read, 2.3 and 2.4 are, at byte 7"),
            (.invalidSize, "a size cannot be right at byte 7"),
            (.sizeNotSyncsafe, "a frame size is not syncsafe and was read as a plain number at byte 7"),
            (.invalidFrameIdentifier, "the identifier of a frame is not valid at byte 7"),
            (.compressedFrame, "a compressed frame was left out at byte 7"),
            (.encryptedFrame, "an encrypted frame was left out at byte 7"),
            (.unsupportedBoxVersion(3), "version 3 of the box is not read, 0 and 1 are, at byte 7"),
            (.noPayload, "a message for watermarks has no payload at byte 7"),
            (.repeatedPayload, "the payload before came again and was left out at byte 7"),
        ] as [(NielsenID3.Issue.Reason, String)]
    )
    func anIssueSaysWhatAndWhere(_ reason: NielsenID3.Issue.Reason, _ text: String) {
        #expect(NielsenID3.Issue(reason: reason, offset: 7).description == text)
    }
}
