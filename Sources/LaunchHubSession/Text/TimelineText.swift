// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A timeline as lines of text, as wide as its style says.
///
/// ```
/// 00:02  TrackSDKEvent          playhead ad AD-COFFEE 0–14                             15x  5001
/// 00:02  → record   view     ad      AD-COFFEE
/// 00:02  ⇒ sent     dcrVideo impression
/// ```
package struct TimelineText: Sendable {
    private let style: TextStyle

    /// Wide enough for all names but the two longest, which push their own line to the right.
    private static let nameWidth = 22

    /// Makes a writer.
    ///
    /// - Parameter style: Colours of a terminal, or none.
    package init(style: TextStyle = .plain) {
        self.style = style
    }

    /// Returns the lines of a session.
    ///
    /// - Parameter session: Any session.
    /// - Returns: Lines without line ends, in the order of time.
    package func lines(_ session: Session) -> [String] {
        lines(Timeline(session))
    }

    /// Returns the lines of a timeline.
    ///
    /// - Parameter timeline: The entries to show.
    /// - Returns: Lines without line ends, in the order of time.
    package func lines(_ timeline: Timeline) -> [String] {
        timeline.entries.flatMap(lines)
    }

    /// Returns the lines of one entry.
    ///
    /// - Parameter entry: An event or call, with its result and effects.
    /// - Returns: Lines without line ends.
    package func lines(_ entry: Timeline.Entry) -> [String] {
        // What it was about and what came back share the line where one of them is empty.
        var about = entry.detail.isEmpty ? entry.value : entry.detail
        let count = entry.count > 1 ? "\(entry.count)×" : ""
        let code = entry.code.map(String.init) ?? (entry.name.hasPrefix("(") ? "" : "none")
        let isGood = entry.code == 5001 || code.isEmpty
        let least = style.width - 8 - 1 - 11
        // What is long takes the room that a short name leaves.
        let isLong = about.count > least - max(Self.nameWidth, entry.name.count)
        let name = isLong ? entry.name : Columns.left(entry.name, max(Self.nameWidth, entry.name.count))
        let room = least - name.count
        let isOwnLine = !entry.detail.isEmpty && entry.value != entry.detail || about.count > room
        if isOwnLine, entry.detail.isEmpty { about = "" }
        var lines = [
            [
                style.dim(Columns.right(TimeText.clock(entry.start), 7)),
                style.bold(Columns.clipped(name, 60)),
                Columns.left(about, max(8, room)),
                style.dim(Columns.right(count, 5)),
                isGood ? style.good(Columns.right(code, 4)) : style.bad(Columns.right(code, 4)),
            ].joined(separator: " ")
        ]
        if isOwnLine, !entry.value.isEmpty { lines += self.lines(entry.end, "  =", entry.value, isBad: !isGood) }
        for item in Self.items(of: entry) {
            lines += self.lines(item.time, "  " + item.label, item.text, isBad: item.isBad)
        }
        return lines
    }

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
            Item(
                time: timed.time,
                label: "← notice",
                text: text(notice: timed.value),
                isBad: timed.value["kind"] == "error"
            )
        }
        let items = heard + measured(entry.records) + sent(entry.pings)
        return items.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// The records; watermarks that follow each other are one line.
    private static func measured(_ records: [Timeline.Timed]) -> [Item] {
        var items: [Item] = []
        var watermarks: (first: Timeline.Timed, count: Int)?
        func flush() {
            guard let (first, count) = watermarks else { return }
            let more = count > 1 ? ", the first of \(count) in a row" : ""
            items.append(Item(time: first.time, label: "→ record", text: text(record: first.value) + more))
            watermarks = nil
        }
        for timed in records {
            if timed.value["kind"] == "id3" {
                if let current = watermarks {
                    watermarks = (current.first, current.count + 1)
                } else {
                    watermarks = (timed, 1)
                }
                continue
            }
            flush()
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

    private func lines(_ time: Int64, _ label: String, _ text: String, isBad: Bool = false) -> [String] {
        let indent = 8 + 11
        return Columns.wrapped(text, style.width - indent).enumerated().map { index, part in
            let shown = isBad ? style.bad(part) : part
            guard index == 0 else { return String(repeating: " ", count: indent) + shown }
            return style.dim(Columns.right(TimeText.clock(time), 7)) + " " + style.accent(Columns.left(label, 11))
                + shown
        }
    }

    // MARK: - What lines say

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
        let segments = (record["segments"]?.arrayValue ?? []).compactMap(\.intValue)
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
        func text(_ key: String) -> String { ping[key]?.stringValue ?? "" }
        var words = [text("product")]
        if let side = ping["watermark"]?.stringValue?.prefix(2) { words.append(String(side)) }
        words.append(text("cadence"))
        let segments = (ping["segments"]?.arrayValue ?? []).compactMap(\.intValue)
        return words.joined(separator: " ") + (segments.isEmpty ? "" : ", " + minutes(segments))
    }

    /// The asset's identifier, or else what the channel or the page is called.
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
        let isRun = segments.count > 2 && last - first == Int64(segments.count - 1)
        return "minutes " + (isRun ? "\(first)–\(last)" : segments.map(String.init).joined(separator: ", "))
    }

    /// A notice in words.
    static func text(notice: JSONObject) -> String {
        let kind = notice["kind"]?.stringValue ?? "notice"
        let code = notice["code"]?.jsonText ?? "?"
        return "\(kind) \(code): \(notice["description"]?.stringValue ?? "")"
    }
}
