// SPDX-License-Identifier: Apache-2.0

/// A reader of ID3v2 tags, as the public informal standards of versions 2.3 and 2.4 describe them.
struct NielsenID3TagReader {
    private static let headerLength = 10

    /// Reads every tag in a range of bytes.
    static func read(_ bytes: [UInt8], into payloads: inout NielsenID3.Payloads) {
        var place = 0
        while let start = nextTag(bytes, from: place) { place = readTag(bytes, at: start, into: &payloads) }
    }

    /// Returns the position of the next tag: `ID3`, a version, and a size whose bytes are below 128.
    private static func nextTag(_ bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while place + 3 <= bytes.count {
            if bytes[place] == UInt8(ascii: "I"), bytes[place + 1] == UInt8(ascii: "D"),
                bytes[place + 2] == UInt8(ascii: "3"), place + 4 > bytes.count || bytes[place + 3] < 0xff
            {
                return place
            }
            place += 1
        }
        return nil
    }

    /// Reads a tag, and returns the position at which to continue.
    private static func readTag(_ bytes: [UInt8], at start: Int, into payloads: inout NielsenID3.Payloads) -> Int {
        let body = start + headerLength
        guard body <= bytes.count else { return bytes.count }
        let version = bytes[start + 3]
        let flags = bytes[start + 5]
        guard let size = syncsafe(bytes, at: start + 6) else { return start + 3 }
        let isCut = size > bytes.count - body
        let end = isCut ? bytes.count : body + size
        guard version == 3 || version == 4 else { return end }
        let isUnsynchronised = flags & 0x80 != 0
        var reader = NielsenID3TagReader(
            bytes: bytes,
            place: body,
            end: end,
            version: version,
            isUnsynchronised: isUnsynchronised
        )
        // Version 2.3 treats the tag as a whole, 2.4 each frame.
        if version == 3, isUnsynchronised { reader.synchronise() }
        if flags & 0x40 != 0 { reader.skipExtendedHeader() }
        reader.readFrames(into: &payloads)
        guard isCut else {
            let footer = version == 4 && flags & 0x10 != 0 ? headerLength : 0
            return min(end + footer, bytes.count)
        }
        // Another tag may begin within the announced size; nothing is read twice.
        return version == 3 && isUnsynchronised ? end : reader.place
    }

    // MARK: - A tag's body

    private var bytes: [UInt8]
    private var place: Int
    private var end: Int
    private let version: UInt8
    private let isUnsynchronised: Bool

    private mutating func synchronise() {
        bytes = Self.synchronised(Array(bytes[place..<end]))
        place = 0
        end = bytes.count
    }

    private mutating func skipExtendedHeader() {
        guard end - place >= 4 else { return }
        // The size in 2.3 excludes its own four bytes; that in 2.4 includes them and is syncsafe.
        let size = version == 3 ? Self.plain(bytes, at: place) + 4 : Self.syncsafe(bytes, at: place) ?? -1
        place = size >= 6 && size <= end - place ? place + size : end
    }

    private mutating func readFrames(into payloads: inout NielsenID3.Payloads) {
        while end - place >= Self.headerLength {
            let start = place
            // Padding, or no frame at all.
            guard bytes[start..<start + 4].allSatisfy(Self.isIdentifierByte) else { return }
            let content = start + Self.headerLength
            let size = frameSize(at: start + 4, before: content)
            guard size <= end - content else { return }
            place = content + size
            guard bytes[start..<start + 4].elementsEqual("PRIV".utf8) else { continue }
            let frame = Array(bytes[content..<place])
            if let data = plainData(frame, flags: bytes[start + 9]) { readPrivate(data, into: &payloads) }
        }
    }

    /// Returns the size of a frame: syncsafe in version 2.4, a plain number in 2.3.
    ///
    /// Writers confuse the two. The other reading is taken where only with it the frame ends where a frame can end.
    private func frameSize(at place: Int, before content: Int) -> Int {
        let plain = Self.plain(bytes, at: place)
        guard let syncsafe = Self.syncsafe(bytes, at: place) else { return plain }
        let (right, other) = version == 4 ? (syncsafe, plain) : (plain, syncsafe)
        return right != other && !isEnd(content, right) && isEnd(content, other) ? other : right
    }

    /// Returns whether a frame can end so many bytes on: at the end of the tag, at padding, or at another frame.
    private func isEnd(_ content: Int, _ size: Int) -> Bool {
        guard size < end - content else { return size == end - content }
        let rest = bytes[content + size..<end].prefix(Self.headerLength)
        if rest.allSatisfy({ $0 == 0 }) { return true }
        guard rest.count == Self.headerLength, rest.prefix(4).allSatisfy(Self.isIdentifierByte) else { return false }
        let room = end - content - size - Self.headerLength
        return min(Self.plain(bytes, at: rest.startIndex + 4), Self.syncsafe(bytes, at: rest.startIndex + 4) ?? .max)
            <= room
    }

    /// Returns the contents of a frame without what its flags add; nil if it is encrypted, compressed or too short.
    private func plainData(_ frame: [UInt8], flags: UInt8) -> [UInt8]? {
        let isThree = version == 3
        guard flags & (isThree ? 0xc0 : 0x0c) == 0 else { return nil }
        var added = flags & (isThree ? 0x20 : 0x40) != 0 ? 1 : 0
        if !isThree, flags & 0x01 != 0 { added += 4 }
        guard added <= frame.count else { return nil }
        let data = Array(frame.dropFirst(added))
        return !isThree && (isUnsynchronised || flags & 0x02 != 0) ? Self.synchronised(data) : data
    }

    /// The owner of a private frame is the payload, or it names the host and the data is the payload.
    private func readPrivate(_ data: [UInt8], into payloads: inout NielsenID3.Payloads) {
        let end = data.firstIndex(of: 0) ?? data.count
        let owner = data[..<end]
        if owner.starts(with: NielsenEmsgReader.payloadStart) { return payloads.add(owner) }
        guard owner.starts(with: NielsenEmsgReader.host) else { return }
        let content = data.dropFirst(end + 1).prefix { $0 != 0 }
        if content.starts(with: NielsenEmsgReader.payloadStart) { payloads.add(content) }
    }

    // MARK: - Bytes

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        NielsenText.isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func plain(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a number of four times seven bits; nil if a byte has its highest bit set.
    private static func syncsafe(_ bytes: [UInt8], at place: Int) -> Int? {
        var value = 0
        for byte in bytes[place..<place + 4] {
            guard byte < 0x80 else { return nil }
            value = value << 7 | Int(byte)
        }
        return value
    }

    /// Removes the zero byte that unsynchronisation put after each byte of ones.
    private static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0xff) else { return bytes }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var wasOnes = false
        for byte in bytes {
            if wasOnes, byte == 0 {
                wasOnes = false
                continue
            }
            plain.append(byte)
            wasOnes = byte == 0xff
        }
        return plain
    }
}
