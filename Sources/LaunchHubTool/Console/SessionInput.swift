// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession

/// Reads session files, whole or from standard input.
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
        /// What a certification says of a log of calls; nil for sessions.
        var certification: Certification?
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
            return Content(session: session, lines: steps, certification: log.certification)
        }
        let session = try reader.finish()
        reader.remarks.forEach(remark)
        return Content(session: session, lines: reader.stepLines)
    }
}
