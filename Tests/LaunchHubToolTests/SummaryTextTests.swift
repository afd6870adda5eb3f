// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// The summary of a session, as lines of text.
struct SummaryTextTests {
    private func joined(_ lines: [String]) -> String {
        lines.joined(separator: "\n").replacing("\u{1B}", with: "^")
    }

    private let wide = SummaryText()
    private let narrow = SummaryText(style: TextStyle(isColoured: false, columns: 80))
    private let coloured = SummaryText(style: TextStyle(isColoured: true))

    /// An unanswered event, two playheads that succeed, one that does not, and two notices.
    private var session: Session {
        var late = Sessions.playhead(2, 2, code: 5005)
        late.notices = [
            ["kind": "event", "code": 2001, "description": "The instance was made."],
            ["kind": "error", "code": 15, "description": .string(String(repeating: "late ", count: 20) + ".")],
        ]
        let party = SessionStep(number: 4, time: 3_000, command: SessionCommand("Party"))
        return Sessions.of(party, Sessions.playhead(0, 0), Sessions.playhead(1, 1), late)
    }

    /// The same with one playhead less and without notices.
    private var other: Session {
        var other = session
        other.steps.remove(at: 1)
        for index in other.steps.indices { other.steps[index].notices = [] }
        return other
    }

    @Test func resultsAreCountedByEventAndCode() {
        let expected = """

            Results
              event                               call                                       code     times
              TrackSDKEvent                       trackEvent(_:forSDKWithIdentifier:)        5001         2
              TrackSDKEvent                       trackEvent(_:forSDKWithIdentifier:)        5005         1
              Party                                                                          none         1
              (listener on sdkNotifier)           registerListener(forSDKNotifier:)        notice         2
            """
        #expect(joined(wide.results(session)) == expected)
    }

    @Test func resultsOfBothFlowsAreBesideEachOther() {
        let expected = """

            Results
              event                                        code     times
              TrackSDKEvent                                5001       2/1
                trackEvent(_:forSDKWithIdentifier:)
              TrackSDKEvent                                5005     2 × 1
                trackEvent(_:forSDKWithIdentifier:)
              Party                                        none     2 × 1
              (listener on sdkNotifier)                  notice       2/0
                registerListener(forSDKNotifier:)
            """
        #expect(joined(narrow.results(session, other: other)) == expected)
        #expect(joined(narrow.results(session, other: session)).contains("2 × 2"))
    }

    @Test func noticesHaveTheirTimeOnceAndAreBrokenAtSpaces() {
        let expected = """

            ^[1mReceived by the listener^[0m
              ^[2m  00:02^[0m event 2001: The instance was made.
              ^[2m  00:02^[0m ^[31merror 15: late late late late late late late late late late late late late late late^[0m
              ^[2m       ^[0m ^[31mlate late late late late .^[0m
            """
        #expect(joined(coloured.notices(session)) == expected)
        #expect(joined(wide.notices(Sessions.of())) == "\nReceived by the listener\n  nothing")
    }

    @Test func whatWasMeasuredAndNotSentIsSaid() {
        var step = Sessions.playhead(0, 0)
        step.records = [
            [
                "kind": "view", "session": "s", "lane": "content", "assetid": "E7", "view": 1, "total_seconds": 75,
                "segments": [0, 1], "metadata": ["title": "The lighthouse keeper"],
            ],
            ["kind": "end", "session": "s", "lane": "ad", "assetid": "", "view": 2, "total_seconds": 15],
        ]
        let session = Sessions.of(step)
        let expected = """

            Credited by the pings
              nothing
              measured, not sent: no product reports it
              –              content E7              The lighthous…    75 s        –   (still open)
              –              ad      –                                 15 s        –
            """
        #expect(joined(wide.credits(session)) == expected)
        #expect(narrow.credits(session).last == "  –              ad      –                  15 s        –")
        #expect(
            joined(coloured.credits(session)).contains("  ^[31mmeasured, not sent: no product reports it^[0m\n")
        )
        #expect(joined(wide.credits(Sessions.of())) == "\nCredited by the pings\n  nothing")
    }

    @Test func creditsOnANarrowScreenHaveNoTitle() async throws {
        let session = try await Sessions.demo(.events)
        let expected = """

            Credited by the pings
              product        track   asset            played credited  which
              dcrVideo       content LIGHTHOUSE-E07    208 s    3 min  minutes 0–2
              dtvr FD        content LIGHTHOUSE-E07    180 s    3 min  minutes 380–382
            """
        #expect(joined(Array(narrow.credits(session).prefix(5))) == expected)
    }

    private func ping(_ second: Int64, _ product: JSONValue, _ cadence: JSONValue, _ watermark: JSONValue? = nil)
        -> SessionStep
    {
        var step = SessionStep(number: 1, time: second * 1_000, command: nil)
        var ping: JSONObject = ["product": product, "cadence": cadence, "method": "GET", "url": "https://c/p?x=1"]
        ping["watermark"] = watermark
        step.pings = [ping]
        return step
    }

    @Test func pingsAreCountedByProductAndReason() {
        let session = Sessions.of(
            ping(0, "dcrVideo", "impression"),
            ping(1, "dcrVideo", "interval"),
            ping(2, "dtvr", "interval", "FD-77"),
            ping(3, "dcrVideo", "interval"),
            ping(4, "dtvr", "interval", "PC-77"),
            ping(5, .null, .null)
        )
        var fewer = session
        fewer.steps.remove(at: 1)
        let expected = """

            Pings for the collector
              product       reason               times
              dcrVideo      impression               1
              dcrVideo      interval                 2
              dtvr FD       interval                 1
              dtvr PC       interval                 1
              ?             ?                        1
              the last: GET https://c/p?x=1
            """
        #expect(joined(wide.pings(session)) == expected)
        let compared = """

            ^[1mPings for the collector^[0m
            ^[2m  product       reason               times^[0m
              dcrVideo      impression           2 × 1
              dcrVideo      interval               2/1
              dtvr FD       interval             2 × 1
              dtvr PC       interval             2 × 1
              ?             ?                    2 × 1
              ^[2mthe last: GET https://c/p?x=1^[0m
            ^[31m  Events and calls made different pings.^[0m
            """
        #expect(joined(coloured.pings(session, other: fewer)) == compared)
        let same = "^[32m  Events and calls made the same pings, field by field.^[0m"
        #expect(joined(coloured.pings(session, other: session)).hasSuffix(same))
        #expect(joined(wide.pings(Sessions.of())) == "\nPings for the collector\n  none")
    }

    @Test func bothFlowsAreEqualOrDifferInNamedPlaces() {
        var changed = other
        changed.steps[0].result = ["code": 5012]
        let differences = SessionDifference.between(session, changed)
        let equal =
            "\nBoth flows\n  Events and calls gave equal results and equal records: 4 steps, 0 records, 0 pings, 2 notices."
        #expect(joined(wide.comparison(session, session, [])) == equal)
        let expected = """

            Both flows
              The flows differ:
              step 4 at 00:03 Party: result: recorded nothing, came {"code":5012}
              step 1 at 00:01 TrackSDKEvent: result, code: recorded 5001, came 5005
              step 4 at 00:02: step, count: recorded 4, came 3
            """
        #expect(joined(narrow.comparison(session, changed, differences)) == expected)
    }

    @Test func theExtentCountsInTheSingularToo() {
        var step = Sessions.playhead(0, 0)
        #expect(Sessions.of(step).extent == "1 step, 0 records, 0 pings, 0 notices")
        (step.records, step.pings, step.notices) = ([[:], [:]], [[:]], [[:]])
        #expect(Sessions.of(step, step).extent == "2 steps, 4 records, 2 pings, 2 notices")
        var old = Sessions.of(step)
        old.hasPings = false
        #expect(old.extent == "1 step, 2 records, 1 notice")
    }

    @Test func rowsAreInTheDocumentedOrderAndThenByNameAndCode() {
        func step(_ name: String, _ code: Int64?) -> SessionStep {
            SessionStep(number: 1, time: 0, command: SessionCommand(name), result: code.map { ["code": .int($0)] })
        }
        let rows = CallTally(
            Sessions.of(
                step("Zeta", 5001),
                step("Alpha", 5001),
                step("GetMeterVersionEvent", 5002),
                step("GetMeterVersionEvent", nil),
                step("InstantiateSDKWithLocalConfigurationEvent", 5001),
                step("InstantiateSDKWithLocalConfigEvent", 5001),
                SessionStep(number: 9, time: 0, command: nil)
            )
        ).rows
        #expect(
            rows.map { "\($0.name) \($0.code ?? 0) \($0.count)" } == [
                "InstantiateSDKWithLocalConfigEvent 5001 2", "GetMeterVersionEvent 0 1", "GetMeterVersionEvent 5002 1",
                "Alpha 5001 1", "Zeta 5001 1",
            ]
        )
        #expect(rows.map { $0.call == nil } == [false, false, false, true, true])
    }
}
