// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The words for what results from a call: records, pings and notices.
package enum TimelineText {
    /// A result of an entry.
    struct Item {
        let time: Int64
        let label: String
        var text: String
        var isBad = false
    }

    /// Returns the results of an entry, in order of time: notices, records, and the pings made from them.
    static func items(of entry: Timeline.Entry) -> [Item] {
        let heard = entry.notices.map { timed in
            let isBad = timed.value["kind"] == "error"
            return Item(time: timed.time, label: "← notice", text: text(notice: timed.value), isBad: isBad)
        }
        let items = heard + measured(entry.records) + sent(entry.pings)
        return items.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// The records; watermarks that follow each other are one line.
    private static func measured(_ records: [Timeline.Timed]) -> [Item] {
        var items: [Item] = []
        var watermarks = 0
        func flush() {
            if watermarks > 1 { items[items.count - 1].text += ", the first of \(watermarks) in a row" }
            watermarks = 0
        }
        for timed in records {
            let isWatermark = timed.value["kind"] == "id3"
            if !isWatermark { flush() }
            if isWatermark { watermarks += 1 }
            if watermarks > 1 { continue }
            items.append(Item(time: timed.time, label: "→ record", text: text(record: timed.value)))
        }
        flush()
        return items
    }

    /// The pings; those of one moment are one line.
    private static func sent(_ pings: [Timeline.Timed]) -> [Item] {
        var items: [Item] = []
        for timed in pings {
            let text = text(ping: timed.value)
            if let last = items.last, last.time == timed.time {
                items[items.count - 1].text += "; " + text
            } else {
                items.append(Item(time: timed.time, label: "⇒ sent", text: text))
            }
        }
        return items
    }

    /// A record in words.
    static func text(record: JSONObject) -> String {
        func text(_ key: String) -> String { record[key]?.stringValue ?? "" }
        var head = [Columns.left(text("kind"), 8)]
        if record["lane"] != nil {
            head.append(Columns.left(text("lane"), 7))
            head.append(Columns.left(asset(of: record), 16))
        }
        if text("kind") == "session", let appid = record["metadata"]?["appid"]?.stringValue { head.append(appid) }
        var parts: [String] = []
        let segments = record.numbers("segments")
        if !segments.isEmpty { parts.append(minutes(segments)) }
        if text("kind") != "view", let seconds = record["total_seconds"]?.intValue, seconds > 0 {
            parts.append("\(seconds) s played")
        }
        if let payload = record["payload"]?.stringValue { parts.append("…" + payload.suffix(16)) }
        if record["uoo"] == true { parts.append("opted out") }
        if let device = record["ott"]?["ottDevice"]?.stringValue { parts.append("via \(device)") }
        return (head + [parts.joined(separator: ", ")]).joined(separator: " ").trimmingTrailingSpaces
    }

    /// A ping in words: `dcrVideo interval, minutes 0–4`.
    static func text(ping: JSONObject) -> String {
        let ping = SessionPing(ping)
        let segments = ping.segments
        return "\(ping.product) \(ping.cadence)" + (segments.isEmpty ? "" : ", " + minutes(segments))
    }

    /// The asset's identifier, or else the name of the channel or the page.
    static func asset(of record: JSONObject) -> String {
        let metadata = record["metadata"]
        let names = [record["assetid"], metadata?["channelName"], metadata?["section"]].compactMap { $0?.stringValue }
        return names.first { !$0.isEmpty } ?? "(no asset id)"
    }

    /// Credited segments: `minutes 0–4`, `minutes 2, 5`; of live streams the time of day, `minutes 20:01–20:05 UTC`.
    package static func minutes(_ segments: [Int64]) -> String {
        // Playheads of live streams are seconds since 1970.
        if let first = segments.first, let last = segments.last, first > 10_000_000, last < 1_000_000_000 {
            let (from, to) = (TimeText.timeOfDay(first * 60), TimeText.timeOfDay(last * 60))
            return segments.count == 1 ? "minute \(from) UTC" : "\(segments.count) minutes, \(from)–\(to) UTC"
        }
        guard let first = segments.first, let last = segments.last else { return "no minutes" }
        if segments.count == 1 { return "minute \(first)" }
        let isRun = segments.count > 2 && last.subtractingReportingOverflow(first) == (Int64(segments.count - 1), false)
        return "minutes " + (isRun ? "\(first)–\(last)" : segments.map(String.init).joined(separator: ", "))
    }

    /// A notice in words.
    static func text(notice: JSONObject) -> String {
        let kind = notice["kind"]?.stringValue ?? "notice"
        let code = notice["code"]?.jsonText ?? "?"
        return "\(kind) \(code): \(notice["description"]?.stringValue ?? "")"
    }
}

extension JSONObject {
    /// The whole numbers of an array; empty for any other value.
    func numbers(_ key: String) -> [Int64] { (self[key]?.arrayValue ?? []).compactMap(\.intValue) }
}

extension String {
    var trimmingTrailingSpaces: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}
