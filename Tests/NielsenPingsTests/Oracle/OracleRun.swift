// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// A script played by the SDK and by the model, and what differs.
struct OracleRun {
    /// Records and pings, each in the order in which they came.
    private final class Ear: NielsenMeasurementSink, NielsenPingSink {
        private let heard = Locked<(records: [String], pings: [String])>(([], []))
        var records: [String] { heard.withLock { $0.records } }
        var pings: [String] { heard.withLock { $0.pings } }

        func measured(_ record: NielsenMeasurementRecord) {
            guard let lane = record.lane, record.kind != .id3 else { return }
            let asset =
                lane == .static
                ? "\(record.metadata["section"] ?? "")/\(record.assetid)" : record.assetid
            let marks = (record.optedOut ? " opted out" : "") + (record.ott["ottStatus"] == "1" ? " connected" : "")
            let text = "\(record.kind) \(lane) \(asset) \(record.segments.sorted()) \(record.seconds) s\(marks)"
            heard.withLock { $0.records.append(text) }
        }

        func send(_ ping: NielsenPing) {
            var text = ping.url.removingPercentEncoding ?? ping.url
            text.removeFirst("http://127.0.0.1:9/?".count)
            let parts = text.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
            let marks = (parts[1] == "true" ? " opted out" : "") + (parts[2] == "1" ? " connected" : "")
            heard.withLock { $0.pings.append(parts[0] + marks) }
        }
    }

    /// The measurement products with pings that tell the essentials, because two hundred thousand are written and read.
    static let configuration: NielsenConfiguration? = {
        let views =
            #"{"cadence": "impression", "prefix": "V", "at": "view", "template": "NAME"}, "#
            + #"{"cadence": "interval", "prefix": "D", "at": "timer", "template": "NAME"}"#
        let sides = ["FD", "PC"].map { cid in
            """
            {"cadence": "impression", "cid": "\(cid)", "prefix": "I", "at": "start", "template": "mark"},
            {"cadence": "view", "cid": "\(cid)", "prefix": "V", "at": "view", "template": "mark", "segments": 5},
            {"cadence": "interval", "cid": "\(cid)", "prefix": "D", "at": "timer", "template": "tag", "segments": 5,
             "beforeView": {"prefix": "S", "at": "sfview"}},
            {"cadence": "quarterHour", "cid": "\(cid)", "prefix": "Q", "at": "view", "template": "quarter",
             "segments": 5, "windowSegments": 15}
            """
        }
        let rest = #"[nol_duration]%20[nol_seconds]%20[nol_davty]", "[nol_uoo]", "[nol_ottStatus]"]}"#
        let cid = #"{"url": "http://127.0.0.1:9/", "parameters": ["[nol_cidKind]_[(nol_cid)]%20"#
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "keyMap": {"nol_assetid": "assetid", "nol_assetName": "section", "nol_vidtype": "type"},
             "valueMaps": {"nol_vidtype": {"content": "content", "*": "ad"}},
             "templates": {
               "video": {"url": "http://127.0.0.1:9/", "parameters":
                 ["[nol_vidtype]%20[nol_assetid]%20[nol_prefix][nol_segment]%20\(rest),
               "page": {"url": "http://127.0.0.1:9/", "parameters":
                 ["static%20[nol_assetName]/[nol_assetid]%20[nol_prefix][nol_segment]%20\(rest),
               "tag": \(cid)[nol_prefix][nol_segment]%20[nol_duration]%20[nol_davty]%20[nol_seconds]%20s",
                 "[nol_uoo]", "[nol_ottStatus]"]},
               "quarter": \(cid)Q%20[nol_duration]%20[nol_davty]", "[nol_uoo]", "[nol_ottStatus]"]},
               "mark": \(cid)[nol_prefix][nol_segment]%20[nol_duration]%20[nol_davty]", "[nol_uoo]", "[nol_ottStatus]"]}},
             "products": [
               {"product": "dcrVideo", "types": ["content", "preroll", "midroll", "postroll"],
                "processors": [\(views.replacing("NAME", with: "video"))]},
               {"product": "dcrStatic", "types": ["static"],
                "processors": [\(views.replacing("NAME", with: "page"))]},
               {"product": "dtvr", "processors": [\(sides.joined(separator: ","))]}]}
            """
        return try? NielsenConfiguration(jsonData: Data(text.utf8))
    }()

    /// What differs between the SDK and the model, in words; nil where nothing does.
    static func difference(_ steps: [OracleStep], _ configuration: NielsenConfiguration) throws -> String? {
        let clock = ManualClock()
        let ear = Ear()
        var environment = NielsenEnvironment(
            clock: clock,
            store: InMemoryKeyValueStore(),
            sink: ear,
            pings: ear,
            configuration: configuration
        )
        environment.device.timeZone = .gmt
        let api = try NielsenAppApi.make(appInfo: PingBench.appInfo, environment: environment)
        var model = OracleModel()
        for step in steps {
            step.make(on: api) { clock.advance(by: $0) }
            model.apply(step)
        }
        // What watermarks credit is compared ping by ping.
        let views = api.creditSummary.filter { $0.watermark == nil }
        let credits = views.filter { $0.seconds > 0 || $0.lane == .static }.map { credit in
            "\(credit.lane) \(credit.assetid): \(credit.seconds) s, \(credit.segments)\(credit.ended ? ", over" : "")"
        }
        return first("recorded", ear.records, model.records) ?? first("sent", ear.pings, model.pings)
            ?? first("credited", credits, model.credits)
    }

    private static func first(_ what: String, _ sdk: [String], _ model: [String]) -> String? {
        guard sdk != model else { return nil }
        let same = zip(sdk, model).prefix { $0 == $1 }.count
        func shown(_ list: [String]) -> String {
            list.dropFirst(same).prefix(3).map { "\n      " + $0 }.joined()
        }
        return
            "\(what), after \(same) that are the same,\n    by the SDK:\(shown(sdk))\n    by the model:\(shown(model))"
    }

    /// The shortest script that still differs, by leaving out steps.
    static func shrunk(_ steps: [OracleStep], _ configuration: NielsenConfiguration) throws -> [OracleStep] {
        var steps = steps
        var size = max(1, steps.count / 2)
        while true {
            var index = 0
            var hasShrunk = false
            while index < steps.count {
                var fewer = steps
                fewer.removeSubrange(index..<min(index + size, steps.count))
                if try difference(fewer, configuration) != nil {
                    (steps, hasShrunk) = (fewer, true)
                } else {
                    index += size
                }
            }
            if size == 1, !hasShrunk { return steps }
            size = max(1, size / 2)
        }
    }
}
