// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// When a hub tells its configuration.
struct ConfigurationAnnouncementTests {
    private let store = InMemoryKeyValueStore()

    private func hub(_ change: (inout ConfigurationOptions) -> Void = { _ in }) -> TestHub {
        var options = ConfigurationOptions(store: store, client: { SilentClient() })
        change(&options)
        return TestHub(options: HubOptions(configuration: options))
    }

    private func announced(_ test: TestHub) -> RecordingListener {
        test.listener(type: .configuration, source: .responseContent)
    }

    private func state(_ test: TestHub) -> SharedState { test.hub.state(of: "com.adobe.module.configuration") }

    @Test func nothingIsToldOfAnEmptyConfiguration() {
        let test = hub()
        let announced = announced(test)
        test.start()
        #expect(announced.count == 0)
        #expect(state(test) == .none)
    }

    @Test func whatWasKeptIsToldOnce() {
        store.set(["a": 1], forKey: ConfigurationMemory.programmaticKey)
        let test = hub()
        let announced = announced(test)
        test.start()
        #expect(announced.data == [["a": 1]])
        #expect(state(test) == .set(["a": 1]))
    }

    /// Extensions ask with events, as the documents of Adobe's extensions have it.
    @Test func whatOthersAskWithEventsIsDone() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"from": "app id"}"#, to: "app.json")
        let file = try folder.write(#"{"bundled": true}"#, to: "bundled.json")
        let test = hub()
        let announced = announced(test)
        test.hub.configuration.use(try ConfigurationSource(baseURL: folder.url))
        func ask(_ data: JSONObject) throws -> JSONObject? {
            try test.request("Ask", type: .configuration, source: .requestContent, data: data)?.response?.data
        }
        func tell(_ data: JSONObject) throws {
            try test.dispatch("Tell", type: .configuration, source: .requestContent, data: data)
        }
        // An app's own call is carried out when it is made and not again when its event comes.
        test.hub.configuration.update(["a": 1])
        test.hub.configuration.update(["a": 2])
        try tell(["config.update": ["b": 1]])
        test.start()
        #expect(try ask(["config.getData": true]) == ["a": 2, "b": 1])
        #expect(announced.data == [["a": 1], ["a": 2], ["a": 2, "b": 1]])

        try tell(["config.update": ["a": .null, "global.privacy": "optedout"]])
        #expect(test.hub.configuration.privacyStatus == .optedOut)
        try tell(["config.update": ["global.privacy": .null]])
        try tell(["config.appId": "app"])
        try tell(["config.filePath": .string(file.path(percentEncoded: false))])
        try tell(["config.filePath": "/nowhere"])
        let all: JSONObject = ["b": 1, "bundled": true, "from": "app id"]
        #expect(try ask(["config.getData": true]) == all)
        #expect(state(test) == .set(all))
        #expect(try ask(["config.getData": false]) == nil)
    }

    @Test func whatWasToldBeforeTheStartIsNotToldAgain() {
        let test = hub()
        let announced = announced(test)
        test.hub.configuration.update(["a": 1])
        test.start()
        #expect(announced.data == [["a": 1]])
    }

    /// Whoever waits for a configuration must not take an empty one for it.
    @Test func anAwaitedConfigurationIsPendingWhileItIsEmpty() {
        store.set("property/app", forKey: ConfigurationMemory.appIDKey)
        let test = hub()
        let announced = announced(test)
        test.start()
        #expect(announced.count == 0)
        #expect(state(test) == .pending)
        test.hub.configuration.update(["a": 1])
        test.run()
        #expect(announced.data == [["a": 1]])
        #expect(state(test) == .set(["a": 1]))
    }

    @Test func anAppIdThatIsSetIsAwaitedFromThenOn() {
        let test = hub()
        test.start()
        test.hub.configuration.configure(withAppID: "property/app")
        test.run()
        #expect(state(test) == .pending)
    }

    @Test func withoutAUsableAddressNothingIsAskedForAndTheProblemIsSaid() throws {
        let problem = ConfigurationError(.invalidBaseURL("x", detail: "why"))
        let test = hub { $0.sourceProblem = problem }
        test.start()
        let told = Recorder<ConfigurationError?>()
        test.hub.configuration.configure(withAppID: "property/app", completion: told.append)
        test.run()
        #expect(told.elements == [problem])
        #expect(test.hub.configuration.problem == problem)
        #expect(test.log.records.filter { $0.level == .error }.map(\.message) == ["\(problem)"])
        // An app id that is none is said the same way, and a good one takes nothing of that along.
        let empty = try #require(throws: AppIdentifierError.self) { try AppIdentifier("") }
        let invalid = ConfigurationError(.invalidAppID(empty))
        test.hub.configuration.configure(withAppID: "", completion: told.append)
        #expect(told.elements == [problem, invalid])
        #expect(test.hub.configuration.problem == invalid)
    }
}
