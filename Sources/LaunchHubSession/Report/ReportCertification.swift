// SPDX-License-Identifier: Apache-2.0

/// The certification of a session, as a report shows it.
package struct ReportCertification: Sendable, Hashable {
    /// Something that is wrong with the session.
    package struct Finding: Sendable, Hashable {
        /// The line of the file; nil if it is about none of them.
        package var line: Int?
        /// Milliseconds of the session; nil if it is about none of its times.
        package var time: Int64?
        /// The stable name of the rule.
        package var rule: String
        /// `error`, `warning` or `info`.
        package var severity: String
        /// A description with the details.
        package var message: String
        /// The reason why it matters, and what would be right.
        package var advice: String

        /// Makes a finding.
        package init(line: Int?, time: Int64?, rule: String, severity: String, message: String, advice: String) {
            self.line = line
            self.time = time
            self.rule = rule
            self.severity = severity
            self.message = message
            self.advice = advice
        }

        /// Whether the certification fails by it.
        var isError: Bool { severity == "error" }
    }

    /// The result of a published case.
    package struct Case: Sendable, Hashable {
        /// The stable name.
        package var id: String
        /// `pass`, `fail` or `undecidable`.
        package var verdict: String
        /// The reason for the result.
        package var reason: String
        /// What has to be played to decide the case; nil if it is decided.
        package var next: String?

        /// Makes a result.
        package init(id: String, verdict: String, reason: String, next: String?) {
            self.id = id
            self.verdict = verdict
            self.reason = reason
            self.next = next
        }
    }

    /// The verdict with its counts, in one line.
    package var verdict: String
    /// Whether the session fails.
    package var hasFailed: Bool
    /// What is wrong, in the order of the lines.
    package var findings: [Finding]
    /// The published cases.
    package var cases: [Case]

    /// Makes a certification.
    package init(verdict: String, hasFailed: Bool, findings: [Finding], cases: [Case]) {
        self.verdict = verdict
        self.hasFailed = hasFailed
        self.findings = findings
        self.cases = cases
    }

    // MARK: - The parts of the page

    /// The verdict, for the top of the page.
    var head: HTML { "<p class=\"verdict\(hasFailed ? " bad" : "" as HTML)\">\(verdict)</p>\n" }

    /// What is wrong, and the cases.
    var sections: HTML { "\(findingTable)\(caseTable)" }

    private var findingTable: HTML {
        let table = ReportTable(
            .init("Time", "t"),
            .init("Line", "n"),
            .init("Rule"),
            .init("What is wrong, and what would be right")
        )
        let rows: [HTML] = findings.prefix(Self.mostFindings).enumerated().map { index, finding in
            table.row(
                "\(finding.time.map(TimeText.clock) ?? "")",
                "\(finding.line.map(String.init) ?? "")",
                "\(finding.severity) <code\(finding.isError ? " class=\"bad\"" : "" as HTML)>\(finding.rule)</code>",
                "\(finding.message)<span class=\"came\">\(finding.advice)</span>",
                id: "finding-\(index + 1)"
            )
        }
        let left = findings.count - rows.count
        let more: HTML = left > 0 ? "<p class=\"soft\">And \(left) more; see launchhub certify.</p>\n" : ""
        let content: HTML = rows.isEmpty ? "<p class=\"soft\">No finding.</p>\n" : "\(table.html(rows))\(more)"
        return """
            <section id="findings"><h2>Findings</h2>
            <p class="soft">What a certification of the calls finds.</p>
            \(content)</section>

            """
    }

    private var caseTable: HTML {
        let table = ReportTable(.init("Verdict", "id"), .init("Case", "id"), .init("Why, and what to play next"))
        let rows: [HTML] = cases.map { result in
            let next: HTML = result.next.map { "<span class=\"came\">Next: \($0)</span>" } ?? ""
            return table.row(
                ReportTable.text(result.verdict, isBad: result.verdict == "fail"),
                ReportTable.code(result.id),
                "\(result.reason)\(next)"
            )
        }
        return "<section id=\"cases\"><h2>Published cases</h2>\n\(table.html(rows))</section>\n"
    }

    /// A page of more would be too large for a browser; other forms keep as many.
    private static let mostFindings = 10_000
}
