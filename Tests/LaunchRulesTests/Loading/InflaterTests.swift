// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchRules

/// How many bytes packed ones unpack to, with nothing left over on either side.
struct InflaterTests {
    /// A last block without a byte in it.
    private static let empty: [UInt8] = [3, 0]
    /// The byte 97, packed as it is: the block's kind, its length, the complement of it, and the byte.
    private static let stored: [UInt8] = [1, 1, 0, 0xFE, 0xFF, 97]

    @Test(
        arguments: [
            (empty, 0, []), (empty, 1, nil), (empty, -1, nil), (empty + [0], 0, nil), ([], 0, nil),
            (stored, 1, [97]), (stored, 0, nil), (stored, 2, nil), (stored + [0], 1, nil),
            (stored.dropLast(), 1, nil),
        ] as [([UInt8], Int, [UInt8]?)]
    )
    func packedBytesUnpackToAsManyAsWereSaidOrToNone(_ packed: [UInt8], _ size: Int, _ unpacked: [UInt8]?) {
        #expect(Inflater.inflate(packed[...], size: size) == unpacked)
    }
}
