// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What tells a hit from one in which a bit was flipped on the disk.
///
/// Each step is a bijection of what was there before, so that a change within one word of the input always changes the
/// result. It keeps nobody from forging a hit; whoever can write the file needs no forgery.
package struct HitChecksum {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The checksum of a hit: everything but the number of tries, which changes.
    package init(id: String, stream: String, created: Int64, payload: Data) {
        add(id)
        add(stream)
        add(created)
        add(payload)
    }

    /// The checksum of a hit that is queued when its process has ended.
    init(owner: String, key: String, numbers: [Int64], stream: String, payload: Data) {
        add(owner)
        add(key)
        for number in numbers { add(number) }
        add(stream)
        add(payload)
    }

    /// The value in the form that a database keeps.
    package var column: Int64 { Int64(bitPattern: value) }

    private mutating func add(_ number: Int64) {
        mix(UInt64(bitPattern: number))
    }

    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    private mutating func add(_ data: Data) {
        data.withUnsafeBytes { add($0) }
    }

    /// Adds bytes and how many they are, so that what stands at the end of one field is not taken for the next one's.
    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        mix(UInt64(bytes.count))
        var position = 0
        while position + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        var last: UInt64 = 0
        for byte in bytes[position...] { last = last << 8 | UInt64(byte) }
        mix(last)
    }

    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
        value ^= value >> 32
    }
}
