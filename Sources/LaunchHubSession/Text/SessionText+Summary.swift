// SPDX-License-Identifier: Apache-2.0

import HubServices

extension SessionText {
    /// Returns the results, what the listener received, the pings, and what they credit.
    package func summary(_ model: SessionModel) -> [String] {
        results(model) + notices(model) + pings(model) + credits(model)
    }

    /// A count through one flow or through both.
    private func times(_ count: Int, _ other: Int?) -> String {
        guard let other else { return "\(count)" }
        return other == count ? "2 × \(count)" : "\(count)/\(other)"
    }

    private func results(_ model: SessionModel) -> [String] {
        func row(_ event: String, _ call: String, _ code: String, _ times: String) -> [String] {
            let end = Columns.right(code, 6) + Columns.right(times, 10)
            guard style.isNarrow else { return ["  " + Columns.left(event, 36) + Columns.left(call, 41) + end] }
            return ["  " + Columns.left(event, 43) + end] + (call.isEmpty ? [] : ["    " + call])
        }
        let head = row("event", style.isNarrow ? "" : "call", "code", "times").map(style.dim)
        let rows = model.tally.rows.flatMap { line in
            let other = model.other.map { other in
                other.tally.rows.first { $0.name == line.name && $0.code == line.code }?.count ?? 0
            }
            return row(line.name, line.call?.call ?? "", line.code.map(String.init) ?? "none", times(line.count, other))
        }
        let heard = times(model.notices.count, model.other?.notices)
        return heading("Results") + head + rows
            + row("(listener on sdkNotifier)", DocumentedCall.listenerCall, "notice", heard)
    }

    private func notices(_ model: SessionModel) -> [String] {
        let lines = model.notices.flatMap { notice in
            let time = style.dim(Columns.right(TimeText.clock(notice.time), 7))
            return hanging("  \(time) ", 10, TimelineText.text(notice: notice.value)) {
                notice.value["kind"] == "error" ? style.bad($0) : $0
            }
        }
        return heading("Received by the listener") + (lines.isEmpty ? ["  nothing"] : lines)
    }

    /// Returns a table of the pings, counted by product and reason, with the last request; and whether they are the same
    /// through both flows.
    package func pings(_ model: SessionModel) -> [String] {
        let lines = heading("Pings for the collector")
        guard let last = model.pings.last else { return lines + ["  none"] }
        func row(_ product: String, _ cadence: String, _ times: String) -> String {
            "  " + Columns.left(product, 14) + Columns.left(cadence, 16) + Columns.right(times, 10)
        }
        func kind(_ ping: SessionPing) -> [String] { [ping.product, ping.cadence] }
        let others = model.other.map { Dictionary(grouping: $0.pings, by: kind) }
        var kinds: [[String]] = []
        let counts = Dictionary(grouping: model.pings, by: kind)
        for kind in model.pings.map(kind) where !kinds.contains(kind) { kinds.append(kind) }
        let rows = kinds.map { kind in
            row(kind[0], kind[1], times(counts[kind]?.count ?? 0, others.map { $0[kind]?.count ?? 0 }))
        }
        let request = Columns.clipped("the last: \(last.text("method")) \(last.url)", style.width - 2)
        let table = lines + [style.dim(row("product", "reason", "times"))] + rows + ["  " + style.dim(request)]
        guard let other = model.other else { return table }
        let isSame = model.pings.map(\.recorded) == other.pings.map(\.recorded)
        return table + [
            isSame
                ? style.good("  Events and calls made the same pings, field by field.")
                : style.bad("  Events and calls made different pings.")
        ]
    }

    /// Returns a table of what the pings credit, followed by what was measured but not sent.
    package func credits(_ model: SessionModel) -> [String] {
        // The title is in the report, too.
        func row(_ cells: [String]) -> String {
            let title = style.isNarrow ? "" : Columns.left(cells[3], 14) + " "
            let line =
                "  " + Columns.left(cells[0], 14) + " " + Columns.left(cells[1], 8) + Columns.left(cells[2], 15) + " "
                + title + Columns.right(cells[4], 7) + Columns.right(cells[5], 9) + "  "
            return (line + Columns.clipped(cells[6], style.isNarrow ? 21 : 24)).trimmingTrailingSpaces
        }
        func row(_ credit: SessionView) -> String {
            row([
                credit.isSent ? credit.product : "–", credit.lane, credit.assetid.isEmpty ? "–" : credit.assetid,
                credit.title, "\(credit.seconds) s", credit.isSent ? "\(credit.minutes) min" : "–",
                (credit.isSent ? credit.which : "") + (credit.ended ? "" : " (still open)"),
            ])
        }
        let credits = model.credits
        let (sent, kept) = (credits.filter(\.isSent), credits.filter { !$0.isSent })
        let head = style.dim(row(["product", "track", "asset", "title", "played", "credited", "which"]))
        let lines = heading("Credited by the pings") + (sent.isEmpty ? ["  nothing"] : [head]) + sent.map(row)
        guard !kept.isEmpty else { return lines }
        return lines + ["  " + style.bad("measured, not sent: no product reports it")] + kept.map(row)
    }

    /// Returns how both flows compare; nothing for a session that went through one.
    package func flows(_ model: SessionModel) -> [String] {
        guard let differences = model.other?.differences else { return [] }
        guard differences.isEmpty else {
            return heading("Both flows") + [style.bad("  The flows differ:")]
                + differences.map { "  " + Columns.clipped($0.description, style.width - 2) }
        }
        let text = "Events and calls gave equal results and equal records: \(model.outline.extent)."
        return heading("Both flows") + hanging("  ", 2, text, style.good)
    }

    /// Returns the calls of an app that rules measure, what the rules made of them, and what the pings credit.
    package func releasedApp(_ played: ReleasedAppSession) -> [String] {
        let introduction =
            "\(TimeText.length(played.session.duration / 1000)) of another app, which was released without measurement: it "
            + "calls ACPCore.trackAction and trackState and imports nothing else. Its property has published "
            + "\(played.ruleCount) rules."
        func row(_ call: String, _ count: String, _ event: String) -> String {
            let head = "  " + Columns.left(call, 30) + Columns.right(count, 7) + "  "
            return head + Columns.clipped(event, style.width - head.count)
        }
        return heading("A released app, measured by published rules") + hanging("  ", 2, introduction)
            + [style.dim(row("the app", "times", "the rules"))]
            + played.rows.map { row($0.call ?? "(starts the hub)", "\($0.count)", $0.event ?? "–") }
            + credits(SessionModel(played.session))
    }
}
