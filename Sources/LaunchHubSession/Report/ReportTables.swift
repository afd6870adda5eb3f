// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The long tables of the report.
struct ReportTables {
    let session: Session

    /// A lane's name on its colour.
    static func tag(_ lane: String) -> HTML {
        let known = LaneSpan.Lane(rawValue: lane)?.rawValue ?? ""
        return "<span class=\"tag \(known)\">\(lane)</span>"
    }

    /// Every measurement record.
    var pings: HTML {
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
        guard !rows.isEmpty else { return "<h2>Pings</h2>\n<p class=\"soft\">Nothing was measured.</p>\n" }
        return """
            <h2>Pings</h2>
            <div class="scroll"><table>
            <tr><th>Time</th><th>Kind</th><th>Lane</th><th>Asset</th><th>Credits</th><th class="n">Played</th>\
            <th>Opted out</th><th>Record</th></tr>
            \(rows)</table></div>

            """
    }

    /// What was asked and what came of it.
    var timeline: HTML {
        let rows: [HTML] = Timeline(session).entries.map { entry in
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
        let pings: [HTML] = entry.records.map { timed in
            let text = TimelineText.text(record: timed.value).split(separator: " ").joined(separator: " ")
            return "<span class=\"came\">→ ping \(TimeText.clock(timed.time)) \(text)</span>"
        }
        let heard: [HTML] = entry.notices.map { timed in
            let isError = timed.value["kind"] == "error"
            return """
                <span class="came\(isError ? " bad" : "")">← heard \(TimeText.clock(timed.time)) \
                \(TimelineText.text(notice: timed.value))</span>
                """
        }
        return heard + pings
    }
}
