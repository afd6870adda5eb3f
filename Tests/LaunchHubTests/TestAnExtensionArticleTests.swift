// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The code of the article "Test an extension without sleeping", so that it stays true.
struct TestAnExtensionArticleTests {
    final class PlayCounter: HubExtension {
        static let extensionName = "com.example.playCounter"

        init(runtime: ExtensionRuntime) throws {
            let confirmed = Locked(0)
            runtime.listen(type: "com.example.play", source: "com.example.player") { play in
                guard
                    let question = try? Event(
                        name: "Confirm \(play.name)",
                        type: "com.example.play",
                        source: "com.example.confirm"
                    )
                else { return }
                runtime.request(question, timeout: .seconds(10)) { outcome in
                    if outcome.response != nil { confirmed.withLock { $0 += 1 } }
                }
            }
            runtime.listen(type: "com.example.play", source: "com.example.question") { question in
                let count = confirmed.withLock { $0 }
                try? runtime.respond(to: question, with: ["count": .int(Int64(count))])
            }
        }
    }

    @Test func countsNothingAtFirst() throws {
        let test = TestHub()
        try test.hub.register(PlayCounter.self)
        test.start()
        let outcome = try test.request("Count", type: "com.example.play", source: "com.example.question")
        #expect(outcome?.response?.data == ["count": 0])
    }

    @Test func aPlayThatNobodyConfirmsDoesNotCount() throws {
        let test = TestHub()
        try test.hub.register(PlayCounter.self)
        test.start()
        let questions = test.listener(type: "com.example.play", source: "com.example.confirm")
        try test.dispatch("Play", type: "com.example.play", source: "com.example.player")
        #expect(questions.names == ["Confirm Play"])
        test.advance(by: .seconds(10))
        test.dispatch(questions.events[0].answering(questions.events[0]))  // too late
        let outcome = try test.request("Count", type: "com.example.play", source: "com.example.question")
        #expect(outcome?.response?.data == ["count": 0])
    }

    @Test func aListenerOfTwoHundredMillisecondsIsReported() throws {
        let test = TestHub()
        let tap = test.tap()
        test.hub.listen(type: "com.example.play", source: .wildcard, name: "slow") { [clock = test.clock] _ in
            clock.advance(by: .milliseconds(200))
        }
        test.start()
        try test.dispatch("Play", type: "com.example.play", source: "com.example.player")
        #expect(tap.overruns.map(\.listener) == ["slow"])
    }

    @Test(arguments: 1...20) func holdsInAnyOrder(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        try test.hub.register(PlayCounter.self)
        test.hub.listen(type: "com.example.play", source: "com.example.confirm") { [weak hub = test.hub] question in
            hub?.dispatch(question.answering(question))
        }
        test.start()
        try test.dispatch("Play", type: "com.example.play", source: "com.example.player")
        let outcome = try test.request("Count", type: "com.example.play", source: "com.example.question")
        #expect(outcome?.response?.data == ["count": 1])
    }
}
