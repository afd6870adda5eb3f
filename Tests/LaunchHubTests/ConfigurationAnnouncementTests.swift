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
