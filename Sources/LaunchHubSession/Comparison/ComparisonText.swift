// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The differences of two sessions, as lines of text no wider than the style allows.
package struct ComparisonText: Sendable {
    private let style: TextStyle
    private let limit: Int

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - style: The colours and the width.
    ///   - limit: As many pings are written in full, at least 0; the others are counted.
    package init(style: TextStyle = .plain, limit: Int = 40) {
        self.style = style
        self.limit = max(0, limit)
    }

    /// Returns the differences.
    ///
    /// - Parameters:
    ///   - comparison: The differences of two sessions.
    ///   - a: The name of the first session.
    ///   - b: The name of the second session.
    /// - Returns: Lines without line ends.
    package func lines(_ comparison: SessionComparison, _ a: String, _ b: String) -> [String] {
        var lines = ["A  \(a)", "B  \(b)"].map { Columns.clipped($0, style.width) }
        if !comparison.credits.isEmpty {
            lines += ["", style.bold("Credit")] + comparison.credits.flatMap(credit)
        }
        if !comparison.pings.isEmpty {
            lines += ["", style.bold("Pings")] + comparison.pings.prefix(limit).flatMap(ping)
            let left = comparison.pings.count - limit
            if left > 0 { lines.append("  … and \(left) more; --json writes them all") }
        }
        return lines + ["", verdict(comparison)]
    }

    private func verdict(_ comparison: SessionComparison) -> String {
        if comparison.isEqual { return style.good("The same credit and the same pings.") }
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        let (onlyA, onlyB) = (comparison.pings.filter { $0.timeB == nil }, comparison.pings.filter { $0.timeA == nil })
        var parts = [counted(comparison.credits.count, "view") + " credited differently"]
        parts.append(counted(comparison.pings.count - onlyA.count - onlyB.count, "ping") + " with other values")
        if !onlyA.isEmpty { parts.append("\(onlyA.count) only in A") }
        if !onlyB.isEmpty { parts.append("\(onlyB.count) only in B") }
        return style.bad(parts.joined(separator: ", ") + ".")
    }

    private func credit(_ difference: CreditDifference) -> [String] {
        guard let some = difference.a ?? difference.b else { return [] }
        let view = difference.view > 1 ? ", view \(difference.view)" : ""
        let asset = some.assetid.isEmpty ? "(no asset id)" : some.assetid
        let place = "  \(some.isSent ? some.product : "measured, not sent:") \(some.lane) \(asset)\(view)"
        return [Columns.clipped(place, style.width)]
            + [("A", difference.a), ("B", difference.b)].flatMap { name, credit in
                side(name, credit.map(text) ?? "no such view")
            }
    }

    private func text(_ credit: AssetCredit) -> String {
        let minutes = credit.isSent ? ", \(credit.minutes) min" : ""
        let which = credit.isSent && !credit.segments.isEmpty ? ": \(TimelineText.minutes(credit.segments))" : ""
        return "\(credit.seconds) s played\(minutes)\(which)\(credit.ended ? "" : ", still open")"
    }

    private func ping(_ difference: PingDifference) -> [String] {
        let times = [difference.timeA, difference.timeB].compactMap { $0.map(TimeText.clock) }
        let time = times.count == 2 && times[0] == times[1] ? times[0] : times.joined(separator: " and ")
        let place = Columns.clipped("  \(difference.place.description), at \(time)", style.width)
        if difference.timeB == nil { return [place] + side("A", "sent") + side("B", "not sent") }
        if difference.timeA == nil { return [place] + side("A", "not sent") + side("B", "sent") }
        return [place]
            + difference.fields.flatMap { field in
                let meaning = field.meaning.isEmpty ? "" : style.dim("  \(field.meaning)")
                return ["    \(field.name)\(meaning)"] + side("A", value(field.a)) + side("B", value(field.b))
            }
    }

    private func value(_ text: String?) -> String {
        guard let text else { return "not there" }
        return text.isEmpty ? "empty" : VisibleText.line(text)
    }

    private func side(_ name: String, _ text: String) -> [String] {
        Columns.wrapped(text, style.width - 8).enumerated().map { index, part in
            "      \(index == 0 ? name : " ") \(part)"
        }
    }
}
