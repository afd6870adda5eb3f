// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a file, or standard input, line by line.
struct InputLines {
    private static let chunk = 1 << 16
    /// The most bytes of a line, and of a file that is read as a whole; no file of ours comes near.
    fileprivate static let maximumBytes = 64 << 20

    /// What a command reads where no file is named: that of its console.
    @TaskLocal static var standardInput = FileHandle.standardInput

    /// The file's name, for messages.
    let name: String
    let handle: FileHandle

    /// Takes a file that is open.
    init(_ handle: FileHandle, name: String) {
        self.handle = handle
        self.name = name
    }

    /// Opens a file.
    ///
    /// - Parameter path: The file; nil or `-` for standard input.
    /// - Throws: ``FileFailure`` if the file cannot be opened.
    init(_ path: String?) throws(FileFailure) {
        name = Self.name(of: path)
        guard let path, path != "-" else {
            handle = Self.standardInput
            return
        }
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw FileFailure("read", path, error)
        }
    }

    /// Returns the name of a file, for messages.
    ///
    /// - Parameter path: The file; nil or `-` for standard input.
    /// - Returns: The path, or `standard input`.
    static func name(of path: String?) -> String { path.flatMap { $0 == "-" ? nil : $0 } ?? "standard input" }

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
        try forEachLine { line in
            if line.bytes.contains(where: { $0 > 0x20 }) { try body(line.number, line.bytes) }
        }
    }

    /// Passes each line to a closure.
    ///
    /// - Throws: ``FileFailure`` if reading fails or a line is too long; any error of the closure.
    func forEachLine(_ body: (Line) throws -> Void) throws {
        var cursor = Cursor(self)
        while let line = try cursor.next() { try body(line) }
    }

    /// Returns the next piece of the file; nil or nothing at its end.
    func next() throws(FileFailure) -> Data? {
        do {
            return try handle.read(upToCount: Self.chunk)
        } catch {
            throw FileFailure("read", name, error)
        }
    }

    /// Whether a path leads to a file that can be read more than once, and not to a pipe or a device.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether it is a file that can be read more than once.
    var isRegular: Bool {
        var status = stat()
        return fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns a line as text.
    ///
    /// - Throws: ``FileFailure`` if it is not UTF-8; UTF-16 of any kind is not, because JSON text holds no NUL.
    func text(of line: Line) throws(FileFailure) -> String {
        guard Self.isASCII(line.bytes) || !line.bytes.contains(0) && String(data: line.bytes, encoding: .utf8) != nil
        else { throw FileFailure("read", name, reason: "line \(line.number) is not UTF-8; save the file as UTF-8") }
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// Whether bytes are ASCII without a NUL, as nearly every line is, which is seen at once.
    private static func isASCII(_ line: Data) -> Bool {
        line.withUnsafeBytes { bytes in
            var all: UInt8 = 0
            var least: UInt8 = .max
            for byte in bytes {
                all |= byte
                least = min(least, byte)
            }
            return all < 0x80 && (least > 0 || bytes.isEmpty)
        }
    }
}

extension InputLines {
    /// A line of a file.
    struct Line {
        /// The number of the line, from 1.
        let number: Int
        /// The bytes without the line end.
        let bytes: Data
        /// Whether the line has an end, which only the last line of a file may lack.
        let isTerminated: Bool
    }

    /// Cuts a file into lines, one after the other; keeps none.
    struct Cursor {
        private let lines: InputLines
        private var piece: Data
        private var start: Int
        /// The beginning of a line whose end is in a later piece.
        private var rest = Data()
        private var number = 0
        /// The bytes that are still to be read.
        private var left: Int
        /// The number of bytes that were read.
        private(set) var count = 0
        /// Where what is read is copied to.
        private let copy: FileHandle?

        /// Makes a cursor before the first line.
        ///
        /// - Parameters:
        ///   - lines: The file.
        ///   - piece: The beginning of the file, if it was read.
        ///   - limit: No more bytes are read: those that a growing file has by now were not there when it was read before.
        ///   - copy: Receives what is read.
        init(_ lines: InputLines, read piece: Data = Data(), limit: Int = .max, copy: FileHandle? = nil) {
            self.lines = lines
            self.piece = piece
            self.copy = copy
            start = piece.startIndex
            left = limit
        }

        /// Returns the next line; nil behind the last one.
        ///
        /// - Throws: ``FileFailure`` if reading fails or a line is too long.
        mutating func next() throws(FileFailure) -> Line? {
            while true {
                if let end = lineEnd {
                    number += 1
                    defer { start = end + 1 }
                    guard !rest.isEmpty else {
                        return Line(number: number, bytes: piece[start..<end], isTerminated: true)
                    }
                    rest.append(piece[start..<end])
                    defer { rest = Data() }
                    return Line(number: number, bytes: rest, isTerminated: true)
                }
                rest.append(piece[start...])
                guard rest.count <= InputLines.maximumBytes else { throw tooLong }
                guard try readPiece() else {
                    guard !rest.isEmpty else { return nil }
                    number += 1
                    defer { rest = Data() }
                    return Line(number: number, bytes: rest, isTerminated: false)
                }
            }
        }

        private mutating func readPiece() throws(FileFailure) -> Bool {
            piece = Data()
            start = 0
            guard left > 0, let next = try lines.next(), !next.isEmpty else { return false }
            piece = next.prefix(left)
            start = piece.startIndex
            left -= piece.count
            count += piece.count
            do {
                try copy?.write(contentsOf: piece)
            } catch {
                throw FileFailure("keep", lines.name, error)
            }
            return true
        }

        /// The place of the next line end of the piece.
        private var lineEnd: Int? {
            let (first, offset) = (piece.startIndex, start - piece.startIndex)
            return piece.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, offset < bytes.count,
                    let found = memchr(base + offset, Int32(UInt8(ascii: "\n")), bytes.count - offset)
                else { return nil }
                return first + (UnsafeRawPointer(found) - base)
            }
        }

        private var tooLong: FileFailure {
            let limit = InputLines.maximumBytes
            return FileFailure(
                "read",
                lines.name,
                reason: "line \(number + 1) has more than \(limit) bytes; it is not a file of lines"
            )
        }
    }
}

/// The bytes of a file that were read and not passed on.
struct InputBytes {
    private let input: InputLines
    private var isAtEnd = false
    var held: [UInt8] = []

    init(_ input: InputLines) { self.input = input }

    /// Forgets what was read, and reads no more.
    mutating func end() { (held, isAtEnd) = ([], true) }

    /// Reads more of the file; false at its end.
    mutating func more() throws(FileFailure) -> Bool {
        guard !isAtEnd, let data = try input.next(), !data.isEmpty else {
            isAtEnd = true
            return false
        }
        held.append(contentsOf: data)
        return true
    }
}
