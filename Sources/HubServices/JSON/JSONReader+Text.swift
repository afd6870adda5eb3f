// SPDX-License-Identifier: Apache-2.0

// Strings: most have no escapes and are taken as they stand.
extension JSONReader {
    /// Reads a string, from its opening quote on.
    mutating func text() throws(JSONFault) -> String {
        place += 1
        let start = place
        try skipPlain()
        if next == UInt8(ascii: "\"") {
            defer { place += 1 }
            return try string(UnsafeBufferPointer(start: bytes + start, count: place - start), from: start)
        }
        return try escapedText(from: start)
    }

    /// Advances to the next quote or backslash.
    @inline(__always)
    private mutating func skipPlain() throws(JSONFault) {
        while place < count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            if byte < 0x20 { break }
            place += 1
        }
        throw fault("a double quote at the end of the string")
    }

    private mutating func escapedText(from start: Int) throws(JSONFault) -> String {
        var units: [UInt8] = []
        var plainStart = start
        while true {
            units.append(contentsOf: UnsafeBufferPointer(start: bytes + plainStart, count: place - plainStart))
            if scan("\"") { break }
            place += 1
            try escape(into: &units)
            plainStart = place
            try skipPlain()
        }
        return try units.withUnsafeBufferPointer { units throws(JSONFault) in try string(units, from: start) }
    }

    private mutating func escape(into units: inout [UInt8]) throws(JSONFault) {
        let unit: UInt8
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unit = next
        case UInt8(ascii: "b"): unit = 0x08
        case UInt8(ascii: "f"): unit = 0x0C
        case UInt8(ascii: "n"): unit = 0x0A
        case UInt8(ascii: "r"): unit = 0x0D
        case UInt8(ascii: "t"): unit = 0x09
        case UInt8(ascii: "u"): return units.append(contentsOf: String(try scalar()).utf8)
        default: throw fault(#"one of " \ / b f n r t u after a backslash"#)
        }
        place += 1
        units.append(unit)
    }

    /// Reads what `\u` begins, from the `u` on; a second escape where the first one is half of a pair.
    private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let start = place
        place += 1
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, scan("\\"), next == UInt8(ascii: "u") else {
            throw fault("both halves of a surrogate pair", at: start)
        }
        place += 1
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("both halves of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(next) else { throw fault("four hexadecimal digits after \\u") }
            value = value << 4 | UInt32(digit)
            place += 1
        }
        return value
    }

    /// Makes a string of bytes that have to be UTF-8.
    @inline(__always)
    private func string(_ units: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONFault) -> String {
        let string = String(decoding: units, as: UTF8.self)
        // Bytes that are not UTF-8 are replaced by others.
        guard string.utf8.elementsEqual(units) else {
            let common = zip(string.utf8, units).prefix { $0 == $1 }.count
            throw fault("text in UTF-8", at: min(start + common, count))
        }
        return string
    }
}
