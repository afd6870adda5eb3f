// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The visit of an app that rules measure, as lines of text no wider than its style allows.
package struct ReleasedAppText: Sendable {
    private let style: TextStyle

    /// Makes a writer.
    ///
    /// - Parameter style: Colours of a terminal, or none.
    package init(style: TextStyle = .plain) {
        self.style = style
    }

    /// Returns the calls of the app, what rules made of them, and what the pings credit.
    ///
    /// - Parameter played: The visit.
    /// - Returns: Lines without line ends, the heading included.
    package func lines(_ played: ReleasedAppSession) -> [String] {
        let introduction =
            "\(TimeText.length(played.session.duration / 1000)) of another app, which was released without measurement: it "
            + "calls ACPCore.trackAction and trackState and imports nothing else. Its property has published "
            + "\(played.ruleCount) rules."
        var lines = SummaryText(style: style).heading("A released app, measured by published rules")
        lines += Columns.wrapped(introduction, style.width - 2).map { "  " + $0 }
        lines.append(style.dim(row("the app", "times", "the rules")))
        for entry in played.rows {
            lines.append(row(entry.call ?? "(starts the hub)", "\(entry.count)", entry.event ?? "–"))
        }
        return lines + SummaryText(style: style).credits(played.session)
    }

    private func row(_ call: String, _ count: String, _ event: String) -> String {
        let least = 2 + 30 + 7 + 2
        return "  " + Columns.left(call, 30) + Columns.right(count, 7) + "  "
            + Columns.clipped(event, style.width - least)
    }
}
