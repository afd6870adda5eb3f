// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The parts of the report that say why: findings, and the credit of each view.
struct ReportExplanation {
    let views: [ExplainedView]
    let findings: [ReportFinding]

    /// The table of what is wrong.
    var findingTable: HTML {
        guard !findings.isEmpty else { return "" }
        let rows: [HTML] = findings.prefix(Self.mostFindings).map { finding in
            """
            <tr><td class="t">\(finding.time.map(TimeText.clock) ?? "")</td>\
            <td><code\(finding.isError ? " class=\"bad\"" : "" as HTML)>\(finding.rule)</code></td>\
            <td>\(finding.message)<span class="came">\(finding.cure)</span></td></tr>

            """
        }
        let left = findings.count - rows.count
        let more: HTML = left > 0 ? "<p class=\"soft\">And \(left) more; see launchhub certify.</p>\n" : ""
        return """
            <section id="findings"><h2>Findings</h2>
            <p class="soft">What a certification of the calls finds.</p>
            <div class="scroll"><table>
            <tr><th>Time</th><th>Rule</th><th>What is wrong, and what would be right</th></tr>
            \(rows)</table></div>
            \(more)</section>

            """
    }

    private static let mostFindings = 500

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
            <div class="scroll"><table>
            <tr><th>Minute</th><th class="n">Playheads</th><th class="n">Played</th><th>Of the minute</th>\
            <th>Seconds of the asset</th><th>Why</th></tr>
            \(segments)</table></div>
            <div class="scroll"><table>
            <tr><th>Time</th><th class="n">Credit</th><th>What happened</th></tr>
            \(stretches)</table></div>
            \(more)</details>

            """
    }

    private static let mostRows = 1_500

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
        return """
            <tr><td class="t">\(ExplanationText.name(segment))</td>\
            <td class="n">\(segment.playheads > 0 ? "\(segment.playheads)" : "–")</td><td class="n">\(segment.seconds) s</td>\
            <td><span class="meter"><span class="\(kind)" style="width:\(share)%"></span></span></td>\
            <td>\(ranges.joined(separator: ", "))</td>\
            <td\(segment.isCredited ? "" : " class=\"bad\"" as HTML)>\(segment.reason)</td></tr>

            """
    }

    private func stretch(_ stretch: CreditStretch) -> HTML {
        """
        <tr><td class="t">\(TimeText.clock(stretch.start))</td>\
        <td class="n">\(stretch.credited > 0 ? "+\(stretch.shownCredit)" : "–")</td><td>\(stretch.text)</td></tr>

        """
    }
}
