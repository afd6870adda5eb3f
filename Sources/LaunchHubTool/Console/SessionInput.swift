// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubSession

/// A file that could not be read or written.
struct FileFailure: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ what: String, _ path: String, _ error: any Error) {
        let detail = (error as NSError).localizedDescription
        description = "cannot \(what) \(path): \(detail)"
    }
}

/// Reads session files, whole or from standard input.
enum SessionInput {
    private static let chunk = 1 << 16

    /// Reads a session, line by line.
    ///
    /// - Parameters:
    ///   - path: The file; nil or `-` for standard input.
    ///   - remark: Told of what was forgiven.
    static func read(_ path: String?, remark: (String) -> Void) throws -> Session {
        let handle: FileHandle
        let name: String
        if let path, path != "-" {
            name = path
            do {
                handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            } catch {
                throw FileFailure("read", path, error)
            }
        } else {
            name = "standard input"
            handle = .standardInput
        }
        var reader = SessionReader(file: name)
        do {
            try feed(&reader, from: handle)
        } catch let error as SessionFileError {
            throw error
        } catch {
            throw FileFailure("read", name, error)
        }
        let session = try reader.finish()
        reader.remarks.forEach(remark)
        return session
    }

    private static func feed(_ reader: inout SessionReader, from handle: FileHandle) throws {
        var rest = Data()
        while let data = try handle.read(upToCount: chunk), !data.isEmpty {
            rest.append(data)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try reader.read(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                rest = rest[(end + 1)...]
            }
            // A slice keeps what was before it.
            rest = Data(rest)
        }
        if !rest.isEmpty {
            try reader.read(String(decoding: rest, as: UTF8.self), isTerminated: false)
        }
    }

    /// Writes a text file, whole or not at all.
    static func write(_ text: String, to path: String) throws(FileFailure) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw FileFailure("write", path, error)
        }
    }
}
