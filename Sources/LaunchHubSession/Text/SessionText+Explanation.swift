// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

extension SessionText {
    /// Returns a whole explanation: views with their minutes and what happened, pings with their parameters, remarks.
    package func explanation(_ explanation: SessionExplanation) -> [String] {
        var lines = [style.bold(Columns.clipped(explanation.title, style.width))]
        let hasInstances = Set(explanation.views.map(\.instance)).count > 1
        for view in explanation.views { lines += self.lines(view, hasInstances: hasInstances) }
        if explanation.views.isEmpty { lines += ["", "Nothing was measured: no playhead and no page was of a view."] }
        if !explanation.pings.isEmpty { lines += heading("Pings") }
        for ping in explanation.pings { lines += self.lines(ping) }
        if !explanation.remarks.isEmpty { lines += heading("Remarks of the SDK") }
        for remark in explanation.remarks {
            let time = style.dim("  " + Columns.right(TimeText.clock(remark.time), 9))
            lines += hanging("\(time)  ", 13, remark.remark.description)
        }
        let minutes = explanation.views.reduce(0) { $0 + $1.minutes }
        let open = explanation.views.reduce(0) { $0 + $1.segments.count { !$0.isCredited } }
        var summary = [
            Self.counted(explanation.views.count, "view"), Self.counted(minutes, "minute") + " credited",
            Self.counted(open, "minute") + " short", Self.counted(explanation.pings.count, "ping"),
        ]
        if open == 0 { summary.remove(at: 2) }
        return lines + ["", summary.joined(separator: ", ") + "."]
    }

    // MARK: - Views

    private func lines(_ view: SessionView, hasInstances: Bool) -> [String] {
        let asset = view.assetid.isEmpty ? "" : " \(view.assetid)"
        let title = view.title.isEmpty ? "" : " \"\(view.title)\""
        let name = view.lane + asset + title + (view.watermark.map { ", \($0)" } ?? "")
        let instance = hasInstances ? " of instance \(view.instance)" : ""
        let head = view.watermark == nil ? "View \(view.view)" : "Watermarks from view \(view.view)"
        let account = [
            "\(TimeText.clock(view.start)) to \(TimeText.clock(view.end))",
            Self.counted(Int(clamping: view.seconds), "second") + " played",
            Self.counted(view.minutes, "minute") + " credited",
            view.products.isEmpty ? "measured, sent by no ping" : "sent as \(view.product)",
        ]
        let still = view.ended ? "" : ", still open"
        var lines = heading(Columns.clipped("\(head)\(instance): \(name)", style.width))
        lines += hanging("  ", 2, account.joined(separator: ", ") + still)
        if !view.segments.isEmpty {
            lines.append("  " + style.dim(row("minute", "playheads", "played") + "seconds of the asset"))
        }
        return lines + view.segments.flatMap(self.lines) + view.stretches.flatMap(self.lines)
    }

    private func lines(_ segment: ExplainedSegment) -> [String] {
        let playheads = segment.playheads > 0 ? "\(segment.playheads)" : "–"
        let head = "  " + row(segment.name, playheads, "\(segment.seconds) s")
        let room = max(20, style.width - Columns.width / 2 - 6)
        var parts = Columns.wrapped(segment.ranges, room)
        let verdict =
            segment.isCredited ? style.good("credited") : style.bad("\(segment.missing) s short of \(segment.needed) s")
        parts[0] = Columns.left(parts[0], room) + " " + verdict
        return hanging(head, head.count, parts)
    }

    private func row(_ name: String, _ playheads: String, _ played: String) -> String {
        Columns.left(name, 12) + Columns.right(playheads, 9) + Columns.right(played, 8) + "  "
    }

    private func lines(_ stretch: CreditStretch) -> [String] {
        let time = "  " + Columns.right(TimeText.clock(stretch.start), 9)
        let credit = Columns.right(stretch.credited > 0 ? "+" + stretch.shownCredit : "0 s", 9)
        let head = style.dim(time) + (stretch.credited > 0 ? credit : style.dim(credit)) + "  "
        return hanging(head, time.count + credit.count + 2, stretch.text)
    }

    // MARK: - Pings

    private func lines(_ ping: SessionPing) -> [String] {
        var about = ping.view.map { $0 > 0 ? " of view \($0)" : "" } ?? ""
        if !ping.lane.isEmpty { about += ", \(ping.lane)\(ping.assetid.isEmpty ? "" : " \(ping.assetid)")" }
        let credit = ping.segments.isEmpty ? "" : ": credits \(TimelineText.minutes(ping.segments))"
        let head =
            "Ping \(ping.number) at \(TimeText.clock(ping.time)): \(ping.product) \(ping.cadence)\(about)\(credit)"
        let table = ping.table
        var groups = ping.groups(table).map { title, rows in (title, rows.map(Self.text)) }
        groups.append(("not given", ping.missing(table).map { "\($0.name) (\(Self.source($0)))" }))
        groups.append(("body", ping.body.map { [$0] } ?? []))
        return heading(Columns.clipped(head, style.width)) + groups.flatMap(group)
    }

    private func group(_ title: String, _ texts: [String]) -> [String] {
        let indent = 2 + 22
        let room = style.width - indent
        // A line ends between two parameters, where one fits on a line.
        var parts: [String] = []
        for text in texts {
            if let last = parts.last, last.count + 3 + text.count <= room {
                parts[parts.count - 1] = last + " · " + text
            } else {
                parts += Columns.wrapped(text, room)
            }
        }
        return hanging("  " + style.accent(Columns.left(title, 22)), indent, parts)
    }

    /// `tl=High Water (title)`.
    private static func text(_ row: NielsenPingTable.Row) -> String {
        let source = source(row)
        return "\(row.name)=\(row.value)" + (source.isEmpty ? "" : " (\(source))")
    }

    /// The keys that a value is of, where the kind of origin alone does not say it.
    private static func source(_ row: NielsenPingTable.Row) -> String {
        let words = row.origins.enumerated().map { index, origin in
            switch origin {
            case .metadata(let key), .appInfo(let key), .device(let key), .configuration(let key): key
            default: index == 0 ? "" : origin.description
            }
        }
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
