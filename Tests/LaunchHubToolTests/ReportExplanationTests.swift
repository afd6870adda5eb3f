// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHubSession

/// The part of the report that says why each view is credited as it is.
struct ReportExplanationTests {
    private func view(_ segments: [ExplainedSegment] = [], title: String = "Film", watermark: String? = nil)
        -> ExplainedView
    {
        var view = ExplainedView(
            instance: 1,
            view: 3,
            lane: "content",
            assetid: title.isEmpty ? "" : "F1",
            title: title,
            watermark: watermark
        )
        view.segments = segments
        return view
    }

    private func segment(
        _ number: Int64 = 0,
        seconds: Int64 = 0,
        length: Int64 = 60,
        isCredited: Bool = true
    ) -> ExplainedSegment {
        var segment = ExplainedSegment(number: number, length: length, needed: 30)
        segment.time = seconds * 1_000_000_000
        segment.isCredited = isCredited
        return segment
    }

    private func credit(_ views: ExplainedView...) -> String {
        ReportExplanation(views: views, findings: []).credit.description
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    // MARK: - Rows

    private static let row = "<tr><td class=\"t\">"

    /// A view shows 1500 of its minutes, and as many of its stretches.
    @Test(arguments: [(0, ""), (1_500, ""), (1_501, "And 1 more rows"), (1_502, "And 2 more rows")])
    func aViewShowsItsFirstMinutes(_ count: Int, _ says: String) {
        let text = credit(view((0..<Int64(count)).map { segment($0) }))
        #expect(self.count(Self.row, in: text) == min(count, 1_500))
        #expect(text.contains("more rows; see launchhub explain.") == !says.isEmpty)
        #expect(says.isEmpty || text.contains("<p class=\"soft\">\(says); see launchhub explain.</p>"))
    }

    @Test func minutesAndStretchesThatAreLeftOutAreCountedTogether() async throws {
        let explanation = try await SessionExplanation(try await Sessions.channel("Zapping", .events))
        let stretch = try #require(explanation.views.first?.stretches.first)
        var long = view((0..<1_502).map { segment($0) })
        long.stretches = Array(repeating: stretch, count: 1_503)
        let text = credit(long)
        #expect(count(Self.row, in: text) == 3_000)
        #expect(text.contains("And 5 more rows"))
        long.segments = []
        #expect(credit(long).contains("And 3 more rows"))
        long.stretches = Array(repeating: stretch, count: 1_500)
        #expect(!credit(long).contains("more rows"))
    }

    @Test func aMinuteIsABarOfItsShare() {
        let shares = [(0, 60), (30, 60), (59, 60), (60, 60), (61, 60), (7, 0)].map { seconds, length in
            let text = credit(view([segment(seconds: Int64(seconds), length: Int64(length), isCredited: false)]))
            return String(text.components(separatedBy: "style=\"width:").last?.prefix { $0 != "%" } ?? "")
        }
        #expect(shares == ["0", "50", "98", "100", "100", "0"])
        #expect(credit(view([segment(seconds: 60)])).contains("<span class=\"good\" style=\"width:100%\">"))
        #expect(credit(view([segment(isCredited: false)])).contains("<span class=\"short\" style=\"width:0%\">"))
    }

    @Test(arguments: [(1, 1), (12, 12), (13, 12)] as [(Int64, Int64)])
    func aMinuteShowsTwelveOfItsRanges(_ count: Int64, _ shown: Int64) {
        var played = segment()
        for number in 0..<count { played.played.add(number * 10...number * 10 + (number == 0 ? 0 : 3)) }
        let ranges = (0..<shown).map { $0 == 0 ? "0" : "\($0 * 10)–\($0 * 10 + 3)" }.joined(separator: ", ")
        #expect(credit(view([played])).contains("<td>\(ranges)</td>"))
    }

    // MARK: - Heads

    @Test func aViewIsOpenWhereItLacksAMinuteAmongFewViews() {
        let short = view([segment(0), segment(1, isCredited: false), segment(2, isCredited: false)])
        let text = credit(short, view([segment()]))
        #expect(text.contains("id=\"view-1\" open>") && text.contains("id=\"view-2\">"))
        #expect(count("<span class=\"bad\">, 2 short</span>", in: text) == 1 && count(" short</span>", in: text) == 1)
        let views = Array(repeating: short, count: 12)
        let open = " open>"
        #expect(count(open, in: ReportExplanation(views: views, findings: []).credit.description) == 0)
        let fewer = ReportExplanation(views: Array(views.dropLast()), findings: [])
        #expect(count(open, in: fewer.credit.description) == 11)
        #expect(ReportExplanation(views: [], findings: []).credit.description.isEmpty)
    }

    @Test func aViewIsNamedByWhatItHas() {
        #expect(ReportExplanation.name(view()) == "Film, F1")
        #expect(ReportExplanation.name(view(watermark: "FD_x")) == "Film, F1, FD_x")
        #expect(ReportExplanation.name(view(title: "")) == "view 3")
        #expect(ReportExplanation.name(view(title: "", watermark: "PC_y")) == "PC_y")
    }

    @Test func viewsAreListedWhereThereAreTwo() {
        func contents(_ count: Int, hasFindings: Bool = false) -> String {
            ReportContents(views: Array(repeating: view(), count: count), hasFindings: hasFindings).html.description
        }
        #expect(!contents(0).contains("#why") && contents(1).contains("#why"))
        #expect(!contents(1).contains("<details>"))
        #expect(contents(2).contains("<summary>2 views</summary>"))
        #expect(contents(2).contains("<a href=\"#view-1\">Film, F1</a>") && contents(2).contains("#view-2"))
        #expect(!contents(2).contains("#view-0") && !contents(2).contains("#view-3"))
        #expect(!contents(2).contains("#findings") && contents(2, hasFindings: true).contains("#findings"))
    }
}
