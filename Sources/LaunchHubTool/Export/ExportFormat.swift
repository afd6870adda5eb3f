// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubRecording

/// The form of the files of an export.
enum ExportFormat: String, CaseIterable, Sendable {
    case jsonl, csv, har

    /// The largest number of bytes of a file; nil for no limit.
    ///
    /// An archive is read as a whole, so there are more of them instead of a large one.
    var maximumBytes: Int? { self == .har ? 32 << 20 : nil }

    /// The tables that there are in this form.
    var tables: [ExportTable] { self == .har ? [.pings] : ExportTable.allCases }

    /// The ending of a file's name.
    var ending: String { rawValue }

    /// Returns what a file begins with.
    func head(of table: ExportTable) -> [UInt8] {
        switch self {
        case .jsonl: return []
        case .csv:
            var bytes: [UInt8] = []
            CSVText.appendHeader(table.columns, to: &bytes)
            return bytes
        case .har: return HARText.head
        }
    }

    /// What a file ends with.
    var tail: [UInt8] { self == .har ? HARText.tail : [] }

    /// Returns a row as bytes.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - isFirst: Whether it is the first one of its file.
    /// - Returns: The bytes; empty if the form has no rows of this table.
    func bytes(of row: ExportRow, isFirst: Bool) -> [UInt8] {
        switch self {
        case .jsonl:
            return Self.line(row)
        case .csv:
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4_096)
            CSVText.append(row.values, to: &bytes)
            return bytes
        case .har:
            guard let ping = row.ping else { return [] }
            return Array((isFirst ? "\n" : ",\n").utf8) + HARText.entry(ping)
        }
    }

    private static func line(_ row: ExportRow) -> [UInt8] {
        var line = LineText()
        for (place, (column, value)) in zip(row.partition.table.columns, row.values).enumerated() {
            switch value {
            // The day comes first, and needs no escaping.
            case .text(let text) where place == 0: line.begin(column.name, text)
            case .none: line.add(column.name, JSONValue.null)
            case .text(let text): line.add(column.name, text)
            case .integer(let number): line.add(column.name, number)
            case .boolean(let value): line.add(column.name, value)
            case .map(let object): line.add(column.name, object)
            }
        }
        line.end()
        return line.bytes
    }
}

/// Lines of comma-separated values after RFC 4180.
///
/// A program for tables takes a text that begins with `=`, `+`, `-` or `@` for a formula, which may run commands. Texts come
/// from whoever sends pings, so such a text gets an apostrophe in front, which these programs do not show. A text that
/// begins with apostrophes in front of one gets another, so that no two texts become equal and a reader can take it away.
enum CSVText {
    /// The bytes by which a program for tables, or the reader of a pasted text, takes what follows for a formula.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    /// Adds a line.
    static func append(_ values: [ExportValue], to bytes: inout [UInt8]) {
        for (place, value) in values.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            switch value {
            case .none: break
            case .text(let text): append(text, to: &bytes)
            case .integer(let number): bytes.append(contentsOf: String(number).utf8)
            case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
            case .map(let object):
                var text = LineText()
                text.append(object)
                appendQuoted(text.bytes, to: &bytes)
            }
        }
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    /// Adds the line with the names of the columns.
    static func appendHeader(_ columns: [ExportColumn], to bytes: inout [UInt8]) {
        append(columns.map { .text("\($0.name)") }, to: &bytes)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let text = looksLikeFormula(text) ? "'" + text : text
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte < 0x20 || byte == UInt8(ascii: "'")
        }
        // An empty text differs from no value by its quotes.
        guard needsQuotes || text.isEmpty || text.first == " " || text.last == " " else {
            return bytes.append(contentsOf: text.utf8)
        }
        appendQuoted(text.utf8, to: &bytes)
    }

    private static func appendQuoted(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a text begins with the sign of a formula, behind any blanks and apostrophes.
    static func looksLikeFormula(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            if formulaStarts.contains(scalar) { return true }
            guard scalar == " " || scalar == "'" || VisibleText.isObeyed(scalar) else { return false }
        }
        return false
    }
}

/// Requests as an HTTP archive of version 1.2, which proxies and browsers show and `launchhub record --from` reads.
enum HARText {
    /// The beginning of an archive.
    static var head: [UInt8] {
        let creator: JSONObject = ["name": "launchhub", "version": .string(HubPackage.version)]
        return Array("{\"log\":{\"version\":\"1.2\",\"creator\":\(creator.jsonText),\"entries\":[".utf8)
    }

    /// The end of an archive.
    static var tail: [UInt8] { Array("\n]}}\n".utf8) }

    /// Returns a ping as an entry.
    ///
    /// - Parameter ping: The ping, without what is replaced.
    /// - Returns: The bytes, without the comma that follows.
    static func entry(_ ping: ExportPing) -> [UInt8] {
        let answered = ping.state == .collected
        let entry: [(String, JSONValue)] = [
            ("startedDateTime", .string(Timestamp.text(ping.time))), ("time", 0),
            ("request", .object(request(ping))),
            (
                "response",
                [
                    "status": answered ? 200 : 0, "statusText": answered ? "OK" : "", "httpVersion": "HTTP/1.1",
                    "cookies": [], "headers": [], "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "",
                    "headersSize": -1, "bodySize": -1,
                ]
            ),
            ("cache", [:]), ("timings", ["send": 0, "wait": 0, "receive": 0]),
            ("_source", .string(ping.source)), ("_number", .int(ping.number)), ("_doubles", .int(ping.doubles)),
            ("_state", .string(ping.state.rawValue)),
        ]
        var text = LineText()
        text.append(JSONObject(entry))
        return text.bytes
    }

    private static func request(_ ping: ExportPing) -> JSONObject {
        var headers: [(String, String)] = []
        for name in ["Host", "User-Agent", "Content-Type"] {
            if let value = ping.headers[name]?.stringValue, !value.isEmpty { headers.append((name, value)) }
        }
        if let id = ping.request.key { headers.append(("Idempotency-Key", id)) }
        let members: [(String, JSONValue)] = [
            ("method", .string(ping.request.method)), ("url", .string(url(of: ping))), ("httpVersion", "HTTP/1.1"),
            ("cookies", []), ("headers", pairs(headers)),
            ("queryString", pairs(query(of: url(of: ping)))), ("headersSize", -1),
            ("bodySize", .number(ping.request.body?.utf8.count ?? 0)),
        ]
        var request = JSONObject(members)
        if let body = ping.request.body {
            let type = ping.headers["Content-Type"]?.stringValue ?? "application/json"
            request["postData"] = ["mimeType": .string(type), "text": .string(body)]
        }
        return request
    }

    /// Returns the parameters of an address as they stand in it, decoded, also those without a value.
    private static func query(of address: String) -> [(String, String)] {
        let whole = address.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: "?") else { return [] }
        return whole[whole.index(after: mark)...].split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (decoded(name), decoded(pair.dropFirst(name.count + 1)))
        }
    }

    private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }

    private static func pairs(_ pairs: [(String, String)]) -> JSONValue {
        .array(pairs.map { ["name": .string($0.0), "value": .string($0.1)] })
    }

    /// The whole address: a collector stores the path and the query, and the host as the sender named it.
    private static func url(of ping: ExportPing) -> String {
        guard !ping.request.address.contains("://") else { return ping.request.address }
        let host = ping.headers["Host"]?.stringValue ?? ""
        let isHost =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || ".-:[]".utf8.contains(byte)
            }
        return
            "http://\(isHost ? host : "127.0.0.1")\(ping.request.address.hasPrefix("/") ? "" : "/")\(ping.request.address)"
    }
}
