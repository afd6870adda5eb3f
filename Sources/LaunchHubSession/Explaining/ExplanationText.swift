// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// An explanation as lines of text no wider than the style allows.
package struct ExplanationText: Sendable {
    private let style: TextStyle

    /// Makes a writer.
    ///
    /// - Parameter style: The colours and the width.
    package init(style: TextStyle = .plain) {
        self.style = style
    }

    /// Returns the whole explanation.
    ///
    /// - Parameter explanation: Any explanation.
    /// - Returns: Lines without line ends.
    package func lines(_ explanation: SessionExplanation) -> [String] {
        var lines = [style.bold(Columns.clipped(explanation.title, style.width))]
        let hasInstances = Set(explanation.views.map(\.instance)).count > 1
        for view in explanation.views { lines += self.lines(view, hasInstances: hasInstances) }
        if explanation.views.isEmpty { lines += ["", "Nothing was measured: no playhead and no page was of a view."] }
        if !explanation.pings.isEmpty { lines += ["", style.bold("Pings")] }
        for ping in explanation.pings { lines += self.lines(ping) }
        if !explanation.remarks.isEmpty {
            lines += ["", style.bold("Remarks of the SDK")]
            for remark in explanation.remarks { lines += timed(remark.time, remark.remark.description) }
        }
        return lines + ["", summary(explanation)]
    }

    // MARK: - Views

    private func lines(_ view: ExplainedView, hasInstances: Bool) -> [String] {
        let name = Self.name(view)
        let instance = hasInstances ? " of instance \(view.instance)" : ""
        let head = view.watermark == nil ? "View \(view.view)" : "Watermarks from view \(view.view)"
        let heading = Columns.clipped("\(head)\(instance): \(name)", style.width)
        let product = view.products.isEmpty ? "measured, sent by no ping" : "sent as \(view.product)"
        let span = "\(TimeText.clock(view.start)) to \(TimeText.clock(view.end))"
        let still = view.ended ? "" : ", still open"
        let credited = "\(Self.counted(view.minutes, "minute")) credited"
        var lines = ["", style.bold(heading)]
        lines += Columns.wrapped(
            "\(span), \(Self.counted(Int(clamping: view.seconds), "second")) played, \(credited), \(product)\(still)",
            style.width - 2
        )
        .map { "  " + $0 }
        if !view.segments.isEmpty {
            lines.append("  " + style.dim(row("minute", "playheads", "played", "seconds of the asset")))
            lines += view.segments.flatMap(segment)
        }
        return lines + view.stretches.flatMap(stretch)
    }

    private static func name(_ view: ExplainedView) -> String {
        let asset = view.assetid.isEmpty ? "" : " \(view.assetid)"
        let title = view.title.isEmpty ? "" : " \"\(view.title)\""
        return view.lane + asset + title + (view.watermark.map { ", \($0)" } ?? "")
    }

    private func segment(_ segment: ExplainedSegment) -> [String] {
        let playheads = segment.playheads > 0 ? "\(segment.playheads)" : "–"
        let played = Self.played(segment)
        let verdict =
            segment.isCredited ? style.good("credited") : style.bad("\(segment.missing) s short of \(segment.needed) s")
        let head = row(Self.name(segment), playheads, "\(segment.seconds) s", "")
        let room = max(20, style.width - Columns.width / 2 - 6)
        let parts = Columns.wrapped(played, room)
        return parts.enumerated().map { index, part in
            index == 0
                ? "  \(head)\(Columns.left(part, room)) \(verdict)"
                : String(repeating: " ", count: 2 + head.count) + part
        }
    }

    private func row(_ name: String, _ playheads: String, _ played: String, _ rest: String) -> String {
        Columns.left(name, 12) + Columns.right(playheads, 9) + Columns.right(played, 8) + "  " + rest
    }

    /// The number of a segment; of live streams the time of day.
    static func name(_ segment: ExplainedSegment) -> String {
        let (first, isFar) = segment.number.multipliedReportingOverflow(by: segment.length)
        // Playheads of live streams are seconds since 1970.
        guard !isFar, first > 600_000_000, first < 60_000_000_000 else { return "\(segment.number)" }
        return "\(TimeText.timeOfDay(first)) UTC"
    }

    private static func played(_ segment: ExplainedSegment) -> String {
        let (first, isFar) = segment.number.multipliedReportingOverflow(by: segment.length)
        let isLive = !isFar && first > 600_000_000 && first < 60_000_000_000
        // The seconds of the hour say nothing that those of the minute do not.
        let base = isLive ? first : 0
        let ranges = segment.played.ranges.prefix(mostRanges).map { range in
            let (low, high) = (range.lowerBound - base, range.upperBound - base)
            return low == high ? "\(low)" : "\(low)–\(high)"
        }
        let left = segment.played.ranges.count - ranges.count
        return ranges.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
    }

    private static let mostRanges = 12

    private func stretch(_ stretch: CreditStretch) -> [String] {
        let credit = stretch.credited > 0 ? "+" + stretch.shownCredit : "0 s"
        let head = "  " + Columns.right(TimeText.clock(stretch.start), 9) + Columns.right(credit, 9) + "  "
        return Columns.wrapped(stretch.text, style.width - head.count).enumerated().map { index, part in
            guard index == 0 else { return String(repeating: " ", count: head.count) + part }
            return style.dim("  " + Columns.right(TimeText.clock(stretch.start), 9))
                + (stretch.credited > 0 ? Columns.right(credit, 9) : style.dim(Columns.right(credit, 9))) + "  " + part
        }
    }

    // MARK: - Pings

    private func lines(_ ping: ExplainedPing) -> [String] {
        var about = ping.view.map { $0 > 0 ? " of view \($0)" : "" } ?? ""
        if !ping.lane.isEmpty { about += ", \(ping.lane)\(ping.assetid.isEmpty ? "" : " \(ping.assetid)")" }
        let credit = ping.segments.isEmpty ? "" : ": credits \(TimelineText.minutes(ping.segments))"
        let head =
            "Ping \(ping.number) at \(TimeText.clock(ping.time)): \(ping.product) \(ping.cadence)\(about)\(credit)"
        var lines = ["", style.bold(Columns.clipped(head, style.width))]
        for (title, rows) in ping.groups { lines += group(title, rows.map(Self.text)) }
        if !ping.missing.isEmpty {
            lines += group("not given", ping.missing.map { "\($0.name) (\(Self.source($0)))" })
        }
        if let body = ping.body { lines += group("body", [body]) }
        return lines
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
        return parts.enumerated().map { index, part in
            index == 0
                ? "  " + style.accent(Columns.left(title, 22)) + part : String(repeating: " ", count: indent) + part
        }
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

    // MARK: - Ends

    private func timed(_ time: Int64, _ text: String) -> [String] {
        Columns.wrapped(text, style.width - 13).enumerated().map { index, part in
            index == 0
                ? style.dim("  " + Columns.right(TimeText.clock(time), 9)) + "  " + part
                : String(repeating: " ", count: 13) + part
        }
    }

    private func summary(_ explanation: SessionExplanation) -> String {
        let minutes = explanation.views.reduce(0) { $0 + $1.minutes }
        let open = explanation.views.reduce(0) { $0 + $1.segments.count { !$0.isCredited } }
        let views = Self.counted(explanation.views.count, "view")
        let pings = Self.counted(explanation.pings.count, "ping")
        let short = open == 0 ? "" : ", \(Self.counted(open, "minute")) short"
        return "\(views), \(Self.counted(minutes, "minute")) credited\(short), \(pings)."
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
