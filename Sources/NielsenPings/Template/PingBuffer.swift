// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The bytes that a template is rendered into, kept from one ping to the next so that rendering does not allocate.
struct PingBuffer: Sendable {
    /// Which bytes stay as they are.
    enum Legal: Sendable, Hashable {
        /// All of them: what is hashed or encoded afterwards.
        case everything
        /// The characters of a URL, separators and existing escapes included.
        case anywhere
        /// The characters of a parameter's value: none that begins another parameter.
        case parameter
        /// The characters of a URL, and the one that begins its fragment.
        case fragment
        /// The characters that never separate anything: letters, digits and `-._~`.
        case unreserved

        // A bit for each of the first and of the second 64 ASCII characters.
        private var low: UInt64 {
            switch self {
            case .everything: .max
            case .anywhere: 0xaf_ff_ff_f2_00_00_00_00
            case .parameter: 0xaf_ff_ff_b2_00_00_00_00
            case .fragment: 0xaf_ff_ff_fa_00_00_00_00
            case .unreserved: 0x03_ff_60_00_00_00_00_00
            }
        }
        private var high: UInt64 {
            switch self {
            case .everything: .max
            case .anywhere, .parameter, .fragment: 0x47_ff_ff_fe_87_ff_ff_ff
            case .unreserved: 0x47_ff_ff_fe_87_ff_ff_fe
            }
        }

        @inline(__always)
        func holds(_ byte: UInt8) -> Bool {
            if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
            if byte < 128 { return high >> UInt64(byte & 63) & 1 == 1 }
            return self == .everything
        }
    }

    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func truncate(to count: Int) {
        bytes.removeLast(bytes.count - count)
    }

    // MARK: - Appending

    mutating func append(_ part: ArraySlice<UInt8>) {
        bytes.append(contentsOf: part)
    }

    mutating func append(_ value: NielsenPingValue, _ legal: Legal) {
        switch value {
        case .none: break
        case .text(let text): append(text, legal)
        case .integer(let number): append(number)
        }
    }

    mutating func append(_ text: String, _ legal: Legal) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if legal != .everything { encode(from: start, legal) }
    }

    /// Writes decimal digits.
    mutating func append(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    // MARK: - Changing what was written

    /// Percent-encodes, in place, what was written from a position on.
    ///
    /// A percent sign stays where it begins an escape.
    mutating func encode(from start: Int, _ legal: Legal) {
        var illegal = 0
        for place in start..<bytes.count where !legal.holds(bytes[place]) || isBarePercent(at: place) { illegal += 1 }
        guard illegal > 0 else { return }
        var source = bytes.count - 1
        bytes.append(contentsOf: repeatElement(0, count: illegal * 2))
        var target = bytes.count - 1
        // Reads the two bytes behind the current one: something else may already have been written in their place.
        var behind: (UInt8, UInt8) = (0, 0)
        // From the end to the start, so that nothing is overwritten before it was read.
        while source >= start, source < target {
            let byte = bytes[source]
            source -= 1
            let isBare = byte == UInt8(ascii: "%") && !Self.areDigits(behind.0, behind.1)
            behind = (byte, behind.0)
            if legal.holds(byte), !isBare {
                bytes[target] = byte
                target -= 1
            } else {
                bytes[target] = Self.digit(byte & 15)
                bytes[target - 1] = Self.digit(byte >> 4)
                bytes[target - 2] = UInt8(ascii: "%")
                target -= 3
            }
        }
    }

    @inline(__always)
    private func isBarePercent(at place: Int) -> Bool {
        guard bytes[place] == UInt8(ascii: "%") else { return false }
        return place + 2 >= bytes.count || !Self.areDigits(bytes[place + 1], bytes[place + 2])
    }

    private static func areDigits(_ first: UInt8, _ second: UInt8) -> Bool {
        NielsenText.isHexadecimal(first) && NielsenText.isHexadecimal(second)
    }

    @inline(__always)
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }

    /// Replaces what was written from a position on by its hash, in lower-case hexadecimal digits.
    mutating func hash(from start: Int, _ algorithm: HashAlgorithm) {
        // Where the system forbids the function there is no value rather than one in the clear.
        let digest = algorithm.hash(bytes[start...]) ?? []
        truncate(to: start)
        for byte in digest {
            bytes.append(Hexadecimal.digit(byte >> 4))
            bytes.append(Hexadecimal.digit(byte & 15))
        }
    }

    /// Changes the case of the ASCII letters that were written from a position on.
    mutating func changeCase(from start: Int, toUpper: Bool) {
        let first = toUpper ? UInt8(ascii: "a") : UInt8(ascii: "A")
        for place in start..<bytes.count where bytes[place] >= first && bytes[place] < first + 26 {
            bytes[place] ^= 0x20
        }
    }

    /// Keeps a part of what was written from a position on.
    mutating func slice(from start: Int, offset: Int, length: Int) {
        let written = bytes.count - start
        let from = min(offset, written)
        truncate(to: start + min(written, from + min(length, written)))
        bytes.removeSubrange(start..<start + from)
    }
}
