// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Reads the requests of a capture, whose form is recognized by its contents.
///
/// A capture is a HAR file, a JSON session of Charles, a file of flows of mitmproxy, the database of a collector or a queue,
/// a table with a column of addresses, or lines with an address or a JSON object with `url`. It is read piece by piece.
struct CaptureReader {
    /// What was read.
    struct Outcome {
        /// The number of entries, with those that are broken.
        var entries = 0
        /// The entries that are broken, from 0, and what is wrong with each; at most a hundred.
        var faults: [(entry: Int, text: String)] = []
        var faultCount = 0
        /// Whether the capture ends in its middle.
        var isCut = false
        /// What the capture is, in messages.
        var form = Form.har
        var withoutTime = 0
        /// The first entry whose time is before that of the one before it.
        var firstBack: Int?

        fileprivate mutating func add(fault: String) {
            faultCount += 1
            if faults.count < 100 { faults.append((entries, fault)) }
            entries += 1
        }
    }

    /// The form of a capture.
    enum Form: String {
        case har, flows, lines, table, collector, queue
    }

    private let path: String?
    /// The file's name, for messages.
    let name: String
    private var outcome = Outcome()
    private var last: Int64?

    /// Names a file.
    ///
    /// - Parameter path: The file; nil or `-` for standard input.
    init(_ path: String?) {
        self.path = path
        name = InputLines.name(of: path)
    }

    /// Whether a file is a capture by its name or its beginning, and not a log of calls or a session.
    static func isCapture(_ path: String) -> Bool {
        if isDocument(path) || PingsInput.isDatabase(path) { return true }
        let text = start(of: path).drop { $0 <= 0x20 || $0 >= 0x80 }
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        if text.first == UInt8(ascii: "{") {
            guard let object = (try? JSONSourceText(Array(line)))?.value else { return false }
            // A session with nothing but the pings that others have seen names their source.
            if object["schema"] != nil { return object["source"] != nil }
            guard object["call"] == nil, object["t"] == nil else { return false }
            return ["url", "path", "address"].contains { object[$0] != nil }
        }
        let first = String(decoding: line.prefix(16), as: UTF8.self)
        return first.hasPrefix("http://") || first.hasPrefix("https://") || first.hasPrefix("/cgi-bin/")
    }

    /// Whether a file is a capture that is no database and no lines with one request each.
    static func isDocument(_ path: String) -> Bool {
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        if ["har", "chlsj", "flow", "flows", "mitm", "csv"].contains(ending) { return true }
        let bytes = start(of: path)
        if CaptureFlows.begins(bytes) { return true }
        let text = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }
        let head = String(decoding: text.prefix(1 << 14), as: UTF8.self)
        switch text.first {
        case UInt8(ascii: "{"):
            if Self.isLine(text) { return false }
            return head.contains("\"log\"") || head.contains("\"entries\"")
        case UInt8(ascii: "["): return ["host", "url", "request"].contains { head.contains("\"\($0)\"") }
        default: return false
        }
    }

    private static func start(of path: String) -> [UInt8] {
        // What is read of a pipe is gone.
        guard InputLines.isRegular(path), let input = try? InputLines(path), let data = try? input.next() else {
            return []
        }
        return Array(data)
    }

    /// Passes each entry to a closure.
    ///
    /// - Parameter visit: Receives the place of an entry, from 0, and the entry.
    /// - Returns: What was read and what was left out.
    /// - Throws: ``FileFailure`` if the file cannot be read, or is no capture.
    mutating func forEach(_ visit: (Int, CaptureEntry) -> Void) throws -> Outcome {
        outcome = Outcome()
        if let path, path != "-", PingsInput.isDatabase(path) {
            try readDatabase(path, visit)
            return outcome
        }
        let input = try InputLines(path)
        var read = InputBytes(input)
        while read.held.count < 1 << 14, try read.more() {}
        let bytes = read.held
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x1F, 0x8B]) {
            throw FileFailure("read", name, reason: "it is an archive; unpack it, or export the capture as HAR")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw FileFailure("read", name, reason: "it is UTF-16; save it as UTF-8")
        }
        let front = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        if CaptureFlows.begins(bytes) {
            outcome.form = .flows
            var flows = CaptureFlows(read)
            while let element = try flows.next() { take(element, visit) }
        } else if front.first == UInt8(ascii: "[") || front.first == UInt8(ascii: "{") && !Self.isLine(front) {
            try readDocument(CaptureElements(read), visit)
        } else {
            try readLines(InputLines.Cursor(input, read: Data(bytes)), visit)
        }
        return outcome
    }

    /// Whether the first line is a JSON object of its own, which has an address.
    private static func isLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let object = (try? JSONSourceText(Array(line)))?.value else { return false }
        return object["log"] == nil && object["entries"] == nil
    }

    private mutating func readDocument(_ elements: CaptureElements, _ visit: (Int, CaptureEntry) -> Void) throws {
        var elements = elements
        while let element = try elements.next() { take(element, visit) }
        guard elements.wasFound else {
            throw FileFailure(
                "read",
                name,
                reason: "a HAR file with \"log\" and its \"entries\", or an array of requests, was expected"
            )
        }
        if !elements.hasEnd { outcome.isCut = true }
    }

    private mutating func take(_ element: CaptureElements.Element, _ visit: (Int, CaptureEntry) -> Void) {
        switch element {
        case .value(let value):
            switch CaptureEntry.read(value) {
            case .success(let entry): pass(entry, visit)
            case .failure(let fault): outcome.add(fault: fault.description)
            }
        case .fault(let text): outcome.add(fault: text)
        case .cut: outcome.isCut = true
        }
    }

    private mutating func pass(_ entry: CaptureEntry, _ visit: (Int, CaptureEntry) -> Void) {
        if let time = entry.time {
            // A proxy notes requests in the order in which they end.
            if let last, time + 60_000 < last, outcome.firstBack == nil { outcome.firstBack = outcome.entries }
            last = max(last ?? time, time)
        } else {
            outcome.withoutTime += 1
        }
        visit(outcome.entries, entry)
        outcome.entries += 1
    }

    // MARK: - Lines

    private mutating func readLines(_ cursor: InputLines.Cursor, _ visit: (Int, CaptureEntry) -> Void) throws {
        outcome.form = .lines
        var cursor = cursor
        var table: CaptureTable?
        var isFirst = true
        while let line = try cursor.next() { readLine(line.bytes, &table, &isFirst, visit) }
    }

    private mutating func readLine(
        _ bytes: Data,
        _ table: inout CaptureTable?,
        _ isFirst: inout Bool,
        _ visit: (Int, CaptureEntry) -> Void
    ) {
        let line = Array(bytes)[...].drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        if isFirst {
            isFirst = false
            table = CaptureTable(head: line)
            if table != nil {
                outcome.form = .table
                return
            }
        }
        if let table {
            guard let entry = table.entry(line) else {
                return outcome.add(fault: "has no address in its column")
            }
            return pass(entry, visit)
        }
        if first == UInt8(ascii: "{") {
            guard let value = (try? JSONSourceText(Array(line)))?.value else {
                return outcome.add(fault: "is not a JSON object")
            }
            // The other lines of a recording say when pings came.
            let isRecording = value["schema"] != nil || value["kind"] != nil
            if !isRecording || value["kind"] == "ping" { take(.value(value), visit) }
            return
        }
        let word = line.prefix { $0 > 0x20 }
        let colon = word.firstIndex(of: UInt8(ascii: ":"))
        guard first == UInt8(ascii: "/") || colon.map({ word[$0...].starts(with: "://".utf8) }) == true else {
            return outcome.add(fault: "is neither an address nor a JSON object with \"url\"")
        }
        pass(CaptureEntry(address: String(decoding: word, as: UTF8.self)), visit)
    }

    // MARK: - Databases

    private mutating func readDatabase(_ path: String, _ visit: (Int, CaptureEntry) -> Void) throws {
        let isCollector = try CollectorFile.isCollector(path)
        outcome.form = isCollector ? .collector : .queue
        var reader = self
        try PingsInput.forEachPing(ofDatabase: path, begin: { reader.outcome.entries = 0 }) { entry in
            guard isCollector else { return reader.pass(entry, visit) }
            visit(reader.outcome.entries, entry)
            reader.outcome.entries += 1
        }
        self = reader
    }
}
