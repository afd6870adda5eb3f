// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHub
@testable import LaunchHubRecording

/// The lines that what happens in a hub becomes.
struct SessionScriptHubTests {
    private static func event(_ number: UInt64) throws -> Event {
        var event = try Event(name: "Greet", type: "com.example.t", source: "app", data: ["who": "Ada"])
        event.number = number
        return event
    }

    @Test func whatHappensInAHubIsALine() throws {
        var writer = ScriptWriter()
        let event = try Self.event(7)
        let id = JSONValue.string(event.id.uuidString)
        let caused = try Self.event(8)
        func rules(_ isChanged: Bool, _ caused: [Event]) -> RecordedItem.Content {
            let firing = HubRuleRecord.Firing(set: "", rule: 3, consequences: ["a", "b"])
            return .rules(
                HubRuleRecord(
                    event: event,
                    result: event,
                    isChanged: isChanged,
                    firings: [firing],
                    caused: caused
                )
            )
        }
        let overrun = Overrun(
            listener: "slow",
            extensionName: "com.example.e",
            kind: .listener,
            event: event,
            budget: .milliseconds(100),
            strikes: 2,
            isRemoved: true
        )
        let other = Overrun(
            listener: "log",
            extensionName: nil,
            kind: .log,
            event: nil,
            budget: .milliseconds(250),
            strikes: 1,
            isRemoved: false
        )
        let failed = HubError(.initializerFailed("com.example.e", "no"))
        func state(_ state: SharedState, _ space: HubStateSpace, version: UInt64?)
            -> RecordedItem.Content
        {
            .state(AnnouncedState(owner: "o", space: space, version: version, state: state), number: 9)
        }
        let cases: [(RecordedItem.Content, JSONObject)] = [
            (
                .event(event),
                [
                    "kind": "event", "id": id, "number": 7, "name": "Greet", "type": "com.example.t",
                    "source": "app",
                    "data": ["who": "Ada"],
                ]
            ),
            (
                .delivery(
                    number: 7,
                    listener: "l",
                    mailbox: "m",
                    queued: .microseconds(1_999),
                    took: .nanoseconds(2_999)
                ),
                [
                    "kind": "delivery", "number": 7, "listener": "l", "mailbox": "m", "queued": 1_999,
                    "took": 2,
                ]
            ),
            (
                .delivery(number: 7, listener: "l", mailbox: "m", queued: .seconds(-1), took: .seconds(-1)),
                ["kind": "delivery", "number": 7, "listener": "l", "mailbox": "m", "queued": 0, "took": 0]
            ),
            (
                .delivery(number: .max, listener: "l", mailbox: "m", queued: nil, took: .zero),
                ["kind": "delivery", "number": .int(.max), "listener": "l", "mailbox": "m", "took": 0]
            ),
            (
                .overrun(overrun),
                [
                    "kind": "overrun", "listener": "slow", "extension": "com.example.e", "call": "listener",
                    "number": 7, "budget": 100, "strikes": 2, "removed": true,
                ]
            ),
            (
                .overrun(other),
                [
                    "kind": "overrun", "listener": "log", "call": "log", "budget": 250, "strikes": 1,
                    "removed": false,
                ]
            ),
            (
                state(.set(["a": 1]), .xdm, version: 5),
                [
                    "kind": "state", "owner": "o", "space": "xdm", "number": 9, "version": 5, "status": "set",
                    "data": ["a": 1],
                ]
            ),
            (
                state(.pending, .standard, version: 6),
                ["kind": "state", "owner": "o", "number": 9, "version": 6, "status": "pending"]
            ),
            (
                state(.none, .standard, version: nil),
                ["kind": "state", "owner": "o", "number": 9, "status": "none"]
            ),
            (.registered("e"), ["kind": "extension", "name": "e", "change": "registered"]),
            (.unregistered("e"), ["kind": "extension", "name": "e", "change": "unregistered"]),
            (
                .failed(failed),
                [
                    "kind": "extension", "name": "com.example.e", "change": "failed",
                    "reason": .string(failed.description),
                ]
            ),
            (
                .failed(HubError(.badName)),
                [
                    "kind": "extension", "name": "", "change": "failed",
                    "reason": .string(HubError(.badName).description),
                ]
            ),
            (
                rules(true, [caused]),
                [
                    "kind": "rules", "id": id, "name": "Greet", "rules": ["rules[3] (a, b)"], "changed": true,
                    "caused": [.string(caused.id.uuidString)],
                ]
            ),
            (
                rules(false, []),
                [
                    "kind": "rules", "id": id, "name": "Greet", "rules": ["rules[3] (a, b)"],
                    "changed": false,
                ]
            ),
            (
                .hubConfiguration(["global.ssl": true]),
                ["kind": "configuration", "of": "hub", "configuration": ["global.ssl": true]]
            ), (.dropped(lines: 3, .memory), ["kind": "dropped", "lines": 3, "reason": "memory"]),
            (.clock(unix: 42), ["kind": "clock", "unix": 42]),
        ]
        for (content, line) in cases {
            #expect(try writer.add(content, at: 4) == [line.merging(["t": 4])])
        }
        let outcomes: [(RequestOutcome, JSONValue)] = [
            (.response(event), "response"), (.timeout, "timeout"), (.noListener, "noListener"),
            (.cancelled, "cancelled"), (.hubShutDown, "hubShutDown"),
        ]
        for (outcome, word) in outcomes {
            #expect(
                try writer.add(.outcome(event.key, outcome), at: 4) == [
                    ["kind": "outcome", "t": 4, "id": id, "outcome": word]
                ]
            )
        }
        // None of it is a step.
        #expect(try writer.end().first?["steps"] == 0)
    }

    /// The event with which a hub says that its configuration has changed has it.
    @Test(arguments: [
        (EventType.configuration, EventSource.responseContent, true),
        (.configuration, .requestContent, false),
        ("com.example.t", .responseContent, false),
    ])
    func aChangeOfTheConfigurationIsALine(_ type: EventType, _ source: EventSource, _ isOne: Bool)
        throws
    {
        var writer = ScriptWriter()
        let event = try Event(name: "Configuration", type: type, source: source, data: ["a": 1])
        let lines = try writer.add(.event(event), at: 4)
        #expect(lines.count == (isOne ? 2 : 1))
        if isOne {
            #expect(
                lines.last == ["kind": "configuration", "t": 4, "of": "hub", "configuration": ["a": 1]]
            )
        }
    }
}
