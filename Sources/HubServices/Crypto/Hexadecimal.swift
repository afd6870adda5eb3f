// SPDX-License-Identifier: Apache-2.0

/// Conversions between bytes and hexadecimal digits.
@usableFromInline
package enum Hexadecimal {
    /// Writes bytes as lower-case hexadecimal digits.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Returns: Two digits for each byte, without separators.
    @inlinable
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads digits of either case.
    ///
    /// - Parameter text: An even number of hexadecimal digits and nothing else.
    /// - Returns: The bytes, or nil if the text has any other form.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let value = value(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Returns the lower-case hexadecimal digit of a value.
    ///
    /// - Parameter value: A value from 0 to 15.
    /// - Returns: The ASCII code of the digit, `0` to `9` or `a` to `f`.
    @inlinable
    package static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }

    /// Returns the value of a digit of either case; nil for everything else.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
