// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a file, or standard input, line by line.
struct InputLines {
    private static let chunk = 1 << 16
    /// The most bytes of a line, and of a file that is read as a whole; no file of ours comes near.
    private static let maximumBytes = 64 << 20

    /// The file's name, for messages.
    let name: String
    private let handle: FileHandle

    /// Opens a file.
    ///
    /// - Parameter path: The file; nil or `-` for standard input.
    /// - Throws: ``FileFailure`` if the file cannot be opened.
    init(_ path: String?) throws(FileFailure) {
        guard let path, path != "-" else {
            name = "standard input"
            handle = .standardInput
            return
        }
        name = path
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw FileFailure("read", path, error)
        }
    }

    /// All of a file, also of what is no file on a disk, such as a pipe.
    static func all(_ path: String) throws -> Data {
        let input = try InputLines(path)
        var all = Data()
        while let data = try input.next(), !data.isEmpty {
            all.append(data)
            guard all.count <= maximumBytes else {
                throw FileFailure("read", input.name, reason: "it has more than \(maximumBytes) bytes")
            }
        }
        return all
    }

    /// Passes each line that is not blank to a closure.
    ///
    /// - Parameter body: Receives the number of the line, from 1, and its bytes without the line end.
    /// - Throws: ``FileFailure`` if reading fails or a line is too long; any error of the closure.
    func forEach(_ body: (Int, Data) throws -> Void) throws {
        try forEachLine { number, line, _ in
            if line.contains(where: { $0 > 0x20 }) { try body(number, line) }
        }
    }

    /// Passes each line to a closure.
    ///
    /// - Parameter body: Receives the number of the line, from 1; its bytes without the line end; and whether the line
    ///   has an end, which only the last line of a file may lack.
    /// - Throws: ``FileFailure`` if reading fails or a line is too long; any error of the closure.
    func forEachLine(_ body: (Int, Data, _ isTerminated: Bool) throws -> Void) throws {
        var rest = Data()
        var number = 0
        while let data = try next(), !data.isEmpty {
            // Only what is new can hold the end of a line.
            var start = rest.startIndex
            var search = rest.endIndex
            rest.append(data)
            while let end = rest[search...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                try body(number, rest[start..<end], true)
                start = end + 1
                search = start
            }
            // A slice keeps what was before it.
            if start > rest.startIndex { rest = Data(rest[start...]) }
            guard rest.count <= Self.maximumBytes else {
                throw FileFailure(
                    "read",
                    name,
                    reason: "line \(number + 1) has more than \(Self.maximumBytes) bytes; it is not a file of lines"
                )
            }
        }
        if !rest.isEmpty { try body(number + 1, rest, false) }
    }

    /// Returns the next piece of the file; nil or nothing at its end.
    func next() throws(FileFailure) -> Data? {
        do {
            return try handle.read(upToCount: Self.chunk)
        } catch {
            throw FileFailure("read", name, error)
        }
    }

    /// Returns whether bytes are UTF-8; UTF-16 of any kind is not, because JSON text holds no NUL.
    static func isText(_ line: Data) -> Bool {
        !line.contains(0) && String(data: line, encoding: .utf8) != nil
    }
}
