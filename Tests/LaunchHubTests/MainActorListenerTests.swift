// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Listeners whose events are received by the main thread, when that comes to it.
struct MainActorListenerTests {
    /// What comes after the main thread has received everything needs another turn of it.
    @Test func eachBurstIsReceivedInOrder() async throws {
        let test = TestHub()
        test.start()
        let heard = Recorder<String>()
        test.hub.listenOnMainActor(type: testType, source: testSource) { heard.append($0.name) }
        var names: [String] = []
        for round in 0..<3 {
            for event in try events(0..<3, prefix: "\(round).") {
                names.append(event.name)
                test.dispatch(event)
            }
            #expect(await heard.waits(for: names.count))
        }
        #expect(heard.elements == names)
    }

    /// An event that comes while the main thread is at another one is not left behind.
    @Test func whatAnEventCausesIsReceivedToo() async throws {
        let test = TestHub()
        test.start()
        let heard = Recorder<String>()
        let next = try event("next")
        test.hub.listenOnMainActor(type: testType, source: testSource) { event in
            heard.append(event.name)
            if event.name == "first" { test.dispatch(next) }
        }
        test.dispatch(try event("first"))
        #expect(await heard.waits(for: 2))
        test.dispatch(try event("last"))
        #expect(await heard.waits(for: 3))
        #expect(heard.elements == ["first", "next", "last"])
    }
}
