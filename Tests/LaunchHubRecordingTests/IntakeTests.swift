// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchHubRecording
@testable import NielsenAppApi

/// What is taken down of a flood, and what is counted.
struct IntakeTests {
    private static let second: Int64 = 1_000_000_000

    // MARK: - The budget

    @Test func aBudgetBeginsFullAndGrowsToOneSecond() {
        var budget = LineBudget(perSecond: 16)
        #expect(budget.take(25, at: 0) == 16)
        #expect(budget.take(1, at: 0) == 0)
        #expect(budget.take(1, at: Self.second / 32) == 0)
        #expect(budget.take(5, at: Self.second / 16) == 1)
        #expect(budget.take(5, at: Self.second / 16) == 0)
        // Time that goes back is none.
        #expect(budget.take(5, at: 0) == 0)
        #expect(budget.take(9, at: Self.second / 2 + Self.second / 16) == 8)
        #expect(budget.take(100, at: 10 * Self.second) == 16)
        #expect(budget.take(3, at: 11 * Self.second) == 3)
        #expect(budget.take(100, at: 11 * Self.second) == 13)
    }

    @Test func aBudgetHasALineASecondAtLeast() {
        for least in [1, 0, -5] {
            var budget = LineBudget(perSecond: least)
            #expect(budget.take(2, at: 0) == 1)
            #expect(budget.take(2, at: Self.second / 2) == 0)
            #expect(budget.take(2, at: Self.second) == 1)
        }
    }

    /// A source goes on when a twentieth of a second's lines is there, or one line.
    @Test(arguments: [(100, 50), (1_000, 50), (20, 50), (10, 100), (1, 1_000)])
    func aSourceGoesOnWithATwentieth(_ perSecond: Int, _ milliseconds: Int64) {
        func allowsMore(after milliseconds: Int64) -> Bool {
            var budget = LineBudget(perSecond: perSecond)
            let isFirstAllowed = budget.allowsMore(at: 0)
            #expect(isFirstAllowed)
            #expect(budget.take(perSecond, at: 0) == perSecond)
            return budget.allowsMore(at: milliseconds * 1_000_000)
        }
        #expect(!allowsMore(after: 0) && !allowsMore(after: milliseconds - 1))
        #expect(allowsMore(after: milliseconds))
    }

    // MARK: - The intake

    private let clock = ManualClock()
    private let calls = Locked(0)

    private func intake(linesPerSecond: Int = 10) -> RecordingIntake {
        RecordingIntake(clock: clock, start: clock.now, linesPerSecond: linesPerSecond) { [calls] in
            calls.withLock { $0 += 1 }
        }
    }

    private func put(
        _ count: Int,
        _ source: RecordingIntake.Source,
        in intake: RecordingIntake,
        bytes: Int = 1
    ) -> Bool {
        intake.put(source, count) { place, time in
            (RecordedItem(time: time, content: .registered("\(source) \(place)")), bytes)
        }
    }

    private func names(_ taken: RecordingIntake.Taken) -> [String] {
        taken.items.map { item in
            guard case .registered(let name) = item.content else { return "" }
            return "\(name) at \(item.time)"
        }
    }

    @Test func itemsHaveTheirPlaceAndTheirTime() {
        let intake = intake()
        #expect(put(2, .hub, in: intake))
        clock.advance(by: .seconds(2))
        #expect(intake.now == 2 * Self.second)
        #expect(put(1, .sdk, in: intake))
        let taken = intake.removeAll()
        #expect(names(taken) == ["hub 0 at 0", "hub 1 at 0", "sdk 0 at 2000000000"])
        #expect(taken.overRate == 0 && taken.overMemory == 0)
        #expect(intake.removeAll().items.isEmpty)
    }

    /// Both sources have a budget of their own.
    @Test func aFloodOfOneSourceIsNoneOfTheOther() {
        let intake = intake()
        #expect(put(10, .hub, in: intake))
        #expect(!put(2, .hub, in: intake))
        #expect(!intake.allowsMore(from: .hub) && intake.allowsMore(from: .sdk))
        #expect(!put(11, .sdk, in: intake))
        #expect(!intake.allowsMore(from: .sdk))
        let taken = intake.removeAll()
        #expect(taken.items.count == 20 && taken.overRate == 3 && taken.overMemory == 0)
        #expect(intake.removeAll().overRate == 0)
        clock.advance(by: .milliseconds(100))
        #expect(intake.allowsMore(from: .hub) && intake.allowsMore(from: .sdk))
        #expect(put(1, .hub, in: intake))
        #expect(!put(1, .hub, in: intake))
    }

    /// The writer is called for the first item, and not again before it waits for the next one.
    @Test func theWriterIsCalledOnce() {
        let intake = intake()
        #expect(calls.withLock { $0 } == 0)
        for _ in 0..<3 { _ = put(1, .hub, in: intake) }
        #expect(calls.withLock { $0 } == 1)
        #expect(!intake.awaitNext())
        _ = intake.removeAll()
        #expect(intake.awaitNext())
        #expect(calls.withLock { $0 } == 1)
        _ = put(1, .hub, in: intake)
        #expect(calls.withLock { $0 } == 2)
        _ = intake.removeAll()
        _ = put(20, .hub, in: intake)
        _ = intake.removeAll()
        _ = put(1, .hub, in: intake)
        // Lines that were dropped are to be written as well.
        #expect(!intake.awaitNext())
        _ = intake.removeAll()
        #expect(intake.awaitNext())
    }

    /// About eight mebibytes wait; what comes then is counted until the writer has taken them.
    @Test(arguments: [(8 << 20, 1), ((8 << 20) - 1, 0)])
    func whatDoesNotFitIsCounted(_ bytes: Int, _ lost: UInt64) {
        let intake = intake(linesPerSecond: 1_000)
        for _ in 0..<2 {
            #expect(put(1, .hub, in: intake, bytes: bytes))
            #expect(put(1, .sdk, in: intake))
            let taken = intake.removeAll()
            #expect(taken.items.count == 2 - Int(lost) && taken.overMemory == lost && taken.overRate == 0)
        }
    }

    @Test func anIntakeThatWasStoppedTakesNothing() {
        let intake = intake()
        intake.stop()
        #expect(!put(1, .hub, in: intake))
        let taken = intake.removeAll()
        #expect(taken.items.isEmpty && taken.overRate == 0)
        #expect(calls.withLock { $0 } == 0)
    }

    // MARK: - Sources

    /// What a source says when it is woken.
    private struct Woken: Hashable {
        let missed: UInt64
        let isResting: Bool

        init(_ missed: UInt64, _ isResting: Bool) {
            (self.missed, self.isResting) = (missed, isResting)
        }
    }

    private func wake(_ source: any RecordedSource, _ intake: RecordingIntake) -> Woken {
        let woken = source.wake(intake)
        return Woken(woken.missed, woken.isResting)
    }

    private func flood(_ channel: ReportChannel, _ count: Int) {
        for number in 0..<count where channel.isObserved {
            channel.send(CommandReport.ended(id: UInt64(number), result: [:]))
            channel.send(
                NielsenInstanceReport(identifier: nil, content: .event(code: number, text: "", time: 0))
            )
        }
    }

    /// What an instance reports while its recorder rests is counted, each report once.
    @Test func anInstanceRestsAndGoesOn() {
        let intake = intake()
        let channel = ReportChannel()
        let source = InstanceSource(channel, name: "sdk-7", intake)
        source.attach(after: [.ended])
        for round in 0..<3 {
            // Reports of another kind, which are no lines, are between them.
            flood(channel, 30)
            // One line is that of the opening.
            let kept = round == 0 ? 9 : 10
            #expect(wake(source, intake) == Woken(0, true))
            let taken = intake.removeAll()
            #expect(taken.items.count == 10 && taken.overRate == 1)
            guard case .instance(let name, _) = taken.items[0].content else {
                Issue.record("another line")
                return
            }
            #expect(name == "sdk-7")
            clock.advance(by: .seconds(1))
            #expect(wake(source, intake) == Woken(UInt64(30 - kept - 1), false))
            #expect(wake(source, intake) == Woken(0, false))
        }
        source.detach()
        flood(channel, 5)
        #expect(intake.removeAll().items.isEmpty)
        #expect(!channel.isObserved)
    }

    /// What extensions report while the recorder rests is counted as well.
    @Test func theExtensionsOfAHubRestAndGoOn() {
        let test = TestHub()
        test.start()
        let intake = intake()
        let source = HubSource(test.hub, intake)
        source.attach()
        #expect(wake(source, intake) == Woken(0, false))
        for _ in 0..<3 {
            for number in 0..<30 where test.hub.reports.isObserved {
                test.hub.reports.send(CommandReport.ended(id: UInt64(number), result: [:]))
            }
            #expect(wake(source, intake) == Woken(0, true))
            let taken = intake.removeAll()
            #expect(taken.items.count == 10 && taken.overRate == 1)
            clock.advance(by: .seconds(1))
            #expect(wake(source, intake) == Woken(19, false))
            #expect(wake(source, intake) == Woken(0, false))
        }
        source.detach()
        #expect(!test.hub.reports.isObserved)
    }

    /// Records of the hub that were missed are the events that it numbered meanwhile.
    @Test func theEventsOfAHubRestAndGoOn() throws {
        let test = TestHub()
        test.start()
        let intake = intake()
        let source = HubSource(test.hub, intake)
        source.attach()
        for _ in 0..<3 {
            for _ in 0..<30 { try test.dispatch("Event", type: "com.example.t", source: "app") }
            #expect(wake(source, intake) == Woken(0, true))
            let taken = intake.removeAll()
            #expect(taken.items.count == 10 && taken.overRate == 1)
            clock.advance(by: .seconds(1))
            #expect(wake(source, intake) == Woken(19, false))
            #expect(wake(source, intake) == Woken(0, false))
        }
    }
}
