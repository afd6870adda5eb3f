// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A film of two hours with everything that happens in an evening.
///
/// Each line says how many minutes it credits.
struct FilmTests {
    private enum Step {
        /// Second by second.
        case content(Range<Int64>)
        case ad(String, String, seconds: Int64)
        /// A pause, a call, the background: nothing is played.
        case interruption(seconds: Int64)
    }

    private static let script: [Step] = [
        .ad("preroll", "ad1", seconds: 60),  // ad1: 1
        .content(0..<1800),  // 30
        .interruption(seconds: 300),  // a pause
        .content(1800..<2400),  // 10
        .ad("midroll", "ad2", seconds: 30),  // ad2: 1, half a minute is enough
        .ad("midroll", "ad3", seconds: 15),  // ad3: 0, a quarter is not
        .content(2400..<3600),  // 20
        .content(3000..<3600),  // a seek back: the same ten minutes again credit nothing
        .content(3600..<4800),  // 20
        .interruption(seconds: 600),  // a call
        .content(4800..<5400),  // 10
        .ad("midroll", "ad4", seconds: 60),  // ad4: 1
        .interruption(seconds: 1200),  // in the background
        .content(5400..<7200),  // 30, together 120
    ]
    private static let credited = ["ad1 1", "vid345-67483 120", "ad2 1", "ad3 0", "ad4 1"]

    private let bench = Self.makeBench()

    private static func makeBench() -> PingBench {
        let bench = PingBench()
        // An evening of one day.
        bench.device.timeZone = TimeZone(secondsFromGMT: -36_000) ?? .gmt
        return bench
    }

    @Test func theMinutesOfAFilmAreThoseThatWerePlayed() throws {
        playByCalls(try bench.makeApi(), bench)
        #expect(bench.minutes(.dcrVideo) == Self.credited)
        let content = bench.read(.dcrVideo).filter { $0["ai"] == "vid345-67483" }
        // A view, 24 durations of five minutes, and the end.
        #expect(content.map { $0["davty"] } == ["0"] + Array(repeating: "1", count: 24) + ["2"])
        // The ten minutes that were played twice are seconds all the same.
        #expect(content.compactMap { Int($0["c27"].dropFirst(4)) }.reduce(0, +) == 7800)
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func eventsMakeTheSamePingsAsCalls() throws {
        playByCalls(try bench.makeApi(), bench)
        let other = Self.makeBench()
        playByEvents(try other.makeTracker(), other)
        #expect(bench.pings.pings.count > 30)
        #expect(other.pings.pings == bench.pings.pings)
        #expect(other.hearing.errors.isEmpty)
    }

    private func playByCalls(_ api: NielsenAppApi, _ bench: PingBench) {
        api.play()
        api.loadMetadata(PingBench.content)
        var isContent = true
        for step in Self.script {
            switch step {
            case .content(let range):
                if !isContent { api.loadMetadata(PingBench.content) }
                isContent = true
                bench.play(api, range)
            case .ad(let type, let id, let seconds):
                if isContent, bench.clock.now > .zero { api.stop() }
                isContent = false
                api.loadMetadata(PingBench.ad(type, id))
                bench.play(api, 0..<seconds)
                api.stop()
            case .interruption(let seconds):
                if isContent { api.stop() }
                isContent = false
                bench.clock.advance(by: .seconds(seconds))
            }
        }
        api.end()
    }

    private func playByEvents(_ tracker: NielsenEventTracker, _ bench: PingBench) {
        func send(_ event: String, _ type: String, _ ad: [String: String] = [:], _ position: Int64? = nil) {
            var dictionary: [String: Any] = [
                "event": event, "type": type, "metadata": ["content": PingBench.content, "ad": ad, "static": [:]],
            ]
            if let position { dictionary["playheadPosition"] = String(position) }
            tracker.trackEvent(dictionary)
        }
        for step in Self.script {
            switch step {
            case .content(let range):
                for position in range {
                    send("playhead", "content", [:], position)
                    bench.clock.advance(by: .seconds(1))
                }
            case .ad(let type, let id, let seconds):
                for position in 0..<seconds {
                    send("playhead", "ad", PingBench.ad(type, id), position)
                    bench.clock.advance(by: .seconds(1))
                }
                send("adStop", "ad", PingBench.ad(type, id))
            case .interruption(let seconds):
                send("pause", "content")
                bench.clock.advance(by: .seconds(seconds))
            }
        }
        send("complete", "content")
    }
}
