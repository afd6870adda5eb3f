// SPDX-License-Identifier: Apache-2.0

// Numbers: nearly all fit into a word and are computed on the way.
extension JSONReader {
    /// Reads a number, from its sign or first digit on.
    mutating func number() throws(Stop) -> JSONValue {
        let start = place
        let isNegative = scan("-")
        var digits = Digits()
        if !scan("0") { try readDigits(into: &digits, isFraction: false) }
        var isWhole = true
        if scan(".") {
            isWhole = false
            try readDigits(into: &digits, isFraction: true)
        }
        var exponent = 0
        if scan("e") || scan("E") {
            isWhole = false
            exponent = try readExponent()
        }
        // Fewer than twenty digits: the value is below 10^19, and Int64 may or may not have it.
        if isWhole, !digits.areTooMany, let value = Int64(exactly: digits.value) {
            return .int(isNegative ? -value : value)  // in range: 0 or more
        }
        let quick = digits.double(exponent: exponent, isNegative: isNegative)
        let value = if let quick { quick } else { try slowDouble(from: start) }
        return Int64(exactly: value).map(JSONValue.int) ?? .double(value)
    }

    private mutating func readDigits(into digits: inout Digits, isFraction: Bool) throws(Stop) {
        let start = place
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = next {
            digits.append(next - UInt8(ascii: "0"), isFraction: isFraction)
            place += 1
        }
        if place == start { throw stop("a digit") }
    }

    private mutating func readExponent() throws(Stop) -> Int {
        let isNegative = scan("-")
        if !isNegative { _ = scan("+") }
        let start = place
        var exponent = 0
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = next {
            // Beyond this nothing changes any more: no text has so many digits that would make up for it.
            if exponent < 1 << 40 { exponent = exponent * 10 + Int(next - UInt8(ascii: "0")) }
            place += 1
        }
        if place == start { throw stop("a digit") }
        return isNegative ? -exponent : exponent  // in range: below 2^44
    }

    private func slowDouble(from start: Int) throws(Stop) -> Double {
        let text = String(decoding: UnsafeBufferPointer(start: bytes + start, count: place - start), as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw stop("a number of at most \(Double.greatestFiniteMagnitude)", at: start)
        }
        return value
    }

    /// The digits of a number as a whole, and how many of them stand behind the point.
    private struct Digits {
        var value: UInt64 = 0
        private var count = 0
        private var fractions = 0

        /// Whether there are more than a word is certain to have room for; the value says nothing then.
        var areTooMany: Bool { count > 19 }

        @inline(__always)
        mutating func append(_ digit: UInt8, isFraction: Bool) {
            if isFraction { fractions += 1 }
            // Zeros at the beginning take no room.
            if count > 0 || digit > 0 { count += 1 }
            if count <= 19 { value = value &* 10 &+ UInt64(digit) }
        }

        /// The number, where one multiplication or division of exact values gives the nearest one; otherwise nil.
        func double(exponent: Int, isNegative: Bool) -> Double? {
            guard !areTooMany, value <= 1 << 53 else { return nil }
            let magnitude = Double(value)
            let power = exponent - fractions
            guard (-22...22).contains(power) else { return nil }
            let scaled = power < 0 ? magnitude / Self.powers[-power] : magnitude * Self.powers[power]
            return isNegative ? -scaled : scaled  // in range: a fraction
        }

        /// The powers of ten that a `Double` has exactly.
        private static let powers: [Double] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19,
            1e20, 1e21, 1e22,
        ]
    }
}
