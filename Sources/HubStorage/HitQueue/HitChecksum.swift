// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What tells a hit from one in which a bit was flipped on the disk.
///
/// Each step is a bijection of what was there before, so that a change within one word of the input always changes the
/// result. It keeps nobody from forging a hit; whoever can write the file needs no forgery.
struct HitChecksum {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The checksum of a hit: everything but the number of tries, which changes.
    init(id: String, stream: String, created: Int64, payload: Data) {
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
    var column: Int64 { Int64(bitPattern: value) }

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

extension HitQueue.Hit {
    /// The hit's checksum, as a database keeps it.
    var checksum: Int64 {
        HitChecksum(id: id, stream: stream, created: created.microseconds, payload: payload).column
    }
}

extension SQLiteStatement {
    /// Reads a hit from six columns: its id, stream, time, tries, payload and checksum.
    ///
    /// - Parameter column: The first of them.
    /// - Returns: The hit, and whether it is as it was written; a hit of the first version has no checksum.
    /// - Throws: ``SQLiteError`` if a value that should be text is not.
    func hit(from column: Int32 = 0) throws(SQLiteError) -> (hit: HitQueue.Hit, isIntact: Bool) {
        let created = int64(column + 2)
        let hit = HitQueue.Hit(
            id: try text(column),
            stream: try text(column + 1),
            payload: data(column + 4),
            created: Date(microseconds: created),
            attempts: amount(column + 3)
        )
        let sum = HitChecksum(id: hit.id, stream: hit.stream, created: created, payload: hit.payload).column
        return (hit, isNull(column + 5) || int64(column + 5) == sum)
    }
}
