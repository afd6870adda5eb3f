// SPDX-License-Identifier: Apache-2.0

import CZlib
import Foundation

/// Writes ZIP archives, also such as no honest program writes.
struct ZIPWriter {
    /// An entry; what is nil is as it should be.
    struct Entry {
        var name: String
        var content: [UInt8]
        var isDeflated = true
        var flags = 0
        var method: Int?
        var checksum: UInt32?
        var size: Int?
        var mode = 0o100644
        /// Whether sizes stand behind the content.
        var hasSizesBehind = false
        /// The name in the entry's own header.
        var ownName: String?
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    /// The number of entries that the end tells.
    var count: Int?
    var disk = 0
    var hasZIP64Locator = false

    init(_ entries: [Entry]) {
        self.entries = entries
    }

    init(_ text: String, name: String = "rules.json", _ change: (inout Entry) -> Void = { _ in }) {
        var entry = Entry(name: name, content: Array(text.utf8))
        change(&entry)
        entries = [entry]
    }

    var data: Data {
        var file: [UInt8] = []
        var list: [UInt8] = []
        for entry in entries {
            let packed = entry.isDeflated ? Self.deflate(entry.content) : entry.content
            let method = entry.method ?? (entry.isDeflated ? 8 : 0)
            let checksum = entry.checksum ?? Self.checksum(entry.content)
            let size = entry.size ?? entry.content.count
            let flags = entry.flags | (entry.hasSizesBehind ? 8 : 0)
            let sizes = Self.long(Int(checksum)) + Self.long(packed.count) + Self.long(size)
            let (start, name, ownName) = (file.count, Array(entry.name.utf8), Array((entry.ownName ?? entry.name).utf8))
            file += [0x50, 0x4B, 3, 4] + Self.short(20) + Self.short(flags) + Self.short(method) + Self.long(0)
            file += entry.hasSizesBehind ? [UInt8](repeating: 0, count: 12) : sizes
            file += Self.short(ownName.count) + Self.short(0) + ownName + packed
            if entry.hasSizesBehind { file += [0x50, 0x4B, 7, 8] + sizes }
            list += [0x50, 0x4B, 1, 2] + Self.short(3 << 8 | 20) + Self.short(20) + Self.short(flags)
            list += Self.short(method) + Self.long(0) + sizes + Self.short(name.count) + Self.short(0) + Self.short(0)
            list += Self.short(0) + Self.short(0) + Self.long(entry.mode << 16) + Self.long(start) + name
        }
        let start = file.count
        file += list
        if hasZIP64Locator { file += [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 16) }
        let count = count ?? entries.count
        file += [0x50, 0x4B, 5, 6] + Self.short(disk) + Self.short(disk) + Self.short(count) + Self.short(count)
        return Data(file + Self.long(list.count) + Self.long(start) + Self.short(comment.count) + comment)
    }

    private static func short(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    private static func long(_ number: Int) -> [UInt8] { short(number) + short(number >> 16) }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
    }

    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var input = bytes
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                CZlib.deflate(&stream, Z_FINISH)
            }
            count = bound - Int(stream.avail_out)
        }
    }
}
