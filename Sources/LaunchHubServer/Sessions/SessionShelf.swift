// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// The sessions that apps record here, each as the lines of its file.
///
/// Each request says how many lines should be there, so that lines which arrive twice are kept once, and an app notices
/// that the server was started anew. Any thread may use it.
package final class SessionShelf: Sendable {
    /// The answer to lines.
    package enum Receipt: Sendable, Hashable {
        /// They are kept; with the number of lines that are there now.
        case kept(Int64)
        /// Lines before them are missing; with the number of lines that are there.
        case behind(Int64)
    }

    /// One session.
    package struct Entry: Sendable, Hashable {
        package let name: String
        package let lines: Int64
        package let bytes: Int
    }

    private struct Session: Sendable {
        var lines: Int64 = 0
        var bytes = 0
        /// The lines, where there is no folder.
        var text = Data()
        /// The file, where there is one.
        var file: URL?
    }

    private struct State: Sendable {
        var sessions: [String: Session] = [:]
        var order: [String] = []
    }

    /// The folder of the files; nil keeps the sessions in memory.
    package let folder: URL?
    private let maximumSessions: Int
    private let maximumBytes: Int
    private let state = Locked(State())

    /// Makes a shelf.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, which exists; nil keeps the sessions in memory.
    ///   - sessions: The number of sessions to keep; the oldest are dropped.
    ///   - bytes: The bytes of one session; more are refused.
    package init(folder: URL? = nil, sessions: Int = 8, bytes: Int = 64 << 20) {
        self.folder = folder
        maximumSessions = sessions
        maximumBytes = bytes
    }

    /// Returns whether a name is one of a session: up to 64 letters, digits and `-`.
    package static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    /// Adds lines to a session.
    ///
    /// - Parameters:
    ///   - body: Whole lines.
    ///   - line: The number of lines that are before them in the session.
    ///   - name: The session.
    /// - Returns: Whether they are kept.
    /// - Throws: ``ServerRefusal`` if the session is too long, or its file cannot be written.
    package func add(_ body: Data, at line: Int64, to name: String) throws -> Receipt {
        try state.withLock { state in
            var session = state.sessions[name] ?? Session()
            guard line <= session.lines else { return .behind(session.lines) }
            let new = Self.dropping(session.lines - line, of: body)
            let count = new.reduce(into: Int64(0)) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
            guard session.bytes + new.count <= maximumBytes else {
                throw ServerRefusal(507, "the session \(name) has more than \(maximumBytes) bytes")
            }
            if let folder {
                let file = session.file ?? Self.unused(folder, name)
                try Self.append(new, to: file, from: session.bytes)
                session.file = file
            } else {
                session.text.append(new)
            }
            session.bytes += new.count
            session.lines += count
            if state.sessions[name] == nil { state.order.append(name) }
            state.sessions[name] = session
            if state.order.count > maximumSessions {
                state.sessions[state.order.removeFirst()] = nil
            }
            return .kept(session.lines)
        }
    }

    /// Returns the lines of a session; nil if there is no such session.
    package func lines(of name: String) -> Data? {
        state.withLock { state in
            guard let session = state.sessions[name] else { return nil }
            guard let file = session.file else { return session.text }
            return try? Data(contentsOf: file).prefix(session.bytes)
        }
    }

    /// The sessions, the oldest first.
    package var entries: [Entry] {
        state.withLock { state in
            state.order.compactMap { name in
                state.sessions[name].map { Entry(name: name, lines: $0.lines, bytes: $0.bytes) }
            }
        }
    }

    // MARK: - Helpers

    private static func dropping(_ lines: Int64, of body: Data) -> Data {
        var rest = body[...]
        for _ in 0..<max(0, lines) {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return Data() }
            rest = rest[(end + 1)...]
        }
        return Data(rest)
    }

    /// Returns a file that is not there: what was kept of an earlier session of the name stays as it is.
    private static func unused(_ folder: URL, _ name: String) -> URL {
        var number = 1
        while true {
            let file = folder.appending(path: number == 1 ? "\(name).jsonl" : "\(name)-\(number).jsonl")
            guard FileManager.default.fileExists(atPath: file.path) else { return file }
            number += 1
        }
    }

    private static func append(_ bytes: Data, to file: URL, from start: Int) throws {
        do {
            // It says what a person has watched.
            PrivateFile.prepare(file.path)
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            // What a failure has left is cut off.
            try handle.truncate(atOffset: UInt64(start))
            try handle.seekToEnd()
            try handle.write(contentsOf: bytes)
        } catch {
            throw ServerRefusal(507, "\(file.path) cannot be written: \(error.localizedDescription)")
        }
    }
}

extension SessionShelf {
    /// The routes for recorders, and for those who want to read what they sent.
    package var routes: [Route] {
        [
            Route("POST", "/api/sessions/{name}", "accepts lines of a recorded session: line", access: .ownPages) {
                [self] request in
                try add(request)
            },
            Route("GET", "/api/sessions", "the sessions that are recorded here", access: .ownPages) { [self] _ in
                .json(["sessions": .array(entries.map(\.json))])
            },
            Route("GET", "/api/sessions/{name}", "the lines of a session", access: .ownPages) { [self] request in
                guard let lines = lines(of: request.captures["name"] ?? "") else {
                    throw ServerRefusal(404, "there is no such session; /api/sessions lists them")
                }
                return ServerResponse(
                    status: 200,
                    headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
                    body: lines
                )
            },
        ]
    }

    private func add(_ request: ServerRequest) throws -> ServerResponse {
        let name = request.captures["name"] ?? ""
        guard Self.isName(name) else {
            throw ServerRefusal(400, "the name of a session has up to 64 letters, digits and \"-\"")
        }
        let line = try request.number("line", in: 0...Int64.max, default: 0)
        guard request.body.last == UInt8(ascii: "\n") else {
            throw ServerRefusal(400, "the body is not whole lines; the last one has no end")
        }
        switch try add(request.body, at: line, to: name) {
        case .kept(let lines): return .json(["lines": .int(lines)])
        case .behind(let lines): return .json(["lines": .int(lines)], status: 409)
        }
    }
}

extension SessionShelf.Entry {
    fileprivate var json: JSONValue {
        ["name": .string(name), "lines": .int(lines), "bytes": .int(Int64(bytes))]
    }
}
