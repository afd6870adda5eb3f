// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import LaunchHubCertification
import LaunchHubSession

/// Reads session files, which may be longer than memory, and logs of calls, which the first line tells apart.
enum SessionInput {
    /// A session, or a log of calls as a session.
    struct Opened {
        let source: any SessionSource
        /// What a certification says of a log of calls; nil for sessions.
        var certification: Certification?

        /// Returns the whole session, and the line of each of its steps.
        func load() throws -> (session: Session, lines: [Int]) {
            let outline = source.outline
            var session = Session(header: outline.header, isComplete: outline.isComplete, hasPings: outline.hasPings)
            var lines: [Int] = []
            var steps = try source.makeSteps()
            while let read = try steps.next() {
                session.steps.append(read.step)
                lines.append(read.line)
            }
            return (session, lines)
        }
    }

    /// Refuses a session in which nothing happens.
    ///
    /// - Parameters:
    ///   - outline: The session.
    ///   - file: Its file.
    ///   - isPlayed: Whether it is played, for which an app must have asked something.
    ///   - allowsEmpty: Whether such a session is accepted.
    /// - Throws: `UsageError` with what is missing.
    static func check(
        _ outline: SessionOutline,
        _ file: String?,
        isPlayed: Bool,
        allowsEmpty: Bool
    ) throws(UsageError) {
        guard !allowsEmpty else { return }
        if outline.steps == 0 { throw .empty(file, "no steps") }
        guard isPlayed, !outline.asks else { return }
        throw .empty(file, outline.pings > 0 ? "only pings, and no call to play" : "no call to play")
    }

    /// Sessions with no more steps are kept, so that they need not be read twice.
    private static let keptSteps = 4_096

    /// Reads a session once, and keeps of a long one only its outline; its steps are read again when they are needed.
    ///
    /// What cannot be read twice, such as a pipe, is copied to a temporary file without a name.
    ///
    /// - Parameters:
    ///   - path: The file; nil or `-` for standard input.
    ///   - remark: Receives a sentence about each thing that was tolerated.
    ///   - each: Receives each step.
    /// - Returns: The session.
    /// - Throws: ``FileFailure`` if the file cannot be read or is not UTF-8; an error of the session reader if it is
    ///   damaged.
    static func open(
        _ path: String?,
        remark: (String) -> Void,
        each: (SessionStep) -> Void = { _ in }
    ) throws -> Opened {
        let lines = try InputLines(path)
        let start = lines.isRegular ? (try? lines.handle.offset()) : nil
        let copy = start == nil ? try temporaryFile() : nil
        var cursor = InputLines.Cursor(lines, copy: copy)
        var stream = SessionStream(file: lines.name)
        var outline: SessionOutline?
        var kept: [SessionStream.Read]? = []
        func take(_ reads: [SessionStream.Read]) {
            for read in reads {
                outline?.add(read.step)
                each(read.step)
            }
            if let count = kept?.count, count + reads.count <= keptSteps { kept? += reads } else { kept = nil }
        }
        var isFirst = true
        while let line = try cursor.next() {
            let text = try lines.text(of: line)
            if isFirst, line.bytes.contains(where: { $0 > 0x20 }) {
                isFirst = false
                if CallLogSession.isCall(line.bytes) { return try log(line, &cursor, lines, remark, each) }
            }
            try stream.read(text, isTerminated: line.isTerminated)
            if outline == nil, let header = stream.header { outline = SessionOutline(Session(header: header)) }
            take(stream.removeSteps())
        }
        let session = try stream.finish()
        take(stream.removeSteps())
        stream.remarks.forEach(remark)
        guard var outline else { return Opened(source: LoadedSession(session)) }
        outline.header = session.header
        outline.isComplete = session.isComplete
        outline.hasPings = session.hasPings
        if let kept {
            var session = session
            session.steps = kept.map(\.step)
            return Opened(source: LoadedSession(session, lines: kept.map(\.line)))
        }
        let file = copy.map { InputLines($0, name: lines.name) } ?? lines
        return Opened(source: FileSource(outline: outline, lines: file, start: start ?? 0, count: cursor.count))
    }

    /// Reads a log of calls, whose first line was read.
    private static func log(
        _ first: InputLines.Line,
        _ cursor: inout InputLines.Cursor,
        _ lines: InputLines,
        _ remark: (String) -> Void,
        _ each: (SessionStep) -> Void
    ) throws -> Opened {
        var log = CallLogSession(lines.name)
        var next: InputLines.Line? = first
        while let line = next {
            _ = try lines.text(of: line)
            try log.read(line.bytes, line.number)
            next = try cursor.next()
        }
        let (session, places) = log.finish(remark)
        session.steps.forEach(each)
        return Opened(source: LoadedSession(session, lines: places), certification: log.certification)
    }

    /// A file that only this process has, and that is gone with it.
    private static func temporaryFile() throws(FileFailure) -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appending(path: "launchhub-\(UUID().uuidString)").path
        let descriptor = systemOpen(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw FileFailure("write", path, reason: FileFailure.reason(errno)) }
        unlink(path)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

/// A session whose steps are read from its file each time; none is kept.
private struct FileSource: SessionSource {
    let outline: SessionOutline
    /// The file, which can be read from any place.
    let lines: InputLines
    /// The place of the first byte, and the number of bytes: what came to the file later is not read.
    let start: UInt64
    let count: Int

    func makeSteps() throws -> any SessionSteps {
        do {
            try lines.handle.seek(toOffset: start)
        } catch {
            throw FileFailure("read", lines.name, error)
        }
        return Steps(cursor: InputLines.Cursor(lines, limit: count), stream: SessionStream(file: lines.name))
    }

    private struct Steps: SessionSteps {
        var cursor: InputLines.Cursor
        var stream: SessionStream
        /// The steps that were read, the next one last.
        var ready: [SessionStream.Read] = []
        var isFinished = false

        mutating func next() throws -> SessionStream.Read? {
            while ready.isEmpty, !isFinished {
                if let line = try cursor.next() {
                    try stream.read(String(decoding: line.bytes, as: UTF8.self), isTerminated: line.isTerminated)
                } else {
                    _ = try stream.finish()
                    isFinished = true
                }
                ready = stream.removeSteps().reversed()
            }
            return ready.popLast()
        }
    }
}

/// The system's own, which has the name of a method here.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
