// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A session as one page of HTML that needs nothing else: lanes, credited minutes, notices, pings, records and the
/// timeline.
package struct HTMLReport: Sendable {
    /// The steps with records, pings or notices.
    private let session: Session
    private let digest: SessionDigest
    private let other: Session?
    private let differences: [SessionDifference]
    private let explanation: SessionExplanation?
    private let certification: ReportCertification?

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - session: Any session.
    ///   - other: The same session through the other flow, where there is one.
    ///   - differences: How the two differ.
    ///   - explanation: Why the session is credited as it is; nil leaves that out.
    ///   - certification: The verdict on the session, its findings and cases; nil leaves that out.
    package init(
        _ session: Session,
        comparedWith other: Session? = nil,
        _ differences: [SessionDifference] = [],
        explanation: SessionExplanation? = nil,
        certification: ReportCertification? = nil
    ) {
        digest = SessionDigest(session)
        self.session = session
        self.other = other
        self.differences = differences
        self.explanation = explanation
        self.certification = certification
    }

    /// Makes a report on a session that was read step by step.
    ///
    /// - Parameters:
    ///   - digest: What is shown of its steps.
    ///   - outline: What is known of the whole of it.
    ///   - explanation: Why the session is credited as it is.
    ///   - certification: The verdict on the session, its findings and cases.
    package init(
        _ digest: SessionDigest,
        _ outline: SessionOutline,
        explanation: SessionExplanation,
        certification: ReportCertification
    ) {
        self.digest = digest
        session = digest.session(outline.header, isComplete: outline.isComplete, hasPings: outline.hasPings)
        other = nil
        differences = []
        self.explanation = explanation
        self.certification = certification
    }

    /// The page.
    package var text: String {
        let tables = ReportTables(session: session, timelineEntries: digest.timeline.entries)
        let views = explanation?.views ?? []
        let why = ReportExplanation(views: views)
        let diamonds = certification?.findings.isEmpty == false ? " Diamonds are findings." : ""
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="generator" content="launchhub">
            <title>\(session.header.title)</title>
            <style>
            \(ReportStyle.css)</style>
            </head>
            <body>
            \(head)\(certification?.head ?? "")\(verdict)\(ReportContents(views: views, hasCertification: certification != nil).html)\
            <section id="tracks">
            <h2>Tracks</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="Tracks">
            \(chart.html)</div>
            <p class="soft">Dots are pings, crosses are errors that the listener received.\(diamonds) Point at a mark, or move to it with the tab key, to read it; it leads to its row.</p>
            </section>
            \(certification?.sections ?? "")\(part("credit", credits))\(why.credit)\(part("results", results))\
            \(part("notices", notices))\(part("pings", tables.pings))\(part("records", tables.records))\
            \(part("timeline", tables.timeline))
            </body>
            </html>

            """
        return page.description
    }

    /// The tracks over time as an image of their own, in SVG.
    package var image: String {
        chart.image(title: session.header.title).description
    }

    private var chart: LaneChart {
        LaneChart(session: session, digest: digest, findings: certification?.findings ?? [])
    }

    private func part(_ id: HTML, _ content: HTML) -> HTML { "<section id=\"\(id)\">\n\(content)</section>\n" }

    // MARK: - Top

    private var head: HTML {
        let minutes: [HTML] = AssetCredit.all(in: session).minutesByProduct.filter { $0.minutes > 0 }
            .map { tile("\($0.minutes) min", "credited, \($0.product)") }
        let errors = session.notices.filter { $0.notice["kind"] == "error" }.count
        let flow = PlayerFlow(rawValue: session.header.flow).map { ", recorded through \($0.title)" } ?? ""
        let cut: HTML =
            session.isComplete ? "" : "<p class=\"bad\">The recording is cut off; this is its first part.</p>\n"
        return """
            <h1>\(session.header.title)</h1>
            <p class="soft">\(TimeText.date(session.header.start))\(flow)</p>
            \(cut)<div class="tiles">
            \(tile(TimeText.length(digest.duration / 1000), "of session"))
            \(tile("\(digest.asked)", "events or calls"))
            \(tile("\(session.records.count)", "records"))
            \(tile("\(session.pings.count)", "pings"))
            \(minutes)
            \(tile("\(errors)", errors == 1 ? "error received" : "errors received"))
            </div>

            """
    }

    private func tile(_ value: String, _ label: String) -> HTML {
        "<div class=\"tile\"><b>\(value)</b><span>\(label)</span></div>"
    }

    private var verdict: HTML {
        guard other != nil else { return "" }
        guard !differences.isEmpty else {
            return "<p class=\"verdict\">Hub events and mirrored calls gave equal results and equal records.</p>\n"
        }
        let shown: [HTML] = differences.prefix(200).map { "<li><code>\($0.description)</code></li>\n" }
        return """
            <div class="verdict bad">Hub events and mirrored calls differ in \(differences.count) places:
            <ul>\(shown)</ul></div>

            """
    }

    // MARK: - Tables

    private var credits: HTML {
        let credits = AssetCredit.all(in: session)
        guard !credits.isEmpty else {
            return "<h2>Credited minutes</h2>\n<p class=\"soft\">Nothing was credited.</p>\n"
        }
        let table = ReportTable(
            .init("Product"),
            .init("Track"),
            .init("Asset"),
            .init("Title"),
            .init("View", "n"),
            .init("Played", "n"),
            .init("Credited", "n"),
            .init("Which minutes")
        )
        return """
            <h2>Credited minutes</h2>
            \(table.html(credits.map { row($0, table) }))\
            <p class="soft">What is credited is added up from the pings below. 30 seconds of a minute credit the minute; each
            minute of a view is credited once.</p>

            """
    }

    private func row(_ credit: AssetCredit, _ table: ReportTable) -> HTML {
        let which =
            credit.isSent
            ? (credit.segments.isEmpty ? "" : TimelineText.minutes(credit.segments))
            : "measured, not sent: no product reports it"
        return table.row(
            "\(credit.isSent ? credit.product : "–")",
            ReportTables.tag(credit.lane),
            ReportTable.code(credit.assetid),
            "\(credit.title)",
            "\(credit.view)",
            "\(credit.seconds) s",
            "\(credit.isSent ? "\(credit.minutes) min" : "–")",
            ReportTable.text(which + (credit.ended ? "" : " (still open)"), isBad: !credit.isSent)
        )
    }

    private var results: HTML {
        let second = other.map { CallTally($0) }
        let table = ReportTable(
            .init("Event"),
            .init("Mirrored call"),
            .init("Code", "n"),
            .init(other == nil ? "Times" : "Times, events / calls", "n")
        )
        let rows: [HTML] = digest.tally.rows.map { row in
            let times = second.map { tally in
                let count = tally.rows.first { $0.name == row.name && $0.code == row.code }?.count ?? 0
                return "\(row.count) / \(count)"
            }
            return table.row(
                ReportTable.code(row.name),
                ReportTable.code(row.call?.call ?? ""),
                "\(row.code.map(String.init) ?? "none")",
                "\(times ?? "\(row.count)")"
            )
        }
        let heard = other.map { "\(session.notices.count) / \($0.notices.count)" } ?? "\(session.notices.count)"
        let listener = table.row(
            "<span class=\"soft\">listener</span>",
            ReportTable.code(DocumentedCall.listenerCall),
            "notice",
            "\(heard)"
        )
        return "<h2>Results</h2>\n\(table.html(rows + [listener]))"
    }

    private var notices: HTML {
        let table = ReportTable(
            .init("Time", "t"),
            .init("Kind"),
            .init("Code", "n"),
            .init("What the listener received"),
            .init("Instance", "id")
        )
        let rows: [HTML] = session.notices.enumerated().map { index, timed in
            let (time, notice) = timed
            return table.row(
                "\(TimeText.clock(time))",
                "\(notice["kind"]?.stringValue ?? "")",
                "\(notice["code"]?.jsonText ?? "")",
                ReportTable.text(notice["description"]?.stringValue ?? "", isBad: notice["kind"] == "error"),
                ReportTable.code(notice["identifier"]?.stringValue ?? ""),
                id: "notice-\(index + 1)"
            )
        }
        guard !rows.isEmpty else { return "<h2>Notices</h2>\n<p class=\"soft\">The listener received nothing.</p>\n" }
        return "<h2>Notices</h2>\n\(table.html(rows))"
    }
}
