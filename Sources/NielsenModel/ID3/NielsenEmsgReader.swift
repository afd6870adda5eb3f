// SPDX-License-Identifier: Apache-2.0

/// A reader of event message boxes of DASH and CMAF segments, and of the text that some of them carry.
enum NielsenEmsgReader {
    static let host = Array("www.nielsen.com".utf8)
    static let payloadStart = host + [UInt8(ascii: "/")]

    /// Reads every event message box in a range of bytes.
    static func read(_ bytes: [UInt8], into payloads: inout NielsenID3.Payloads) {
        var place = 0
        while let box = box(bytes, at: place), box.end <= bytes.count, box.body <= box.end {
            if box.isMessage { readMessage(bytes, box.body, box.end, into: &payloads) }
            place = box.end
        }
    }

    private struct Box {
        let isMessage: Bool
        let body: Int
        let end: Int
    }

    /// Returns the header of a box; nil if the bytes end within it.
    private static func box(_ bytes: [UInt8], at start: Int) -> Box? {
        guard start + 8 <= bytes.count else { return nil }
        let isMessage = bytes[start + 4..<start + 8].elementsEqual("emsg".utf8)
        let size = number(bytes, at: start, count: 4)
        switch size {
        case 0:
            return Box(isMessage: isMessage, body: start + 8, end: bytes.count)
        case 1:
            guard start + 16 <= bytes.count else { return nil }
            let large = number(bytes, at: start + 8, count: 8)
            let rest = UInt64(bytes.count - start)
            // A box of that size does not fit, which is all that matters.
            let end = large > rest ? bytes.count + 1 : start + Int(large)
            return Box(isMessage: isMessage, body: start + 16, end: end)
        default:
            return Box(isMessage: isMessage, body: start + 8, end: start + Int(size))
        }
    }

    private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> UInt64 {
        bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func readMessage(
        _ bytes: [UInt8],
        _ body: Int,
        _ end: Int,
        into payloads: inout NielsenID3.Payloads
    ) {
        guard body + 4 <= end else { return }
        var place = body + 4
        switch bytes[body] {
        // Scheme and value, then time scale, time, duration and id of four bytes each.
        case 0:
            guard skipText(bytes, &place, end), skipText(bytes, &place, end), place + 16 <= end else { return }
            place += 16
        // The numbers first, the time of eight bytes.
        case 1:
            place += 20
            guard skipText(bytes, &place, end), skipText(bytes, &place, end) else { return }
        default: return
        }
        read(message: Array(bytes[place..<end]), into: &payloads)
    }

    /// Skips text that ends in a zero byte; returns false if it does not end.
    private static func skipText(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> Bool {
        guard place < end, let zero = bytes[place..<end].firstIndex(of: 0) else { return false }
        place = zero + 1
        return true
    }

    private static func read(message: [UInt8], into payloads: inout NielsenID3.Payloads) {
        if message.starts(with: "ID3".utf8) {
            NielsenID3TagReader.read(message, into: &payloads)
        } else if message.starts(with: payloadStart) {
            payloads.add(message.prefix { $0 != 0 })
        } else if contains(message, "nielsen_tag") {
            read(text: message, into: &payloads)
        }
    }

    // MARK: - The text form

    /// Reads `type=nielsen_tag;payload=<base64>`, whose base64 contains an ID3v2 tag, or what is left of one after its
    /// invisible characters were removed.
    static func read(text: [UInt8], into payloads: inout NielsenID3.Payloads) {
        let visible = unescaped(text)
        guard contains(visible, "type=nielsen_tag"), let start = end(of: "payload=", in: visible) else { return }
        let decoded = NielsenBase64.decode(visible[start...])
        var tags = NielsenID3.Payloads()
        NielsenID3TagReader.read(decoded, into: &tags)
        for payload in tags.all { payloads.add(payload.utf8) }
        guard tags.all.isEmpty else { return }
        let printable = decoded.filter { (0x20...0x7e).contains($0) }
        // Text after the name of another owner belongs to that owner, as in an undamaged tag.
        guard let begin = first(payloadStart, in: printable),
            let last = printable[begin...].lastIndex(where: NielsenText.isDigit)
        else { return }
        payloads.add(printable[begin...last])
    }

    /// Removes zero bytes, and decodes `%xx`.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        let text = text.filter { $0 != 0 }
        guard text.contains(UInt8(ascii: "%")) else { return text }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            var byte = text[place]
            place += 1
            if byte == UInt8(ascii: "%"), place + 2 <= text.count,
                let code = UInt8(String(decoding: text[place..<place + 2], as: UTF8.self), radix: 16)
            {
                byte = code
                place += 2
            }
            if byte != 0 { plain.append(byte) }
        }
        return plain
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool { first(Array(text.utf8), in: bytes) != nil }

    private static func end(of text: String, in bytes: [UInt8]) -> Int? {
        first(Array(text.utf8), in: bytes).map { $0 + text.utf8.count }
    }

    private static func first(_ wanted: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= wanted.count else { return nil }
        return (0...bytes.count - wanted.count).first { place in
            bytes[place] == wanted[0] && bytes[place..<place + wanted.count].elementsEqual(wanted)
        }
    }
}
