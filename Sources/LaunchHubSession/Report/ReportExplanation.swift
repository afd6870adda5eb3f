// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The part of the report that says why: the credit of each view.
struct ReportExplanation {
    let views: [ExplainedView]

    /// The credit of each view with its reasons.
    var credit: HTML {
        guard !views.isEmpty else { return "" }
        let parts: [HTML] = views.enumerated().map { index, view in self.view(view, index + 1) }
        return """
            <section id="why"><h2>Why</h2>
            <p class="soft">Which seconds of each minute were played, and what happened.</p>
            \(parts)</section>

            """
    }

    private func view(_ view: ExplainedView, _ place: Int) -> HTML {
        let short = view.segments.filter { !$0.isCredited }.count
        let credited = view.minutes == 1 ? "1 minute credited" : "\(view.minutes) minutes credited"
        let missing: HTML =
            short == 0 ? "" : "<span class=\"bad\">, \(short) short</span>"
        let segments: [HTML] = view.segments.prefix(Self.mostRows).map(segment)
        let stretches: [HTML] = view.stretches.prefix(Self.mostRows).map(stretch)
        let left = max(0, view.segments.count - Self.mostRows) + max(0, view.stretches.count - Self.mostRows)
        let more: HTML = left > 0 ? "<p class=\"soft\">And \(left) more rows; see launchhub explain.</p>\n" : ""
        return """
            <details class="view" id="view-\(place)"\(short > 0 && views.count < 12 ? " open" as HTML : "")>\
            <summary>\(ReportTables.tag(view.lane)) <b>\(Self.name(view))</b> \
            \(view.seconds) s played, \(credited)\(missing)</summary>
            \(Self.minutes.html(segments))\(Self.events.html(stretches))\(more)</details>

            """
    }

    private static let mostRows = 1_500

    private static let minutes = ReportTable(
        .init("Minute", "t"),
        .init("Playheads", "n"),
        .init("Played", "n"),
        .init("Of the minute"),
        .init("Seconds of the asset"),
        .init("Why")
    )
    private static let events = ReportTable(.init("Time", "t"), .init("Credit", "n"), .init("What happened"))

    static func name(_ view: ExplainedView) -> String {
        let names = [view.title, view.assetid, view.watermark ?? ""].filter { !$0.isEmpty }
        return names.isEmpty ? "view \(view.view)" : names.joined(separator: ", ")
    }

    private func segment(_ segment: ExplainedSegment) -> HTML {
        let share = min(100, segment.length > 0 ? segment.seconds * 100 / segment.length : 0)
        let kind: HTML = segment.isCredited ? "good" : "short"
        let ranges = segment.played.ranges.prefix(12).map { range in
            range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
        }
        return Self.minutes.row(
            "\(ExplanationText.name(segment))",
            "\(segment.playheads > 0 ? "\(segment.playheads)" : "–")",
            "\(segment.seconds) s",
            "<span class=\"meter\"><span class=\"\(kind)\" style=\"width:\(share)%\"></span></span>",
            "\(ranges.joined(separator: ", "))",
            ReportTable.text(segment.reason, isBad: !segment.isCredited)
        )
    }

    private func stretch(_ stretch: CreditStretch) -> HTML {
        Self.events.row(
            "\(TimeText.clock(stretch.start))",
            "\(stretch.credited > 0 ? "+\(stretch.shownCredit)" : "–")",
            "\(stretch.text)"
        )
    }
}
