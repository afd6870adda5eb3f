// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Scripts whose credit is counted by hand: seconds are those that passed, not those that positions skip.
struct CreditTableTests {
    private let bench = Bench()

    private func makePlaying(_ metadata: [String: String] = Bench.content) throws -> NielsenAppApi {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(metadata)
        return api
    }

    private func pass(_ milliseconds: Int64) {
        bench.clock.advance(by: .milliseconds(milliseconds))
    }

    /// The "+10 s" button, pressed 30 times: 31 playheads a second apart, and a second before the stop.
    ///
    /// That is 31 seconds, and the half second by which playheads may come early goes to the first step of ten: 31.5,
    /// shown as 32. Of each minute six seconds were watched.
    @Test func theForwardButtonCreditsTheTimeThatPassed() throws {
        let api = try makePlaying()
        bench.play(api, stride(from: Int64(0), through: 300, by: 10))
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [32])
        #expect(api.creditSummary.map(\.segments) == [[]])
        api.end()
        // Position 300 is in the next window of five minutes.
        #expect(
            bench.records == [
                "view content vid345-67483#1 []", "duration content vid345-67483#1 []", "end content vid345-67483#1 []",
            ]
        )
    }

    /// 0 to 28 a second apart, then 29 and `stop` in the same moment: from 0 to 29 pass 29 seconds, and none at 29.
    @Test func anAdOf29SecondsIsOneSecondShortOfAMinute() throws {
        let api = try makePlaying(Bench.preroll)
        bench.play(api, 0..<29)
        api.playheadPosition(29)
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [29])
        #expect(api.creditSummary.map(\.segments) == [[]])
    }

    /// The same with a second before the stop: 30 seconds.
    @Test func aSecondBeforeTheStopCounts() throws {
        let api = try makePlaying(Bench.preroll)
        bench.play(api, 0...29)
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [30])
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    /// No time passes at any of the thirty stops.
    @Test func pausesInNoTimeCreditNothing() throws {
        let api = try bench.makeApi()
        api.play()
        for _ in 0..<30 {
            api.loadMetadata(Bench.content)
            api.playheadPosition(5)
            api.stop()
        }
        #expect(api.creditSummary.map(\.seconds) == [0])
        #expect(api.creditSummary.map(\.segments) == [[]])
    }

    /// A finger on the scrubber: sixty leaps in one moment are no time.
    @Test func scrubbingInOneMomentCreditsNothing() throws {
        let api = try makePlaying()
        for position in Int64(0)..<60 { api.playheadPosition(position * 45) }
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [0])
        #expect(api.creditSummary.map(\.segments) == [[]])
    }

    /// Sixty playheads in one moment are the half second by which playheads may come early, shown as 1.
    @Test func playheadsInOneMomentCreditHalfASecond() throws {
        let api = try makePlaying()
        for position in Int64(0)..<60 { api.playheadPosition(position) }
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [1])
        #expect(api.creditSummary.map(\.segments) == [[]])
    }

    /// 300 seconds, a midroll of 29, and 300 seconds more.
    ///
    /// Each part ends with a playhead in the moment of its stop, which adds nothing: 0 to 300 and 300 to 600 are 600
    /// seconds in ten minutes.
    @Test func finalPlayheadsAddNothing() throws {
        let api = try makePlaying()
        bench.play(api, 0..<300)
        api.playheadPosition(300)
        api.stop()
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<29)
        api.playheadPosition(29)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, 300..<600)
        api.playheadPosition(600)
        api.end()
        let credits = api.creditSummary
        #expect(credits.map(\.assetid) == ["vid345-67483", "ad456"])
        #expect(credits.map(\.seconds) == [600, 29])
        #expect(credits.map(\.segments) == [Array(0..<10), []])
    }

    /// Double speed: 60 playheads half a second apart.
    ///
    /// 29.5 seconds passed, and the half second of the first step makes 30.
    @Test func doubleSpeedCreditsTheTimeThatPassed() throws {
        let api = try makePlaying()
        for position in Int64(0)..<60 {
            if position > 0 { pass(500) }
            api.playheadPosition(position)
        }
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [30])
    }

    /// Double speed as players tell it that call once a second: 0, 2, 4 to 118.
    ///
    /// 59 seconds passed, and half a second more goes to the first step: 59.5, shown as 60. 0 to 60 had 30.5 of them,
    /// 60 to 118 the other 29: one minute.
    @Test func stepsOfTwoCreditTheTimeThatPassed() throws {
        let api = try makePlaying()
        for position in stride(from: Int64(0), through: 118, by: 2) {
            if position > 0 { pass(1_000) }
            api.playheadPosition(position)
        }
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [60])
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    /// 0 to 19, then the observer's thread is blocked for 8 seconds while the video plays.
    ///
    /// At 27 come 20 to 27 all at once, or 27 alone; 28 to 59 follow in time, and a second before the stop: 60 seconds,
    /// all of them watched.
    @Test(arguments: [true, false])
    func aStallOfTheObserverCostsNothing(_ comesAllAtOnce: Bool) throws {
        let api = try makePlaying()
        bench.play(api, 0..<20)
        pass(7_000)
        for position in Int64(comesAllAtOnce ? 20 : 27)...27 { api.playheadPosition(position) }
        pass(1_000)
        bench.play(api, 28..<60)
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [60])
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    /// Time of a pause does not make up for playheads that come at once after it: 10 seconds, an hour, and again half a
    /// second, of which nothing is left after the first step.
    @Test func aPauseSavesUpNothing() throws {
        let api = try makePlaying()
        bench.play(api, 0..<10)
        api.stop()
        pass(600_000)
        api.loadMetadata(Bench.content)
        for position in Int64(10)..<20 { api.playheadPosition(position) }
        api.stop()
        // 10, and half a second, shown as the nearest whole number.
        #expect(api.creditSummary.map(\.seconds) == [11])
    }

    /// 100 s, `stop`, eight hours in which the device sleeps, and 100 s: as after a pause in which it was awake, two views in
    /// two sessions, each dated by its last second.
    @Test(arguments: [true, false])
    func aNightEndsTheViewAndTheSession(_ sleeps: Bool) throws {
        let api = try makePlaying()
        bench.play(api, 0..<100)
        api.stop()
        let evening = bench.clock.date
        if sleeps { bench.clock.sleep(for: .seconds(28_800)) } else { pass(28_800_000) }
        let morning = bench.clock.date
        api.loadMetadata(Bench.content)
        bench.play(api, 100..<200)
        api.end()
        #expect(api.creditSummary.map(\.seconds) == [100, 100])
        #expect(api.creditSummary.map(\.segments) == [[0, 1], [2]])
        let ends = bench.sink.records.filter { $0.kind == .end }
        #expect(Set(ends.map(\.session)).count == 2)
        let dates = [evening, morning.addingTimeInterval(100)]
        #expect(ends.map(\.time) == dates.map { Int64($0.timeIntervalSince1970 * 1_000) })
    }

    /// A sleep of ten minutes in the middle of a run: no pause for the view, and a second at most for the credit.
    @Test func aSleepIsNotWatched() throws {
        let api = try makePlaying()
        bench.play(api, 0..<100)
        bench.clock.sleep(for: .seconds(600))
        bench.play(api, 100..<200)
        api.end()
        #expect(api.creditSummary.map(\.seconds) == [200])
    }

    // MARK: - Random sessions

    /// A player's calls in the order and at the times in which they come, in milliseconds.
    private struct RandomSession {
        enum Call {
            case load, stop
            case playhead(Int64)
        }

        private(set) var calls: [(at: Int64, call: Call)] = []
        /// From the first playhead of each stretch without a stop to its end.
        private(set) var passed: Int64 = 0
        /// From the first playhead of each run until it was left.
        private(set) var watched: Int64 = 0
        private(set) var runs: Int64 = 0

        init(_ dice: inout SeededGenerator) {
            var now: Int64 = 0
            var position = Int64(dice.below(3_000))
            var stretch: Int64?
            calls.append((0, .load))
            for number in (0..<1 + dice.below(4)).reversed() {
                let length = Int64(5 + dice.below(120))
                let playheads = Self.playheads(from: position, length, at: now, &dice)
                let end = max(playheads.last?.at ?? 0, now + (length - 1) * 1_000 + Int64(dice.below(1_000)))
                let first = playheads.first?.at ?? end
                calls += playheads.map { ($0.at, .playhead($0.position)) }
                let began = stretch ?? first
                stretch = began
                watched += end - first
                runs += 1
                now = end
                // The next run follows a seek, or a pause.
                if number > 0, dice.below(2) == 0 {
                    position = Int64(dice.below(5_000))
                } else {
                    passed += end - began
                    stretch = nil
                    calls.append((end, .stop))
                    now += Int64(dice.below(100_000))
                    calls.append((now, .load))
                    position += length
                }
            }
        }

        /// Each playhead is up to 400 ms late, and one in fifty is lost.
        ///
        /// Now and then the observer is blocked for up to 8 seconds; then come all that it missed at once, or the last
        /// one alone.
        private static func playheads(
            from position: Int64,
            _ length: Int64,
            at start: Int64,
            _ dice: inout SeededGenerator
        ) -> [(at: Int64, position: Int64)] {
            var playheads: [(at: Int64, position: Int64)] = []
            var second: Int64 = 0
            while second < length {
                let late = Int64(dice.below(401))
                if dice.below(40) == 0 {
                    let last = min(length, second + Int64(2 + dice.below(7))) - 1
                    let first = dice.below(2) == 0 ? last : second
                    playheads += (first...last).map { (start + last * 1_000 + late, position + $0) }
                    second = last + 1
                } else {
                    if dice.below(50) != 0 { playheads.append((start + second * 1_000 + late, position + second)) }
                    second += 1
                }
            }
            return playheads
        }
    }

    /// Never more than the time that passed and half a second a view, never less than what was watched without two seconds a
    /// run: both bounds as the nearest whole second, as a summary shows them.
    @Test func randomSessionsAreCreditedWithinTheTimeThatPassed() throws {
        var dice = SeededGenerator(seed: 7)
        for number in 0..<150 {
            let bench = Bench()
            let session = RandomSession(&dice)
            let api = try bench.makeApi()
            api.play()
            var now: Int64 = 0
            for (at, call) in session.calls {
                bench.clock.advance(by: .milliseconds(at - now))
                now = at
                switch call {
                case .load: api.loadMetadata(Bench.content)
                case .playhead(let position): api.playheadPosition(position)
                case .stop: api.stop()
                }
            }
            let seconds = Int64(api.creditSummary.map(\.seconds).reduce(0, +))
            let most = (session.passed + 500 + 500) / 1_000
            let least = (session.watched - 2_000 * session.runs + 500) / 1_000
            #expect(api.creditSummary.count == 1)
            #expect(seconds <= most && seconds >= least, "session \(number): \(seconds), of \(least) to \(most)")
        }
    }
}
