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
    private let findings: [ReportFinding]

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - session: Any session.
    ///   - other: The same session through the other flow, where there is one.
    ///   - differences: How the two differ.
    ///   - explanation: Why the session is credited as it is; nil leaves that out.
    ///   - findings: What is wrong with the session.
    package init(
        _ session: Session,
        comparedWith other: Session? = nil,
        _ differences: [SessionDifference] = [],
        explanation: SessionExplanation? = nil,
        findings: [ReportFinding] = []
    ) {
        digest = SessionDigest(session)
        self.session = session
        self.other = other
        self.differences = differences
        self.explanation = explanation
        self.findings = findings
    }

    /// Makes a report on a session that was read step by step.
    ///
    /// - Parameters:
    ///   - digest: What is shown of its steps.
    ///   - outline: What is known of the whole of it.
    ///   - explanation: Why the session is credited as it is.
    ///   - findings: What is wrong with the session.
    package init(
        _ digest: SessionDigest,
        _ outline: SessionOutline,
        explanation: SessionExplanation,
        findings: [ReportFinding]
    ) {
        self.digest = digest
        session = digest.session(outline.header, isComplete: outline.isComplete, hasPings: outline.hasPings)
        other = nil
        differences = []
        self.explanation = explanation
        self.findings = findings
    }

    /// The page.
    package var text: String {
        let tables = ReportTables(session: session, timelineEntries: digest.timeline.entries)
        let views = explanation?.views ?? []
        let why = ReportExplanation(views: views, findings: findings)
        let diamonds = findings.isEmpty ? "" : " Diamonds are findings."
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
            \(head)\(verdict)\(ReportContents(views: views, hasFindings: !findings.isEmpty).html)\
            <section id="tracks">
            <h2>Tracks</h2>
            <div class="scroll">
            \(LaneChart(session: session, digest: digest, findings: findings).html)</div>
            <p class="soft">Dots are pings, crosses are errors that the listener received.\(diamonds) Point at a mark to read it.</p>
            </section>
            \(why.findingTable)\(part("credit", credits))\(why.credit)\(part("results", results))\
            \(part("notices", notices))\(part("pings", tables.pings))\(part("records", tables.records))\
            \(part("timeline", tables.timeline))
            </body>
            </html>

            """
        return page.description
    }

    /// The tracks over time as an image of their own, in SVG.
    package var image: String {
        LaneChart(session: session, digest: digest, findings: findings).image(title: session.header.title).description
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
        return """
            <h2>Credited minutes</h2>
            <div class="scroll"><table>
            <tr><th>Product</th><th>Track</th><th>Asset</th><th>Title</th><th class="n">View</th>\
            <th class="n">Played</th><th class="n">Credited</th><th>Which minutes</th></tr>
            \(credits.map(row))</table></div>
            <p class="soft">What is credited is added up from the pings below. 30 seconds of a minute credit the minute; each
            minute of a view is credited once.</p>

            """
    }

    private func row(_ credit: AssetCredit) -> HTML {
        let which =
            credit.isSent
            ? (credit.segments.isEmpty ? "" : TimelineText.minutes(credit.segments))
            : "measured, not sent: no product reports it"
        return """
            <tr><td>\(credit.isSent ? credit.product : "–")</td><td>\(ReportTables.tag(credit.lane))</td>\
            <td><code>\(credit.assetid)</code></td><td>\(credit.title)</td><td class="n">\(credit.view)</td>\
            <td class="n">\(credit.seconds) s</td><td class="n">\(credit.isSent ? "\(credit.minutes) min" : "–")</td>\
            <td\(credit.isSent ? "" : " class=\"bad\"" as HTML)>\(which)\(credit.ended ? "" : " (still open)")</td></tr>

            """
    }

    private var results: HTML {
        let second = other.map { CallTally($0) }
        let rows: [HTML] = digest.tally.rows.map { row in
            let times = second.map { tally in
                let count = tally.rows.first { $0.name == row.name && $0.code == row.code }?.count ?? 0
                return "\(row.count) / \(count)"
            }
            return """
                <tr><td><code>\(row.name)</code></td><td><code>\(row.call?.call ?? "")</code></td>\
                <td class="n">\(row.code.map(String.init) ?? "none")</td><td class="n">\(times ?? "\(row.count)")</td></tr>

                """
        }
        let heard = other.map { "\(session.notices.count) / \($0.notices.count)" } ?? "\(session.notices.count)"
        return """
            <h2>Results</h2>
            <div class="scroll"><table>
            <tr><th>Event</th><th>Mirrored call</th><th class="n">Code</th>\
            <th class="n">\(other == nil ? "Times" : "Times, events / calls")</th></tr>
            \(rows)<tr><td class="soft">listener</td><td><code>\(DocumentedCall.listenerCall)</code></td>\
            <td class="n">notice</td><td class="n">\(heard)</td></tr>
            </table></div>

            """
    }

    private var notices: HTML {
        let rows: [HTML] = session.notices.map { time, notice in
            let isError = notice["kind"] == "error"
            return """
                <tr><td class="t">\(TimeText.clock(time))</td><td>\(notice["kind"]?.stringValue ?? "")</td>\
                <td class="n">\(notice["code"]?.jsonText ?? "")</td>\
                <td\(isError ? " class=\"bad\"" : "" as HTML)>\(notice["description"]?.stringValue ?? "")</td>\
                <td class="id"><code>\(notice["identifier"]?.stringValue ?? "")</code></td></tr>

                """
        }
        guard !rows.isEmpty else { return "<h2>Notices</h2>\n<p class=\"soft\">The listener received nothing.</p>\n" }
        return """
            <h2>Notices</h2>
            <div class="scroll"><table>
            <tr><th>Time</th><th>Kind</th><th class="n">Code</th><th>What the listener received</th><th>Instance</th></tr>
            \(rows)</table></div>

            """
    }
}
