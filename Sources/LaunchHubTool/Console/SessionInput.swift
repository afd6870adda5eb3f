// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession

/// Reads session files, whole or from standard input, and writes files.
enum SessionInput {
    /// Reads a session line by line.
    ///
    /// - Parameters:
    ///   - path: The file; nil or `-` for standard input.
    ///   - remark: Receives a sentence about each thing that was tolerated.
    /// - Returns: The session.
    /// - Throws: ``FileFailure`` if the file cannot be read or is not UTF-8; an error of the session reader if it is
    ///   damaged.
    static func read(_ path: String?, remark: (String) -> Void) throws -> Session {
        try readContent(path, remark: remark).session
    }

    /// Reads a session line by line, and returns the number of the line of each step, too.
    static func readWithLines(
        _ path: String?,
        remark: (String) -> Void
    ) throws -> (session: Session, lines: [Int]) {
        let content = try readContent(path, remark: remark)
        return (content.session, content.lines)
    }

    /// A session, or a log of calls as a session.
    struct Content {
        let session: Session
        /// The line of each step.
        let lines: [Int]
        /// What a certification finds in a log of calls; nil for sessions.
        var findings: [CheckFinding]?
    }

    /// Reads a session or a log of calls, which its first line tells apart.
    static func readContent(_ path: String?, remark: (String) -> Void) throws -> Content {
        let lines = try InputLines(path)
        var reader = SessionReader(file: lines.name)
        var log: CallLogSession?
        var isFirst = true
        try lines.forEachLine { number, line, isTerminated in
            guard InputLines.isText(line) else {
                throw FileFailure("read", lines.name, reason: "line \(number) is not UTF-8; save the file as UTF-8")
            }
            if isFirst, line.contains(where: { $0 > 0x20 }) {
                isFirst = false
                if CallLogSession.isCall(line) { log = CallLogSession(lines.name) }
            }
            if log != nil {
                try log?.read(line, number)
            } else {
                try reader.read(String(decoding: line, as: UTF8.self), isTerminated: isTerminated)
            }
        }
        if var log {
            let (session, steps) = log.finish(remark)
            return Content(session: session, lines: steps, findings: log.findings)
        }
        let session = try reader.finish()
        reader.remarks.forEach(remark)
        return Content(session: session, lines: reader.stepLines)
    }

    /// Writes a text file that its owner alone may read, because it says what somebody has watched.
    static func writePrivate(_ text: String, to path: String) throws(FileFailure) {
        do {
            PrivateFile.prepare(path)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            // What is no file, such as a pipe, has nothing to cut off.
            try? handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw FileFailure("write", path, error)
        }
    }

    /// Writes a text file, whole or not at all.
    ///
    /// What is not a regular file, such as `/dev/stdout` or a pipe, is written to directly: replacing it would do harm.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - path: The path.
    ///   - isPrivate: Whether the file is for its owner alone, because it says who watched what.
    /// - Throws: `FileFailure` where it cannot be written.
    static func write(_ text: String, to path: String, isPrivate: Bool = false) throws(FileFailure) {
        let url = URL(fileURLWithPath: path)
        let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        do {
            if kind == nil || kind == .typeRegular {
                if isPrivate {
                    // Under a name that nobody can know before, so that no link leads it elsewhere.
                    let made = url.deletingLastPathComponent().appendingPathComponent(".launchhub-\(UUID().uuidString)")
                    defer { try? FileManager.default.removeItem(at: made) }
                    let rights: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
                    guard
                        FileManager.default.createFile(atPath: made.path, contents: Data(text.utf8), attributes: rights)
                    else { throw CocoaError(.fileWriteNoPermission) }
                    guard rename(made.path, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
                } else {
                    try Data(text.utf8).write(to: url, options: .atomic)
                }
            } else {
                let handle = try FileHandle(forWritingTo: url)
                defer { try? handle.close() }
                // A link may lead to a file that is longer than the text.
                try? handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data(text.utf8))
            }
        } catch {
            throw FileFailure("write", path, error)
        }
    }
}
