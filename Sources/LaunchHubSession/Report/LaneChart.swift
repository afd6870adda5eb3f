// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A chart of what was played, as bars over time.
struct LaneChart {
    private static let labelWidth = 84
    private static let width = 960
    private static let rowHeight = 30
    private static let barHeight = 20

    let session: Session
    let digest: SessionDigest
    var findings: [ReportCertification.Finding] = []

    /// The chart as an SVG element of a page.
    var html: HTML { element("", "", isInPage: true) }

    /// The chart as an image of its own.
    ///
    /// - Parameter title: The name of the image for those who do not see it.
    /// - Returns: A document in SVG.
    func image(title: String) -> HTML {
        let style: HTML = "<title>\(title)</title>\n<style>\n\(ReportStyle.image)</style>\n"
        let space: HTML = " xmlns=\"http://www.w3.org/2000/svg\""
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(space, style, isInPage: false))"
    }

    private func element(_ attributes: HTML, _ style: HTML, isInPage: Bool) -> HTML {
        let spans = digest.spans
        let lanes = LaneSpan.Lane.allCases.filter { lane in
            // The three lanes of the SDK are always shown; states only where there are some.
            [.content, .ad, .static].contains(lane) || spans.contains { $0.lane == lane }
        }
        let end = max(1000, spans.map(\.end).max() ?? 0, digest.duration)
        let bottom = lanes.count * Self.rowHeight
        let rows = lanes.enumerated().map { index, lane in row(index, lane, spans, end, isInPage ? bottom : nil) }
        let label = "Tracks over \(TimeText.length(end / 1000))"
        return """
            <svg\(attributes) class="chart" viewBox="0 0 \(Self.width) \(bottom + 62)" role="\(isInPage ? "group" : "img")" \
            aria-label="\(label)">
            \(style)\(ticks(end, bottom))\(rows)\(marks(end, bottom, isInPage))</svg>

            """
    }

    private func x(_ time: Int64, _ end: Int64) -> Int {
        // Multiplied first, so that a whole unit does not become a little less.
        Self.labelWidth + Int(Double(time) * Double(Self.width - Self.labelWidth - 20) / Double(end))
    }

    /// Returns a mark, which in a page a keyboard can reach, and which then is read below the chart.
    ///
    /// - Parameters:
    ///   - shape: What is drawn.
    ///   - title: What the mark says.
    ///   - place: The identifier of the row that the mark leads to; nil for none.
    ///   - bottom: The lower edge of the tracks in a page; nil for an image, in which nothing can be reached.
    /// - Returns: The element.
    private func mark(_ shape: HTML, _ title: String, place: String? = nil, _ bottom: Int?) -> HTML {
        guard let bottom else { return "<g><title>\(title)</title>\(shape)</g>\n" }
        let tip: HTML =
            "<text class=\"tip\" x=\"\(Self.labelWidth)\" y=\"\(bottom + 54)\" aria-hidden=\"true\">\(title)</text>"
        guard let place else {
            return "<g class=\"mark\" tabindex=\"0\" role=\"img\" aria-label=\"\(title)\">\(shape)\(tip)</g>\n"
        }
        return "<a class=\"mark\" href=\"#\(place)\" aria-label=\"\(title)\">\(shape)\(tip)</a>\n"
    }

    private func row(
        _ index: Int,
        _ lane: LaneSpan.Lane,
        _ spans: [LaneSpan],
        _ end: Int64,
        _ bottom: Int?
    ) -> HTML {
        let y = index * Self.rowHeight + (Self.rowHeight - Self.barHeight) / 2
        let bars: [HTML] = spans.filter { $0.lane == lane }.map { span in
            let left = x(span.start, end)
            let width = max(2, x(span.end, end) - left)
            let times = "\(TimeText.clock(span.start)) to \(TimeText.clock(span.end))"
            let title = (span.title.isEmpty ? lane.title : span.title) + ", " + times
            let bar: HTML = """
                <rect class="bar \(lane.rawValue)" x="\(left)" y="\(y)" width="\(width)" \
                height="\(Self.barHeight)" rx="3"/>
                """
            // Some seven units a letter; a name that does not fit is in the tooltip.
            let fits = !span.title.isEmpty && span.title.count * 7 + 8 < width
            let name: HTML =
                fits ? "<text class=\"in\" x=\"\(left + 6)\" y=\"\(y + 14)\">\(span.title)</text>" : ""
            return mark("\(bar)\(name)", title, bottom)
        }
        return """
            <text class="lane" x="0" y="\(y + 14)">\(lane.title)</text>
            \(bars)
            """
    }

    private func ticks(_ end: Int64, _ bottom: Int) -> [HTML] {
        let steps: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400]
        let step = (steps.first { end / ($0 * 1000) <= 10 } ?? end / 10_000) * 1000
        return stride(from: 0, through: end, by: Int(max(1000, step))).map { time in
            let place = x(Int64(time), end)
            return """
                <line class="grid" x1="\(place)" y1="0" x2="\(place)" y2="\(bottom + 18)"/>\
                <text class="tick" x="\(place)" y="\(bottom + 36)">\(TimeText.clock(Int64(time)))</text>

                """
        }
    }

    /// A dot for each ping, a cross for each error, and a diamond for each finding that has a time.
    private func marks(_ end: Int64, _ bottom: Int, _ isInPage: Bool) -> [HTML] {
        let edge = isInPage ? bottom : nil
        let middle = bottom + 10
        let pings: [HTML] = session.pings.enumerated().map { index, timed in
            let (time, ping) = timed
            return mark(
                "<circle class=\"ping\" cx=\"\(x(time, end))\" cy=\"\(middle)\" r=\"3.5\"/>",
                "\(TimelineText.text(ping: ping)) at \(TimeText.clock(time))",
                place: "ping-\(index + 1)",
                edge
            )
        }
        let errors: [HTML] = session.notices.enumerated().filter { $0.element.notice["kind"] == "error" }.map {
            let (time, notice) = $0.element
            let place = x(time, end)
            let (left, right, top, low) = (place - 4, place + 4, middle - 4, middle + 4)
            return mark(
                "<path class=\"error\" d=\"M\(left) \(top)L\(right) \(low)M\(right) \(top)L\(left) \(low)\"/>",
                "\(TimelineText.text(notice: notice)) at \(TimeText.clock(time))",
                place: "notice-\($0.offset + 1)",
                edge
            )
        }
        let diamonds: [HTML] = findings.prefix(Self.mostDiamonds).enumerated().compactMap { index, finding in
            guard let time = finding.time, time >= 0, time <= end else { return nil }
            let place = x(time, end)
            let (left, right, top, low) = (place - 5, place + 5, middle - 5, middle + 5)
            let kind: HTML = finding.isError ? "finding" : "finding mild"
            return mark(
                "<path class=\"\(kind)\" d=\"M\(place) \(top)L\(right) \(middle)L\(place) \(low)L\(left) \(middle)Z\"/>",
                "\(finding.rule) at \(TimeText.clock(time)): \(finding.message)",
                place: "finding-\(index + 1)",
                edge
            )
        }
        return pings + errors + diamonds
    }

    private static let mostDiamonds = 500
}
