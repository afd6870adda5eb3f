// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import LaunchHubSession
@testable import NielsenMeasurement

/// The minutes and stretches that an explanation reads from what an account has noted.
struct JournalReaderTests {
    private typealias Entry = CreditJournal.Entry

    private static let second: Int64 = 1_000_000_000

    /// An entry, its times in milliseconds, and what it credits: nanoseconds by segment.
    private func entry(
        _ kind: Entry.Kind,
        _ from: Int64,
        _ to: Int64,
        at time: Int64,
        elapsed: Int64 = 0,
        lost: Int64 = 0,
        _ parts: (segment: Int64, time: Int64)...
    ) -> Entry {
        var entry = Entry(
            kind,
            from: from,
            to: to,
            at: .zero + .milliseconds(time),
            elapsed: elapsed * 1_000_000,
            lost: lost
        )
        entry.parts = parts.map { CreditJournal.Part(segment: $0.segment, time: $0.time) }
        return entry
    }

    private func read(_ entries: Entry..., credited: Set<Int64> = []) -> (segments: [String], stretches: [String]) {
        var journal = CreditJournal(NielsenThresholds())
        for entry in entries { journal.note(entry) }
        var reader = JournalReader()
        reader.add(journal)
        let (segments, stretches) = reader.finish(credited: credited) { "at \($0)" }
        #expect(segments.allSatisfy { $0.length == 60 && $0.needed == 30 })
        return (
            segments.map { segment in
                let ranges = segment.played.ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
                return "\(segment.number): \(segment.playheads) playheads, \(segment.time) (\(ranges))"
                    + (segment.isCredited ? " credited" : "")
            },
            stretches.map { stretch in
                "\(stretch.kind.rawValue) \(stretch.start)-\(stretch.end) \(stretch.from)-\(stretch.to) "
                    + "\(stretch.playheads) \(stretch.credited) \(stretch.lost)"
                    + (stretch.cause.isEmpty ? "" : " \(stretch.cause)")
            }
        )
    }

    @Test func stepsThatFollowEachOtherAreOneStretch() {
        let found = read(
            entry(.began, 5, 5, at: 100),
            entry(.step, 5, 6, at: 1_100, elapsed: 1_000, (0, Self.second)),
            entry(.step, 6, 8, at: 3_100, elapsed: 2_000, (0, 2 * Self.second)),
            entry(.ended, 8, 8, at: 3_100),
            credited: [0, 9]
        )
        #expect(found.segments == ["0: 3 playheads, 3000000000 (5-7) credited"])
        #expect(found.stretches == ["played 100-3100 5-8 3 3000000000 0", "ended 3100-3100 8-8 0 0 0 at 3100"])
    }

    /// A settling is of the stretch before it, or of the end behind it.
    @Test func whatIsSettledIsCreditedOnce() {
        let ended = read(
            entry(.began, 5, 5, at: 0),
            entry(.settled, 5, 5, at: 1_000, (0, Self.second)),
            entry(.ended, 5, 5, at: 1_000, (0, 7))
        )
        #expect(ended.stretches == ["played 0-0 5-5 1 0 0", "ended 1000-1000 5-5 0 1000000007 0 at 1000"])
        #expect(ended.segments == ["0: 1 playheads, 1000000007 (5-5)"])
        let goesOn = read(
            entry(.began, 5, 5, at: 0),
            entry(.settled, 5, 5, at: 1_000, (0, Self.second)),
            entry(.step, 5, 7, at: 2_000, elapsed: 1_000, (0, 3)),
            entry(.ended, 7, 7, at: 2_000, (0, 4))
        )
        #expect(goesOn.stretches == ["played 0-2000 5-7 2 1000000003 0", "ended 2000-2000 7-7 0 4 0 at 2000"])
        let last = read(entry(.began, 5, 5, at: 0), entry(.settled, 5, 5, at: 1_000, (0, Self.second)))
        #expect(last.stretches == ["played 0-0 5-5 1 1000000000 0"])
    }

    @Test func eachKindOfStepIsAStretchOfItsOwn() {
        let found = read(
            entry(.began, 0, 0, at: 0),
            entry(.step, 0, 3, at: 1_000, elapsed: 1_000, lost: 1, (0, Self.second)),
            entry(.step, 3, 6, at: 2_000, elapsed: 1_000, lost: 2, (0, Self.second)),
            entry(.step, 6, 7, at: 3_000, elapsed: 1_000, (0, Self.second)),
            entry(.step, 9, 10, at: 4_000, elapsed: 1_000),
            entry(.repeated, 10, 10, at: 5_000, elapsed: 1_000),
            entry(.repeated, 10, 10, at: 6_000, elapsed: 1_000),
            entry(.jump, 10, 90, at: 7_000, elapsed: 1_000, (0, 5)),
            entry(.jump, 90, 20, at: 8_000, elapsed: 1_000),
            entry(.broken, 20, 20, at: 9_000),
            entry(.began, 20, 20, at: 9_000),
            entry(.passed, 20, 22, at: 11_000, elapsed: 2_000)
        )
        #expect(
            found.stretches == [
                "played 0-0 0-0 1 0 0", "faster 0-2000 0-6 2 2000000000 3", "played 2000-3000 6-7 1 1000000000 0",
                "played 3000-4000 9-10 1 0 0", "repeated 5000-6000 10-10 2 0 0", "jump 7000-7000 10-90 1 5 0",
                "jump 8000-8000 90-20 1 0 0", "broken 9000-9000 20-20 0 0 0 at 9000", "played 9000-9000 20-20 1 0 0",
                "shown 9000-11000 20-22 0 0 0",
            ]
        )
        #expect(found.segments == ["0: 9 playheads, 3000000005 (0-0,3-3,6-6,10-10)", "1: 1 playheads, 0 ()"])
    }

    @Test func onlyWholeSecondsOfAMinuteAreItsOwn() {
        let found = read(
            entry(.began, 59, 59, at: 0),
            entry(.step, 59, 61, at: 2_000, elapsed: 2_000, (0, Self.second), (1, Self.second)),
            entry(.passed, 61, 150, at: 92_000, elapsed: 90_000, (1, 90 * Self.second), (2, 400_000_000), (3, 0)),
            entry(.passed, 130, 131, at: 93_000, elapsed: 1_000, (1, Self.second)),
            entry(.passed, 0, 1, at: 94_000, elapsed: 1_000, (Int64.max, Self.second))
        )
        #expect(
            found.segments == [
                "0: 1 playheads, 1000000000 (59-59)", "1: 1 playheads, 92000000000 (60-119)",
                "2: 0 playheads, 400000000 (120-120)", "3: 0 playheads, 0 ()",
                "9223372036854775807: 0 playheads, 1000000000 ()",
            ]
        )
    }

    @Test func aJournalGoesOnInTheNextRecord() {
        var reader = JournalReader()
        for entry in [
            entry(.began, 0, 0, at: 0), entry(.step, 0, 1, at: 1_000, elapsed: 1_000, (0, Self.second)),
            entry(.settled, 1, 1, at: 1_000, (0, 2)), entry(.ended, 1, 1, at: 1_000),
        ] {
            var journal = CreditJournal(NielsenThresholds())
            journal.note(entry)
            reader.add(journal)
        }
        let (_, stretches) = reader.finish(credited: []) { _ in "" }
        #expect(stretches.map(\.credited) == [1_000_000_000, 2])
        #expect(reader.finish(credited: []) { _ in "" }.stretches.count == 2)
        var empty = JournalReader()
        #expect(empty.finish(credited: [0]) { _ in "" }.segments == [])
    }

    // MARK: - Texts

    private func stretch(_ entry: Entry, _ cause: String = "") -> CreditStretch {
        var stretch = CreditStretch(entry)
        stretch.cause = cause
        return stretch
    }

    @Test func aStretchIsSaidInWords() {
        let cases: [(stretch: CreditStretch, text: String)] = [
            (stretch(entry(.began, 5, 5, at: 9)), "playhead 5"),
            (stretch(entry(.step, 5, 6, at: 2_000, elapsed: 1_000)), "1 playhead 5–6 in 1 s"),
            (
                stretch(entry(.step, 5, 9, at: 2_000, elapsed: 1_000, lost: 1_500_000_000)),
                "1 playhead to 9: positions advance 1.5 s more than time, and only time counts"
            ),
            (
                stretch(entry(.jump, 5, 9, at: 0)),
                "a jump ahead from 5 to 9: of what passed before it, 1 s at most counts"
            ),
            (
                stretch(entry(.jump, 9, 5, at: 0)),
                "a jump back from 9 to 5: of what passed before it, 1 s at most counts"
            ),
            (
                stretch(entry(.repeated, 5, 5, at: 0)),
                "1 playhead at 5 again: the position does not change, so nothing is played"
            ), (stretch(entry(.ended, 5, 5, at: 0)), "it is interrupted: nothing passed since 5"),
            (stretch(entry(.ended, 5, 5, at: 0, (0, 1)), "pause"), "pause: what passed at 5 counts, 1 s at most"),
            (stretch(entry(.broken, 5, 5, at: 0)), "loaded again: what passed since 5 does not count"),
            (stretch(entry(.broken, 5, 5, at: 0), "stop"), "stop: what passed since 5 does not count"),
            (stretch(entry(.passed, 0, 42, at: 43_000, elapsed: 42_000)), "shown for 42 s"),
        ]
        for (stretch, text) in cases { #expect(stretch.text == text) }
        var two = CreditStretch(entry(.began, 5, 5, at: 0))
        let isExtended = two.extend(with: entry(.step, 5, 5, at: 250, elapsed: 250))
        #expect(isExtended)
        #expect(two.text == "2 playheads 5 in 0.3 s")
    }

    @Test(
        arguments: [
            (0, "0 s"), (49_999_999, "0 s"), (50_000_000, "0.1 s"), (949_999_999, "0.9 s"), (950_000_000, "1 s"),
            (1_549_999_999, "1.5 s"), (61_000_000_000, "61 s"),
        ] as [(Int64, String)]
    )
    func creditIsShownInTenths(_ nanoseconds: Int64, _ text: String) {
        #expect(CreditStretch.shown(nanoseconds) == text)
        #expect(stretch(entry(.jump, 0, 9, at: 0, (0, nanoseconds))).shownCredit == text)
    }

    @Test func aStretchIsALine() {
        let line: JSONObject = [
            "kind": "stretch", "what": "faster", "t": 1_000, "until": 3_000, "from": 5, "to": 9, "playheads": 1,
            "milliseconds": 2_000, "lost_milliseconds": 1_999,
            "reason": "1 playhead to 9: positions advance 2 s more than time, and only time counts",
        ]
        let made = entry(.step, 5, 9, at: 3_000, elapsed: 2_000, lost: 1_999_999_999, (0, 2 * Self.second))
        #expect(stretch(made).json == line)
        let long = entry(.ended, 5, 5, at: 3_600_000, (0, 3_600_000_000_000))
        #expect(
            stretch(long, "pause").json == [
                "kind": "stretch", "what": "ended", "t": 3_600_000, "until": 3_600_000, "from": 5, "to": 5,
                "playheads": 0, "milliseconds": 3_600_000, "lost_milliseconds": 0, "cause": "pause",
                "reason": "pause: what passed at 5 counts, 1 s at most",
            ]
        )
    }
}
