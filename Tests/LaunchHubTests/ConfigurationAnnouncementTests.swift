// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// When a hub tells its configuration, and who may look at it before.
struct ConfigurationAnnouncementTests {
    private struct Look: Equatable {
        var values: JSONObject
        var isAwaited = false
        var isPublished = false
        var location: String? = "http://127.0.0.1:8642/"
        var allowsInsecure = false
        var cacheFolder: URL?
    }

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

    /// Notes each look at what is about to be announced.
    private func looks(_ test: TestHub) -> Recorder<Look> {
        let looks = Recorder<Look>()
        test.hub.configuration.beforeAnnouncing { draft in
            looks.append(
                Look(
                    values: draft.values,
                    isAwaited: draft.isAwaited,
                    isPublished: draft.isPublished,
                    location: draft.location?.absoluteString,
                    allowsInsecure: draft.allowsInsecure,
                    cacheFolder: draft.cacheFolder
                )
            )
        }
        return looks
    }

    // MARK: - At the start

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
        let looks = looks(test)
        test.hub.configuration.configure(withAppID: "property/app")
        test.run()
        #expect(state(test) == .pending)
        #expect(
            looks.elements == [Look(values: [:], isAwaited: true, location: "http://127.0.0.1:8642/property/app.json")]
        )
    }

    // MARK: - Before it is told

    @Test func whoLooksBeforeTheStartSeesWhatWillBeTold() {
        store.set(["a": 1], forKey: ConfigurationMemory.programmaticKey)
        let test = hub()
        let looks = looks(test)
        #expect(looks.elements == [])
        test.start()
        #expect(looks.elements == [Look(values: ["a": 1])])
        test.hub.configuration.update(["b": 2])
        #expect(looks.elements == [Look(values: ["a": 1]), Look(values: ["a": 1, "b": 2])])
    }

    @Test func whoComesLateSeesWhatWasToldAtOnce() {
        store.set(["a": 1], forKey: ConfigurationMemory.programmaticKey)
        let test = hub()
        test.start()
        #expect(looks(test).elements == [Look(values: ["a": 1])])
    }

    @Test func aFileIsAPublishedConfigurationAndAnUpdateIsNone() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(#"{"f": 1}"#, to: "file.json")
        let test = hub { $0.cacheFolder = folder.url }
        let looks = looks(test)
        test.hub.configuration.update(["a": 1])
        try test.hub.configuration.useFile(atPath: file.path)
        #expect(
            looks.elements == [
                Look(values: ["a": 1], cacheFolder: folder.url),
                Look(values: ["a": 1, "f": 1], isPublished: true, cacheFolder: folder.url),
            ]
        )
    }

    @Test func whereNoUsableAddressIsNamedThereIsNoPlace() throws {
        let test = hub { $0.sourceProblem = ConfigurationError(.invalidBaseURL("x", detail: "why")) }
        let looks = looks(test)
        test.hub.configuration.update(["a": 1])
        let base = try #require(URL(string: "http://lab.example/base"))
        test.hub.configuration.use(try ConfigurationSource(baseURL: base, allowsInsecure: true))
        test.hub.configuration.update(["a": 2])
        #expect(
            looks.elements == [
                Look(values: ["a": 1], location: nil),
                Look(values: ["a": 2], location: "http://lab.example/base/", allowsInsecure: true),
            ]
        )
    }

    @Test func withoutAUsableAddressNothingIsAskedForAndTheProblemIsSaid() {
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
        let invalid = ConfigurationError(.invalidAppID(AppIdentifierError(.empty, text: "")))
        test.hub.configuration.configure(withAppID: "", completion: told.append)
        #expect(told.elements == [problem, invalid])
        #expect(test.hub.configuration.problem == invalid)
    }
}
