// SPDX-License-Identifier: Apache-2.0

/// A decoder of base64 in either alphabet, up to its end or to the first byte that ends it.
enum NielsenBase64 {
    /// - Parameter text: Base64; padding may be missing, white space is skipped.
    /// - Returns: The decoded bytes.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text {
            if byte <= 0x20 { continue }
            guard let six = value(of: byte) else { break }
            bits = bits << 6 | UInt32(six)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
