// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Random sequences of calls, with a clock that jumps forward, back and not at all.
///
/// What holds after every sequence, whatever was called:
/// - the state is the one that the documented table leads to;
/// - no view has fewer seconds than none, and none but an open page fewer than it had;
/// - no view has more seconds than its playheads can stand for: one each, or the step from the one before where it is
///   one that still counts as playing;
/// - a page has no more seconds than the clock has gone forward;
/// - a credited segment has its thirty seconds, and is credited once;
/// - what the records tell is what the summary tells.
struct SequenceFuzzTests {
    /// How many sequences each argument plays; together they are twenty thousand.
    private static let sequences = 5_000
    /// So many sequences are played by one instance, one after the other.
    private static let sequencesOfAnInstance = 50

    @Test(arguments: UInt64(1)...4)
    func noSequenceOfCallsCreditsWhatWasNotPlayed(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<Self.sequences / Self.sequencesOfAnInstance {
            let start = dice
            let sums = CreditSums()
            let bench = HostileBench()
            let environment = NielsenEnvironment(
                clock: bench.clock,
                log: .disabled,
                store: InMemoryKeyValueStore(),
                sink: sums
            )
            let api = try NielsenAppApi.make(appInfo: HostileBench.appInfo, environment: environment)
            var player = SequencePlayer(api: api, clock: bench.clock, sums: sums)
            var before: [Int: NielsenCredit] = [:]
            for sequence in 0..<Self.sequencesOfAnInstance {
                for _ in 0..<3 + dice.below(6) { player.call(&dice) }
                guard sequence % 10 == 9 else { continue }
                let fault = player.fault(since: before)
                try #require(fault == nil, "\(fault ?? "") in sequence \(sequence) after \(start)")
                before = Dictionary(uniqueKeysWithValues: api.creditSummary.map { ($0.view, $0) })
            }
            player.shutdown()
            let fault = player.fault(since: before)
            try #require(fault == nil, "\(fault ?? "") at the end after \(start)")
            #expect(api.creditSummary.allSatisfy { $0.ended })
        }
    }

    /// A player whose playheads go along with the clock is credited the seconds that it reported, and never more than
    /// went by.
    @Test(arguments: UInt64(1)...4)
    func aPlayerInTimeIsCreditedAtMostTheTimeThatWentBy(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for round in 0..<25 {
            let bench = HostileBench()
            let api = try bench.makeApi()
            let began = bench.clock.now
            api.play()
            api.loadMetadata(HostileBench.content("a"))
            var position: Int64 = 0
            let count = 400
            var seeks = 0
            for _ in 0..<count {
                bench.clock.move(1, day: dice.below(9) == 0 ? Double(dice.below(2_000)) - 1_000 : 1)
                switch dice.below(20) {
                // Time goes by while nothing is reported.
                case 0:
                    bench.clock.move(Int64(dice.below(3_000)))
                    position += 1
                case 1:
                    position = Int64(dice.below(100_000))
                    seeks += 1
                case 2:
                    api.stop()
                    api.loadMetadata(HostileBench.content("a"))
                    position += 1
                default: position += 1
                }
                api.playheadPosition(position)
            }
            let seconds = api.creditSummary.map(\.seconds).reduce(0, +)
            let elapsed = Int((bench.clock.now - began).inSeconds)
            // A seek may land where the playhead was, or a few seconds further on, which counts as playing.
            #expect(seconds <= elapsed && abs(seconds - count) <= seeks, "round \(round): \(seconds) of \(count)")
            api.shutdown()
        }
    }

    @Test(arguments: [-9.2e15, -1e300, 9.2e15, 1e300, .infinity, -.infinity, .nan, 0, -1] as [Double])
    func aClockThatTellsAnyTimeHarmsNothing(_ seconds: Double) throws {
        let bench = HostileBench()
        let api = try bench.makeApi()
        let tracker = try bench.makeTracker()
        for time in [seconds, -seconds, 1_700_000_000, seconds] {
            bench.clock.set(day: time)
            api.play(["channelName": "News"])
            api.loadMetadata(HostileBench.content("a"))
            api.sendID3(HostileBench.id3)
            api.playheadPosition(1)
            api.loadMetadata(SequencePlayer.page)
            tracker.trackEvent(HostileBench.event(3, content: HostileBench.content("a")))
            #expect(api.lastEventDict?["timestamp"] != nil)
        }
        let other = try bench.makeApi()
        #expect(bench.measures(other))
        #expect(bench.measures(api))
        #expect(bench.measures(tracker))
        #expect(bench.pings.pings.allSatisfy { $0.url.utf8.allSatisfy { (0x21...0x7e).contains($0) } })
    }
}
