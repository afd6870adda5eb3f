// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What an event is, whoever receives it.
struct EventTests {
    @Test func anEmptyNameIsRefused() {
        #expect { try Event(name: "", type: testType, source: testSource) } throws: { error in
            guard case .emptyName? = (error as? EventError)?.reason else { return false }
            return true
        }
    }

    @Test(arguments: ["" as EventType, .wildcard, "COM.ADOBE.EVENTTYPE._WILDCARD_"])
    func anEmptyTypeAndTheWildcardAreRefused(type: EventType) {
        #expect { try Event(name: "a", type: type, source: testSource) } throws: { error in
            guard case .typeNotSupported(type)? = (error as? EventError)?.reason else { return false }
            return true
        }
    }

    @Test(arguments: ["" as EventSource, .wildcard])
    func anEmptySourceAndTheWildcardAreRefused(source: EventSource) {
        #expect { try Event(name: "a", type: testType, source: source) } throws: { error in
            guard case .sourceNotSupported(source)? = (error as? EventError)?.reason else { return false }
            return true
        }
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
        let ids = try (0..<10_000).map { _ in try event().id }
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

    @Test(arguments: [Date.distantFuture, .distantPast, Date(timeIntervalSince1970: 0)])
    func noTimeOfDayIsTooOdd(date: Date) throws {
        let test = TestHub(date: date)
        let listener = test.listener(type: testType)
        test.start()
        try test.dispatch("a", type: testType, source: testSource)
        #expect(listener.events.first?.date != nil)
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

    /// Names whose bytes end before and behind what a string holds without memory of its own, and payloads that are
    /// packed and that cannot be.
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

    @Test(arguments: [[:], ["key": "value"], ["nested": ["list": [1, 2]]]] as [JSONObject])
    func nothingOfAnEventStaysBehindIt(data: JSONObject) throws {
        weak var storage: AnyObject?
        do {
            let name = String(repeating: "a name with memory of its own ", count: 2)
            let event = try Event(name: name, type: testType, source: testSource, data: data).answering(event("Ask"))
            storage = event.storage
            #expect(storage != nil)
            #expect(event.data == data)
        }
        #expect(storage == nil)
    }
}
