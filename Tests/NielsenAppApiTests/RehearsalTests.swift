// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// When the pings of calls that wait for a configuration are left with the queue: at once after whatever makes one, and
/// every ten seconds while playheads alone come.
struct RehearsalTests {
    /// A rehearsal with its clock.
    private final class Rehearsing {
        private var rehearsal: Rehearsal
        private let clock: ManualClock

        init(_ rehearsal: Rehearsal, _ clock: ManualClock) {
            self.rehearsal = rehearsal
            self.clock = clock
        }

        var pings: [NielsenPing] { rehearsal.pings }
        /// Whether the pings are to be left now; true once for each time.
        var isDue: Bool { rehearsal.isDue(at: clock.now) }

        func perform(_ call: NielsenCall) { rehearsal.perform(.call(call), at: NielsenTime(clock)) }
    }

    private let clock = ManualClock()

    private func makeRehearsal() -> Rehearsing {
        let configuration = NielsenConfiguration()
        let device = NielsenDevice()
        let privacy = NielsenPrivacy(NielsenEnvironment(), device)
        let time = NielsenTime(clock)
        let core = NielsenCore(
            settings: configuration.measurement,
            privacy: privacy,
            localTime: LocalTime(device.timeZone),
            at: time,
            random: { 7 }
        )
        var guarded = NielsenInstance.Guarded(
            core: core,
            configuration: configuration,
            identity: .none,
            device: device
        )
        let beginning = PendingCalls.Beginning(
            choice: false,
            isOptedOutByApp: false,
            appInfo: Bench.appInfo,
            issues: [],
            time: time
        )
        guarded.wait(beginning, limit: 10_000)
        let builder = PingBuilder(
            configuration: configuration,
            stream: "s",
            appInfo: Bench.appInfo,
            identity: .none,
            privacy: privacy,
            device: device,
            random: { 7 }
        )
        return Rehearsing(Rehearsal(guarded, builder, configuration), clock)
    }

    @Test func whatACallMakesIsLeftAtOnce() {
        let rehearsal = makeRehearsal()
        // The session has begun.
        #expect(rehearsal.pings.count == 1)
        #expect(rehearsal.isDue)
        #expect(!rehearsal.isDue)
        rehearsal.perform(.play([:]))
        #expect(rehearsal.isDue)
        rehearsal.perform(.loadMetadata(SampleAssets.content("a")))
        #expect(rehearsal.isDue)
        // The first playhead makes the ping of the view, and the second none.
        rehearsal.perform(.playheadPosition(0))
        #expect(rehearsal.pings.count == 2)
        #expect(rehearsal.isDue)
        rehearsal.perform(.playheadPosition(1))
        #expect(rehearsal.pings.count == 2)
        #expect(!rehearsal.isDue)
    }

    /// As a view that is measured: no more than its last ten seconds are lost with the process.
    @Test func playheadsAreLeftEveryTenSeconds() {
        let rehearsal = makeRehearsal()
        rehearsal.perform(.loadMetadata(SampleAssets.content("a")))
        #expect(rehearsal.isDue)
        var due: [Int64] = []
        for second in 0...25 as ClosedRange<Int64> {
            rehearsal.perform(.playheadPosition(second))
            if rehearsal.isDue { due.append(second) }
            clock.advance(by: .seconds(1))
        }
        #expect(due == [0, 10, 20])
    }

    @Test func tenSecondsAreTenSeconds() {
        let rehearsal = makeRehearsal()
        #expect(rehearsal.isDue)
        clock.advance(by: .seconds(10) + .nanoseconds(-1))
        #expect(!rehearsal.isDue)
        clock.advance(by: .nanoseconds(1))
        #expect(rehearsal.isDue)
        #expect(!rehearsal.isDue)
    }

    /// Each time all pings are written again, so that many of them are left every ten seconds only.
    @Test(arguments: [64, 65])
    func manyPingsAreLeftEveryTenSeconds(_ edge: Int) {
        let rehearsal = makeRehearsal()
        // Each page but the first makes two pings: the end of the one before, and its own.
        if edge % 2 == 1 {
            rehearsal.perform(.loadMetadata(SampleAssets.content("a")))
            rehearsal.perform(.playheadPosition(0))
        }
        #expect(rehearsal.isDue)
        var counts: Set<Int> = []
        while rehearsal.pings.count < 70 {
            let before = rehearsal.pings.count
            rehearsal.perform(.loadMetadata(["type": "static", "section": "page \(before)"]))
            let count = rehearsal.pings.count
            guard count > before else {
                Issue.record("a page made no ping")
                return
            }
            counts.insert(count)
            #expect(rehearsal.isDue == (count <= 64), "\(count) pings")
        }
        #expect(counts.contains(edge))
        clock.advance(by: .seconds(10))
        #expect(rehearsal.isDue)
    }
}
