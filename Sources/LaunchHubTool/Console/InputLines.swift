// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a file, or standard input, line by line, however long the lines are.
struct InputLines {
    private static let chunk = 1 << 16

    /// The file's name, for messages.
    let name: String
    private let handle: FileHandle

    /// Opens a file.
    ///
    /// - Parameter path: The file; nil or `-` for standard input.
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

    /// Hands over each line that is not blank.
    ///
    /// - Parameter take: Gets the number of the line, from 1, and its bytes without its end.
    func forEach(_ take: (Int, Data) throws -> Void) throws {
        var rest = Data()
        var number = 0
        func hand(_ line: Data) throws {
            number += 1
            if line.contains(where: { $0 > 0x20 }) { try take(number, line) }
        }
        do {
            while let data = try handle.read(upToCount: Self.chunk), !data.isEmpty {
                // Only what is new can hold the end of a line.
                var start = rest.startIndex
                var search = rest.endIndex
                rest.append(data)
                while let end = rest[search...].firstIndex(of: UInt8(ascii: "\n")) {
                    try hand(rest[start..<end])
                    start = end + 1
                    search = start
                }
                // A slice keeps what was before it.
                if start > rest.startIndex { rest = Data(rest[start...]) }
            }
        } catch let error as FileFailure {
            throw error
        } catch {
            throw FileFailure("read", name, error)
        }
        if !rest.isEmpty { try hand(rest) }
    }
}
