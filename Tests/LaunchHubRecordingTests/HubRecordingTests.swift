// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import LaunchHubSession
import LaunchHubTesting
import LaunchRules
import Testing

/// What a recorder writes of a hub.
struct HubRecordingTests {
    private final class Silent: ExtensionCallbacks {}

    private static let type: EventType = "com.example.greeting"
    private static let source: EventSource = "com.example.request"

    @Test func aHubsEventsListenersStatesAndRequestsAreLines() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        try test.hub.register(name: "com.example.greeter") { runtime in
            runtime.listen(type: Self.type, source: Self.source) { event in
                try? runtime.publishState(["last": .string(event.name)], at: event)
                try? runtime.respond(to: event, with: ["text": "Hello"])
            }
            return Silent()
        }
        test.start()
        let question = try Event(name: "Greet", type: Self.type, source: Self.source, data: ["who": "Ada"])
        test.hub.request(question) { _ in }
        test.advance(by: .seconds(1))
        recorder.flush()

        let events = try file.lines(of: "event")
        let greet = try #require(events.first { $0["name"] == "Greet" })
        #expect(greet["type"] == "com.example.greeting" && greet["source"] == "com.example.request")
        #expect(greet["data"] == ["who": "Ada"])
        #expect(events.compactMap { $0["number"]?.intValue } == Array(1...Int64(events.count)))
        let answer = try #require(events.first { $0["request"] == greet["id"] })
        #expect(answer["data"] == ["text": "Hello"])
        #expect(answer["parent"] == greet["id"])

        let delivery = try #require(try file.lines(of: "delivery").first { $0["number"] == greet["number"] })
        #expect(delivery["mailbox"] == "com.example.greeter")
        #expect(delivery["took"]?.intValue ?? -1 >= 0 && delivery["queued"]?.intValue ?? -1 >= 0)
        let outcome = try #require(try file.lines(of: "outcome").first)
        #expect(outcome["id"] == greet["id"] && outcome["outcome"] == "response")
        let state = try #require(try file.lines(of: "state").last { $0["owner"] == "com.example.greeter" })
        #expect(state["status"] == "set" && state["data"] == ["last": "Greet"])
        #expect(state["version"] == greet["number"])
        #expect(events.first { $0["number"] == state["number"] }?["name"] == "Shared state change")
        let made = try #require(try file.lines(of: "extension").first)
        #expect(made["name"] == "com.example.greeter" && made["change"] == "registered")
    }

    /// What the app passes on about a person, and what the visitor is known by.
    @Test func peopleAreNotInTheFile() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        try test.hub.register(name: "com.adobe.module.identity") { runtime in
            try? runtime.publishState([
                "mid": "31415926535897932384", "visitoridslist": [["id": "loyal-4711", "idtype": "loyalty"]],
            ])
            return Silent()
        }
        test.start()
        func dispatch(_ type: EventType, _ data: JSONObject) throws {
            test.hub.dispatch(try Event(name: "Event", type: type, source: Self.source, data: data))
        }
        try dispatch(
            "com.adobe.eventType.generic.pii",
            ["contextdata": ["phone": "+49 170 1", "age": 47, "a": ["b": "Elm Street"]]]
        )
        try dispatch("com.adobe.eventType.generic.identity", ["advertisingidentifier": "ad-id-ad-id"])
        try dispatch("com.adobe.eventType.identity", ["visitoridentifiers": ["crm": "crm-1"], "issyncevent": true])
        try dispatch("com.adobe.eventType.identity", ["updatedurl": "https://a.example/?adobe_mc=TS%3D1%7CMCMID%3D2"])
        try dispatch(
            "com.example.link",
            ["link": "https://a.example/?v=ad-id-ad-id&m=31415926535897932384&s=Elm%20Street"]
        )
        try dispatch(
            "com.example.rule",
            ["triggeredconsequence": ["type": "pii", "detail": ["templateurl": "https://b.example/?tel=12"]]]
        )
        test.advance(by: .seconds(1))
        recorder.flush()
        let text = try file.text()
        let secrets = [
            "+49", ":47", "Elm", "ad-id-ad-id", "crm-1", "loyal-4711", "31415926535897932384", "MCMID", "tel=12",
        ]
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("a.example/?v=redacted-"))
    }

    /// Several versions are published before any of them is announced; each line has the values of its own.
    @Test func eachVersionOfAStateIsALine() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        try test.hub.register(name: "com.example.counter") { runtime in
            runtime.listen(type: Self.type, source: Self.source) { _ in
                for number in 1...2 { try? runtime.publishState(["count": .int(Int64(number))]) }
                try? runtime.publishState(["form": "xdm"], asXDM: true)
            }
            return Silent()
        }
        test.start()
        try test.dispatch("Count", type: Self.type, source: Self.source)
        try test.hub.unregister("com.example.counter")
        test.advance(by: .seconds(1))
        recorder.flush()

        let count = try #require(try file.lines(of: "event").first { $0["name"] == "Count" })
        let states = try file.lines(of: "state").filter { $0["owner"] == "com.example.counter" }
        #expect(states.map { $0["data"] } == [["count": 1], ["count": 2], ["form": "xdm"], nil, nil])
        #expect(states.map { $0["space"] } == [nil, nil, "xdm", nil, "xdm"])
        #expect(states.map { $0["status"] } == ["set", "set", "set", "none", "none"])
        let (first, number) = (try #require(states[0]["version"]?.intValue), try #require(count["number"]?.intValue))
        #expect(first >= number && states[1]["version"]?.intValue ?? 0 > first)
        #expect(states[3]["version"] == nil)
    }

    @Test func aCallThatTakesTooLongIsALine() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        let clock = test.clock
        test.hub.listen(type: Self.type, source: .wildcard, name: "slow") { _ in clock.advance(by: .milliseconds(150)) }
        test.start()
        try test.dispatch("Greet", type: Self.type, source: Self.source)
        recorder.flush()
        let overrun = try #require(try file.lines(of: "overrun").first)
        #expect(overrun["listener"] == "slow" && overrun["budget"] == 100 && overrun["call"] == "listener")
        let delivery = try #require(try file.lines(of: "delivery").first { $0["listener"] == "slow" })
        #expect(delivery["took"] == 150_000)
    }

    @Test func theConfigurationInForceIsALineAtTheBeginningAndWhenItChanges() throws {
        let file = try RecordedFile()
        let test = TestHub()
        test.hub.configuration.update(["global.privacy": "optedin"])
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        test.start()
        test.hub.configuration.update(["nielsen.ios": ["appid": "P1"]])
        test.run()
        recorder.flush()
        let configurations = try file.lines(of: "configuration")
        #expect(configurations.first?["configuration"] == ["global.privacy": "optedin"])
        #expect(configurations.last?["configuration"]?["nielsen.ios"] == ["appid": "P1"])
    }

    /// What rules made of an event: which of them, whether they changed it, and what they dispatched.
    @Test func whatRulesDoIsALine() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        test.start()
        let made: JSONObject = [
            "name": "Made", "type": "com.example.made", "source": "com.example.app", "eventdataaction": "new",
            "eventdata": ["a": 1],
        ]
        test.hub.rules.replace(
            with: try LaunchRuleSet([
                "version": 1,
                "rules": [
                    [
                        "condition": ["type": "matcher", "definition": ["key": "who", "matcher": "ex"]],
                        "consequences": [
                            ["id": "d", "type": "dispatch", "detail": .object(made)],
                            ["id": "c", "type": "add", "detail": ["eventdata": ["b": 2]]],
                        ],
                    ]
                ],
            ])
        )
        test.run()
        try test.dispatch("Greet", type: Self.type, source: Self.source, data: ["who": "Ada"])
        try test.dispatch("Greet nobody", type: Self.type, source: Self.source)
        recorder.stop()
        let line = try #require(try file.lines(of: "rules").first)
        let events = try file.lines(of: "event")
        let greet = try #require(events.first { $0["name"] == "Greet" })
        let caused = try #require(events.first { $0["name"] == "Made" })
        #expect(try file.lines(of: "rules").count == 1)
        #expect(line["id"] == greet["id"] && line["name"] == "Greet" && line["changed"] == true)
        #expect(line["rules"]?.arrayValue?.count == 1)
        #expect(line["caused"] == .array([try #require(caused["id"])]))
        #expect(try file.session().remarks.isEmpty)
    }

    @Test func aClockThatIsSetIsALine() throws {
        let file = try RecordedFile()
        let test = TestHub(date: Date(timeIntervalSince1970: 1_700_000_000))
        let clock = SettableClock(test.clock)
        let recorder = SessionRecorder(writingTo: .file(file.url), clock: clock)
        recorder.attach(to: test.hub)
        test.start()
        recorder.flush()
        #expect(try file.lines(of: "clock").isEmpty)
        clock.offset.withLock { $0 = 3_600 }
        try test.dispatch("Greet", type: Self.type, source: Self.source)
        recorder.flush()
        #expect(try file.lines(of: "clock").map { $0["unix"] } == [1_700_003_600_000])
    }

    /// A flood is cut at the budget, and what it hides is counted; afterwards the recording goes on.
    @Test func aFloodIsCutAndCounted() throws {
        let file = try RecordedFile()
        let test = TestHub()
        test.start()
        let options = RecordingOptions(linesPerSecond: 20)
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url), options: options)
        for number in 0..<1_000 { try test.dispatch("Flood \(number)", type: Self.type, source: Self.source) }
        recorder.flush()
        test.advance(by: .seconds(2))
        recorder.flush()
        let dropped = try file.lines(of: "dropped").reduce(0) { $0 + ($1["lines"]?.intValue ?? 0) }
        let recorded = try file.lines(of: "event").filter { $0["name"]?.stringValue?.hasPrefix("Flood") == true }
        #expect(recorded.count == 20)
        #expect(dropped == 980)
        #expect(recorder.droppedLineCount == 980)
        try test.dispatch("After", type: Self.type, source: Self.source)
        recorder.flush()
        #expect(try file.lines(of: "event").last?["name"] == "After")
        #expect(try file.session().remarks.contains { $0.contains("dropped 980 lines") })
    }

    @Test func aRecorderThatWasStoppedIsAttachedToNothing() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        test.start()
        recorder.stop()
        try test.dispatch("After", type: Self.type, source: Self.source)
        recorder.flush()
        #expect(try file.lines().last?["kind"] == "end")
        #expect(try file.lines(of: "event").allSatisfy { $0["name"] != "After" })
        #expect(try file.session().session.isComplete)
        recorder.stop()
    }

    @Test func aRecorderKeepsNoHub() throws {
        let file = try RecordedFile()
        weak var hub: EventHub?
        do {
            let test = TestHub()
            hub = test.hub
            SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
            test.start()
            test.shutDown()
        }
        #expect(hub == nil)
    }
}
