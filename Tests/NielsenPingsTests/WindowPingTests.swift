// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The duration pings of DCR videos: one for each window of five minutes, with a digit for each of its minutes.
struct WindowPingTests {
    private let bench = PingBench()

    private func makePlaying(_ pings: (any NielsenPingSink)? = nil) throws -> NielsenAppApi {
        var environment = bench.environment
        if let pings { environment.pings = pings }
        let api = try NielsenAppApi.make(
            appInfo: PingBench.appInfo,
            delegate: bench.hearing,
            environment: environment
        )
        api.play(["channelName": "Films"])
        api.loadMetadata(PingBench.content)
        return api
    }

    /// Number, digits and seconds of each duration ping.
    private var durations: [String] {
        bench.read(.dcrVideo).filter { $0["at"] == "timer" }.map(Self.short)
    }

    private static func short(_ ping: PingReading) -> String {
        "\(ping["cr"].dropFirst("4_00_99_".count)) \(ping["c27"].dropFirst("cln,".count))"
    }

    struct Script: Sendable {
        let played: [Range<Int64>]
        let durations: [String]

        init(_ played: Range<Int64>..., durations: [String]) {
            (self.played, self.durations) = (played, durations)
        }
    }

    @Test(arguments: [
        // A minute counts from 30 of its seconds on.
        Script(0..<29, durations: ["D1_00000 29"]),
        Script(0..<30, durations: ["D1_10000 30"]),
        Script(0..<89, durations: ["D1_10000 89"]),
        Script(0..<90, durations: ["D1_11000 90"]),
        // These are values that were measured in the traffic of browsers.
        Script(0..<400, durations: ["D1_11111 300", "D2_11000 100"]),
        Script(0..<274, durations: ["D1_11111 274"]),
        Script(0..<118, durations: ["D1_11000 118"]),
        Script(50..<214, durations: ["D1_01110 164"]),
        Script(0..<60, 163..<240, durations: ["D1_10010 137"]),
        Script(0..<60, 20..<38, durations: ["D1_10000 60", "D1_00000 18"]),
        // In parts, in two pings: the window was left in between.
        Script(0..<20, 600..<610, 20..<30, durations: ["D1_00000 20", "D3_00000 10", "D1_10000 10"]),
    ])
    func aDigitIsAMinuteOfTheWindow(_ script: Script) throws {
        let api = try makePlaying()
        for part in script.played { bench.play(api, part) }
        api.end()
        #expect(durations == script.durations)
        #expect(bench.hearing.errors.isEmpty)
    }

    /// The first minute is seen three times, of which the window is left twice; a collector counts the minutes of a view
    /// once each.
    @Test func aMinuteThatIsSeenAgainIsCreditedOnce() throws {
        let api = try makePlaying()
        for part in [0..<60, 600..<660, 0..<60, 600..<601, 0..<60] as [Range<Int64>] { bench.play(api, part) }
        #expect(api.creditSummary.map(\.segments) == [[0, 10]])
        api.end()
        #expect(durations == ["D1_10000 60", "D3_10000 60", "D1_10000 60", "D3_00000 1", "D1_10000 60"])
        let sent = bench.pings.pings.filter { $0.product == .dcrVideo }
        #expect(sent.map(\.creditedSegments) == [0, 1, 1, 0, 0, 0])
        let collected = sent.compactMap { SeenPing($0.url)?.credit?.minutes }
        #expect(Set(collected.joined()) == [1, 11])
    }

    /// Nothing is sent when the viewer drags; the first playhead elsewhere ends the period, in the same second.
    @Test func aWindowThatIsLeftByASeekIsReportedWithTheNextPlayhead() throws {
        let api = try makePlaying()
        bench.play(api, 0..<40)
        bench.clock.advance(by: .seconds(5))
        #expect(durations.isEmpty)
        api.playheadPosition(700)
        #expect(durations == ["D1_10000 40"])
        let ping = try #require(bench.read(.dcrVideo).last)
        #expect(ping["davty"] == "1")
        // Of the time at a position a second counts, and the ping has the time of the last one that did.
        #expect(ping["c61"] == "createtm,\(ExpectedPing.epoch + 40)")
    }

    /// A place for pings that keeps what the next process sends if this one is killed.
    private final class Keeper: NielsenViewKeeper {
        let sent = Locked<[NielsenPing]>([])
        let open = Locked<[NielsenPing]>([])

        func send(_ ping: NielsenPing) { sent.withLock { $0.append(ping) } }

        func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String) {
            sent.withLock { $0 += pings }
            self.open.withLock { $0 = open }
        }
    }

    /// What is kept at most every ten seconds has the rest of the present window alone.
    @Test func aProcessThatIsKilledInAWindowLeavesThatWindow() throws {
        let keeper = Keeper()
        let api = try makePlaying(keeper)
        bench.play(api, 0..<371)
        withExtendedLifetime(api) {
            let sent = keeper.sent.withLock { $0 }.filter { $0.product == .dcrVideo }.map(PingReading.init)
            let left = keeper.open.withLock { $0 }.filter { $0.product == .dcrVideo }.map(PingReading.init)
            #expect(sent.map(Self.short) == ["V1_00000 0", "D1_11111 300"])
            #expect(left.map { $0["cr"] } == ["4_00_99_D2_10000"])
            #expect(left.map { $0["davty"] } == ["2"])
            #expect(left.map { $0["crs"] } == ["1"])
            let seconds = left.first.flatMap { Int($0["c27"].dropFirst("cln,".count)) } ?? 0
            #expect((60...71).contains(seconds))
        }
    }
}
