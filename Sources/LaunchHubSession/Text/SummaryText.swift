// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The summary of a session, as lines of text no wider than its style allows.
package struct SummaryText: Sendable {
    private let style: TextStyle

    /// Makes a writer.
    ///
    /// - Parameter style: Colours of a terminal, or none.
    package init(style: TextStyle = .plain) {
        self.style = style
    }

    /// Returns a heading with an empty line before it.
    ///
    /// - Parameter text: The heading.
    /// - Returns: Two lines without line ends.
    package func heading(_ text: String) -> [String] { ["", style.bold(text)] }

    /// Returns a table of the results of events and calls.
    ///
    /// - Parameters:
    ///   - session: Any session.
    ///   - other: The same session through the other flow, if it was played through both.
    /// - Returns: Lines without line ends, the heading included.
    package func results(_ session: Session, other: Session? = nil) -> [String] {
        let second = other.map { CallTally($0) }
        var lines = heading("Results")
        lines += row("event", style.isNarrow ? "" : "call", "code", "times").map(style.dim)
        for line in CallTally(session).rows {
            let code = line.code.map(String.init) ?? "none"
            let count = second.map { tally in
                let found = tally.rows.first { $0.name == line.name && $0.code == line.code }?.count ?? 0
                return found == line.count ? "2 × \(found)" : "\(line.count)/\(found)"
            }
            lines += row(line.name, line.call?.call ?? "", code, count ?? "\(line.count)")
        }
        let heard = session.notices.count
        let times = other.map { $0.notices.count == heard ? "2 × \(heard)" : "\(heard)/\($0.notices.count)" }
        lines += row("(listener on sdkNotifier)", DocumentedCall.listenerCall, "notice", times ?? "\(heard)")
        return lines
    }

    private func row(_ event: String, _ call: String, _ code: String, _ times: String) -> [String] {
        let end = Columns.right(code, 6) + Columns.right(times, 10)
        guard style.isNarrow else { return ["  " + Columns.left(event, 36) + Columns.left(call, 41) + end] }
        return ["  " + Columns.left(event, 43) + end] + (call.isEmpty ? [] : ["    " + call])
    }

    /// Returns the list of notices that the listener received.
    ///
    /// - Parameter session: Any session.
    /// - Returns: Lines without line ends, the heading included.
    package func notices(_ session: Session) -> [String] {
        var lines = heading("Received by the listener")
        for (time, notice) in session.notices {
            for (index, part) in Columns.wrapped(TimelineText.text(notice: notice), style.width - 10).enumerated() {
                let shown = notice["kind"] == "error" ? style.bad(part) : part
                lines.append("  " + style.dim(Columns.right(index == 0 ? TimeText.clock(time) : "", 7)) + " " + shown)
            }
        }
        if session.notices.isEmpty { lines.append("  nothing") }
        return lines
    }

    /// Returns a table of what the pings credit, followed by what was measured but not sent.
    ///
    /// - Parameter session: Any session.
    /// - Returns: Lines without line ends, the heading included.
    package func credits(_ session: Session) -> [String] {
        var lines = heading("Credited by the pings")
        let credits = AssetCredit.all(in: session)
        let (sent, kept) = (credits.filter(\.isSent), credits.filter { !$0.isSent })
        if sent.isEmpty {
            lines.append("  nothing")
        } else {
            lines.append(style.dim(creditRow("product", "track", "asset", "title", "played", "credited", "which")))
            lines += sent.map(creditRow)
        }
        guard !kept.isEmpty else { return lines }
        lines.append("  " + style.bad("measured, not sent: no product reports it"))
        return lines + kept.map(creditRow)
    }

    private func creditRow(_ credit: AssetCredit) -> String {
        creditRow(
            credit.isSent ? credit.product : "–",
            credit.lane,
            credit.assetid.isEmpty ? "–" : credit.assetid,
            credit.title,
            "\(credit.seconds) s",
            credit.isSent ? "\(credit.minutes) min" : "–",
            (credit.segments.isEmpty || !credit.isSent ? "" : TimelineText.minutes(credit.segments))
                + (credit.ended ? "" : " (still open)")
        )
    }

    private func creditRow(
        _ product: String,
        _ lane: String,
        _ asset: String,
        _ title: String,
        _ played: String,
        _ credited: String,
        _ which: String
    ) -> String {
        // The title is in the report, too.
        let line =
            "  " + Columns.left(product, 14) + " " + Columns.left(lane, 8) + Columns.left(asset, 15) + " "
            + (style.isNarrow ? "" : Columns.left(title, 14) + " ") + Columns.right(played, 7)
            + Columns.right(credited, 9) + "  " + Columns.clipped(which, style.isNarrow ? 21 : 24)
        return line.trimmingTrailingSpaces
    }

    /// Returns a table of the pings, counted by product and reason, with the last request.
    ///
    /// - Parameters:
    ///   - session: Any session.
    ///   - other: The same session through the other flow, if it was played through both.
    /// - Returns: Lines without line ends, the heading included.
    package func pings(_ session: Session, other: Session? = nil) -> [String] {
        var lines = heading("Pings for the collector")
        guard let last = session.pings.last?.ping else { return lines + ["  none"] }
        let second = other.map { PingTally($0).rows }
        lines.append(style.dim(pingRow("product", "reason", "times")))
        for row in PingTally(session).rows {
            let times = second.map { rows in
                let found = rows.first { $0.product == row.product && $0.cadence == row.cadence }?.count ?? 0
                return found == row.count ? "2 × \(found)" : "\(row.count)/\(found)"
            }
            lines.append(pingRow(row.product, row.cadence, times ?? "\(row.count)"))
        }
        let request = "\(last["method"]?.stringValue ?? "") \(last["url"]?.stringValue ?? "")"
        lines.append("  " + style.dim(Columns.clipped("the last: \(request)", style.width - 2)))
        guard let other else { return lines }
        lines.append(
            session.pings.map(\.ping) == other.pings.map(\.ping)
                ? style.good("  Events and calls made the same pings, field by field.")
                : style.bad("  Events and calls made different pings.")
        )
        return lines
    }

    private func pingRow(_ product: String, _ cadence: String, _ times: String) -> String {
        "  " + Columns.left(product, 14) + Columns.left(cadence, 16) + Columns.right(times, 10)
    }

    /// Returns the result of comparing both flows.
    ///
    /// - Parameters:
    ///   - session: The session through the events.
    ///   - other: The session through the calls.
    ///   - differences: The differences between the two; empty if there are none.
    /// - Returns: Lines without line ends, the heading included.
    package func comparison(_ session: Session, _ other: Session, _ differences: [SessionDifference]) -> [String] {
        guard differences.isEmpty else {
            return heading("Both flows") + [style.bad("  The flows differ:")]
                + differences.map { "  " + Columns.clipped($0.description, style.width - 2) }
        }
        let text = "Events and calls gave equal results and equal records: \(session.extent)."
        return heading("Both flows") + Columns.wrapped(text, style.width - 2).map { style.good("  " + $0) }
    }
}

extension String {
    var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
