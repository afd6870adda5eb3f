// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHubSession

/// A file, or the folder of an app, whose pings are exported one after the other.
enum ExportSource: Sendable {
    case collector(String)
    case queue(String)
    case session(String)

    /// Receives a line: its bytes, its number from 1, and the line as an object.
    typealias LineVisitor = (Data, Int, JSONObject) -> Void

    /// Finds out what files and folders hold.
    ///
    /// - Parameter path: The database of a collector or of a queue, a session file, the folder of an app, or a folder
    ///   with session files.
    /// - Returns: What there is, in the order of the names.
    /// - Throws: ``FileFailure`` if there is nothing, or nothing that can be exported.
    static func all(at path: String) throws -> [ExportSource] {
        if FileManager.default.isFolder(path) == true { return try inFolder(path) }
        guard PingsInput.isDatabase(path) else {
            // What cannot be read is found before anything is made.
            _ = try InputLines(path)
            return [.session(path)]
        }
        return [try CollectorFile.isCollector(path) ? .collector(path) : .queue(path)]
    }

    private static func inFolder(_ path: String) throws -> [ExportSource] {
        let names = try FileManager.default.names(in: path)
        if names.contains(where: { $0.hasPrefix("pings.") && $0.hasSuffix(".sqlite") }) {
            // `serve --database pings.sqlite` makes a file that is named like a queue.
            let first = path + "/pings.sqlite"
            guard names.contains("pings.sqlite"), try CollectorFile.isCollector(first) else { return [.queue(path)] }
            return [.collector(first)]
        }
        let sessions = names.filter { $0.hasSuffix(".jsonl") }
        guard !sessions.isEmpty else {
            let reason = "the folder has neither the queue of an app (pings….sqlite) nor session files (….jsonl)"
            throw FileFailure("export", path, reason: reason)
        }
        return sessions.map { .session("\(path)/\($0)") }
    }

    /// Whether it is a session file.
    var isSession: Bool {
        if case .session = self { true } else { false }
    }

    /// Why it cannot be read to its end; nil if it can.
    var fault: String? {
        do {
            try forEachPing(in: .min..<Int64.max, remark: { _ in }, visit: { _ in })
            return nil
        } catch {
            return "\(error)"
        }
    }

    var path: String {
        switch self {
        case .collector(let path), .queue(let path), .session(let path): path
        }
    }

    /// The name that the rows have.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Passes each ping to a closure.
    ///
    /// - Parameters:
    ///   - range: The times of the pings, in milliseconds since 1970.
    ///   - remark: Receives a sentence about each thing that was tolerated.
    ///   - line: Receives each line of a session, before the ping that it may hold.
    ///   - visit: Receives each ping.
    /// - Throws: ``FileFailure`` if the file cannot be read, or changes meanwhile; an error of the session reader if a
    ///   session is damaged; what `visit` throws.
    func forEachPing(
        in range: Range<Int64>,
        remark: (String) -> Void,
        line: LineVisitor? = nil,
        visit: (ExportPing) throws -> Void
    ) throws {
        switch self {
        case .collector(let path):
            var isBegun = false
            let begin = {
                // What was read is in the export.
                guard !isBegun else {
                    throw FileFailure("read", path, reason: "a collector began to use it meanwhile; export again")
                }
                isBegun = true
            }
            try CollectorFile(path: path).forEachPing(in: range, begin: begin) { ping in
                var ping = ping
                ping.source = name
                try visit(ping)
            }
        case .queue(let path):
            for ping in try QueuedPings(path).pings {
                guard let exported = ExportPing(ping) else {
                    remark("\(path): the ping \(VisibleText.line(String(ping.id.prefix(64)))) is damaged; left out.")
                    continue
                }
                if range.contains(exported.time) { try visit(exported) }
            }
        case .session(let path):
            var session = SessionPings(path, name: name)
            try session.forEachPing(remark: remark, line: line) { ping in
                if range.contains(ping.time) { try visit(ping) }
            }
        }
    }
}

extension ExportPing {
    /// Makes the ping of a queue; nil if it is damaged.
    fileprivate init?(_ ping: QueuedPing) {
        guard !ping.isDamaged, var request = CaptureEntry(ping: ping.ping) else { return nil }
        request.key = ping.id
        self.init(
            source: ping.file,
            number: Int64(ping.number),
            request: request,
            time: ping.created,
            lastTime: ping.created,
            state: ping.isAside ? .setAside : .waiting,
            reason: ping.entry.reason
        )
    }
}

/// The pings of a session file, read line by line.
private struct SessionPings {
    let path: String
    let name: String
    private var start: Int64 = 0
    private var number: Int64 = 0

    init(_ path: String, name: String) {
        self.path = path
        self.name = name
    }

    mutating func forEachPing(
        remark: (String) -> Void,
        line visitLine: ExportSource.LineVisitor?,
        visit: (ExportPing) throws -> Void
    ) throws {
        var header = SessionReader(file: path)
        var hasHeader = false
        var sawEnd = false
        let lines = try InputLines(path)
        try lines.forEachLine { read in
            let text = try lines.text(of: read)
            guard read.bytes.contains(where: { $0 > 0x20 }) else { return }
            guard hasHeader else {
                try header.read(text, isTerminated: read.isTerminated)
                start = try header.finish().header.start
                hasHeader = true
                if let visitLine { visitLine(read.bytes, read.number, try JSONObject(jsonText: text)) }
                return
            }
            guard let line = try? JSONObject(jsonText: text) else {
                let place = "line \(read.number)"
                guard !read.isTerminated else {
                    let reason = "\(place) is not a JSON object; restore it, or remove it"
                    throw FileFailure("read", path, reason: reason)
                }
                return remark("\(path), \(place): the last line is cut off; what comes before it is used.")
            }
            visitLine?(read.bytes, read.number, line)
            if line["kind"] == "end" { sawEnd = true }
            if let ping = ping(line) { try visit(ping) }
        }
        if !hasHeader { _ = try header.finish() }
        if number == 0 { remark("\(path): the session has no pings; \"launchhub record\" says how to have them.") }
        if !sawEnd { remark("\(path): there is no \"end\" line; the recording was cut off.") }
    }

    private mutating func ping(_ line: JSONObject) -> ExportPing? {
        guard line["kind"] == "ping", let ping = line["ping"]?.objectValue, let request = CaptureEntry(ping: ping)
        else {
            return nil
        }
        number += 1
        // Sessions are no longer than ten years; a ping says itself when it was made.
        let (sum, overflows) = start.addingReportingOverflow(max(0, line["t"]?.intValue ?? 0))
        let time = request.time ?? (overflows ? start : sum)
        return ExportPing(
            source: name,
            number: number,
            request: request,
            time: time,
            lastTime: time,
            state: .recorded
        )
    }
}
