// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHub
@testable import LaunchHubRecording

/// Lines about what lasted long: their numbers are exact.
struct LongScriptTests {
    @Test func agesBudgetsAndTimesAreExactToTheMillisecond() throws {
        var writer = ScriptWriter()
        let call = NielsenInstanceReport.Content.call(name: "stop", arguments: [], age: .seconds(2_000_000))
        #expect(
            try writer.add("a", call, at: 2_000_000_000) == [
                ["kind": "call", "n": 1, "t": 2_000_000_000, "instance": "a", "name": "stop", "age": 2_000_000_000]
            ]
        )
        let overrun = Overrun(
            listener: "slow",
            extensionName: nil,
            kind: .listener,
            event: nil,
            budget: .seconds(2_000_000),
            strikes: 1,
            isRemoved: false
        )
        #expect(try writer.add(.overrun(overrun), at: 0).first?["budget"] == 2_000_000_000)
        let delivery = RecordedItem.Content.delivery(
            number: 1,
            listener: "l",
            mailbox: "m",
            queued: .seconds(2_000),
            took: .seconds(1_000)
        )
        let line = try writer.add(delivery, at: 0).first
        #expect(line?["queued"] == 2_000_000_000 && line?["took"] == 1_000_000_000)
    }

    /// What an instance still does within the command that removes it belongs to the command.
    @Test func anInstanceThatEndsWithinItsCommandIsForgottenWithIt() throws {
        var writer = ScriptWriter()
        _ = try writer.opening()
        _ = try writer.add("a", .call(name: "appInfo", arguments: [], age: .zero), at: 0)
        _ = try writer.add(
            .command(.began(id: 1, name: "RemoveSDKInstanceEvent", data: ["identifier": "a"], isCall: true)),
            at: 100
        )
        #expect(try writer.steps("a", .event(code: 1, text: "", time: 0), at: 900) == ["notice 2"])
        #expect(try writer.opening().count == 2)
        _ = try writer.add(.command(.ended(id: 1, result: ["code": 5_001])), at: 900)
        #expect(try writer.opening().count == 1)
    }
}
