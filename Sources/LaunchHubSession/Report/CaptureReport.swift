// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// What a certification found in a capture, as one page of HTML that needs nothing else: the verdict, the statements, the
/// views on a timeline, each ping decoded, what was not decided and why, and the hash of the capture.
///
/// It shows what the lines of JSON of the same certification say, so it has no identifier and no address.
package struct CaptureReport: Sendable {
    /// The most pings that the page shows.
    package static let pingLimit = 2_000

    private let name: String
    private let hash: String
    private let verdict: String
    private let checks: [JSONObject]
    private let views: [JSONObject]
    private let pings: [JSONObject]
    private let pingCount: Int

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - name: The name of the capture.
    ///   - hash: The SHA-256 of the capture, or why there is none.
    ///   - verdict: `pass`, `fail` or `undecidable`.
    ///   - checks: A line for each statement.
    ///   - views: A line for each view.
    ///   - pings: A line for each ping, at most ``pingLimit``.
    ///   - pingCount: The number of all pings.
    package init(
        name: String,
        hash: String,
        verdict: String,
        checks: [JSONObject],
        views: [JSONObject],
        pings: [JSONObject],
        pingCount: Int
    ) {
        self.name = name
        self.hash = hash
        self.verdict = verdict
        self.checks = checks
        self.views = views
        self.pings = pings
        self.pingCount = pingCount
    }

    /// The page.
    package var text: String {
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="generator" content="launchhub">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Certification of \(name)</title>
            <style>
            \(ReportStyle.css)</style>
            </head>
            <body>
            <h1>Certification of \(name)</h1>
            <p class="soft">launchhub \(HubPackage.version). Identifiers of devices and persons are left out.</p>
            <p class="soft">SHA-256 of the capture: <code>\(hash)</code></p>
            \(heading)
            \(table("fail", "What is wrong"))\(viewSection)\(table("pass", "What holds"))\
            \(table("undecidable", "What was not decided, and why"))\(pingSection)</body>
            </html>

            """
        return page.description
    }

    private var heading: HTML {
        let counts = ["pass", "fail", "undecidable"].map { verdict in
            checks.count { $0["verdict"]?.stringValue == verdict }
        }
        let mark: HTML = verdict == "pass" ? "verdict" : "verdict bad"
        return """
            <p class="\(mark)">Verdict: <b>\(verdict)</b></p>
            <div class="tiles"><div class="tile"><b>\(counts[0])</b><span>statements hold</span></div>
            <div class="tile"><b>\(counts[1])</b><span>do not</span></div>
            <div class="tile"><b>\(counts[2])</b><span>not decided</span></div>
            <div class="tile"><b>\(views.count)</b><span>views</span></div>
            <div class="tile"><b>\(pingCount)</b><span>pings</span></div></div>
            """
    }

    // MARK: - Statements

    private func table(_ verdict: String, _ title: String) -> HTML {
        let rows = checks.filter { $0["verdict"]?.stringValue == verdict }
        guard !rows.isEmpty else { return "" }
        let table = ReportTable(.init("Id", "id"), .init("Why"), .init("Entries", "n"))
        let lines = rows.map { check -> HTML in
            let entries = Self.entries(of: check).prefix(20).map(String.init).joined(separator: ", ")
            let cure = check["cure"]?.stringValue ?? ""
            let more: HTML =
                verdict == "fail" ? "<br><span class=\"soft\">\(check["cost"]?.stringValue ?? "") \(cure)</span>" : ""
            return table.row(
                ReportTable.code(check["id"]?.stringValue ?? ""),
                "\(check["message"]?.stringValue ?? "")\(more)",
                "\(entries)"
            )
        }
        return """
            <section>
            <h2>\(title)</h2>
            \(table.html(lines))</section>

            """
    }

    private static func entries(of line: JSONObject) -> [Int64] {
        line["entries"]?.arrayValue?.compactMap(\.intValue) ?? []
    }

    // MARK: - Views

    private var viewSection: HTML {
        guard !views.isEmpty else { return "" }
        let shown = views.prefix(200)
        let table = ReportTable(
            .init("Kind"),
            .init("Asset"),
            .init("Seconds", "n"),
            .init("Minutes", "n"),
            .init("Entries", "n")
        )
        let rows = shown.map { view -> HTML in
            let what = view["ad_or_content"]?.stringValue ?? view["side"]?.stringValue ?? ""
            return table.row(
                "<span class=\"tag \(Self.kind(of: view))\">\(what)</span>",
                "\(Self.title(of: view))",
                "\(view["seconds"]?.intValue ?? 0) s",
                "\(view["minutes"]?.intValue.map { String($0) } ?? "")",
                "\(Self.entries(of: view).prefix(12).map(String.init).joined(separator: ", "))"
            )
        }
        return """
            <section>
            <h2>Views</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="The views in time">\(chart(Array(shown)))</div>
            \(table.html(rows))</section>

            """
    }

    private static func title(of view: JSONObject) -> String {
        view["section"]?.stringValue ?? view["asset"]?.stringValue ?? ""
    }

    private static func kind(of view: JSONObject) -> HTML {
        switch view["product"]?.stringValue {
        case "dcr-static": return "static"
        case "dtvr": return "content"
        default: return view["ad_or_content"]?.stringValue?.hasPrefix("ad") ?? false ? "ad" : "content"
        }
    }

    private func chart(_ views: [JSONObject]) -> HTML {
        let spans = views.compactMap { view -> (view: JSONObject, from: Int64, to: Int64)? in
            guard let from = view["from"]?.intValue, let to = view["to"]?.intValue, from <= to else { return nil }
            return (view, from, to)
        }
        guard let start = spans.map(\.from).min(), let end = spans.map(\.to).max(), end > start,
            end - start < 31_536_000
        else { return "" }
        let length = Double(end - start)
        let place = { (time: Int64) in Int(Double(time - start) / length * 760) + 190 }  // in range: within a year
        let bars = spans.enumerated().map { row, span -> HTML in
            let (x, y) = (place(span.from), row * 22 + 8)
            return """
                <text class="lane" x="0" y="\(y + 12)">\(String(Self.title(of: span.view).prefix(26)))</text>
                <rect class="bar \(Self.kind(of: span.view))" x="\(x)" y="\(y)" width="\(max(2, place(span.to) - x))" \
                height="15" rx="3"/>

                """
        }
        let height = spans.count * 22 + 34
        let minutes = (end - start + 59) / 60
        return """
            <svg class="chart" viewBox="0 0 960 \(height)" role="img" aria-label="The views in time">
            \(bars)<text class="tick" x="190" y="\(height - 8)">0</text>
            <text class="tick" x="930" y="\(height - 8)">\(minutes) min</text>
            </svg>
            """
    }

    // MARK: - Pings

    private static let known: Set = ["kind", "entry", "at", "product", "cadence", "schema"]

    private var pingSection: HTML {
        let table = ReportTable(
            .init("Entry", "n"),
            .init("Time", "t"),
            .init("Product"),
            .init("Occasion"),
            .init("What it says")
        )
        let rows = pings.map { ping -> HTML in
            let values = ping.filter { !Self.known.contains($0.key) && !$0.value.isNull && $0.value != .array([]) }
            let text = values.map { "\($0.key) \($0.value.stringValue ?? $0.value.jsonText)" }.joined(separator: ", ")
            return table.row(
                "\(ping["entry"]?.intValue ?? 0)",
                "\(ping["at"]?.stringValue ?? "")",
                "\(ping["product"]?.stringValue ?? "")",
                "\(ping["cadence"]?.stringValue ?? "")",
                ReportTable.code(text)
            )
        }
        let more: HTML =
            pingCount > pings.count ? "<p class=\"soft\">\(pingCount - pings.count) more are left out.</p>" : ""
        return """
            <section>
            <h2>Pings</h2>
            \(table.html(rows))\(more)
            </section>

            """
    }
}
