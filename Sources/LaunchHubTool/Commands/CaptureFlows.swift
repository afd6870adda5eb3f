// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Reads the flows of a file that mitmproxy writes: values as a length, a colon, the bytes and a letter for their kind.
struct CaptureFlows {
    /// The most bytes of one flow; longer ones are passed over.
    private static let maximumBytes = 64 << 20

    private let input: InputLines
    private var bytes: [UInt8]
    private var isAtEnd = false

    /// Takes a file, of which the first bytes were read.
    init(_ input: InputLines, read bytes: [UInt8]) {
        self.input = input
        self.bytes = bytes
    }

    /// Whether a file may be one: it begins with the length of a dictionary.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
        return (1...9).contains(digits.count) && bytes.dropFirst(digits.count).first == UInt8(ascii: ":")
            && bytes.dropFirst(digits.count + 1).first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
    }

    /// Returns the next flow; nil behind the last one.
    mutating func next() throws(FileFailure) -> CaptureElements.Element? {
        while bytes.count < 16, try more() {}
        guard !bytes.isEmpty else { return nil }
        let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard (1...12).contains(digits.count), let length = Int(String(decoding: digits, as: UTF8.self)),
            digits.count < bytes.count, bytes[digits.count] == UInt8(ascii: ":")
        else {
            bytes = []
            isAtEnd = true
            return .fault("a length and a colon were expected; the rest of the file is left out")
        }
        // The length, the colon, the bytes, and the letter.
        let whole = digits.count + 1 + length + 1
        guard length <= Self.maximumBytes else { return try passOver(whole) }
        while bytes.count < whole { guard try more() else { return cut() } }
        let value = TaggedReader.value(bytes[..<whole], depth: 0)?.value
        bytes.removeFirst(whole)
        return value.map(CaptureElements.Element.value) ?? .fault("a value in it cannot be read")
    }

    private mutating func cut() -> CaptureElements.Element {
        bytes = []
        return .cut
    }

    private mutating func passOver(_ count: Int) throws(FileFailure) -> CaptureElements.Element {
        var left = count
        while left > bytes.count {
            left -= bytes.count
            bytes = []
            guard try more() else { return .cut }
        }
        bytes.removeFirst(left)
        return .fault("it has more than \(Self.maximumBytes) bytes")
    }

    private mutating func more() throws(FileFailure) -> Bool {
        guard !isAtEnd, let data = try input.next(), !data.isEmpty else {
            isAtEnd = true
            return false
        }
        bytes.append(contentsOf: data)
        return true
    }
}

/// Reads one value of a file of flows.
private enum TaggedReader {
    static func value(_ bytes: ArraySlice<UInt8>, depth: Int) -> (value: JSONValue, end: Int)? {
        guard depth < 32, let colon = bytes.prefix(14).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard let length = Int(String(decoding: bytes[bytes.startIndex..<colon], as: UTF8.self)), length >= 0 else {
            return nil
        }
        let start = colon + 1
        guard length < bytes.endIndex - start else { return nil }
        let content = bytes[start..<start + length]
        let end = start + length + 1
        let text = { String(decoding: content, as: UTF8.self) }
        switch bytes[start + length] {
        // What is no text is a body, of which nothing is needed.
        case UInt8(ascii: ","), UInt8(ascii: ";"): return (.string(text()), end)
        case UInt8(ascii: "#"): return (Int64(text()).map(JSONValue.int) ?? .null, end)
        case UInt8(ascii: "^"): return (Double(text()).flatMap { $0.isFinite ? .double($0) : nil } ?? .null, end)
        case UInt8(ascii: "!"): return (.bool(text() == "true"), end)
        case UInt8(ascii: "~"): return (.null, end)
        case UInt8(ascii: "]"): return elements(content, depth: depth).map { (.array($0), end) }
        case UInt8(ascii: "}"):
            guard let all = elements(content, depth: depth), all.count.isMultiple(of: 2) else { return nil }
            var object = JSONObject()
            for place in stride(from: 0, to: all.count, by: 2) {
                if let name = all[place].stringValue { object[name] = all[place + 1] }
            }
            return (.object(object), end)
        default: return nil
        }
    }

    private static func elements(_ bytes: ArraySlice<UInt8>, depth: Int) -> [JSONValue]? {
        var rest = bytes
        var all: [JSONValue] = []
        while !rest.isEmpty {
            guard let next = value(rest, depth: depth + 1) else { return nil }
            all.append(next.value)
            rest = rest[next.end...]
        }
        return all
    }
}
