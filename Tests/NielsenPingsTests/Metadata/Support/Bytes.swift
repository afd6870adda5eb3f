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
    static func tag(version: UInt8, padding: Int = 0, _ frames: [UInt8]...) -> [UInt8] {
        let body = frames.flatMap { $0 } + [UInt8](repeating: 0, count: padding)
        return Array("ID3".utf8) + [version, 0, 0] + syncsafe(body.count) + body
    }

    static func frame(_ version: UInt8, id: String = "PRIV", flags: UInt8 = 0, _ data: [UInt8]) -> [UInt8] {
        let size = version == 4 ? syncsafe(data.count) : plain(data.count)
        return Array(id.utf8) + size + [0, flags] + data
    }

    /// A private frame's data: owner, zero, content.
    static func owned(_ owner: String, _ data: [UInt8] = []) -> [UInt8] { Array(owner.utf8) + [0] + data }

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
