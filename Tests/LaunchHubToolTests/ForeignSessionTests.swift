// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

@testable import LaunchHubTool

/// Which sessions are of another: those with calls and without anything that came of them.
struct ForeignSessionTests {
    private func session(_ changes: ((inout SessionStep) -> Void)...) -> Session {
        var steps = changes.enumerated().map { SessionStep(number: $0.offset + 1, time: 0, command: nil) }
        for (index, change) in changes.enumerated() { change(&steps[index]) }
        return Session(header: SessionHeader(title: "Steps"), steps: steps)
    }

    private static func asks(_ step: inout SessionStep) { step.command = SessionCommand("GetMeterVersionEvent") }
    private static func calls(_ step: inout SessionStep) { step.call = SessionCall(instance: "1", name: "stop") }
    private static func waits(_ step: inout SessionStep) {}

    @Test func callsWithoutResultsAreOfAnother() {
        #expect(ForeignReplay.isForeign(session(Self.asks)))
        #expect(ForeignReplay.isForeign(session(Self.calls)))
        #expect(ForeignReplay.isForeign(session(Self.waits, Self.calls, Self.waits)))
        #expect(!ForeignReplay.isForeign(session()))
        #expect(!ForeignReplay.isForeign(session(Self.waits, Self.waits)))
    }

    @Test func oneResultOfAnyKindIsEnough() {
        let results: [(inout SessionStep) -> Void] = [
            { $0.result = [:] }, { $0.records = [[:]] }, { $0.pings = [[:]] }, { $0.notices = [[:]] },
        ]
        for result in results {
            #expect(!ForeignReplay.isForeign(session(Self.calls, result)))
            #expect(!ForeignReplay.isForeign(session(result, Self.asks)))
        }
    }
}
