// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Reads the elements of the array of entries of a JSON document, one after the other, however long the document is.
///
/// The array is that of `log.entries`, of `entries`, or the document itself. Memory holds one element and a piece of the
/// file. An element that is no JSON is passed on as its fault, and reading goes on behind its brackets.
struct CaptureElements {
    /// An element, or what is wrong in its place.
    enum Element {
        case value(JSONValue)
        case fault(String)
        /// The file ends in it.
        case cut
    }

    /// The most bytes of one element; what is longer, such as a film in the body of an answer, is passed over.
    private static let maximumBytes = 64 << 20

    private var bytes: InputBytes
    private var place = 0
    /// Whether the array was found, and whether it has its end.
    private(set) var wasFound = false
    private(set) var hasEnd = false

    /// Takes a file, of which the first bytes were read.
    init(_ bytes: InputBytes) { self.bytes = bytes }

    /// Returns the next element; nil behind the last one.
    mutating func next() throws(FileFailure) -> Element? {
        if !wasFound, try !findArray() { return nil }
        guard !hasEnd else { return nil }
        while let byte = try byte() {
            switch byte {
            case UInt8(ascii: "]"):
                hasEnd = true
                return nil
            case UInt8(ascii: ","), 0...0x20: place += 1
            default: return try element()
            }
        }
        return nil
    }

    /// Moves behind the bracket that opens the array of entries; false if there is none.
    private mutating func findArray() throws(FileFailure) -> Bool {
        while let byte = try byte(), byte <= 0x20 || byte >= 0x80 { place += 1 }
        var brackets = JSONBrackets(textsSpanLines: true)
        var name: [UInt8] = []
        var isFirst = true
        while let byte = try byte() {
            place += 1
            release()
            let (depth, wasInText) = (brackets.depth, brackets.isInText)
            brackets.read(byte)
            if wasInText {
                if brackets.isInText, name.count < 16 { name.append(byte) }
            } else if brackets.isInText {
                name = []
            } else if byte == UInt8(ascii: "["), isFirst || 1...2 ~= depth && name == Array("entries".utf8) {
                wasFound = true
                return true
            }
            isFirst = false
        }
        return false
    }

    private mutating func element() throws(FileFailure) -> Element {
        release(always: true)
        var brackets = JSONBrackets(textsSpanLines: true)
        var index = place
        var isTooLong = false
        while true {
            while index >= bytes.held.count {
                // Of an element that is too long nothing is kept but how deep it is.
                if index > Self.maximumBytes {
                    isTooLong = true
                    bytes.held.removeAll(keepingCapacity: true)
                    place = 0
                    index = 0
                }
                guard try bytes.more() else {
                    bytes.end()
                    place = 0
                    return .cut
                }
            }
            let byte = bytes.held[index]
            let isOutside = brackets.depth == 0 && !brackets.isInText
            if isOutside, byte == UInt8(ascii: ",") { break }
            if isOutside, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                // A brace of nothing is an element of its own; the bracket of the array is not.
                if index == place { index += 1 }
                break
            }
            brackets.read(byte)
            index += 1
            if !isOutside, brackets.depth == 0, !brackets.isInText { break }
        }
        let text = Array(bytes.held[min(place, index)..<min(index, bytes.held.count)])
        place = index
        if isTooLong { return .fault("it has more than \(Self.maximumBytes) bytes") }
        do throws(JSONFault) {
            return .value(try JSONSourceText(text).value)
        } catch {
            return .fault("it is not JSON: \(error)")
        }
    }

    private mutating func byte() throws(FileFailure) -> UInt8? {
        while place >= bytes.held.count { guard try bytes.more() else { return nil } }
        return bytes.held[place]
    }

    /// Forgets what was passed.
    private mutating func release(always: Bool = false) {
        guard place > 0, always || place >= 1 << 16 else { return }
        let count = min(place, bytes.held.count)
        bytes.held.removeFirst(count)
        place -= count
    }
}

/// Reads the flows of a file that mitmproxy writes: values as a length, a colon, the bytes and a letter for their kind.
struct CaptureFlows {
    /// The most bytes of one flow; longer ones are passed over.
    private static let maximumBytes = 64 << 20

    private var bytes: InputBytes

    /// Takes a file, of which the first bytes were read.
    init(_ bytes: InputBytes) { self.bytes = bytes }

    /// Whether a file may be one: it begins with the length of a dictionary.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
        return (1...9).contains(digits.count) && bytes.dropFirst(digits.count).first == UInt8(ascii: ":")
            && bytes.dropFirst(digits.count + 1).first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
    }

    /// Returns the next flow; nil behind the last one.
    mutating func next() throws(FileFailure) -> CaptureElements.Element? {
        while bytes.held.count < 16, try bytes.more() {}
        guard !bytes.held.isEmpty else { return nil }
        let digits = bytes.held.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard (1...12).contains(digits.count), let length = Int(String(decoding: digits, as: UTF8.self)),
            digits.count < bytes.held.count, bytes.held[digits.count] == UInt8(ascii: ":")
        else {
            bytes.end()
            return .fault("a length and a colon were expected; the rest of the file is left out")
        }
        // The length, the colon, the bytes, and the letter.
        let whole = digits.count + 1 + length + 1
        guard length <= Self.maximumBytes else { return try passOver(whole) }
        while bytes.held.count < whole {
            guard try bytes.more() else {
                bytes.end()
                return .cut
            }
        }
        let value = TaggedReader.value(bytes.held[..<whole], depth: 0)?.value
        bytes.held.removeFirst(whole)
        return value.map(CaptureElements.Element.value) ?? .fault("a value in it cannot be read")
    }

    private mutating func passOver(_ count: Int) throws(FileFailure) -> CaptureElements.Element {
        var left = count
        while left > bytes.held.count {
            left -= bytes.held.count
            bytes.held = []
            guard try bytes.more() else { return .cut }
        }
        bytes.held.removeFirst(left)
        return .fault("it has more than \(Self.maximumBytes) bytes")
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
