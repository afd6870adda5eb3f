// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The long tables of the report.
struct ReportTables {
    let session: Session
    let timelineEntries: [Timeline.Entry]

    /// A lane's name on its colour.
    static func tag(_ lane: String) -> HTML {
        let known = LaneSpan.Lane(rawValue: lane)?.rawValue ?? ""
        return "<span class=\"tag \(known)\">\(lane)</span>"
    }

    /// Every ping: what a collector gets.
    var pings: HTML {
        let rows: [HTML] = session.pings.enumerated().map { index, timed in
            let (time, ping) = timed
            let parameters: HTML = index < Self.mostDecoded ? decoded(ping) : ""
            let lane = ping["lane"]?.stringValue
            let segments = (ping["segments"]?.arrayValue ?? []).compactMap(\.intValue)
            let seconds = ping["seconds"]?.intValue ?? 0
            let side = ping["watermark"]?.stringValue.map { " " + $0.prefix(2) } ?? ""
            let body: HTML = ping["body"]?.stringValue.map { "<code>\($0)</code>" } ?? ""
            return """
                <tr><td class="t">\(TimeText.clock(time))</td><td>\(ping["product"]?.stringValue ?? "")\(side)</td>\
                <td>\(ping["cadence"]?.stringValue ?? "")</td><td>\(lane.map(Self.tag) ?? "")</td>\
                <td><code>\(ping["assetid"]?.stringValue ?? "")</code></td>\
                <td>\(segments.isEmpty ? "" : TimelineText.minutes(segments))</td>\
                <td class="n">\(seconds > 0 ? "\(seconds) s" : "")</td>\
                <td><details><summary>\(ping["method"]?.stringValue ?? "")</summary>\
                <code>\(ping["url"]?.stringValue ?? "")</code>\(body)\(parameters)</details></td></tr>

                """
        }
        guard !rows.isEmpty else {
            let why = session.hasPings ? "No ping was made." : "The recording has no pings."
            return "<h2>Pings</h2>\n<p class=\"soft\">\(why)</p>\n"
        }
        return """
            <h2>Pings</h2>
            <p class="soft">The requests that a collector gets.</p>
            <div class="scroll"><table>
            <tr><th>Time</th><th>Product</th><th>Reason</th><th>Track</th><th>Asset</th><th>Credits</th>\
            <th class="n">Seconds</th><th>Request</th></tr>
            \(rows)</table></div>

            """
    }

    /// As many pings are decoded: a page of more would be too large for a browser.
    private static let mostDecoded = 400

    /// The parameters of a ping with their meanings and origins.
    private func decoded(_ ping: JSONObject) -> HTML {
        let table = NielsenPingTable(ping["url"]?.stringValue ?? "")
        let given = table.rows.filter { !$0.value.isEmpty }
        guard !given.isEmpty else { return "" }
        let rows: [HTML] = given.map { row in
            """
            <tr><td><code>\(row.name)</code></td><td><code>\(row.value)</code></td><td>\(row.meaning)</td>\
            <td class="soft">\(row.origin)</td></tr>

            """
        }
        let empty = table.rows.filter(\.value.isEmpty).map(\.name).joined(separator: " ")
        let without: HTML = empty.isEmpty ? "" : "<p class=\"soft\">Without a value: <code>\(empty)</code></p>\n"
        return """
            <table><tr><th>Parameter</th><th>Value</th><th>Meaning</th><th>From</th></tr>
            \(rows)</table>
            \(without)
            """
    }

    /// Every measurement record: what pings are built from.
    var records: HTML {
        let rows: [HTML] = session.records.map { time, record in
            let segments = (record["segments"]?.arrayValue ?? []).compactMap(\.intValue)
            let lane = record["lane"]?.stringValue
            let seconds = record["total_seconds"]?.intValue ?? 0
            return """
                <tr><td class="t">\(TimeText.clock(time))</td><td>\(record["kind"]?.stringValue ?? "")</td>\
                <td>\(lane.map(Self.tag) ?? "")</td><td><code>\(lane == nil ? "" : TimelineText.asset(of: record))</code></td>\
                <td>\(segments.isEmpty ? "" : TimelineText.minutes(segments))</td>\
                <td class="n">\(seconds > 0 ? "\(seconds) s" : "")</td>\
                <td>\(record["uoo"] == true ? "yes" : "")</td>\
                <td><details><summary>JSON</summary><code>\(record.jsonText)</code></details></td></tr>

                """
        }
        guard !rows.isEmpty else { return "<h2>Records</h2>\n<p class=\"soft\">Nothing was measured.</p>\n" }
        return """
            <h2>Records</h2>
            <p class="soft">What was measured, and what pings are built from.</p>
            <div class="scroll"><table>
            <tr><th>Time</th><th>Kind</th><th>Track</th><th>Asset</th><th>Minutes</th><th class="n">Played</th>\
            <th>Opted out</th><th>Record</th></tr>
            \(rows)</table></div>

            """
    }

    /// The table of commands and their results.
    var timeline: HTML {
        let rows: [HTML] = timelineEntries.map { entry in
            let isGood = entry.code == 5001
            let value: HTML =
                entry.value.isEmpty || entry.value == entry.detail
                ? "" : "<span class=\"came\(isGood ? "" : " bad")\"><code>\(entry.value)</code></span>"
            return """
                <tr><td class="t">\(TimeText.clock(entry.start))\
                \(entry.end > entry.start ? "–" + TimeText.clock(entry.end) : "")</td>\
                <td class="id"><code>\(entry.name)</code></td><td>\(entry.detail)\(value)\(came(of: entry))</td>\
                <td class="n">\(entry.count > 1 ? "\(entry.count)×" : "")</td>\
                <td class="n\(isGood || entry.code == nil ? "" : " bad" as HTML)">\
                \(entry.code.map(String.init) ?? "")</td></tr>

                """
        }
        return """
            <h2>Timeline</h2>
            <div class="scroll"><table>
            <tr><th>Time</th><th>Event</th><th>What</th><th class="n">Times</th><th class="n">Code</th></tr>
            \(rows)</table></div>

            """
    }

    private func came(of entry: Timeline.Entry) -> [HTML] {
        TimelineText.items(of: entry).map { item in
            let text = item.text.split(separator: " ").joined(separator: " ")
            return """
                <span class="came\(item.isBad ? " bad" : "")">\(item.label) \(TimeText.clock(item.time)) \(text)</span>
                """
        }
    }
}
