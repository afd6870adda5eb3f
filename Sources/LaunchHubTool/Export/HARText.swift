// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubRecording

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
            ("startedDateTime", .string(ExportTime.text(ping.time))), ("time", 0),
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
        if let id = ping.id { headers.append(("Idempotency-Key", id)) }
        let members: [(String, JSONValue)] = [
            ("method", .string(ping.method)), ("url", .string(url(of: ping))), ("httpVersion", "HTTP/1.1"),
            ("cookies", []), ("headers", pairs(headers)),
            ("queryString", pairs(query(of: url(of: ping)))), ("headersSize", -1),
            ("bodySize", .int(Int64(ping.body?.utf8.count ?? 0))),
        ]
        var request = JSONObject(members)
        if let body = ping.body {
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
        guard !ping.address.contains("://") else { return ping.address }
        let host = ping.headers["Host"]?.stringValue ?? ""
        let isHost =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || ".-:[]".utf8.contains(byte)
            }
        return "http://\(isHost ? host : "127.0.0.1")\(ping.address.hasPrefix("/") ? "" : "/")\(ping.address)"
    }
}
