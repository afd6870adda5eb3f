// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubSession

/// The parts of explanations, comparisons and reports as values: their numbers, their texts and their JSON.
struct ExplanationPartsTests {
    // MARK: - Ranges

    @Test(
        arguments: [
            ([0...4, 5...9], [0...9]), ([0...4, 6...9], [0...4, 6...9]), ([0...9, 3...4], [0...9]),
            ([0...4, 2...9, 10...10], [0...10]), ([5...9, 0...3], [0...3, 5...9]),
            ([5...9, 0...4], [0...9]),
            ([0...1, 4...5, 8...9, 2...7], [0...9]), ([0...1, 4...5, 8...9, 2...6], [0...6, 8...9]),
            ([0...20, 30...40, 2...3], [0...20, 30...40]),
        ] as [([ClosedRange<Int64>], [ClosedRange<Int64>])]
    )
    func rangesThatTouchAreOne(_ added: [ClosedRange<Int64>], _ ranges: [ClosedRange<Int64>]) {
        var played = PlayedRanges()
        for range in added { played.add(range) }
        #expect(played.ranges == ranges)
    }

    // MARK: - Segments

    private func segment(_ time: Int64, isCredited: Bool = false, number: Int64 = 2)
        -> ExplainedSegment
    {
        var segment = ExplainedSegment(number: number, length: 60, needed: 30)
        segment.time = time
        segment.isCredited = isCredited
        segment.playheads = 7
        segment.played.add(120...126)
        return segment
    }

    @Test(
        arguments: [
            (0, 0, 30), (499_999_999, 0, 30), (500_000_000, 1, 29), (29_499_999_999, 29, 1),
            (29_500_000_000, 30, 0),
            (61_000_000_000, 61, 0),
        ] as [(Int64, Int64, Int64)]
    )
    func secondsAreTheNearestWholeNumber(_ time: Int64, _ seconds: Int64, _ missing: Int64) {
        #expect(segment(time).seconds == seconds && segment(time).missing == missing)
        #expect(segment(time, isCredited: true).missing == 0)
        let reason =
            missing > 0
            ? "not credited: \(missing) s short of 30 s"
            : "not credited, although \(seconds) s were played: too many segments are open"
        #expect(segment(time).reason == reason)
        #expect(segment(time, isCredited: true).reason == "credited: \(seconds) s of at least 30 s")
    }

    private static let segmentLine: JSONObject = [
        "kind": "segment", "segment": 2, "first_second": 120, "length": 60, "playheads": 7,
        "seconds": 7,
        "milliseconds": 6_500, "needed": 30, "credited": false, "missing": 23,
        "reason": "not credited: 23 s short of 30 s", "played": [[120, 126]],
    ]

    @Test func aSegmentIsALine() {
        #expect(segment(6_500_000_000).json == Self.segmentLine)
        #expect(segment(0, number: .max).json["first_second"] == .int(.max))
    }

    @Test func aViewIsItsLines() {
        var view = ExplainedView(
            instance: 2,
            view: 3,
            lane: "content",
            assetid: "film",
            title: "Film",
            watermark: "FD_x"
        )
        view.products = ["dcrVideo", "dtvr"]
        (view.start, view.end, view.seconds, view.ended) = (5, 7_005, 37, true)
        view.segments = [segment(6_500_000_000), segment(30_000_000_000, isCredited: true, number: 3)]
        #expect(view.minutes == 1 && view.credited == [3] && view.product == "dcrVideo, dtvr FD")
        let head: JSONObject = [
            "kind": "view", "lane": "content", "assetid": "film", "title": "Film",
            "products": ["dcrVideo", "dtvr"],
            "t": 5, "until": 7_005, "seconds": 37, "credited_minutes": 1, "segments": [3], "ended": true,
        ]
        let place: JSONObject = ["instance": 2, "view": 3, "watermark": "FD_x"]
        #expect(view.json.count == 3)
        #expect(view.json.prefix(2) == [head.merging(place), Self.segmentLine.merging(place)])
        let plain = ExplainedView(
            instance: 1,
            view: 1,
            lane: "ad",
            assetid: "",
            title: "",
            watermark: nil
        )
        #expect(plain.json.count == 1 && plain.json[0]["watermark"] == nil && plain.product == "")
    }

    // MARK: - Differences

    @Test(arguments: [
        (
            PingPlace(
                instance: 1,
                product: "session",
                lane: "",
                assetid: "",
                view: 0,
                cadence: "session",
                number: 1
            ),
            "session session"
        ),
        (
            PingPlace(
                instance: 1,
                product: "p",
                lane: "ad",
                assetid: "",
                view: 1,
                cadence: "c",
                number: 2
            ),
            "p c 2 of ad"
        ),
        (
            PingPlace(
                instance: 2,
                product: "p",
                lane: "ad",
                assetid: "a",
                view: 2,
                cadence: "c",
                number: 1
            ),
            "p c of ad a, view 2, instance 2"
        ),
    ])
    func aPlaceIsSaidInWords(_ place: PingPlace, _ text: String) {
        #expect(place.description == text)
    }

    private static let place = PingPlace(
        instance: 2,
        product: "dcrVideo",
        lane: "content",
        assetid: "film",
        view: 3,
        cadence: "interval",
        number: 4
    )
    private static let line: JSONObject = [
        "kind": "finding", "subject": "ping", "product": "dcrVideo", "lane": "content",
        "assetid": "film", "view": 3,
        "cadence": "interval", "number": 4, "instance": 2,
    ]

    @Test func aPingThatDiffersIsALineAField() {
        let fields = [
            PingDifference.Field(name: "c27", meaning: "seconds", a: "1", b: "2"),
            PingDifference.Field(name: "x", meaning: "", a: nil, b: "3"),
            PingDifference.Field(name: "y", meaning: "", a: "4", b: nil),
        ]
        let difference = PingDifference(place: Self.place, timeA: 10, timeB: 20, fields: fields)
        let times: JSONObject = ["t_a": 10, "t_b": 20]
        #expect(
            difference.json == [
                Self.line.merging(times).merging(["key": "c27", "meaning": "seconds", "a": "1", "b": "2"]),
                Self.line.merging(times).merging(["key": "x", "meaning": "", "b": "3"]),
                Self.line.merging(times).merging(["key": "y", "meaning": "", "a": "4"]),
            ]
        )
        let onlyA = PingDifference(place: Self.place, timeA: 10, timeB: nil, fields: [])
        #expect(onlyA.json == [Self.line.merging(["t_a": 10])])
        let onlyB = PingDifference(place: Self.place, timeA: nil, timeB: 20, fields: [])
        #expect(onlyB.json == [Self.line.merging(["t_b": 20])])
    }

    private func session(_ pings: JSONObject...) -> Session {
        let steps = pings.enumerated().map { number, ping in
            var step = SessionStep(number: number + 1, time: Int64(number) * 1_000, command: nil)
            step.pings = [ping]
            return step
        }
        return Session(header: SessionHeader(title: ""), steps: steps)
    }

    private func ping(_ query: String, asset: String = "film", view: Int64 = 1, stream: String = "s")
        -> JSONObject
    {
        [
            "product": "dcrVideo", "cadence": "interval", "lane": "content", "assetid": .string(asset),
            "view": .int(view), "stream": .string(stream),
            "url": .string("http://127.0.0.1:8642/other?\(query)"),
        ]
    }

    /// Each ping is compared with the one in its place, field by field.
    @Test func pingsAreComparedWithThoseInTheirPlaces() {
        func fields(_ difference: PingDifference) -> [String] {
            difference.fields.map { "\($0.name) \($0.a ?? "none") \($0.b ?? "none")" }
        }
        let a = session(
            ping("x=1&y=2"),
            ping("x=1"),
            ping("x=1", asset: "gone"),
            ping("z=1", stream: "t")
        )
        let b = session(
            ping("y=3&x=1&w=5"),
            ping("x=1"),
            ping("z=1", stream: "u"),
            ping("x=1", asset: "new", view: 9)
        )
        let found = SessionComparison(a, b).pings
        #expect(
            found.map(\.place.description) == [
                "dcrVideo interval of content film", "dcrVideo interval of content gone",
                "dcrVideo interval of content new",
            ]
        )
        #expect(found.map(fields) == [["y 2 3", "w none 5"], [], []])
        #expect(found.map(\.timeA) == [0, 2_000, nil] && found.map(\.timeB) == [0, nil, 3_000])
        #expect(SessionComparison(a, a).isEqual && SessionComparison(b, b).isEqual)
        // Another order of the parameters says nothing.
        #expect(SessionComparison(session(ping("x=1&y=2")), session(ping("y=2&x=1"))).isEqual)
    }

    // MARK: - Findings

    /// A report shows 500 findings, and says how many there are beside them.
    @Test(
        arguments: [(1, nil), (500, nil), (501, "And 1 more; see launchhub certify.")]
            as [(Int, String?)]
    )
    func aReportShowsFiveHundredFindings(_ count: Int, _ more: String?) {
        let findings = (0..<count).map { number in
            ReportFinding(
                time: number == 0 ? nil : 61_000,
                rule: "RULE_\(number)",
                isError: number == 0,
                message: "It <is> so.",
                cure: "Do that."
            )
        }
        let page = HTMLReport(session(), findings: findings).text
        #expect(page.contains("<td class=\"t\"></td><td><code class=\"bad\">RULE_0</code></td>"))
        #expect(page.contains("<td>It &lt;is&gt; so.<span class=\"came\">Do that.</span></td>"))
        if count > 1 {
            #expect(page.contains("<td class=\"t\">01:01</td><td><code>RULE_1</code></td>"))
        }
        #expect(page.contains("RULE_499") == (count >= 500) && !page.contains("RULE_500"))
        #expect(page.contains("more; see launchhub certify.") == (more != nil))
        if let more { #expect(page.contains(more)) }
        #expect(!HTMLReport(session()).text.contains("id=\"findings\""))
    }
}
