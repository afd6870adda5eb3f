// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// The user's choice in a store that cannot be read for a while: once it was read again, it is known as before.
struct AdoptedConsentTests {
    /// A store that a test breaks and mends.
    private final class FragileStore: KeyValueStore {
        let kept = InMemoryKeyValueStore()
        private let broken = Locked(false)

        var isBroken: Bool {
            get { broken.withLock { $0 } }
            set { broken.withLock { $0 = newValue } }
        }

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if isBroken { throw StorageError(.read, path: "/store", detail: "no disk") }
            return kept.value(forKey: key)
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) { kept.set(value, forKey: key) }
    }

    private let store = FragileStore()
    private static let key = "configuration.programmatic"

    /// A hub whose store was broken for a while, and holds other values since.
    private func mended(_ values: JSONObject) throws -> TestHub {
        store.kept.set(["global.privacy": "optedin"], forKey: Self.key)
        let test = TestHub(
            options: HubOptions(configuration: ConfigurationOptions(store: store, client: { SilentClient() }))
        )
        test.start()
        store.isBroken = true
        #expect(test.hub.configuration.privacyStatus == .unknown)
        store.isBroken = false
        store.kept.set(.object(values), forKey: Self.key)
        return test
    }

    @Test func aStoreThatBreaksAgainMakesTheChoiceUnknownAgain() throws {
        let test = try mended(["global.privacy": "optedin", "a": 1])
        #expect(test.hub.configuration.privacyStatus == .optedIn)
        store.isBroken = true
        #expect(test.hub.configuration.privacyStatus == .unknown)
        #expect(test.hub.configuration.privacyStatus == .unknown)
        store.isBroken = false
        #expect(test.hub.configuration.privacyStatus == .optedIn)
        #expect(test.log.records.count { $0.level == .error } == 2)
    }

    /// What the user never chose is not kept as a choice.
    @Test func whereNothingWasChosenNothingIsKept() throws {
        let test = try mended(["a": 1])
        _ = test.hub.configuration.privacyStatus
        test.hub.configuration.update(["b": 2])
        #expect(store.kept.value(forKey: Self.key) == ["a": 1, "b": 2])
    }
}
