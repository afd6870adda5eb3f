// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What an event is, whoever receives it.
struct EventTests {
    @Test(
        arguments: [
            ("", testType, testSource), ("a", "", testSource), ("a", .wildcard, testSource),
            ("a", "COM.ADOBE.EVENTTYPE._WILDCARD_", testSource), ("a", testType, ""), ("a", testType, .wildcard),
        ] as [(String, EventType, EventSource)]
    )
    func anEventNeedsANameATypeAndASource(_ name: String, _ type: EventType, _ source: EventSource) {
        #expect(throws: EventError.self) { try Event(name: name, type: type, source: source) }
    }

    @Test func dataThatJSONCannotHoldIsRefusedAndNamed() {
        #expect {
            try Event(name: "a", type: testType, source: testSource, data: ["list": [1, .double(.nan)]])
        } throws: { error in
            guard case .dataNotSupported(let reason)? = (error as? EventError)?.reason else { return false }
            return reason.path == ".list[1]"
        }
    }

    @Test func laterChangesOfTheDataAreNotSeen() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: testType, source: testSource)
        var data: JSONObject = ["key": "then", "list": [1]]
        let event = try Event(name: "a", type: testType, source: testSource, data: data)
        test.hub.dispatch(event)
        data["key"] = "now"
        data["list"] = [1, 2]
        test.run()
        #expect(listener.data == [["key": "then", "list": [1]]])
    }

    @Test func identifiersAreUnique() throws {
        let ids = try (0..<1_000).map { _ in try event().id }
        #expect(Set(ids).count == ids.count)
    }

    @Test func identifiersLookLikeRandomUUIDs() throws {
        let text = try event().id.description
        #expect(UUID(uuidString: text) != nil)
        let characters = Array(text)
        #expect(characters[14] == "4")
        #expect("89AB".contains(characters[19]))
    }

    @Test func numberAndTimeAreGivenWhenDispatched() throws {
        let test = TestHub(date: Date(timeIntervalSince1970: 1_000))
        test.start()
        let listener = test.listener(type: testType)
        let made = try event()
        #expect(made.number == 0)
        #expect(made.date == nil)
        test.advance(by: .seconds(5))
        test.dispatch(made)
        #expect(listener.numbers == [3], "behind the booted event and the hub's own state")
        #expect(listener.events.first?.date == Date(timeIntervalSince1970: 1_005))
        #expect(listener.events.first?.id == made.id)
    }

    @Test func anAnswerNamesItsRequest() throws {
        let request = try event("Ask")
        let answer = try event("Answer", answering: request)
        #expect(answer.requestID == request.id)
        #expect(answer.id != request.id)
        let other = try event("Other").answering(request)
        #expect(other.requestID == request.id)
        #expect(other.name == "Other")
    }

    @Test(
        arguments: ["a", "fifteen letters", "sixteen letters!", "älter als éin", "ein Näme länger als fünfzehn", "👩‍👩‍👧‍👦"],
        [[:], ["key": "value", "number": 1], ["nested": ["list": [1, 2]]]] as [JSONObject]
    )
    func everyPartIsReadAsItWasWhateverElseTheEventHas(name: String, data: JSONObject) throws {
        let parent = try event("Parent")
        let request = try event("Ask")
        let plain = try Event(name: name, type: testType, source: testSource, data: data)
        let answer = plain.answering(request)
        let chained = plain.chained(from: parent)
        let both = answer.chained(from: parent)
        for event in [plain, answer, chained, both] {
            #expect(event.name == name)
            #expect(event.data == data)
            #expect(event.type == testType)
            #expect(event.source == testSource)
        }
        #expect([plain, answer, chained, both].map(\.requestID) == [nil, request.id, nil, request.id])
        #expect([plain, answer, chained, both].map(\.parentID) == [nil, request.id, parent.id, parent.id])
        #expect(Set([plain, answer, chained, both].map(\.id)).count == 4)
    }

    @Test func aDispatchReturnsWhatIsKnownOfTheEvent() throws {
        let test = TestHub()
        test.start()
        test.clock.advance(by: .seconds(3))
        let made = try event("a")
        let sent = try #require(test.hub.dispatch(made))
        #expect(sent.id == made.id)
        #expect(sent.instant == test.clock.now)
        #expect(made.instant == nil)
        test.shutDown()
        #expect(test.hub.dispatch(made) == nil)
    }
}
