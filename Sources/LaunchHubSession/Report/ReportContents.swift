// SPDX-License-Identifier: Apache-2.0

/// The list of the report's parts, and of the views in it.
struct ReportContents {
    let views: [ExplainedView]
    let hasCertification: Bool

    /// The list; long ones of views are folded.
    var html: HTML {
        let parts: [(id: HTML, title: String)] = [
            ("tracks", "Tracks"), ("findings", "Findings"), ("cases", "Published cases"),
            ("credit", "Credited minutes"), ("why", "Why"),
            ("results", "Results"), ("notices", "Notices"), ("pings", "Pings"), ("records", "Records"),
            ("timeline", "Timeline"),
        ]
        let links: [HTML] = parts.filter { part in
            switch part.title {
            case "Findings", "Published cases": hasCertification
            case "Why": !views.isEmpty
            default: true
            }
        }.map { "<a href=\"#\($0.id)\">\($0.title)</a>\n" }
        let items: [HTML] = views.enumerated().map { index, view in
            "<li><a href=\"#view-\(index + 1)\">\(ReportExplanation.name(view))</a></li>\n"
        }
        let list: HTML =
            views.count < 2
            ? "" : "<details><summary>\(views.count) views</summary>\n<ol>\(items)</ol></details>\n"
        return "<nav>\n\(links)\(list)</nav>\n"
    }
}
