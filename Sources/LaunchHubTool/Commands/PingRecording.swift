// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubRecording
import LaunchHubSession
import NielsenAppApi

/// The session file of pings that others have seen.
enum PingRecording {
    /// Returns the text of the file.
    ///
    /// - Parameters:
    ///   - seen: The pings, in order of time.
    ///   - options: The options that say which values are replaced.
    ///   - salt: Chance, for the words in their place.
    /// - Returns: JSON Lines: a step for each moment at which pings came.
    static func text(of seen: SeenPings, options: RecordingOptions, salt: UInt64) -> String {
        var redactor = Redactor(options, salt: salt)
        let start = max(0, min(seen.pings.first?.time ?? 0, 253_402_300_799_000))
        var header = SessionFile.line(
            for: SessionHeader(title: "Pings of a \(seen.source)", start: start, seed: nil)
        )
        header["revision"] = .int(SessionFile.revision)
        header["recorder"] = .string("launchhub record \(HubPackage.version)")
        header["source"] = .string(seen.source)
        if redactor.isActive { header["redacted"] = true }
        var lines = [header]
        let configuration = NielsenConfiguration()
        var step: Int64 = 0
        var time: Int64 = -1
        for ping in seen.pings {
            // Sessions are no longer than ten years.
            let (elapsed, overflows) = ping.time.subtractingReportingOverflow(start)
            let now = overflows ? 0 : max(0, min(elapsed, 315_360_000_000))
            if now != time {
                step += 1
                time = now
                lines.append(["kind": "advance", "n": .int(step), "t": .int(now)])
            }
            let shown = RedactedPing(ping.url, body: ping.body, json(of: ping), configuration, &redactor)
            var line: JSONObject = ["kind": "ping", "n": .int(step), "t": .int(now)]
            line["template"] = .string(shown.template)
            line["parameters"] = shown.parameters
            line["ping"] = .object(shown.json)
            lines.append(line)
        }
        lines.append(SessionFile.endLine(time: max(0, time), steps: Int(clamping: step)))
        return lines.map { $0.jsonText + "\n" }.joined()
    }

    private static func json(of ping: SeenPings.Ping) -> JSONObject {
        var json: JSONObject = ["method": .string(ping.method), "created": .int(ping.time)]
        json["id"] = ping.id.map(JSONValue.string)
        let product = NielsenPingTable(ping.url).product
        if !product.isEmpty { json["product"] = .string(product) }
        return json
    }
}
