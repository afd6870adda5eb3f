// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchHubRecording
@testable import NielsenAppApi

/// What a source that rests has missed, down to the single line.
struct MissedLineTests {
    private let clock = ManualClock()
    private let intake: RecordingIntake

    init() {
        intake = RecordingIntake(clock: clock, start: clock.now, linesPerSecond: 10) {}
    }

    private func wake(_ source: any RecordedSource) -> [String] {
        let woken = source.wake(intake)
        return ["\(woken.missed)", "\(woken.isResting)"]
    }

    private func use(_ count: Int, of source: RecordingIntake.Source) {
        _ = intake.put(source, count) { _, time in (RecordedItem(time: time, content: .registered("other")), 1) }
    }

    /// The first line over the limit is counted when it comes, the others when the source goes on.
    @Test(
        arguments: [(20, [], []), (21, [1], [1]), (22, [1], [1, 1]), (24, [1], [1, 3])] as [(Int, [Int64], [Int64])]
    )
    func eachLineThatIsMissedIsCounted(_ events: Int, _ before: [Int64], _ after: [Int64]) throws {
        let file = try RecordedFile()
        let test = TestHub()
        test.start()
        let options = RecordingOptions(linesPerSecond: 20)
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url), options: options)
        for _ in 0..<events { try test.dispatch("Event", type: "com.example.t", source: "app") }
        func dropped() throws -> [Int64] {
            recorder.flush()
            return try file.lines(of: "dropped").compactMap { $0["lines"]?.intValue }
        }
        #expect(try dropped() == before)
        test.advance(by: .seconds(2))
        #expect(try dropped() == after)
        #expect(recorder.droppedLineCount == Int(after.reduce(0, +)))
        test.advance(by: .seconds(2))
        #expect(try dropped() == after)
    }

    @Test func aHubThatIsGoneHasMissedNothing() {
        func makeSource() -> HubSource {
            let test = TestHub()
            let source = HubSource(test.hub, intake)
            test.start()
            source.attach()
            test.shutDown()
            return source
        }
        let source = makeSource()
        #expect(wake(source) == ["0", "false"])
        source.detach()
    }

    @Test func theLastEventBeforeARestIsNotMissedTwice() throws {
        let test = TestHub()
        test.start()
        let source = HubSource(test.hub, intake)
        source.attach()
        use(10, of: .hub)
        try test.dispatch("Event", type: "com.example.t", source: "app")
        #expect(wake(source) == ["0", "true"])
        clock.advance(by: .seconds(1))
        #expect(wake(source) == ["0", "false"])
    }

    /// A source that went on and has since used all of its lines does not rest before it has one too many.
    @Test func whatGoesOnRestsNoLonger() {
        let channel = ReportChannel()
        let instance = InstanceSource(channel, name: "sdk-1", intake)
        instance.attach(after: [])
        let test = TestHub()
        test.start()
        let hub = HubSource(test.hub, intake)
        hub.attach()
        func sendBoth() {
            channel.send(NielsenInstanceReport(identifier: nil, content: .event(code: 1, text: "", time: 0)))
            test.hub.reports.send(CommandReport.ended(id: 1, result: [:]))
        }
        use(10, of: .sdk)
        sendBoth()
        #expect(wake(instance) == ["0", "true"] && wake(hub) == ["0", "true"])
        clock.advance(by: .seconds(1))
        #expect(wake(instance) == ["0", "false"] && wake(hub) == ["0", "false"])
        use(8, of: .sdk)
        sendBoth()
        #expect(wake(instance) == ["0", "false"] && wake(hub) == ["0", "false"])
        #expect(channel.isObserved && test.hub.reports.isObserved)
    }

    @Test func aBudgetGrowsByTheNanosecond() {
        var budget = LineBudget(perSecond: 1_000_000_000)
        #expect(budget.take(1_000_000_001, at: 0) == 1_000_000_000)
        #expect(budget.take(2, at: 1) == 1)
    }
}
