// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A timeline as lines of text, at most 98 columns wide.
///
/// ```
/// 00:02  TrackSDKEvent          playhead ad AD-COFFEE 0–14                             15x  5001
/// 00:02    ping                 view      ad       AD-COFFEE
/// ```
public struct TimelineText: Sendable {
    private let style: TextStyle

    /// Wide enough for all names but the two longest, which push their own line to the right.
    private static let nameWidth = 22

    /// Makes a writer.
    ///
    /// - Parameter style: Colours of a terminal, or none.
    public init(style: TextStyle = .plain) {
        self.style = style
    }

    /// The lines of a session.
    ///
    /// - Parameter session: Any session.
    public func lines(_ session: Session) -> [String] {
        lines(Timeline(session))
    }

    /// The lines of a timeline.
    ///
    /// - Parameter timeline: What happened.
    public func lines(_ timeline: Timeline) -> [String] {
        timeline.entries.flatMap(lines)
    }

    private func lines(_ entry: Timeline.Entry) -> [String] {
        // What it was about and what came back share the line where one of them is empty.
        let about = entry.detail.isEmpty ? entry.value : entry.detail
        let count = entry.count > 1 ? "\(entry.count)×" : ""
        let code = entry.code.map(String.init) ?? (entry.name.hasPrefix("(") ? "" : "none")
        let isGood = entry.code == 5001 || code.isEmpty
        let name = Columns.left(entry.name, max(Self.nameWidth, entry.name.count))
        let room = Columns.width - 8 - name.count - 1 - 11
        var lines = [
            [
                style.dim(Columns.right(TimeText.clock(entry.start), 7)),
                style.bold(Columns.clipped(name, 60)),
                Columns.left(about, max(8, room)),
                style.dim(Columns.right(count, 5)),
                isGood ? style.good(Columns.right(code, 4)) : style.bad(Columns.right(code, 4)),
            ].joined(separator: " ")
        ]
        if !entry.detail.isEmpty, !entry.value.isEmpty, entry.value != entry.detail { lines.append(line(entry.end, "  = ", entry.value)) }
        lines += sorted(entry).map { item in
            item.isPing
                ? line(item.time, "  → ping", Self.text(record: item.value))
                : heard(item.time, item.value)
        }
        return lines
    }

    private struct Item {
        let time: Int64
        let isPing: Bool
        let value: JSONObject
    }

    private func sorted(_ entry: Timeline.Entry) -> [Item] {
        let items =
            entry.notices.map { Item(time: $0.time, isPing: false, value: $0.value) }
            + entry.records.map { Item(time: $0.time, isPing: true, value: $0.value) }
        return items.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private func line(_ time: Int64, _ label: String, _ text: String) -> String {
        let room = Columns.width - 8 - 10
        return style.dim(Columns.right(TimeText.clock(time), 7)) + " " + style.accent(Columns.left(label, 9)) + " "
            + Columns.clipped(text, room)
    }

    private func heard(_ time: Int64, _ notice: JSONObject) -> String {
        let isError = notice["kind"] == "error"
        let text = Self.text(notice: notice)
        let room = Columns.width - 8 - 10
        return style.dim(Columns.right(TimeText.clock(time), 7)) + " " + style.accent(Columns.left("  ← heard", 10))
            + (isError ? style.bad(Columns.clipped(text, room)) : Columns.clipped(text, room))
    }

    // MARK: - What lines say

    /// A record in words.
    static func text(record: JSONObject) -> String {
        func text(_ key: String) -> String { record[key]?.stringValue ?? "" }
        var head = [Columns.left(text("kind"), 8)]
        if record["lane"] != nil {
            head.append(Columns.left(text("lane"), 7))
            head.append(Columns.left(text("assetid").isEmpty ? "(no asset id)" : text("assetid"), 16))
        }
        if text("kind") == "session", let appid = record["metadata"]?["appid"]?.stringValue { head.append(appid) }
        var parts: [String] = []
        let segments = (record["segments"]?.arrayValue ?? []).compactMap(\.intValue)
        if !segments.isEmpty { parts.append(minutes(segments)) }
        if text("kind") != "view", let seconds = record["total_seconds"]?.intValue { parts.append("\(seconds) s played") }
        if let payload = record["payload"]?.stringValue { parts.append("…" + payload.suffix(16)) }
        if record["uoo"] == true { parts.append("opted out") }
        if let device = record["ott"]?["ottDevice"]?.stringValue { parts.append("via \(device)") }
        return (head + [parts.joined(separator: ", ")]).joined(separator: " ").trimmingTrailingSpaces
    }

    /// Credited segments: `minutes 0–4`, `minutes 2, 5`.
    static func minutes(_ segments: [Int64]) -> String {
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
