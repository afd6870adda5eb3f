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

    private let input: InputLines
    private var bytes: [UInt8]
    private var place = 0
    private var isAtEnd = false
    /// Whether the array was found, and whether it has its end.
    private(set) var wasFound = false
    private(set) var hasEnd = false

    /// Takes a file, of which the first bytes were read.
    init(_ input: InputLines, read bytes: [UInt8]) {
        self.input = input
        self.bytes = bytes
    }

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

    // MARK: - Finding the array

    /// Moves behind the bracket that opens the array of entries; false if there is none.
    private mutating func findArray() throws(FileFailure) -> Bool {
        while let byte = try byte(), byte <= 0x20 || byte >= 0x80 { place += 1 }
        if try byte() == UInt8(ascii: "[") {
            place += 1
            wasFound = true
            return true
        }
        var depth = 0
        var name: [UInt8] = []
        while let byte = try byte() {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try passText(keeping: depth <= 2)
                name = text
                continue
            case UInt8(ascii: "{"):
                depth += 1
            case UInt8(ascii: "["):
                if name == Array("entries".utf8), depth == 1 || depth == 2 {
                    place += 1
                    wasFound = true
                    return true
                }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            place += 1
            release()
        }
        return false
    }

    /// Moves behind a text, and returns it if it is short and wanted.
    private mutating func passText(keeping isWanted: Bool) throws(FileFailure) -> [UInt8] {
        place += 1
        var text: [UInt8] = []
        while let byte = try byte() {
            place += 1
            if byte == UInt8(ascii: "\\") {
                place += 1
            } else if byte == UInt8(ascii: "\"") {
                break
            } else if isWanted, text.count < 16 {
                text.append(byte)
            }
            release()
        }
        return text
    }

    // MARK: - Elements

    private mutating func element() throws(FileFailure) -> Element {
        release(always: true)
        var depth = 0
        var index = place
        var isInText = false
        var isTooLong = false
        scan: while true {
            while index >= bytes.count {
                // Of an element that is too long nothing is kept but how deep it is.
                if index > Self.maximumBytes {
                    isTooLong = true
                    bytes.removeAll(keepingCapacity: true)
                    place = 0
                    index = 0
                }
                guard try more() else {
                    // Nothing is behind it.
                    (bytes, place) = ([], 0)
                    return .cut
                }
            }
            let byte = bytes[index]
            if isInText {
                if byte == UInt8(ascii: "\\") {
                    index += 1
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                    if depth == 0 {
                        index += 1
                        break scan
                    }
                }
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 {
                    // A brace of nothing is an element of its own; the bracket of the array is not.
                    if index == place { index += 1 }
                    break scan
                }
                if depth == 0 {
                    index += 1
                    break scan
                }
            case UInt8(ascii: ","): if depth == 0 { break scan }
            default: break
            }
            index += 1
        }
        let text = Array(bytes[min(place, index)..<min(index, bytes.count)])
        place = index
        if isTooLong { return .fault("it has more than \(Self.maximumBytes) bytes") }
        do throws(JSONFault) {
            return .value(try JSONSourceText(text).value)
        } catch {
            return .fault("it is not JSON: \(error)")
        }
    }

    // MARK: - Bytes

    private mutating func byte() throws(FileFailure) -> UInt8? {
        while place >= bytes.count { guard try more() else { return nil } }
        return bytes[place]
    }

    private mutating func more() throws(FileFailure) -> Bool {
        guard !isAtEnd, let data = try input.next(), !data.isEmpty else {
            isAtEnd = true
            return false
        }
        bytes.append(contentsOf: data)
        return true
    }

    /// Forgets what was passed.
    private mutating func release(always: Bool = false) {
        guard place > 0, always || place >= 1 << 16 else { return }
        let count = min(place, bytes.count)
        bytes.removeFirst(count)
        place -= count
    }
}
