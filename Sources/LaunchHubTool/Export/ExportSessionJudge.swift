// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Certifies a session, whose app and version are those of its first instance.
struct ExportSessionJudge {
    private var judgement = ExportJudgement()
    /// What the pings say.
    private var sent = (app: "", version: "")
    /// What an instance, or the configuration, was given.
    private var given = (app: "", version: "")
    private(set) var start: Int64 = 0

    /// Whether the session holds nothing but the pings that a collector has seen, possibly of many apps.
    private(set) var hasPingsOnly = false

    /// Judges a line.
    ///
    /// - Parameters:
    ///   - bytes: The line.
    ///   - number: The number of the line, from 1.
    ///   - line: The line as an object.
    mutating func read(_ bytes: Data, _ number: Int, _ line: JSONObject) {
        if line["schema"] != nil {
            hasPingsOnly = line["source"] != nil
            start = line["start"]?.intValue ?? 0
            use(line["configuration"]?["nielsen.ios"])
        }
        if hasPingsOnly { return }
        if line["name"]?.stringValue?.hasPrefix("InstantiateSDK") == true { use(line["data"]?["data"]) }
        judgement.read(line: bytes, number, isPing: line["kind"] == "ping")
    }

    /// Learns the app and its version from a ping, unless they are known.
    mutating func learn(app: String, version: String) {
        if sent.app.isEmpty { sent.app = app }
        if sent.version.isEmpty { sent.version = version }
    }

    private mutating func use(_ appInfo: JSONValue?) {
        // An instance comes after the configuration, and says better which app it is.
        guard let app = appInfo?["appid"]?.stringValue else { return }
        given = (app, appInfo?["appversion"]?.stringValue ?? "")
    }

    /// Ends the judgement.
    ///
    /// - Parameters:
    ///   - source: The name of the file.
    ///   - wanted: The app that is wanted; nil for all.
    /// - Returns: The rows; empty if the session is not of the app, or is one of pings only.
    consuming func rows(source: String, app wanted: String?) -> [ExportRow] {
        let app = sent.app.isEmpty ? given.app : sent.app
        guard !hasPingsOnly, wanted == nil || wanted == app else { return [] }
        let version = sent.version.isEmpty ? given.version : sent.version
        let group = ExportJudges.Group(day: ExportTime.day(start), app: app, version: version)
        return judgement.rows(group, source: source)
    }
}
