// SPDX-License-Identifier: Apache-2.0

import Foundation

extension [SQLiteStatement.Value] {
    /// What tells values from ones in which a bit was flipped on the disk.
    ///
    /// Each step is a bijection of what was there before, so that a change within one word of the input always changes the
    /// result. It keeps nobody from forging a hit; whoever can write the file needs no forgery.
    var checksum: Int64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        func mix(_ word: UInt64) {
            sum = (sum ^ word) &* 0xFF51_AFD7_ED55_8CCD
            sum ^= sum >> 32
        }
        // With how many they are, so that what stands at the end of one value is not taken for the next one's.
        func mix(_ bytes: UnsafeRawBufferPointer) {
            mix(UInt64(bytes.count))
            var position = 0
            while position + 8 <= bytes.count {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
                position += 8
            }
            mix(bytes[position...].reduce(0) { $0 << 8 | UInt64($1) })
        }
        for value in self {
            switch value {
            case .int(let number): mix(UInt64(bitPattern: number))
            case .text(var text): text.withUTF8 { mix(UnsafeRawBufferPointer($0)) }
            case .blob(let data): data.withUnsafeBytes { mix($0) }
            }
        }
        return Int64(bitPattern: sum)
    }
}

extension HitQueue.Hit {
    /// The checksum of everything but the number of tries, which changes.
    var checksum: Int64 {
        [.text(id), .text(stream), .int(created.microseconds), .blob(payload)].checksum
    }
}

extension SQLiteStatement {
    /// Reads a hit from six columns: its id, stream, time, tries, payload and checksum.
    ///
    /// - Parameter column: The first of them.
    /// - Returns: The hit, and whether it is as it was written, as far as it has a checksum.
    /// - Throws: ``SQLiteError`` if a value that should be text is not.
    func hit(from column: Int32 = 0) throws(SQLiteError) -> (hit: HitQueue.Hit, isIntact: Bool) {
        let hit = HitQueue.Hit(
            id: try text(column),
            stream: try text(column + 1),
            payload: data(column + 4),
            created: Date(microseconds: int64(column + 2)),
            attempts: amount(column + 3)
        )
        let sum = [.text(hit.id), .text(hit.stream), .int(int64(column + 2)), .blob(hit.payload)].checksum
        return (hit, isNull(column + 5) || int64(column + 5) == sum)
    }
}
