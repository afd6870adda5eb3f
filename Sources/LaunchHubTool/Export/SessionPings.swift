// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession

/// The pings of a session file, read line by line.
struct SessionPings {
    /// Receives a line: its bytes, its number from 1, and the line as an object.
    typealias LineVisitor = (Data, Int, JSONObject) -> Void

    private let path: String
    private let name: String
    private var start: Int64 = 0
    private var number: Int64 = 0
    private var sawEnd = false

    /// Names the file.
    init(_ path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// Passes each ping to a closure, in the order of the file.
    ///
    /// - Parameters:
    ///   - remark: Receives a sentence about each thing that was tolerated.
    ///   - visitLine: Receives each line, before the ping that it may hold.
    ///   - visit: Receives each ping.
    /// - Throws: ``FileFailure`` if the file cannot be read; an error of the session reader if it is damaged; what
    ///   `visit` throws.
    mutating func forEachPing(
        remark: (String) -> Void,
        line visitLine: LineVisitor?,
        visit: (ExportPing) throws -> Void
    ) throws {
        var header = SessionReader(file: path)
        var hasHeader = false
        try InputLines(path).forEachLine { place, bytes, isTerminated in
            guard InputLines.isText(bytes) else {
                throw FileFailure("read", path, reason: "line \(place) is not UTF-8; save the file as UTF-8")
            }
            guard bytes.contains(where: { $0 > 0x20 }) else { return }
            let text = String(decoding: bytes, as: UTF8.self)
            guard hasHeader else {
                try header.read(text, isTerminated: isTerminated)
                start = try header.finish().header.start
                hasHeader = true
                if let visitLine { visitLine(bytes, place, try JSONObject(jsonText: text)) }
                return
            }
            guard let line = try? JSONObject(jsonText: text) else {
                guard !isTerminated else {
                    throw FileFailure(
                        "read",
                        path,
                        reason: "line \(place) is not a JSON object; restore it, or remove it"
                    )
                }
                return remark("\(path), line \(place): the last line is cut off; what comes before it is used.")
            }
            visitLine?(bytes, place, line)
            if line["kind"] == "end" { sawEnd = true }
            if let ping = ping(line) { try visit(ping) }
        }
        if !hasHeader { _ = try header.finish() }
        if number == 0 { remark("\(path): the session has no pings; \"launchhub record\" says how to have them.") }
        if !sawEnd { remark("\(path): there is no \"end\" line; the recording was cut off.") }
    }

    private mutating func ping(_ line: JSONObject) -> ExportPing? {
        guard line["kind"] == "ping", let ping = line["ping"]?.objectValue, let url = ping["url"]?.stringValue else {
            return nil
        }
        number += 1
        // Sessions are no longer than ten years; a ping says itself when it was made.
        let (sum, overflows) = start.addingReportingOverflow(max(0, line["t"]?.intValue ?? 0))
        let time = ping["created"]?.intValue ?? (overflows ? start : sum)
        return ExportPing(
            source: name,
            number: number,
            id: ping["id"]?.stringValue,
            time: time,
            lastTime: time,
            state: .recorded,
            method: ping["method"]?.stringValue ?? "GET",
            address: url,
            body: ping["body"]?.stringValue
        )
    }
}
