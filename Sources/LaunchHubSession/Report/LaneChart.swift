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
    var findings: [ReportFinding] = []

    /// The chart as an SVG element of a page.
    var html: HTML { element("", "") }

    /// The chart as an image of its own.
    ///
    /// - Parameter title: The name of the image for those who do not see it.
    /// - Returns: A document in SVG.
    func image(title: String) -> HTML {
        let style: HTML = "<title>\(title)</title>\n<style>\n\(ReportStyle.image)</style>\n"
        let space: HTML = " xmlns=\"http://www.w3.org/2000/svg\""
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(space, style))"
    }

    private func element(_ attributes: HTML, _ style: HTML) -> HTML {
        let spans = digest.spans
        let lanes = LaneSpan.Lane.allCases.filter { lane in
            // The three lanes of the SDK are always shown; states only where there are some.
            [.content, .ad, .static].contains(lane) || spans.contains { $0.lane == lane }
        }
        let end = max(1000, spans.map(\.end).max() ?? 0, digest.duration)
        let bottom = lanes.count * Self.rowHeight
        let rows = lanes.enumerated().map { index, lane in row(index, lane, spans, end) }
        let label = "Tracks over \(TimeText.length(end / 1000))"
        return """
            <svg\(attributes) class="chart" viewBox="0 0 \(Self.width) \(bottom + 44)" role="img" aria-label="\(label)">
            \(style)\(ticks(end, bottom))\(rows)\(marks(end, bottom))</svg>

            """
    }

    private func x(_ time: Int64, _ end: Int64) -> Int {
        // Multiplied first, so that a whole unit does not become a little less.
        Self.labelWidth + Int(Double(time) * Double(Self.width - Self.labelWidth - 20) / Double(end))
    }

    private func row(_ index: Int, _ lane: LaneSpan.Lane, _ spans: [LaneSpan], _ end: Int64) -> HTML {
        let y = index * Self.rowHeight + (Self.rowHeight - Self.barHeight) / 2
        let bars: [HTML] = spans.filter { $0.lane == lane }.map { span in
            let left = x(span.start, end)
            let width = max(2, x(span.end, end) - left)
            let times = "\(TimeText.clock(span.start)) to \(TimeText.clock(span.end))"
            let title = (span.title.isEmpty ? lane.title : span.title) + ", " + times
            let bar: HTML = """
                <g><title>\(title)</title><rect class="bar \(lane.rawValue)" x="\(left)" y="\(y)" width="\(width)" \
                height="\(Self.barHeight)" rx="3"/>
                """
            // Some seven units a letter; a name that does not fit is in the tooltip.
            let fits = !span.title.isEmpty && span.title.count * 7 + 8 < width
            let name: HTML =
                fits ? "<text class=\"in\" x=\"\(left + 6)\" y=\"\(y + 14)\">\(span.title)</text></g>\n" : "</g>\n"
            return "\(bar)\(name)"
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

    /// A dot for each ping, and a cross for each error.
    private func marks(_ end: Int64, _ bottom: Int) -> [HTML] {
        let pings: [HTML] = session.pings.map { time, ping in
            let title = "\(TimelineText.text(ping: ping)) at \(TimeText.clock(time))"
            return
                "<circle class=\"ping\" cx=\"\(x(time, end))\" cy=\"\(bottom + 10)\" r=\"3.5\"><title>\(title)</title></circle>\n"
        }
        let errors: [HTML] = session.notices.filter { $0.notice["kind"] == "error" }.map { time, notice in
            let place = x(time, end)
            let title = "\(TimelineText.text(notice: notice)) at \(TimeText.clock(time))"
            let (left, right, top, low) = (place - 4, place + 4, bottom + 6, bottom + 14)
            return """
                <path class="error" d="M\(left) \(top)L\(right) \(low)M\(right) \(top)L\(left) \(low)">\
                <title>\(title)</title></path>

                """
        }
        return pings + errors + diamonds(end, bottom)
    }

    /// A diamond for each finding that has a time.
    private func diamonds(_ end: Int64, _ bottom: Int) -> [HTML] {
        findings.prefix(Self.mostDiamonds).compactMap { finding in
            guard let time = finding.time, time >= 0, time <= end else { return nil }
            let place = x(time, end)
            let middle = bottom + 10
            let (left, right, top, low) = (place - 5, place + 5, middle - 5, middle + 5)
            let kind: HTML = finding.isError ? "finding" : "finding mild"
            return """
                <path class="\(kind)" d="M\(place) \(top)L\(right) \(middle)L\(place) \(low)L\(left) \(middle)Z">\
                <title>\(finding.rule) at \(TimeText.clock(time)): \(finding.message)</title></path>

                """
        }
    }

    private static let mostDiamonds = 500
}
