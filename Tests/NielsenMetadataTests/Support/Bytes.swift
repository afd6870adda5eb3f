// SPDX-License-Identifier: Apache-2.0

/// Builds ID3v2 tags and boxes, byte by byte, independently of the code that reads them.
enum Bytes {
    static func syncsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7f) }
    }

    static func plain(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A tag around frames.
    static func tag(
        version: UInt8,
        flags: UInt8 = 0,
        extendedHeader: [UInt8] = [],
        padding: Int = 0,
        _ frames: [UInt8]...
    ) -> [UInt8] {
        var body = extendedHeader + frames.flatMap { $0 } + [UInt8](repeating: 0, count: padding)
        if version == 3, flags & 0x80 != 0 { body = unsynchronised(body) }
        let header = [version, 0, flags] + syncsafe(body.count)
        let footer = flags & 0x10 != 0 ? Array("3DI".utf8) + header : []
        return Array("ID3".utf8) + header + body + footer
    }

    /// A frame; `before` is what its flags add to its data.
    static func frame(_ version: UInt8, id: String = "PRIV", flags: UInt8 = 0, before: [UInt8] = [], _ data: [UInt8])
        -> [UInt8]
    {
        let content = before + data
        let size = version == 4 ? syncsafe(content.count) : plain(content.count)
        return Array(id.utf8) + size + [0, flags] + content
    }

    /// A private frame's data: owner, zero, content.
    static func owned(_ owner: String, _ data: [UInt8] = []) -> [UInt8] { Array(owner.utf8) + [0] + data }

    /// Puts a zero after each byte of ones that could be mistaken for a synchronisation.
    static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            result.append(byte)
            guard byte == 0xff else { continue }
            if place + 1 == bytes.count || bytes[place + 1] >= 0xe0 || bytes[place + 1] == 0 { result.append(0) }
        }
        return result
    }

    static func box(_ type: String, _ content: [UInt8], large: Bool = false) -> [UInt8] {
        large
            ? plain(1) + Array(type.utf8) + plain(0) + plain(content.count + 16) + content
            : plain(content.count + 8) + Array(type.utf8) + content
    }

    /// An event message box.
    static func emsg(
        version: UInt8,
        scheme: String = "https://aomedia.org/emsg/ID3",
        large: Bool = false,
        _ message: [UInt8]
    ) -> [UInt8] {
        let texts = Array(scheme.utf8) + [0] + Array("1".utf8) + [0]
        let numbers = plain(90_000) + (version == 0 ? plain(5) : plain(0) + plain(5)) + plain(0xffff) + plain(7)
        return box(
            "emsg",
            [version, 0, 0, 0] + (version == 0 ? texts + numbers : numbers + texts) + message,
            large: large
        )
    }

    /// Standard base64.
    static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
            for place in 0..<4 {
                text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return text
    }
}
