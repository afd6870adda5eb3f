// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchRules

/// How many bytes packed ones unpack to, with nothing left over on either side.
struct InflaterTests {
    /// A last block without a byte in it.
    private static let empty: [UInt8] = [3, 0]
    /// The byte 97, packed as it is: the block's kind, its length, the complement of it, and the byte.
    private static let stored: [UInt8] = [1, 1, 0, 0xFE, 0xFF, 97]
    /// The same in a block that is not the last one.
    private static let first: [UInt8] = [0, 1, 0, 0xFE, 0xFF, 97]

    @Test(
        arguments: [
            (empty, 0, []), (empty, 1, nil), (empty, -1, nil), (empty + [0], 0, nil), ([], 0, nil),
            (stored, 1, [97]), (stored, 0, nil), (stored, 2, nil), (stored + [0], 1, nil),
            (stored.dropLast(), 1, nil), (first, 1, nil), (first + empty, 1, [97]),
        ] as [([UInt8], Int, [UInt8]?)]
    )
    func packedBytesUnpackToAsManyAsWereSaidOrToNone(_ packed: [UInt8], _ size: Int, _ unpacked: [UInt8]?) {
        #expect(Inflater.inflate(packed[...], size: size) == unpacked)
    }

    @Test(arguments: [(16 << 20, true), (16 << 20 + 1, false)])
    func bytesUnpackToSixteenMebibytesAtMost(_ size: Int, _ isUnpacked: Bool) {
        let bytes = [UInt8](repeating: 0x20, count: size)
        #expect(Inflater.inflate(ZIPWriter.deflate(bytes)[...], size: size) == (isUnpacked ? bytes : nil))
    }

    /// Packed as they are, so that there are as many as are wanted.
    @Test(arguments: [(4 << 20, true), (4 << 20 + 1, false)])
    func fourMebibytesArePackedAtMost(_ count: Int, _ isUnpacked: Bool) {
        // Each block of at most 65,535 bytes has five more in front of it.
        var left = count - 64 * 5
        let bytes = [UInt8](repeating: 7, count: left)
        var packed: [UInt8] = []
        for block in 1...64 {
            let length = min(left, 65_535)
            left -= length
            let low = UInt8(length & 0xFF)
            let high = UInt8(length >> 8)
            packed += [block == 64 ? 1 : 0, low, high, ~low, ~high] + [UInt8](repeating: 7, count: length)
        }
        #expect(packed.count == count)
        #expect(Inflater.inflate(packed[...], size: bytes.count) == (isUnpacked ? bytes : nil))
    }

    /// Hardly ever do so few bytes unpack to so many: two bits stand for 258 bytes, and a few bytes in front say so.
    @Test func theBytesThatUnpackToMostAreRead() {
        let size = 1 + 258 * 65_027
        var bits = BitWriter()
        // A last block with a code of its own: 286 and 1 lengths, told by 18 lengths of lengths.
        bits.add(1, 1)
        bits.add(2, 2)
        bits.add(29, 5)
        bits.add(0, 5)
        bits.add(14, 4)
        // In the order 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.add(length, 3) }
        // The codes: 18 is 0, 1 is 10, and 2 is 11. Each stands with its first bit in front.
        let (zeros, one, two) = (0, 0b01, 0b11)
        // The byte 0, no other byte, the end, no other length, and that of 258.
        bits.add(two, 2)
        for count in [138, 117] {
            bits.add(zeros, 1)
            bits.add(count - 11, 7)
        }
        bits.add(two, 2)
        bits.add(zeros, 1)
        bits.add(28 - 11, 7)
        bits.add(one, 2)
        // The distance 1.
        bits.add(one, 2)
        // The codes: 258 bytes are 0, the byte 0 is 10, and the end is 11; the distance is 0.
        bits.add(0b01, 2)
        for _ in 0..<65_027 { bits.add(0, 2) }
        bits.add(0b11, 2)
        let packed = bits.bytes
        #expect(packed.count * 1_031 < size)
        #expect(Inflater.inflate(packed[...], size: size) == [UInt8](repeating: 0, count: size))
    }

    /// Writes numbers with their lowest bit first.
    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func add(_ number: Int, _ width: Int) {
            for place in 0..<width {
                if count.isMultiple(of: 8) { bytes.append(0) }
                bytes[bytes.count - 1] |= UInt8(number >> place & 1) << (count % 8)
                count += 1
            }
        }
    }
}
