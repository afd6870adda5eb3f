// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The write-ahead log of a database as bytes.
///
/// SQLite reads a log up to its first fault and takes what is behind it for older than the log. Each frame carries two
/// numbers that only this log has, so that a fault with later frames behind it can be told from a log that just ends.
final class SQLiteLog {
    /// The bytes of a page.
    let pageSize: Int
    /// The highest number of a page in the log.
    let lastPage: Int
    /// Whether a frame is faulty and a later transaction has whole ones: what was in it and behind it is lost to
    /// SQLite.
    ///
    /// A fault in the last transaction is that of a process that ended while it wrote.
    let isBroken: Bool
    /// Where the last frame of each page begins.
    private let places: [Int: UInt64]
    private let file: FileHandle

    /// The bytes of a page unless a database was made with another size.
    static let usualPageSize = 4_096
    private static let headBytes = 32
    private static let frameHeadBytes = 24
    /// As many bytes of a log are looked at; SQLite keeps ours at some four million.
    private static let maximumBytes: UInt64 = 256 << 20

    /// Reads a log.
    ///
    /// - Returns: nil if there is no log, or nothing of it can be read.
    init?(_ path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        guard let end = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil,
            let head = (try? file.read(upToCount: Self.headBytes)).map({ [UInt8]($0) }), head.count == Self.headBytes
        else {
            try? file.close()
            return nil
        }
        self.file = file
        let named = head.number(at: 8, bytes: 4) ?? 0
        let magic = head.number(at: 0, bytes: 4) ?? 0
        var sum = Sum(isBigEndian: magic & 1 == 1)
        sum.add(head[0..<24])
        let written = Sum.Value(head, at: 24)
        let isPossible = named >= 512 && named <= 65_536 && named & (named - 1) == 0
        let size = isPossible && sum.value == written ? named : Self.usualPageSize
        pageSize = size
        // Without a good head SQLite takes the whole log for none, and the first frame says what the head should.
        var isFaulty = sum.value != written || magic & ~1 != 0x377F_0682 || named != size
        var salt = isFaulty ? nil : Sum.Value(head, at: 16)
        sum.add(written)

        var place = UInt64(Self.headBytes)
        var open: [Int: UInt64] = [:]
        var places: [Int: UInt64] = [:]
        var isBroken = false
        var hasFaultyTransaction = false
        let frameBytes = Self.frameHeadBytes + size
        while place + UInt64(frameBytes) <= min(end, Self.maximumBytes),
            let frame = (try? file.read(upToCount: frameBytes)).map({ [UInt8]($0) }), frame.count == frameBytes
        {
            sum.add(frame[0..<8])
            sum.add(frame[Self.frameHeadBytes...])
            let written = Sum.Value(frame, at: 16)
            let isSummed = sum.value == written
            // The next frame is judged by what this one says, so that one fault is one fault.
            sum.add(written)
            let found = Sum.Value(frame, at: 8)
            let wanted = salt ?? found
            salt = wanted
            let isWhole = isSummed && found == wanted
            defer { place += UInt64(frameBytes) }
            if found.s1 == wanted.s1 &+ 1, found.s2 != wanted.s2 {
                // Everything is in the database, and a new log was being begun in the place of this one.
                isBroken = false
                break
            }
            guard found == wanted || isSummed && found.distance(from: wanted) <= 2 else {
                // What an earlier log has left.
                isFaulty = true
                continue
            }
            let number = frame.number(at: 0, bytes: 4) ?? 0
            let isCommit = frame.number(at: 4, bytes: 4) != 0
            if isWhole, hasFaultyTransaction { isBroken = true }
            if !isWhole { isFaulty = true }
            if isFaulty, isCommit { hasFaultyTransaction = true }
            if number > 0, number < 1 << 20 { open[number] = place + UInt64(Self.frameHeadBytes) }
            if isCommit, isWhole {
                places.merge(open) { $1 }
                open = [:]
            }
        }
        self.places = places
        self.isBroken = isBroken
        lastPage = places.keys.max() ?? 0
    }

    deinit {
        try? file.close()
    }

    /// The bytes of a page that is in the log.
    func page(_ number: Int) -> [UInt8]? {
        guard let place = places[number], (try? file.seek(toOffset: place)) != nil,
            let bytes = try? file.read(upToCount: pageSize), bytes.count == pageSize
        else { return nil }
        return [UInt8](bytes)
    }

    /// The log's running checksum.
    private struct Sum {
        struct Value: Equatable {
            let s1: UInt32
            let s2: UInt32

            init(_ s1: UInt32, _ s2: UInt32) {
                (self.s1, self.s2) = (s1, s2)
            }

            /// How many bits are others.
            func distance(from other: Value) -> Int {
                (s1 ^ other.s1).nonzeroBitCount + (s2 ^ other.s2).nonzeroBitCount
            }

            /// What is written at a place.
            init(_ bytes: [UInt8], at place: Int) {
                s1 = UInt32(truncatingIfNeeded: bytes.number(at: place, bytes: 4) ?? 0)
                s2 = UInt32(truncatingIfNeeded: bytes.number(at: place + 4, bytes: 4) ?? 0)
            }
        }

        let isBigEndian: Bool
        var s1: UInt32 = 0
        var s2: UInt32 = 0

        init(isBigEndian: Bool) {
            self.isBigEndian = isBigEndian
        }

        var value: Value { Value(s1, s2) }

        mutating func add(_ value: Value) {
            (s1, s2) = (value.s1, value.s2)
        }

        /// Adds bytes; their number is one of eights.
        mutating func add(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { bytes in
                for position in stride(from: 0, to: bytes.count - 7, by: 8) {
                    s1 = s1 &+ word(bytes, position) &+ s2
                    s2 = s2 &+ word(bytes, position + 4) &+ s1
                }
            }
        }

        private func word(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }
    }
}
