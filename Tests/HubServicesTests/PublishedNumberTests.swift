// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

/// What is computed as others compute it, and must not change between versions.
@Suite struct PublishedNumberTests {
    /// The first numbers of SplitMix64 as its author's program writes them.
    @Test func seededNumbersAreThePublishedOnes() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
        var again = SeededGenerator(seed: 1_234_567)
        #expect((0..<5).map { _ in again.below(1_000) } == [91, 858, 482, 872, 35])
        var few = SeededGenerator(seed: 3)
        #expect(Set((0..<100).map { _ in few.below(3) }) == [0, 1, 2])
        #expect(few.below(1) == 0)
    }

    @Test(
        arguments: [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
            as [(String, UInt64)]
    )
    func hashesAreThePublishedOnes(_ text: String, _ hash: UInt64) {
        #expect(FNV1a(text).value == hash)
    }

    // MARK: - Suggestions

    private static let names = ["--out", "--output", "serve", "server", "validate", "go"]

    @Test(
        arguments: [
            ("serve", "serve"), ("SERVE", "serve"), ("sevre", "serve"), ("srv", nil), ("validat", "validate"),
            ("vaildate", "validate"), ("valdte", "validate"), ("vldte", nil), ("g", "go"), ("og", "go"), ("xy", nil),
            ("val", "validate"), ("v", nil), ("-val", "validate"), ("--va", "validate"), ("--v", nil),
            ("--outp", "--out"), ("", nil), ("servers", "server"),
        ] as [(String, String?)]
    )
    func theNearestNameIsSuggested(_ word: String, _ name: String?) {
        #expect(Suggestion.nearest(word, among: Self.names) == name)
        #expect(Suggestion.text(word, among: Self.names) == (name.map { " Did you mean \"\($0)\"?" } ?? ""))
    }

    @Test(
        arguments: [
            ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "bca", 2), ("abc", "", 3), ("", "abc", 3),
            ("abc", "ab", 1), ("ab", "abc", 1), ("abcd", "badc", 2), ("kitten", "sitting", 3), ("ABC", "abc", 0),
        ] as [(String, String, Int)]
    )
    func changesAreCounted(_ word: String, _ name: String, _ changes: Int) {
        #expect(Suggestion.closest(word, among: [name])?.changes == changes)
        #expect(Suggestion.closest(word, among: ["far away from it", name])?.name == name)
        #expect(Suggestion.closest(word, among: []) == nil)
    }

    // MARK: - Clocks

    @Test func aManualClockRunsWorkOfOneTimeInItsOrder() {
        let start = Date(timeIntervalSince1970: 1_000)
        let clock = ManualClock(date: start)
        let ran = Locked<[String]>([])
        func add(_ name: String, _ delay: Duration) -> ScheduledWork {
            clock.schedule(after: delay) { ran.withLock { $0.append("\(name) at \(clock.now.nanoseconds)") } }
        }
        _ = add("late", .nanoseconds(6))
        _ = add("first", .nanoseconds(5))
        let second = add("second", .nanoseconds(5))
        _ = add("third", .nanoseconds(5))
        _ = add("now", .seconds(-1))
        #expect(clock.pendingCount == 5)
        #expect(clock.nextDue == .zero)
        second.cancel()
        #expect(clock.pendingCount == 4)
        clock.advance(by: .nanoseconds(4))
        #expect(ran.withLock { $0 } == ["now at 0"])
        #expect(clock.nextDue == Instant(nanoseconds: 5))
        clock.advance(by: .nanoseconds(1))
        #expect(ran.withLock { $0 } == ["now at 0", "first at 5", "third at 5"])
        // It does not go back.
        clock.advance(by: .seconds(-1))
        clock.advance(to: .zero)
        #expect(clock.now == Instant(nanoseconds: 5))
        clock.advance(to: Instant(nanoseconds: 2_000_000_000))
        #expect(ran.withLock { $0 }.last == "late at 6")
        #expect(clock.pendingCount == 0 && clock.nextDue == nil)
        #expect(clock.date == start.addingTimeInterval(2))
        second.cancel()
    }

    @Test func instantsAreSubtractedAndShown() {
        let later = Instant(nanoseconds: 1_500_000_000)
        #expect(later - Instant(nanoseconds: 500_000_000) == .seconds(1))
        #expect(Instant.zero - later == .milliseconds(-1_500))
        #expect(later.nanoseconds(since: .zero) == 1_500_000_000)
        #expect(later.description == "1.5 s")
        #expect(Instant.zero < later && !(later < later) && later < .distantFuture)
        #expect(Duration.milliseconds(1_500).inSeconds == 1.5)
        #expect(Duration.milliseconds(1_500).inMilliseconds == 1_500)
        #expect(Duration.nanoseconds(1_999_999).wholeMilliseconds == 1)
        #expect(Duration.milliseconds(-1_500).nanoseconds == -1_500_000_000)
    }

    // MARK: - Logs

    @Test func eachCallLogsAtItsLevel() {
        let sink = RecordingSink()
        let log = HubLog(level: .verbose, sink: sink)
        log.error("a", "1")
        log.warning("b", "2")
        log.debug("c", "3")
        log.verbose("d", "4")
        log.level = .warning
        log.debug("e", "5")
        log.warning("f", "6")
        #expect(
            sink.records.map { "\($0.level) \($0.tag) \($0.message)" } == [
                "ERROR a 1", "WARNING b 2", "DEBUG c 3", "VERBOSE d 4", "WARNING f 6",
            ]
        )
        // A text that nobody reads is not made.
        let made = Locked(0)
        func text() -> String {
            made.withLock { $0 += 1 }
            return ""
        }
        log.verbose("g", text())
        log.error("h", text())
        #expect(made.withLock { $0 } == 1)
        let other = RecordingSink()
        log.sink = other
        log.error("i", "7")
        #expect(other.records == [LogRecord(level: .error, tag: "i", message: "7")])
        #expect(HubLog().level == .error && HubLog.disabled.level == .error)
    }
}
