// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi

/// The pings of a file.
///
/// A file has lines of URLs or JSON Lines, is the database of a collector or of an app's queue, a capture, or a session. A
/// session that was recorded without pings is played again.
struct PingsInput {
    /// One request.
    struct Request: Sendable, Hashable {
        var url: String
        var body: String?
    }

    private(set) var requests: [Request] = []

    /// Reads the pings of a file, whose form is recognized by its contents.
    ///
    /// - Parameters:
    ///   - path: The file; nil or `-` for standard input.
    ///   - remark: Receives a sentence about each thing that was tolerated.
    /// - Returns: The requests, in the order of the file.
    /// - Throws: ``FileFailure`` if the file cannot be read; an error of the session reader if a session is damaged.
    static func read(_ path: String?, remark: (String) -> Void) async throws -> [Request] {
        if let path, path != "-", isDatabase(path) { return try database(path) }
        if let path, path != "-", CaptureReader.isDocument(path) {
            return try SeenPings(path, remark: remark).pings.map { Request(url: $0.url, body: $0.body) }
        }
        var input = PingsInput()
        var session: SessionReader?
        let lines = try InputLines(path)
        try lines.forEachLine { number, line, isTerminated in
            guard InputLines.isText(line) else {
                throw FileFailure("read", lines.name, reason: "line \(number) is not UTF-8; save the file as UTF-8")
            }
            let text = String(decoding: line, as: UTF8.self)
            if session == nil, input.requests.isEmpty, isSession(text) { session = SessionReader(file: lines.name) }
            if session != nil {
                try session?.read(text, isTerminated: isTerminated)
            } else if let fault = input.add(text) {
                throw FileFailure("read", lines.name, reason: "line \(number) \(fault)")
            }
        }
        guard var reader = session else { return input.requests }
        let recorded = try reader.finish()
        reader.remarks.forEach(remark)
        if recorded.hasPings { return recorded.steps.flatMap(\.pings).compactMap(request(of:)) }
        remark("\(lines.name): the recording has no pings; those explained are of playing it again.")
        return try await play(recorded)
    }

    // MARK: - Lines

    private static func isSession(_ line: String) -> Bool {
        guard let object = try? JSONObject(jsonText: line), let schema = object["schema"]?.stringValue else {
            return false
        }
        return schema.hasPrefix("launch-hub-session")
    }

    /// Reads a line; returns what is wrong with it, or nil.
    private mutating func add(_ line: String) -> String? {
        let text = line.drop { $0.isWhitespace }
        guard !text.isEmpty else { return nil }
        guard text.first == "{" else {
            guard text.contains("://") || text.hasPrefix("/") else {
                return "is neither an address nor a JSON object with \"url\""
            }
            requests.append(Request(url: String(text.prefix { !$0.isWhitespace }), body: nil))
            return nil
        }
        guard let object = try? JSONObject(jsonText: String(text)) else { return "is not a JSON object" }
        let path = object["path"]?.stringValue.map { path in
            path + (object["query"]?.stringValue.map { "?\($0)" } ?? "")
        }
        guard let url = object["url"]?.stringValue ?? path else { return "has neither \"url\" nor \"path\"" }
        requests.append(Request(url: url, body: object["body"]?.stringValue))
        return nil
    }

    // MARK: - Databases

    static func isDatabase(_ path: String) -> Bool {
        // What is read of a pipe is gone.
        guard InputLines.isRegular(path), let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 16)) == Data("SQLite format 3\u{0}".utf8)
    }

    private static func database(_ path: String) throws -> [Request] {
        var requests: [Request] = []
        try forEachPing(ofDatabase: path, begin: { requests.removeAll() }) { requests.append($0) }
        return requests
    }

    /// Passes each ping of a database to a closure.
    ///
    /// - Parameters:
    ///   - path: The database of a collector, of which none is kept, or of a queue.
    ///   - begin: Called before the first ping, and again where the file was changed and is read once more.
    ///   - visit: Receives each ping.
    /// - Throws: ``FileFailure`` if the file is neither.
    static func forEachPing(ofDatabase path: String, begin: () -> Void, visit: (Request) -> Void) throws {
        guard try CollectorFile.isCollector(path) else {
            begin()
            return try QueuedPings(path, only: .waiting).pings.compactMap { request(of: $0.ping) }.forEach(visit)
        }
        try CollectorFile(path).forEachPing(begin: begin) { ping in
            visit(Request(url: ping.address, body: ping.body))
        }
    }

    private static func request(of ping: JSONObject) -> Request? {
        ping["url"]?.stringValue.map { Request(url: $0, body: ping["body"]?.stringValue) }
    }

    // MARK: - Sessions

    /// Recordings of the first version hold what was measured and no pings, so they are played again in virtual time.
    private static func play(_ session: Session) async throws -> [Request] {
        let sink = NielsenRecordingPingSink()
        let flow = SessionFlow(rawValue: session.header.flow) ?? .events
        _ = try await SessionRunner.run(
            SessionReplay.plan(of: session),
            header: session.header,
            flow: flow,
            callee: .staticMethods,
            pings: sink
        )
        return sink.pings.map { Request(url: $0.url, body: $0.body) }
    }
}
