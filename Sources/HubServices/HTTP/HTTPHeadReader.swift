// SPDX-License-Identifier: Apache-2.0

/// Reads the status and the header fields of an answer, a line at a time.
///
/// No I/O.
package struct HTTPHeadReader: Sendable {
    /// The result of a line.
    package enum Step: Sendable, Equatable {
        /// More lines belong to the head, or the line belongs to none.
        case more
        /// The head is complete.
        case complete(status: Int, HTTPHeaders)
        /// The answer cannot be read.
        case refused(HTTPError)
    }

    /// The most bytes of an answer's header fields, those of interim answers and trailers included.
    static let byteLimit = 64 << 10

    private var byteCount = 0
    private var status: Int?
    private var fields: [(name: String, value: String)] = []
    /// Whether the head has been read; what comes now are trailers.
    package private(set) var isComplete = false

    package init() {}

    /// Reads a line with its end.
    package mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Step {
        byteCount += line.count
        guard byteCount <= Self.byteLimit else { return .refused(.headTooLarge(limit: Self.byteLimit)) }
        guard !isComplete else { return .more }
        let text = Self.text(line)
        if text.isEmpty { return end() }
        guard status != nil else { return begin(text) }
        if let first = text.utf8.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            // A value that goes on in the next line, as old servers write it.
            guard let last = fields.indices.last else { return .more }
            fields[last].value += " " + Self.trimmed(text[...])
        } else if let colon = text.firstIndex(of: ":") {
            fields.append((Self.trimmed(text[..<colon]), Self.trimmed(text[text.index(after: colon)...])))
        }
        return .more
    }

    private mutating func begin(_ line: String) -> Step {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3, let status = Int(words[1]),
            (100...599).contains(status)
        else { return .refused(.malformedAnswer("its first line is \(line.prefix(80).debugDescription)")) }
        guard status != 101 else { return .refused(.malformedAnswer("it changes to another protocol")) }
        self.status = status
        return .more
    }

    private mutating func end() -> Step {
        guard let status else { return .more }
        guard status >= 200 else {
            // An interim answer: the one that counts follows.
            self.status = nil
            fields = []
            return .more
        }
        isComplete = true
        var headers = HTTPHeaders()
        for (name, value) in fields {
            headers[name] = headers[name].map { $0 + ", " + value } ?? value
        }
        return .complete(status: status, headers)
    }

    /// The line without its end; bytes that are not UTF-8 are replaced.
    private static func text(_ line: UnsafeBufferPointer<UInt8>) -> String {
        var end = line.endIndex
        while end > line.startIndex, line[end - 1] == UInt8(ascii: "\n") || line[end - 1] == UInt8(ascii: "\r") {
            end -= 1
        }
        return String(decoding: line[..<end], as: UTF8.self)
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let start = text.drop(while: isBlank)
        return String(start.prefix(start.count - start.reversed().prefix(while: isBlank).count))
    }
}
