// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// A file, or the folder of an app, whose pings are exported one after the other.
enum ExportSource: Sendable {
    case collector(String)
    case queue(String)
    case session(String)

    /// Finds out what files and folders hold.
    ///
    /// - Parameter path: The database of a collector or of a queue, a session file, the folder of an app, or a folder
    ///   with session files.
    /// - Returns: What there is, in the order of the names.
    /// - Throws: ``FileFailure`` if there is nothing, or nothing that can be exported.
    static func all(at path: String) throws -> [ExportSource] {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            return try inFolder(path)
        }
        guard PingsInput.isDatabase(path) else {
            // What cannot be read is found before anything is made.
            _ = try InputLines(path)
            return [.session(path)]
        }
        return [try CollectorFile.isCollector(path) ? .collector(path) : .queue(path)]
    }

    private static func inFolder(_ path: String) throws -> [ExportSource] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw FileFailure("look into", path, error)
        }
        if names.contains(where: { $0.hasPrefix("pings.") && $0.hasSuffix(".sqlite") }) {
            // `serve --database pings.sqlite` makes a file that is named like a queue.
            let first = path + "/pings.sqlite"
            guard names.contains("pings.sqlite"), try CollectorFile.isCollector(first) else { return [.queue(path)] }
            return [.collector(first)]
        }
        let sessions = names.filter { $0.hasSuffix(".jsonl") }
        guard !sessions.isEmpty else {
            throw FileFailure(
                "export",
                path,
                reason: "the folder has neither the queue of an app (pings….sqlite) nor session files (….jsonl)"
            )
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
        line: SessionPings.LineVisitor? = nil,
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
            try CollectorFile(path).forEachPing(in: range, begin: begin) { ping in
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
        guard !ping.isDamaged, let url = ping.url else { return nil }
        self.init(
            source: ping.file,
            number: Int64(ping.number),
            id: ping.id,
            time: ping.created,
            lastTime: ping.created,
            state: ping.entry.reason == nil ? .waiting : .setAside,
            reason: ping.entry.reason,
            method: ping.ping["method"]?.stringValue ?? "GET",
            address: url,
            body: ping.ping["body"]?.stringValue
        )
    }
}
