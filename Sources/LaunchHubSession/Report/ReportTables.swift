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
        let table = ReportTable(
            .init("Time", "t"),
            .init("Product"),
            .init("Reason"),
            .init("Track"),
            .init("Asset"),
            .init("Credits"),
            .init("Seconds", "n")
        )
        let rows: [HTML] = session.pings.enumerated().map { index, timed in
            let (time, ping) = timed
            let parameters: HTML = index < Self.mostDecoded ? decoded(ping) : ""
            let segments = (ping["segments"]?.arrayValue ?? []).compactMap(\.intValue)
            let seconds = ping["seconds"]?.intValue ?? 0
            let side = ping["watermark"]?.stringValue.map { " " + $0.prefix(2) } ?? ""
            let body: HTML = ping["body"]?.stringValue.map { "<code>\($0)</code>" } ?? ""
            let address = ping["url"]?.stringValue ?? ""
            return table.row(
                "\(TimeText.clock(time))",
                "\(ping["product"]?.stringValue ?? "")\(side)",
                "\(ping["cadence"]?.stringValue ?? "")",
                ping["lane"]?.stringValue.map(Self.tag) ?? "",
                ReportTable.code(ping["assetid"]?.stringValue ?? ""),
                "\(segments.isEmpty ? "" : TimelineText.minutes(segments))",
                "\(seconds > 0 ? "\(seconds) s" : "")",
                id: "ping-\(index + 1)",
                more: """
                    <details><summary>\(ping["method"]?.stringValue ?? "") \(String(address.prefix { $0 != "?" }))</summary>
                    <code>\(address)</code>\(body)\(parameters)</details>
                    """
            )
        }
        guard !rows.isEmpty else {
            let why = session.hasPings ? "No ping was made." : "The recording has no pings."
            return "<h2>Pings</h2>\n<p class=\"soft\">\(why)</p>\n"
        }
        return """
            <h2>Pings</h2>
            <p class="soft">The requests that a collector gets.</p>
            \(table.html(rows))
            """
    }

    /// As many pings are decoded: a page of more would be too large for a browser.
    private static let mostDecoded = 400

    /// The parameters of a ping with their meanings and origins.
    private func decoded(_ ping: JSONObject) -> HTML {
        let parameters = NielsenPingTable(ping["url"]?.stringValue ?? "")
        let given = parameters.rows.filter { !$0.value.isEmpty }
        guard !given.isEmpty else { return "" }
        let table = ReportTable(.init("Parameter"), .init("Value"), .init("Meaning"), .init("From"))
        let rows: [HTML] = given.map { row in
            table.row(
                ReportTable.code(row.name),
                ReportTable.code(row.value),
                "\(row.meaning)",
                "<span class=\"soft\">\(row.origin)</span>"
            )
        }
        let empty = parameters.rows.filter(\.value.isEmpty).map(\.name).joined(separator: " ")
        let without: HTML = empty.isEmpty ? "" : "<p class=\"soft\">Without a value: <code>\(empty)</code></p>\n"
        return "\(table.html(rows))\(without)"
    }

    /// Every measurement record: what pings are built from.
    var records: HTML {
        let table = ReportTable(
            .init("Time", "t"),
            .init("Kind"),
            .init("Track"),
            .init("Asset"),
            .init("Minutes"),
            .init("Played", "n"),
            .init("Opted out")
        )
        let rows: [HTML] = session.records.map { time, record in
            let segments = (record["segments"]?.arrayValue ?? []).compactMap(\.intValue)
            let lane = record["lane"]?.stringValue
            let seconds = record["total_seconds"]?.intValue ?? 0
            return table.row(
                "\(TimeText.clock(time))",
                "\(record["kind"]?.stringValue ?? "")",
                lane.map(Self.tag) ?? "",
                ReportTable.code(lane == nil ? "" : TimelineText.asset(of: record)),
                "\(segments.isEmpty ? "" : TimelineText.minutes(segments))",
                "\(seconds > 0 ? "\(seconds) s" : "")",
                "\(record["uoo"] == true ? "yes" : "")",
                more: "<details><summary>JSON</summary><code>\(record.jsonText)</code></details>"
            )
        }
        guard !rows.isEmpty else { return "<h2>Records</h2>\n<p class=\"soft\">Nothing was measured.</p>\n" }
        return """
            <h2>Records</h2>
            <p class="soft">What was measured, and what pings are built from.</p>
            \(table.html(rows))
            """
    }

    /// The table of commands and their results.
    var timeline: HTML {
        let table = ReportTable(
            .init("Time", "t"),
            .init("Event", "id"),
            .init("What"),
            .init("Times", "n"),
            .init("Code", "n")
        )
        let rows: [HTML] = timelineEntries.map { entry in
            let isGood = entry.code == 5001
            let value: HTML =
                entry.value.isEmpty || entry.value == entry.detail
                ? "" : "<span class=\"came\(isGood ? "" : " bad")\"><code>\(entry.value)</code></span>"
            return table.row(
                "\(TimeText.clock(entry.start))\(entry.end > entry.start ? "–" + TimeText.clock(entry.end) : "")",
                ReportTable.code(entry.name),
                "\(entry.detail)\(value)\(came(of: entry))",
                "\(entry.count > 1 ? "\(entry.count)×" : "")",
                ReportTable.text(entry.code.map(String.init) ?? "", isBad: !isGood)
            )
        }
        return "<h2>Timeline</h2>\n\(table.html(rows))"
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
