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
