// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The paths of an event's data that an event history records.
@Suite struct EventMaskTests {
    private static let mask = ["show.id", "a path that is longer than what a string keeps by itself"]

    /// Every part of an event that may be absent, present or not.
    @Test(arguments: [nil, [], mask], ["Short", "A name that is longer than fifteen bytes", "Ünïcödé"])
    func isKeptBesideEveryOtherPart(_ mask: [String]?, _ name: String) throws {
        let parent = try Event(name: "Parent", type: "a", source: "b")
        let datas: [JSONObject] = [[:], ["show": ["id": 7]], ["text": "plain", "n": 1]]
        for data in datas {
            let event = try Event(name: name, type: "a", source: "b", data: data, mask: mask)
            for copy in [event, event.chained(from: parent), event.answering(parent)] {
                #expect(copy.mask == mask)
                #expect(copy.name == name)
                #expect(copy.data == data)
                #expect(copy.type == "a")
            }
            #expect(event.chained(from: parent).parentID == parent.id)
            #expect(event.answering(parent).requestID == parent.id)
            let changed = try event.copy(withData: ["other": 1])
            #expect(changed.mask == mask)
            #expect(changed.id == event.id)
        }
    }

    @Test func reachesListeners() throws {
        let test = TestHub()
        let listener = test.listener(type: "a", source: "b")
        test.start()
        test.dispatch(try Event(name: "Step", type: "a", source: "b", data: ["x": 1], mask: ["x"]))
        #expect(listener.events.map(\.mask) == [["x"]])
    }
}
