// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubSession

/// Two sessions compared, each place of a difference and each word of the text.
struct ComparisonTextTests {
    private func record(
        _ view: Int64,
        _ seconds: Int64,
        _ segments: [Int64] = [0],
        session: String = "s",
        asset: String = "E7",
        kind: JSONValue = "view"
    ) -> JSONObject {
        [
            "kind": kind, "session": .string(session), "lane": "content", "assetid": .string(asset), "view": .int(view),
            "total_seconds": .int(seconds), "segments": .array(JSONArray(segments.map(JSONValue.int))),
        ]
    }

    private func session(_ records: JSONObject...) -> Session {
        Sessions.of(SessionStep(number: 1, time: 0, command: nil, records: records))
    }

    private func credits(_ a: Session, _ b: Session) -> [String] {
        SessionComparison(a, b).credits.map { difference in
            let sides = [difference.a, difference.b].map { $0.map { "\($0.assetid) \($0.seconds)" } ?? "none" }
            return "view \(difference.view): \(sides.joined(separator: ", "))"
        }
    }

    @Test func secondsMinutesAndTheEndOfAViewAreCompared() {
        let one = session(record(1, 60))
        #expect(credits(one, one) == [] && SessionComparison(one, one).isEqual)
        #expect(credits(one, session(record(1, 61))) == ["view 1: E7 60, E7 61"])
        #expect(credits(one, session(record(1, 60, [1]))) == ["view 1: E7 60, E7 60"])
        #expect(credits(one, session(record(1, 60, kind: "end"))) == ["view 1: E7 60, E7 60"])
        // The number of a view within the whole session says nothing.
        #expect(credits(one, session(record(7, 60))) == [])
        #expect(!SessionComparison(one, session()).isEqual)
    }

    @Test func viewsAreComparedWithThoseOfTheirAssetAndInstance() {
        let two = session(record(1, 60), record(2, 30, asset: "E8"), record(3, 20))
        #expect(credits(two, session(record(1, 60), record(2, 20))) == ["view 1: E8 30, none"])
        #expect(credits(session(record(1, 60)), two) == ["view 1: none, E8 30", "view 2: none, E7 20"])
        let both = session(record(1, 60), record(1, 30, session: "t"))
        #expect(credits(both, session(record(1, 60, session: "x"))) == ["view 1: E7 30, none"])
        #expect(credits(both, session(record(1, 60, session: "x"), record(1, 30, session: "y"))) == [])
    }

    @Test func aViewThatDiffersIsALine() throws {
        let place: JSONObject = [
            "kind": "finding", "subject": "credit", "product": "", "lane": "content", "assetid": "E7", "view": 1,
        ]
        let a: JSONObject = ["seconds": 60, "minutes": 2, "segments": [0, 1], "ended": false]
        let b: JSONObject = ["seconds": 61, "minutes": 1, "segments": [0], "ended": true]
        let (one, other) = (session(record(1, 60, [0, 1])), session(record(1, 61, kind: "end")))
        #expect(
            SessionComparison(one, other).credits.map(\.json) == [place.merging(["a": .object(a), "b": .object(b)])]
        )
        #expect(SessionComparison(one, session()).credits.map(\.json) == [place.merging(["a": .object(a)])])
        #expect(SessionComparison(session(), one).credits.map(\.json) == [place.merging(["b": .object(a)])])
    }

    // MARK: - Text

    private func ping(_ time: Int64, _ query: String, asset: String = "film", view: Int64 = 1, stream: String = "s")
        -> SessionStep
    {
        let ping: JSONObject = [
            "product": "dcrVideo", "cadence": "interval", "lane": "content", "assetid": .string(asset),
            "view": .int(view), "stream": .string(stream), "url": .string("http://127.0.0.1:8642/other?\(query)"),
        ]
        return SessionStep(number: 1, time: time, command: nil, pings: [ping])
    }

    private func lines(_ a: Session, _ b: Session, limit: Int = 40) -> [String] {
        Array(ComparisonText(limit: limit).lines(SessionComparison(a, b), "a", "b").dropFirst(3))
    }

    @Test func creditIsSaidForBothSides() {
        let one = session(record(1, 60), record(2, 9, [], asset: "", kind: "end"), record(3, 1))
        #expect(
            lines(one, session(record(1, 61))) == [
                "Credit", "  measured, not sent: content E7", "      A 60 s played, still open",
                "      B 61 s played, still open", "  measured, not sent: content (no asset id)", "      A 9 s played",
                "      B no such view", "  measured, not sent: content E7, view 2", "      A 1 s played, still open",
                "      B no such view", "", "3 views credited differently, 0 pings with other values.",
            ]
        )
        #expect(lines(one, one) == ["The same credit and the same pings."])
        #expect(ComparisonText().lines(SessionComparison(one, one), "x", "y").prefix(3) == ["A  x", "B  y", ""])
    }

    @Test func pingsAreSaidFieldByField() {
        let a = Sessions.of(ping(0, "x=1&y=2&z="), ping(5_000, "x=1"), ping(6_000, "x=1", asset: "gone"))
        let b = Sessions.of(ping(1_000, "x=1&y=3&w=5"), ping(5_000, "x=2"), ping(7_000, "x=1", asset: "new"))
        #expect(
            lines(a, b) == [
                "Pings", "  dcrVideo interval of content film, at 00:00 and 00:01", "    y", "      A 2", "      B 3",
                "    z", "      A empty", "      B not there", "    w", "      A not there", "      B 5",
                "  dcrVideo interval 2 of content film, at 00:05", "    x", "      A 1", "      B 2",
                "  dcrVideo interval of content gone, at 00:06", "      A sent", "      B not sent",
                "  dcrVideo interval of content new, at 00:07", "      A not sent", "      B sent", "",
                "0 views credited differently, 2 pings with other values, 1 only in A, 1 only in B.",
            ]
        )
    }

    @Test func aLongListIsCut() {
        let a = Sessions.of(ping(0, "x=1"), ping(0, "x=1"), ping(0, "x=1"))
        for (limit, shown) in [(4, 3), (3, 3), (2, 2), (1, 1), (0, 0), (-1, 0)] {
            let lines = lines(a, Sessions.of(), limit: limit)
            #expect(lines.count { $0 == "      A sent" } == shown)
            #expect(
                lines.filter { $0.contains("more;") }
                    == (shown == 3 ? [] : ["  … and \(3 - shown) more; --json writes them all"])
            )
        }
    }

    /// Views are counted within an asset, and instances in the order of their pings.
    @Test func aPingHasItsPlaceAmongThoseLikeIt() {
        let a = Sessions.of(
            ping(0, "x=1", view: 4),
            ping(0, "x=1", view: 9),
            ping(0, "x=1", view: 4),
            ping(0, "x=1", view: 4, stream: "t"),
            ping(0, "x=1", asset: "other", view: 9)
        )
        #expect(
            SessionComparison(a, Sessions.of()).pings.map(\.place.description) == [
                "dcrVideo interval of content film", "dcrVideo interval of content film, view 2",
                "dcrVideo interval 2 of content film", "dcrVideo interval of content film, instance 2",
                "dcrVideo interval of content other",
            ]
        )
        let bare = Sessions.of(SessionStep(number: 1, time: 0, command: nil, pings: [[:], ["watermark": "FD_x"]]))
        #expect(
            SessionComparison(bare, Sessions.of()).pings.map(\.place) == [
                PingPlace(instance: 1, product: "?", lane: "", assetid: "", view: 0, cadence: "?", number: 1),
                PingPlace(instance: 1, product: "? FD", lane: "", assetid: "", view: 0, cadence: "?", number: 1),
            ]
        )
    }

    // MARK: - Lines of a message

    @Test(arguments: [
        (50, 80, true), (80, 80, true), (81, 81, true), (97, 97, true), (98, 98, false), (200, 98, false),
    ])
    func textIsAsWideAsTheTerminalWithinBounds(_ columns: Int, _ width: Int, _ isNarrow: Bool) {
        let style = TextStyle(isColoured: false, columns: columns)
        #expect(style.width == width && style.columns == columns)
        let rows = SummaryText(style: style).results(Sessions.of())
        #expect(rows.contains { $0.contains("(listener on sdkNotifier)") && $0.contains("register") } == !isNarrow)
    }

    @Test func aMessageIsBrokenWhereATerminalEnds() {
        let style = TextStyle(isColoured: true, columns: 80)
        let head = "error: "
        func lines(_ count: Int, head: String = "error: ", style: TextStyle? = nil) -> [String] {
            let rest = String(repeating: "word ", count: 20).prefix(count - 1) + "x"
            return (style ?? TextStyle(isColoured: true, columns: 80))
                .lines(head, { "<\($0)>" }, String(rest), indent: 2)
        }
        #expect(lines(73) == ["<error: >" + String(repeating: "word ", count: 14) + "wox"])
        let text = head + String(repeating: "word ", count: 14) + "worx"
        #expect(text.count == 81)
        #expect(lines(74) == ["<error: >" + String(repeating: "word ", count: 13) + "word", "  worx"])
        #expect(lines(74, style: .plain).count == 1)
        // A head that is as wide as the terminal stays whole.
        let wide = String(repeating: "h", count: 80)
        #expect(lines(10, head: wide).count == 1)
        #expect(lines(10, head: String(repeating: "h", count: 79)).count == 1)
        #expect(style.lines("a\nb", { $0 }, "c", indent: 0).allSatisfy { !$0.contains("\n") })
    }
}
