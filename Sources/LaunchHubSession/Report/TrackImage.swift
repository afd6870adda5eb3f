// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The tracks of a session over time, as an image in SVG: what the report's page draws.
package struct TrackImage {
    private static let (labelWidth, width, rowHeight, barHeight): (Int64, Int64, Int64, Int64) = (84, 960, 30, 20)
    private let model: SessionModel
    private let end: Int64

    /// Makes the image of a session.
    package init(_ model: SessionModel) {
        self.model = model
        end = model.end
    }

    /// The image, as a document of its own.
    package var text: String {
        let spans = model.spans
        // The three tracks of the SDK are always shown; states only where there are some.
        let lanes = LaneSpan.Lane.allCases.filter { lane in
            [.content, .ad, .static].contains(lane) || spans.contains { $0.lane == lane }
        }
        let bottom = Int64(lanes.count) * Self.rowHeight
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 \#(Self.width) \#(bottom + 62)" role="img" aria-label="Tracks over \#(TimeText.length(end / 1000))">"#,
            "<title>\(Self.escaped(model.outline.header.title))</title>", "<style>", Self.style, "</style>",
        ]
        lines += ticks(bottom)
        for (index, lane) in lanes.enumerated() {
            let y = Int64(index) * Self.rowHeight + (Self.rowHeight - Self.barHeight) / 2
            lines.append(#"<text class="lane" x="0" y="\#(y + 14)">\#(lane.title)</text>"#)
            lines += spans.filter { $0.lane == lane }.map { bar($0, y) }
        }
        return (lines + model.marks.map { mark($0, bottom + 10) } + ["</svg>", ""]).joined(separator: "\n")
    }

    private func x(_ time: Int64) -> Int64 {
        // Multiplied first, so that a whole unit does not become a little less.
        Self.labelWidth + Int64(Double(time) * Double(Self.width - Self.labelWidth - 20) / Double(end))
    }

    private func ticks(_ bottom: Int64) -> [String] {
        let steps: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400]
        let step = (steps.first { end / ($0 * 1000) <= 10 } ?? end / 10_000) * 1000
        return stride(from: 0, through: end, by: Int64.Stride(max(1000, step))).map { time in
            let place = x(time)
            return #"<line class="grid" x1="\#(place)" y1="0" x2="\#(place)" y2="\#(bottom + 18)"/>"#
                + #"<text class="tick" x="\#(place)" y="\#(bottom + 36)">\#(TimeText.clock(time))</text>"#
        }
    }

    private func bar(_ span: LaneSpan, _ y: Int64) -> String {
        let left = x(span.start)
        let width = max(2, x(span.end) - left)
        let name = Self.escaped(span.title)
        let title =
            "\(name.isEmpty ? span.lane.title : name), \(TimeText.clock(span.start)) to \(TimeText.clock(span.end))"
        let bar =
            #"<rect class="bar \#(span.lane.rawValue)" x="\#(left)" y="\#(y)" width="\#(width)" height="\#(Self.barHeight)" rx="3"/>"#
        // Some eight units a letter; a name that does not fit is in the tooltip.
        let fits = !name.isEmpty && Int64(span.title.count) * 8 + 8 < width
        let text = fits ? #"<text class="in" x="\#(left + 6)" y="\#(y + 14)">\#(name)</text>"# : ""
        return "<g><title>\(title)</title>\(bar)\(text)</g>"
    }

    /// A dot for a ping, a cross for an error, a diamond for a finding.
    private func mark(_ mark: SessionModel.Mark, _ y: Int64) -> String {
        let x = x(mark.time)
        let shape =
            switch mark.kind {
            case "ping": #"<circle class="ping" cx="\#(x)" cy="\#(y)" r="3.5"/>"#
            case "error": #"<path class="error" d="M\#(x - 4) \#(y - 4)l8 8m0-8l-8 8"/>"#
            default: #"<path class="\#(mark.kind)" d="M\#(x) \#(y - 5)l5 5l-5 5l-5-5Z"/>"#
            }
        return "<g><title>\(Self.escaped(mark.text))</title>\(shape)</g>"
    }

    /// Text that XML does not read as markup, without the control characters that it does not allow.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default:
                let isAllowed =
                    scalar.properties.generalCategory != .control && !(0xFFFE...0xFFFF).contains(scalar.value)
                if isAllowed { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }

    private static let style = """
        svg { --ink: #1c2430; --soft: #5b6675; --line: #dde2e8; --back: #ffffff; --content: #2f6fb5; --ad: #a05f00;
          --static: #237a4b; --off: #667080; --bad: #c0392b; font: 12px system-ui, sans-serif; background: var(--back); }
        @media (prefers-color-scheme: dark) { svg { --ink: #e6eaf0; --soft: #9aa6b5; --line: #303a47; --back: #14191f;
          --content: #5a9be0; --ad: #e39a34; --static: #4fb37d; --off: #8b96a4; --bad: #ef7b6e; } }
        text { fill: var(--ink); } .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; }
        .lane { fill: var(--soft); } .grid { stroke: var(--line); } .in { fill: #fff; }
        .bar.content { fill: var(--content); } .bar.ad { fill: var(--ad); } .bar.static { fill: var(--static); }
        .bar.optedOut { fill: var(--off); } .bar.disabled { fill: var(--bad); }
        .ping { fill: var(--soft); } .error { stroke: var(--bad); stroke-width: 2.5; fill: none; }
        .finding { fill: var(--bad); stroke: var(--back); } .mild { fill: var(--ad); stroke: var(--back); }
        """
}
