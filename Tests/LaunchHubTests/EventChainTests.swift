// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Events that others caused, copies with other data, and payloads of a type of one's own.
@Suite(.timeLimit(.minutes(10)))
struct EventChainTests {
    private let question: Event

    init() throws {
        question = try Event(name: "Ask", type: "t", source: "s", data: ["a": 1])
    }

    @Test func aChainedEventNamesItsParentAndIsAnotherEvent() throws {
        #expect(question.parentID == nil)
        let plain = try Event(name: "Next", type: "t", source: "s", data: ["b": 2])
        let next = plain.chained(from: question)
        #expect(next.parentID == question.id)
        #expect(next.id != question.id)
        #expect(next.id != plain.id)
        #expect(next.name == "Next")
        #expect(next.data == ["b": 2])
        #expect(next.requestID == nil)
        #expect(next.chained(from: next).parentID == next.id)
    }

    @Test func anAnswerIsChainedToItsRequest() throws {
        let answer = try Event(name: "Answer", type: "t", source: "s", answering: question)
        #expect(answer.parentID == question.id)
        #expect(try Event(name: "Later", type: "t", source: "s").answering(question).parentID == question.id)
        #expect(answer.chained(from: answer).requestID == question.id)
    }

    @Test func aCopyHasOtherDataAndTheSameIdentity() throws {
        let answer = try Event(name: "Answer", type: "t", source: "s", answering: question)
        let copy = try answer.copy(withData: ["c": 3])
        #expect(copy.data == ["c": 3])
        #expect(copy.id == answer.id)
        #expect(copy.requestID == question.id)
        #expect(copy.parentID == question.id)
        #expect(answer.data.isEmpty)
        #expect(throws: EventError.self) { try answer.copy(withData: ["n": .double(.nan)]) }
    }

    @Test func whatIsHeardKeepsItsParent() async throws {
        let hub = EventHub(options: .patient())
        var heard = hub.events(type: "t", source: "s").makeAsyncIterator()
        await hub.start()
        hub.dispatch(try Event(name: "Next", type: "t", source: "s").chained(from: question))
        let event = try #require(await heard.next())
        #expect(event.parentID == question.id)
        #expect(try event.copy(withData: [:]).number == event.number)
    }

    private struct Greeting: Codable, Equatable {
        var who: String
        var times: Int
        var tags: [String]?
    }

    @Test func aPayloadComesBackAsItWasGiven() throws {
        let greeting = Greeting(who: "Ada", times: 3, tags: ["a", "b"])
        let event = try Event(name: "Greet", type: "t", source: "s", encoding: greeting)
        #expect(event.data == ["who": "Ada", "times": 3, "tags": ["a", "b"]])
        #expect(try event.decode(Greeting.self) == greeting)
    }

    @Test func whatIsNoPayloadIsATypedError() throws {
        do {
            _ = try Event(name: "Greet", type: "t", source: "s", encoding: [1, 2])
            Issue.record("a list is not an object")
        } catch {
            #expect("\(error)".contains("Array<Int>"))
        }
        #expect(throws: EventError.self) {
            try Event(name: "Greet", type: "t", source: "s", encoding: ["n": Double.infinity])
        }
        #expect(throws: EventError.self) { try Event(name: "", type: "t", source: "s", encoding: ["a": 1]) }
        do {
            _ = try question.decode(Greeting.self)
            Issue.record("the members are missing")
        } catch DecodingError.keyNotFound(let key, _) {
            #expect(key.stringValue == "who")
        }
    }

    @Test func theMaskOfAnEventReachesListeners() throws {
        let test = TestHub()
        let listener = test.listener(type: "a", source: "b")
        test.start()
        test.dispatch(try Event(name: "Step", type: "a", source: "b", data: ["x": 1], mask: ["x"]))
        #expect(listener.events.map(\.mask) == [["x"]])
    }
}
