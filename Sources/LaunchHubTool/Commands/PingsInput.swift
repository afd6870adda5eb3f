// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi

/// The pings of a file.
///
/// A file has lines of URLs or JSON Lines, is the database of a collector or of an app's queue, a capture, or a session. A
/// session that was recorded without pings is played again.
enum PingsInput {
    /// Reads the pings of a file, whose form is recognized by its contents.
    ///
    /// - Parameters:
    ///   - path: The file; nil or `-` for standard input.
    ///   - remark: Receives a sentence about each thing that was tolerated.
    /// - Returns: The requests, in the order of the file.
    /// - Throws: ``FileFailure`` if the file cannot be read; an error of the session reader if a session is damaged.
    static func read(_ path: String?, remark: (String) -> Void) async throws -> [CaptureEntry] {
        var requests: [CaptureEntry] = []
        if let path, path != "-", isDatabase(path) {
            try forEachPing(ofDatabase: path, begin: { requests.removeAll() }) { requests.append($0) }
            return requests
        }
        if let path, path != "-", CaptureReader.isDocument(path) { return try SeenPings(path, remark: remark).pings }
        var session: SessionReader?
        let lines = try InputLines(path)
        try lines.forEachLine { line in
            let text = try lines.text(of: line)
            if session == nil, requests.isEmpty, isSession(text) { session = SessionReader(file: lines.name) }
            if session != nil {
                try session?.read(text, isTerminated: line.isTerminated)
            } else {
                do throws(LineFault) {
                    if let request = try request(text.drop { $0.isWhitespace }) { requests.append(request) }
                } catch {
                    throw FileFailure("read", lines.name, reason: "line \(line.number) \(error)")
                }
            }
        }
        guard var reader = session else { return requests }
        let recorded = try reader.finish()
        reader.remarks.forEach(remark)
        if recorded.hasPings { return recorded.steps.flatMap(\.pings).compactMap(CaptureEntry.init) }
        remark("\(lines.name): the recording has no pings; those explained are of playing it again.")
        return try await play(recorded)
    }

    private static func isSession(_ line: String) -> Bool {
        let schema = (try? JSONObject(jsonText: line))?["schema"]?.stringValue
        return schema?.hasPrefix("launch-hub-session") ?? false
    }

    /// Reads a line; nil if it is blank.
    private static func request(_ line: Substring) throws(LineFault) -> CaptureEntry? {
        guard !line.isEmpty else { return nil }
        guard line.first == "{" else {
            guard line.contains("://") || line.hasPrefix("/") else {
                throw LineFault("is neither an address nor a JSON object with \"url\"")
            }
            return CaptureEntry(address: String(line.prefix { !$0.isWhitespace }))
        }
        guard let object = try? JSONObject(jsonText: String(line)) else { throw LineFault("is not a JSON object") }
        guard let url = object["url"]?.stringValue ?? JSONValue.object(object).pathAndQuery else {
            throw LineFault("has neither \"url\" nor \"path\"")
        }
        return CaptureEntry(address: url, body: object["body"]?.stringValue)
    }

    // MARK: - Databases

    static func isDatabase(_ path: String) -> Bool {
        // What is read of a pipe is gone.
        guard InputLines.isRegular(path), let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 16)) == Data("SQLite format 3\u{0}".utf8)
    }

    /// Passes each ping of a database to a closure.
    ///
    /// - Parameters:
    ///   - path: The database of a collector, of which none is kept, or of a queue.
    ///   - begin: Called before the first ping, and again where the file was changed and is read once more.
    ///   - visit: Receives each ping.
    /// - Throws: ``FileFailure`` if the file is neither.
    static func forEachPing(ofDatabase path: String, begin: () -> Void, visit: (CaptureEntry) -> Void) throws {
        guard try CollectorFile.isCollector(path) else {
            begin()
            return try QueuedPings(path, only: .waiting).pings.compactMap { CaptureEntry(ping: $0.ping) }.forEach(visit)
        }
        try CollectorFile(path: path).forEachPing(begin: begin) { visit($0.request) }
    }

    // MARK: - Sessions

    /// Recordings of the first version hold what was measured and no pings, so they are played again in virtual time.
    private static func play(_ session: Session) async throws -> [CaptureEntry] {
        let sink = NielsenRecordingPingSink()
        let flow = SessionFlow(rawValue: session.header.flow) ?? .events
        _ = try await SessionRunner.run(
            SessionReplay.plan(of: session),
            header: session.header,
            flow: flow,
            callee: .staticMethods,
            pings: sink
        )
        return sink.pings.map { CaptureEntry(address: $0.url, body: $0.body) }
    }
}

/// The pings that a collector, a queue or a proxy has seen, with their times.
struct SeenPings {
    /// What the pings were read from: `collector`, `queue`, `har` and other forms of captures.
    let source: String
    /// The pings in the order of their times, of which each has one.
    let pings: [CaptureEntry]
    /// The number of requests that are not pings.
    let others: Int

    /// Reads a file, whose form is recognized by its contents.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - remark: Receives a sentence about each thing that was left out.
    /// - Throws: ``FileFailure`` if it cannot be read, or is something else.
    init(_ path: String, remark: (String) -> Void) throws {
        var found: [CaptureEntry] = []
        var others = 0
        var faults: [String] = []
        var reader = CaptureReader(path)
        let outcome = try reader.forEach { number, entry in
            // What is in a database was sent, or would be, as a ping.
            guard let ping = SeenPing(entry.address, isKnown: PingsInput.isDatabase(path)) else {
                others += 1
                return
            }
            let told = (ping.sent ?? ping.made).flatMap { $0 < 100_000_000_000 ? $0 * 1000 : nil }
            var entry = entry
            entry.time = entry.time ?? told
            guard entry.time != nil else {
                faults.append("entry \(number) has no \"startedDateTime\" such as 2026-03-02T20:00:00.000Z")
                return
            }
            found.append(entry)
        }
        faults += outcome.faults.map { "entry \($0.entry) \($0.text)" }
        if found.isEmpty, others == 0, !faults.isEmpty || outcome.form == .lines {
            let expected = "a collector's database, or a HAR file with \"log\" and its \"entries\", was expected"
            throw FileFailure("read", path, reason: ([expected] + faults.prefix(1)).joined(separator: ": "))
        }
        source = outcome.form.rawValue
        // A proxy notes requests in the order in which they end.
        pings = found.enumerated().sorted {
            ($0.element.time ?? 0, $0.offset) < ($1.element.time ?? 0, $1.offset)
        }.map(\.element)
        self.others = others
        for fault in faults.prefix(10) { remark("\(path): \(fault); it is left out.") }
        if outcome.isCut { remark("\(path) is cut off behind \(outcome.entries) entries.") }
        if others > 0 { remark("\(path): \(others) request\(others == 1 ? " is not a ping" : "s are not pings").") }
    }
}
