// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a number, from its sign or first digit on.
    mutating func number() throws(Stop) -> JSONValue {
        let start = place
        var isWhole = true
        _ = scan("-")
        if !scan("0") { try skipDigits() }
        if scan(".") {
            isWhole = false
            try skipDigits()
        }
        if scan("e") || scan("E") {
            isWhole = false
            if !scan("-") { _ = scan("+") }
            try skipDigits()
        }
        let text = String(decoding: UnsafeBufferPointer(start: bytes + start, count: place - start), as: UTF8.self)
        if isWhole, let value = Int64(text) { return .int(value) }
        guard let value = Double(text), value.isFinite else {
            throw stop("a number of at most \(Double.greatestFiniteMagnitude)", at: start)
        }
        return Int64(exactly: value).map(JSONValue.int) ?? .double(value)
    }

    private mutating func skipDigits() throws(Stop) {
        let start = place
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = next { place += 1 }
        if place == start { throw stop("a digit") }
    }
}
