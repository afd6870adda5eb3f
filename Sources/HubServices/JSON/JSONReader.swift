// SPDX-License-Identifier: Apache-2.0

/// Reads one value out of JSON text (RFC 8259), in a single pass.
///
/// What the standard leaves open is decided here: of two members with one name the later one stays, at the position of
/// the first; a whole number that `Int64` holds is ``JSONValue/int(_:)`` however it is written, every other number the
/// nearest `Double`, and one that is beyond `Double` is refused; arrays and objects are nested no deeper than a limit,
/// mostly ``JSONValue/maximumDepth``, so that neither reading nor freeing a value needs a deep stack; a byte order mark
/// at the beginning is passed over; text that is not Unicode is refused.
struct JSONReader {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    let maximumDepth: Int
    var place = 0

    private init(_ bytes: UnsafePointer<UInt8>, count: Int, maximumDepth: Int) {
        self.bytes = bytes
        self.count = count
        self.maximumDepth = maximumDepth
    }

    /// Makes a reader that stands before the value of a text.
    ///
    /// - Parameters:
    ///   - text: JSON text in UTF-8.
    ///   - maximumDepth: The deepest nesting.
    init?(at text: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        guard let start = text.baseAddress else { return nil }
        self.init(start, count: text.count, maximumDepth: maximumDepth)
        if text.starts(with: Self.byteOrderMark) { place = Self.byteOrderMark.count }
    }

    /// Reads a text that holds one value and nothing else.
    ///
    /// - Parameters:
    ///   - text: JSON text in UTF-8, with or without a byte order mark.
    ///   - maximumDepth: The deepest nesting; a few hundred levels are safe on every thread.
    /// - Returns: The value.
    /// - Throws: ``JSONFault``, which describes the first fault and its position.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>,
        maximumDepth: Int = JSONValue.maximumDepth
    ) throws(JSONFault) -> JSONValue {
        guard var reader = JSONReader(at: text, maximumDepth: maximumDepth) else {
            throw JSONFault(at: 0, "a value", in: text)
        }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.place == reader.count else { throw reader.fault("the end of the text") }
        return value
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The byte at the place; zero, which is not a part of any JSON text, at the end.
    @inline(__always)
    var next: UInt8 { place < count ? bytes[place] : 0 }

    /// Makes an error of what should have been at a place, by default the one that is reached.
    @inline(never)
    func fault(_ expected: String, at place: Int? = nil, isTooDeep: Bool = false) -> JSONFault {
        let text = UnsafeBufferPointer(start: bytes, count: count)
        return JSONFault(at: place ?? self.place, expected, isTooDeep: isTooDeep, in: text)
    }

    @inline(__always)
    mutating func scan(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while place < count {
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            default: return
            }
        }
    }

    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "{"): return .object(try members(depth))
        case UInt8(ascii: "["): return .array(try elements(depth))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number()
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default: throw fault("a value")
        }
    }

    mutating func enter(_ depth: Int) throws(JSONFault) {
        guard depth < maximumDepth else {
            throw fault("nesting of at most \(maximumDepth) levels", isTooDeep: true)
        }
        place += 1
        skipSpace()
    }

    private mutating func members(_ depth: Int) throws(JSONFault) -> JSONObject {
        try enter(depth)
        if scan("}") { return JSONObject() }
        var members: [(String, JSONValue)] = []
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a name in double quotes") }
            let name = try text()
            skipSpace()
            guard scan(":") else { throw fault("a colon") }
            members.append((name, try value(depth: depth + 1)))
            skipSpace()
            if scan("}") { return JSONObject(read: members) }
            guard scan(",") else { throw fault("a comma or }") }
        }
    }

    private mutating func elements(_ depth: Int) throws(JSONFault) -> [JSONValue] {
        try enter(depth)
        if scan("]") { return [] }
        var elements: [JSONValue] = []
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if scan("]") { return elements }
            guard scan(",") else { throw fault("a comma or ]") }
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONFault) {
        let length = word.utf8CodeUnitCount
        guard count - place >= length, (0..<length).allSatisfy({ bytes[place + $0] == word.utf8Start[$0] }) else {
            throw fault(word.description)
        }
        place += length
    }

    /// Reads a number, from its sign or first digit on.
    private mutating func number() throws(JSONFault) -> JSONValue {
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
            throw fault("a number of at most \(Double.greatestFiniteMagnitude)", at: start)
        }
        return Int64(exactly: value).map(JSONValue.int) ?? .double(value)
    }

    private mutating func skipDigits() throws(JSONFault) {
        let start = place
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = next { place += 1 }
        if place == start { throw fault("a digit") }
    }
}

/// The position at which a text stops being JSON, and what was expected there.
package struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The byte in the line, from 1.
    package let column: Int
    /// A description of what was expected there.
    package let expected: String
    /// Whether the text is nested deeper than its reader allows; it may be JSON all the same.
    package let isTooDeep: Bool

    /// The place, and what was expected there.
    package var description: String { "line \(line), column \(column): \(expected)" }

    init(at place: Int, _ expected: String, isTooDeep: Bool = false, in text: UnsafeBufferPointer<UInt8>) {
        let before = text[..<min(place, text.count)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = place - lineStart + 1
        self.isTooDeep = isTooDeep
        self.expected = expected + " was expected" + (place >= text.count ? ", but the text ends" : "")
    }

    /// Returns the first fault of a text.
    ///
    /// - Parameter text: JSON text in UTF-8.
    /// - Returns: Nil if nothing is found.
    package static func first(in text: some Sequence<UInt8>) -> JSONFault? {
        Array(text).withUnsafeBufferPointer { text in
            do throws(JSONFault) {
                _ = try JSONReader.read(text)
                return nil
            } catch {
                return error
            }
        }
    }
}

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
