// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Everything about sessions as lines of text, no wider than its style allows.
///
/// Lines are without line ends; headings are included.
package struct SessionText: Sendable {
    let style: TextStyle

    /// Makes a writer.
    ///
    /// - Parameter style: The colours and the width.
    package init(style: TextStyle = .plain) {
        self.style = style
    }

    /// Returns a heading with an empty line before it.
    func heading(_ text: String) -> [String] { ["", style.bold(text)] }

    /// Returns text behind a head, wrapped, with the lines below the first indented.
    ///
    /// - Parameters:
    ///   - head: The beginning of the first line, which may have colours.
    ///   - indent: The number of columns of the head.
    ///   - text: What follows.
    ///   - colour: Colours what follows.
    /// - Returns: The lines.
    func hanging(
        _ head: String,
        _ indent: Int,
        _ text: String,
        _ colour: (String) -> String = { $0 }
    ) -> [String] {
        hanging(head, indent, Columns.wrapped(text, style.width - indent).map(colour))
    }

    /// Returns parts below each other behind a head.
    func hanging(_ head: String, _ indent: Int, _ parts: [String]) -> [String] {
        parts.enumerated().map { ($0 == 0 ? head : String(repeating: " ", count: indent)) + $1 }
    }

    /// Returns a number with its noun: `1 ping`, `2 pings`.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    // MARK: - Timeline

    /// Returns the lines of a session's timeline.
    ///
    /// ```
    /// 00:02  TrackSDKEvent          playhead ad AD-COFFEE 0–14                             15x  5001
    /// 00:02  → record   view     ad      AD-COFFEE
    /// 00:02  ⇒ sent     dcrVideo impression
    /// ```
    package func timeline(_ model: SessionModel) -> [String] { model.timeline.entries.flatMap(lines) }

    /// Returns the lines of one entry: an event or call with its result and effects.
    package func lines(_ entry: Timeline.Entry) -> [String] {
        // Wide enough for all names but the two longest, which push their own line to the right.
        let nameWidth = max(22, entry.name.count)
        // What it was about and what came back share the line where one of them is empty.
        var about = entry.detail.isEmpty ? entry.value : entry.detail
        let count = entry.count > 1 ? "\(entry.count)×" : ""
        let code = entry.code.map(String.init) ?? (entry.name.hasPrefix("(") ? "" : "none")
        let isGood = entry.code == 5001 || code.isEmpty
        let least = style.width - 8 - 1 - 11
        // What is long takes the room that a short name leaves.
        let name = about.count > least - nameWidth ? entry.name : Columns.left(entry.name, nameWidth)
        let room = least - name.count
        let isOwnLine = !entry.detail.isEmpty && entry.value != entry.detail || about.count > room
        if isOwnLine, entry.detail.isEmpty { about = "" }
        let head = [
            style.dim(Columns.right(TimeText.clock(entry.start), 7)), style.bold(Columns.clipped(name, 60)),
            Columns.left(about, max(8, room)), style.dim(Columns.right(count, 5)),
            isGood ? style.good(Columns.right(code, 4)) : style.bad(Columns.right(code, 4)),
        ]
        var items = TimelineText.items(of: entry)
        if isOwnLine, !entry.value.isEmpty {
            items.insert(.init(time: entry.end, label: "=", text: entry.value, isBad: !isGood), at: 0)
        }
        return [head.joined(separator: " ")]
            + items.flatMap { item in
                let label = style.accent(Columns.left("  " + item.label, 11))
                let head = "\(style.dim(Columns.right(TimeText.clock(item.time), 7))) \(label)"
                return hanging(head, 8 + 11, item.text) { item.isBad ? style.bad($0) : $0 }
            }
    }
}
