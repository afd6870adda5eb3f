// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The pings that a collector, a queue or a proxy has seen, with their times.
struct SeenPings {
    /// One ping.
    struct Ping: Sendable, Hashable {
        /// Milliseconds since 1970.
        var time: Int64
        var id: String?
        var method: String
        var url: String
        var body: String?
    }

    /// What the pings were read from: `collector`, `queue` or `har`.
    let source: String
    private(set) var pings: [Ping] = []
    /// The number of requests that are not pings.
    private(set) var others = 0

    /// Reads a file, whose form is recognized by its contents.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - remark: Receives a sentence about what was left out.
    /// - Throws: ``FileFailure`` if it cannot be read, or is something else.
    init(_ path: String, remark: (String) -> Void) throws {
        if PingsInput.isDatabase(path) {
            let found = try Self.database(path)
            source = found.source
            pings = found.pings
        } else {
            source = "har"
            try readHAR(path)
        }
        // A proxy notes requests in the order in which they end.
        pings.sort { $0.time < $1.time }
        if others > 0 { remark("\(path): \(others) request\(others == 1 ? " is not a ping" : "s are not pings").") }
    }

    // MARK: - Databases

    private static func database(_ path: String) throws -> (source: String, pings: [Ping]) {
        var pings: [Ping] = []
        guard try CollectorFile.isCollector(path) else {
            for ping in try QueuedPings(path, only: .waiting).pings {
                if let ping = Ping(payload: ping.ping) { pings.append(ping) }
            }
            return ("queue", pings)
        }
        try CollectorFile(path).forEachPing(begin: { pings.removeAll() }) { ping in
            pings.append(
                Ping(time: ping.time, id: ping.id, method: ping.method, url: ping.address, body: ping.body)
            )
        }
        return ("collector", pings)
    }

    // MARK: - HAR

    private static let expected = "a collector's database, or a HAR file with \"log\" and its \"entries\", was expected"

    private mutating func readHAR(_ path: String) throws {
        let value: JSONValue
        do {
            value = try JSONValue(jsonData: try InputLines.all(path))
        } catch let error as JSONConversionError {
            throw FileFailure("read", path, reason: "\(Self.expected): \(error)")
        }
        guard let entries = value["log"]?["entries"]?.arrayValue else {
            throw FileFailure("read", path, reason: Self.expected)
        }
        for (place, entry) in entries.enumerated() {
            guard let url = entry["request"]?["url"]?.stringValue else {
                throw FileFailure("read", path, reason: "entry \(place + 1) has no \"request\" with a \"url\"")
            }
            guard Self.isPing(url) else {
                others += 1
                continue
            }
            guard let time = entry["startedDateTime"].flatMap({ SegmentTimestamp($0)?.milliseconds }) else {
                throw FileFailure(
                    "read",
                    path,
                    reason: "\"startedDateTime\" of entry \(place + 1) is not a time such as 2026-03-02T20:00:00.000Z"
                )
            }
            let body = entry["request"]?["postData"]?["text"]?.stringValue
            pings.append(
                Ping(
                    time: time,
                    id: Self.id(entry["request"]?["headers"]),
                    method: entry["request"]?["method"]?.stringValue?.uppercased() ?? "GET",
                    url: url,
                    body: body.flatMap { $0.isEmpty ? nil : $0 }
                )
            )
        }
    }

    /// Whether an address is that of a ping: by its path, or by the parameters of a template.
    private static func isPing(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" }
        return path.contains("/cgi-bin/") || !NielsenPingTable(url).template.isEmpty
    }

    private static func id(_ headers: JSONValue?) -> String? {
        headers?.arrayValue?.first { $0["name"]?.stringValue?.lowercased() == "idempotency-key" }?["value"]?.stringValue
    }
}

extension SeenPings.Ping {
    /// Reads a ping of a queue; nil if the content of the hit is not a ping.
    fileprivate init?(payload json: JSONObject) {
        guard let url = json["url"]?.stringValue else { return nil }
        self.init(
            time: json["created"]?.intValue ?? 0,
            id: json["id"]?.stringValue,
            method: json["method"]?.stringValue ?? "GET",
            url: url,
            body: json["body"]?.stringValue
        )
    }
}
