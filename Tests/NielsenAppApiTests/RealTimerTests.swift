// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What the timers of real players report: a position is as good as its second, whenever and however often it comes.
struct RealTimerTests {
    /// A timer, and what is played when it fires.
    struct Timer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Milliseconds from one call to the next, and by how much each may be early or late.
        let interval: Int64
        var jitter: Int64 = 0
        /// Seconds that are played, from the first position to the last: so many are credited.
        var length: Int64 = 600
        var first: Int64 = 0
        /// Whether each tenth position is a second low, as dates of a live stream are.
        var isLow = false

        init(_ name: String, _ interval: Int64) { (testDescription, self.interval) = (name, interval) }

        func with(_ change: (inout Timer) -> Void) -> Timer {
            var timer = self
            change(&timer)
            return timer
        }

        /// The milliseconds after which each call comes, and those that are played then.
        var calls: [(at: Int64, position: Int64)] {
            var dice = SeededGenerator(seed: UInt64(interval + jitter))
            var calls: [(at: Int64, position: Int64)] = []
            for count in 0..<length * 1_000 / interval {
                let at = max(calls.last?.at ?? 0, count * interval + Int64(dice.below(Int(2 * jitter + 1))) - jitter)
                calls.append((at, first * 1_000 + at - (isLow && count % 10 == 9 ? 1_000 : 0)))
            }
            return calls + [(length * 1_000, (first + length) * 1_000)]
        }
    }

    static let timers: [Timer] = [
        Timer("a second, to the millisecond", 1_000).with { $0.jitter = 1 },
        Timer("a second, 10 ms of jitter", 1_000).with { $0.jitter = 10 },
        Timer("a second, 200 ms of jitter", 1_000).with { $0.jitter = 200 },
        Timer("0.9 s", 900),
        Timer("half a second, Apple's example", 500),
        Timer("timeupdate, 0.25 s", 250),
        Timer("0.1 s", 100),
        Timer("each frame", 16).with { $0.length = 60 },
        Timer("two seconds", 2_000),
        Timer("live dates, each tenth a second low", 1_000).with {
            ($0.length, $0.first, $0.isLow) = (120, 1_700_000_040, true)
        },
    ]

    enum Way: Sendable, CaseIterable { case call, page, eventText, eventNumber }

    /// From the first position to the last the length passes, and none at the last: the minutes are those between them.
    ///
    /// Pages and events pass the fraction as well, which is cut off with one remark.
    @Test(arguments: timers, Way.allCases)
    func everyTimerIsCreditedAsItIsWatched(_ timer: Timer, _ way: Way) throws {
        let metadata = Bench.content.merging(["length": timer.first > 0 ? "0" : "3600"]) { $1 }
        let bench = Bench()
        let listener = RemarkListener()
        let credits: [NielsenCredit]
        switch way {
        case .call:
            let api = try NielsenAppApi.make(
                appInfo: Bench.appInfo,
                delegate: listener,
                environment: bench.environment()
            )
            api.play()
            api.loadMetadata(metadata)
            play(timer, bench.clock) { api.playheadPosition($0 / 1_000) }
            api.end()
            credits = api.creditSummary
            #expect(listener.codes.withLock { $0 } == [])
        case .page:
            let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment())
            handler.initialize(appInfo: Bench.appInfo)
            handler.receive(["play"])
            handler.receive(["loadMetadata", metadata] as [Any])
            play(timer, bench.clock) { handler.receive([49, Double($0) / 1_000]) }
            handler.receive(["end", Double(timer.first + timer.length) + 0.1] as [Any])
            credits = handler.api?.creditSummary ?? []
            #expect(handler.api?.lastRemark?.code == .playheadNotInteger)
        case .eventText, .eventNumber:
            let tracker = try NielsenEventTracker.make(
                appInfo: Bench.appInfo,
                delegate: listener,
                environment: bench.environment()
            )
            func event(_ name: String, _ position: Double) {
                tracker.trackEvent([
                    "event": name, "type": "content", "metadata": ["content": metadata],
                    "playheadPosition": way == .eventText ? String(position) : position as Any,
                ])
            }
            play(timer, bench.clock) { event("playhead", Double($0) / 1_000) }
            event("complete", Double(timer.first + timer.length) + 0.1)
            credits = tracker.creditSummary
            let fractions = listener.codes.withLock { $0.filter { $0 != "META_NOT_STRING" } }
            #expect(Set(fractions) == ["PLAYHEAD_NOT_INTEGER"])
        }
        #expect(credits.map(\.seconds) == [Int(timer.length)])
        #expect(credits.map(\.segments) == [Array(timer.first / 60..<(timer.first + timer.length) / 60)])
    }

    private func play(_ timer: Timer, _ clock: ManualClock, _ report: (Int64) -> Void) {
        for (at, position) in timer.calls {
            clock.advance(to: .zero + .milliseconds(at))
            report(position)
        }
    }
}
