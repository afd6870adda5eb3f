// SPDX-License-Identifier: Apache-2.0

import HubServices

extension SessionText {
    /// Returns the differences of two sessions.
    ///
    /// - Parameters:
    ///   - comparison: The differences.
    ///   - a: The name of the first session.
    ///   - b: The name of the second session.
    ///   - limit: As many pings are written in full; the others are counted.
    /// - Returns: Lines without line ends.
    package func comparison(
        _ comparison: SessionComparison,
        _ a: String,
        _ b: String,
        limit: Int = 40
    ) -> [String] {
        var lines = ["A  \(a)", "B  \(b)"].map { Columns.clipped($0, style.width) }
        if !comparison.credits.isEmpty { lines += heading("Credit") + comparison.credits.flatMap(self.lines) }
        if !comparison.pings.isEmpty {
            lines += heading("Pings") + comparison.pings.prefix(limit).flatMap(self.lines)
            let left = comparison.pings.count - limit
            if left > 0 { lines.append("  … and \(left) more; --json writes them all") }
        }
        return lines + ["", verdict(comparison)]
    }

    private func verdict(_ comparison: SessionComparison) -> String {
        if comparison.isEqual { return style.good("The same credit and the same pings.") }
        let (onlyA, onlyB) = (comparison.pings.count { $0.timeB == nil }, comparison.pings.count { $0.timeA == nil })
        var parts = [
            Self.counted(comparison.credits.count, "view") + " credited differently",
            Self.counted(comparison.pings.count - onlyA - onlyB, "ping") + " with other values",
        ]
        if onlyA > 0 { parts.append("\(onlyA) only in A") }
        if onlyB > 0 { parts.append("\(onlyB) only in B") }
        return style.bad(parts.joined(separator: ", ") + ".")
    }

    private func lines(_ difference: CreditDifference) -> [String] {
        guard let some = difference.a ?? difference.b else { return [] }
        let view = difference.view > 1 ? ", view \(difference.view)" : ""
        let asset = some.assetid.isEmpty ? "(no asset id)" : some.assetid
        let place = "  \(some.isSent ? some.product : "measured, not sent:") \(some.lane) \(asset)\(view)"
        func text(_ credit: SessionView?) -> String {
            guard let credit else { return "no such view" }
            let minutes = credit.isSent ? ", \(credit.minutes) min" : ""
            let which = credit.isSent && !credit.credited.isEmpty ? ": \(credit.which)" : ""
            return "\(credit.seconds) s played\(minutes)\(which)\(credit.ended ? "" : ", still open")"
        }
        return [Columns.clipped(place, style.width)] + sides(text(difference.a), text(difference.b))
    }

    private func lines(_ difference: PingDifference) -> [String] {
        let times = [difference.timeA, difference.timeB].compactMap { $0.map(TimeText.clock) }
        let time = times.count == 2 && times[0] == times[1] ? times[0] : times.joined(separator: " and ")
        let place = Columns.clipped("  \(difference.place.description), at \(time)", style.width)
        guard difference.timeA != nil, difference.timeB != nil else {
            func sent(_ time: Int64?) -> String { time == nil ? "not sent" : "sent" }
            return [place] + sides(sent(difference.timeA), sent(difference.timeB))
        }
        func value(_ text: String?) -> String {
            text.map { $0.isEmpty ? "empty" : VisibleText.line($0) } ?? "not there"
        }
        return [place]
            + difference.fields.flatMap { field in
                let meaning = field.meaning.isEmpty ? "" : style.dim("  \(field.meaning)")
                return ["    \(field.name)\(meaning)"] + sides(value(field.a), value(field.b))
            }
    }

    private func sides(_ a: String, _ b: String) -> [String] { hanging("      A ", 8, a) + hanging("      B ", 8, b) }
}
