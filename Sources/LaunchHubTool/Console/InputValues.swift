// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Reads the JSON values of a file, or of standard input, one after the other, however they are laid out: one a line, over
/// several lines, in a row, or as the elements of one array.
///
/// Memory holds one value and a piece of the file. A value that cannot be read is passed on as its fault, and reading
/// continues behind it: with the next line that begins a value, or the next element.
struct InputValues {
    /// A value, or the fault in its place.
    struct Item {
        /// The line in which it begins, from 1.
        let line: Int
        /// The byte of that line at which it begins, from 1.
        let column: Int
        let content: Result<JSONValue, InputFault>
        /// The bytes of the value; empty for a fault.
        let bytes: [UInt8]
    }

    /// The most bytes of one value.
    private static let maximumBytes = 64 << 20

    /// The file's name, for messages.
    let name: String
    private let takesAddresses: Bool
    private var bytes: InputBytes
    private var place = 0
    private var line = 1
    /// Where the line begins; negative if that part of it was passed on.
    private var lineStart = 0
    /// The blanks before the place, if nothing else is before it in its line.
    private var indent: Int? = 0
    /// Where the array around the values begins.
    private var array: (line: Int, column: Int)?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file; nil or `-` for standard input.
    ///   - takesAddresses: Whether a line that is an address is a text, also without quotation marks.
    /// - Throws: ``FileFailure`` if the file cannot be opened.
    init(_ path: String?, takesAddresses: Bool = false) throws(FileFailure) {
        self.takesAddresses = takesAddresses
        let input = try InputLines(path)
        bytes = InputBytes(input)
        name = input.name
    }

    /// Passes each value and each fault to a closure.
    ///
    /// - Parameter body: Receives them in order.
    /// - Throws: ``FileFailure`` if reading fails or a value is too long; any error of the closure.
    mutating func forEach(_ body: (Item) throws -> Void) throws {
        while let item = try next() { try body(item) }
    }

    /// Returns the next value or fault; nil at the end of the file.
    mutating func next() throws(FileFailure) -> Item? {
        while let byte = try byte(at: place) {
            switch byte {
            case 0:
                // UTF-16 and UTF-32 have a few of them beside the end of a line; more are no text at all.
                guard try isNUL(at: place + 1...place + 3) else {
                    move(to: place + 1)
                    break
                }
                return try passOverNULs()
            case 1...0x20: move(to: place + 1)
            case UInt8(ascii: ","): move(to: place + 1)
            case 0xEF:
                guard try isMark() else { return try value() }
                move(to: place + 3)
                // An editor's mark is not a part of the line.
                if let indent, indent >= 3 { self.indent = indent - 3 }
            case UInt8(ascii: "[") where array == nil:
                array = (line, column(of: place))
                move(to: place + 1)
            case UInt8(ascii: "]") where array != nil:
                array = nil
                move(to: place + 1)
            default:
                if takesAddresses, array == nil, indent != nil, let address = try address() { return address }
                return try value()
            }
        }
        guard let array else { return nil }
        self.array = nil
        let fault = InputFault(ofOpenArrayAt: array.line, column: array.column, end: line)
        return Item(line: array.line, column: array.column, content: .failure(fault), bytes: [])
    }

    // MARK: - Bytes

    private mutating func byte(at index: Int) throws(FileFailure) -> UInt8? {
        while index >= bytes.held.count { guard try bytes.more() else { return nil } }
        return bytes.held[index]
    }

    private mutating func isNUL(at range: ClosedRange<Int>) throws(FileFailure) -> Bool {
        for index in range {
            guard try byte(at: index) == 0 else { return false }
        }
        return true
    }

    /// Passes over bytes of zero, as a file has them that was never written, without keeping them.
    private mutating func passOverNULs() throws(FileFailure) -> Item {
        let start = (line: line, column: column(of: place))
        var count = 0
        while let byte = try byte(at: place), byte == 0 {
            let end = bytes.held[place...].firstIndex { $0 != 0 } ?? bytes.held.endIndex
            count += end - place
            guard count <= Self.maximumBytes else { throw tooLong() }
            bytes.held.removeFirst(end)
            lineStart -= end
            place = 0
        }
        return Self.broken([0], at: start)
    }

    /// The fault of bytes that are not a value.
    private static func broken(_ bytes: [UInt8], at start: (line: Int, column: Int)) -> Item {
        let fault = InputFault(of: bytes, line: start.line, column: start.column)
        return Item(line: start.line, column: start.column, content: .failure(fault), bytes: [])
    }

    private func tooLong() -> FileFailure {
        let what = "the value that begins in line \(line) has more than \(Self.maximumBytes) bytes"
        return FileFailure("read", name, reason: what)
    }

    /// Whether a byte order mark is at the place.
    private mutating func isMark() throws(FileFailure) -> Bool {
        guard try byte(at: place + 1) == 0xBB else { return false }
        return try byte(at: place + 2) == 0xBF
    }

    private func column(of index: Int) -> Int { index - lineStart + 1 }

    /// Moves the place forward, and counts lines.
    private mutating func move(to target: Int) {
        while place < target {
            switch bytes.held[place] {
            case UInt8(ascii: "\n"):
                line += 1
                lineStart = place + 1
                indent = 0
            case 0...0x20, 0xEF, 0xBB, 0xBF: indent = indent.map { $0 + 1 }
            default: indent = nil
            }
            place += 1
        }
    }

    /// Forgets what was passed on.
    private mutating func release() {
        guard place >= 1 << 16 else { return }
        bytes.held.removeFirst(place)
        lineStart -= place
        place = 0
    }

    // MARK: - Values

    /// Returns the address that a line is; nil if it is something else.
    private mutating func address() throws(FileFailure) -> Item? {
        release()
        var end = place
        while let byte = try byte(at: end), byte > 0x20 {
            end += 1
            guard end - place <= Self.maximumBytes else { throw tooLong() }
        }
        let text = Array(bytes.held[place..<end])
        let address = String(decoding: text, as: UTF8.self)
        guard address.hasPrefix("/") || address.prefix(8).lowercased().hasPrefix("http") && address.contains("://")
        else { return nil }
        defer { move(to: end) }
        return Item(line: line, column: column(of: place), content: .success(.string(address)), bytes: text)
    }

    private mutating func value() throws(FileFailure) -> Item {
        release()
        let start = (line: line, column: column(of: place))
        var outline = JSONOutline()
        var end = place
        scan: while true {
            guard let byte = try byte(at: end) else {
                guard outline.mayEnd else { return try recover(stop: nil) }
                break
            }
            switch outline.read(byte) {
            case .goesOn: end += 1
            case .ends:
                end += 1
                break scan
            case .endsBefore: break scan
            case .stops: return try recover(stop: end)
            }
            guard end - place <= Self.maximumBytes else { throw tooLong() }
        }
        let text = Array(bytes.held[place..<end])
        move(to: end)
        do throws(JSONFault) {
            let value = try JSONSourceText(text).value
            return Item(line: start.line, column: start.column, content: .success(value), bytes: text)
        } catch {
            if outline.mayEnd { try passOverWords() }
            return Self.broken(text, at: start)
        }
    }

    // MARK: - Recovery

    /// Passes over the rest of a line that is no JSON from a word on.
    private mutating func passOverWords() throws(FileFailure) {
        guard array == nil else { return }
        while let byte = try byte(at: place), byte != UInt8(ascii: "\n") { move(to: place + 1) }
    }

    /// Finds where to continue behind what is not a value, and says what is wrong with it.
    ///
    /// - Parameter stop: The byte at which it stops being a value; nil for the end of the file.
    /// - Returns: The fault in the place of the value.
    /// - Throws: ``FileFailure`` if reading fails.
    private mutating func recover(stop: Int?) throws(FileFailure) -> Item {
        let start = (line: line, column: column(of: place))
        let next = indent == nil ? try endOfElement() : try beginningOfNext(stop)
        var text: ArraySlice<UInt8>
        if let stop, stop < next || next <= place {
            var end = stop + 1
            // A character is not cut in two.
            while try byte(at: end).map({ $0 & 0xC0 == 0x80 }) ?? false { end += 1 }
            text = bytes.held[place..<end]
        } else {
            text = bytes.held[place..<next]
            while let last = text.last, last <= 0x20 || last == UInt8(ascii: ",") { text.removeLast() }
        }
        move(to: min(max(next, place + 1), bytes.held.count))
        // A file that ends within a value ends within the array around it, too.
        if stop == nil, try byte(at: place) == nil { array = nil }
        return Self.broken(Array(text), at: start)
    }

    /// The end of a broken element that does not begin its line: of its brackets in an array, otherwise of the line.
    private mutating func endOfElement() throws(FileFailure) -> Int {
        var index = place
        var brackets = JSONBrackets()
        while let byte = try byte(at: index) {
            if array == nil {
                if byte == UInt8(ascii: "\n") { return index }
            } else if brackets.depth <= 0, !brackets.isInText {
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "\n"):
                    if index > place || byte == UInt8(ascii: "]") { return index }
                default: break
                }
            }
            let wasOpen = brackets.depth > 0
            brackets.read(byte)
            index += 1
            if wasOpen, brackets.depth == 0, array != nil { return index }
            if index - place > Self.maximumBytes { return index }
        }
        return index
    }

    /// The line behind a broken value that begins its line, at which the next value may begin.
    ///
    /// A line whose brackets are all closed is over at its end. Otherwise the value goes on over the lines that are
    /// indented more, or that no value can begin with.
    private mutating func beginningOfNext(_ stop: Int?) throws(FileFailure) -> Int {
        var index = place
        var brackets = JSONBrackets()
        while let byte = try byte(at: index), byte != UInt8(ascii: "\n") {
            brackets.read(byte)
            index += 1
            guard index - place <= Self.maximumBytes else { throw tooLong() }
        }
        if let stop, stop <= index, brackets.depth <= 0 { return index }
        let own = indent ?? 0
        while try byte(at: index) != nil {
            index += 1
            let lineStart = index
            while let byte = try byte(at: index), byte <= 0x20, byte != UInt8(ascii: "\n") { index += 1 }
            guard let first = try byte(at: index) else { break }
            let indent = index - lineStart
            if indent <= own, try beginsValue(at: index) { return lineStart }
            if array != nil, indent < own, first == UInt8(ascii: "]") { return lineStart }
            while let byte = try byte(at: index), byte != UInt8(ascii: "\n") { index += 1 }
            if index - place > Self.maximumBytes { break }
        }
        return index
    }

    /// Whether a value may begin here: a bracket, or anything else that is a whole value on its line.
    private mutating func beginsValue(at start: Int) throws(FileFailure) -> Bool {
        guard let first = try byte(at: start) else { return false }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return true }
        var outline = JSONOutline()
        var index = start
        var hasEnded = false
        while let byte = try byte(at: index), byte != UInt8(ascii: "\n") {
            index += 1
            if hasEnded {
                if byte > 0x20, byte != UInt8(ascii: ",") { return false }
                continue
            }
            switch outline.read(byte) {
            case .goesOn: break
            case .ends: hasEnded = true
            case .endsBefore:
                guard byte <= 0x20 || byte == UInt8(ascii: ",") else { return false }
                hasEnded = true
            case .stops: return false
            }
        }
        return hasEnded || outline.mayEnd
    }
}
