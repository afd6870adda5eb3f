// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// A configuration whose store cannot be read or written: what the app has said holds, and what is lost is said.
struct KeptConfigurationTests {
    /// A store that a test breaks and mends.
    private final class FragileStore: KeyValueStore {
        struct Faults: Sendable {
            /// Keys that cannot be read; nil for all.
            var unreadable: Set<String>? = []
            var isUnwritable = false
        }

        let kept = InMemoryKeyValueStore()
        let faults = Locked(Faults())

        static let readError = StorageError(.read, path: "/store", detail: "no disk")
        static let writeError = StorageError(.write, path: "/store", detail: "no room")

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if faults.withLock({ $0.unreadable?.contains(key) ?? true }) { throw Self.readError }
            return kept.value(forKey: key)
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
            if faults.withLock({ $0.isUnwritable }) { throw Self.writeError }
            kept.set(value, forKey: key)
        }
    }

    private let store = FragileStore()

    private func started() throws -> TestHub {
        let test = TestHub(
            options: HubOptions(configuration: ConfigurationOptions(store: store, client: { SilentClient() }))
        )
        test.start()
        return test
    }

    private func errors(_ test: TestHub) -> [String] {
        test.log.records.filter { $0.level == .error }.map(\.message)
    }

    private var programmatic: JSONObject? { store.kept.value(forKey: "configuration.programmatic")?.objectValue }

    @Test func aChangeThatCannotBeKeptHoldsForThisRunAndIsKeptWithTheNextOne() throws {
        store.kept.set(["gone": 1, "kept": 1], forKey: "configuration.programmatic")
        let test = try started()
        let announced = test.listener(type: .configuration, source: "com.adobe.eventSource.responseContent")
        #expect(test.hub.configuration.storageProblem == nil)
        store.faults.withLock { $0.isUnwritable = true }
        test.hub.configuration.update(["global.privacy": "optedin", "new": 2, "gone": .null])
        test.run()
        let values: JSONObject = ["global.privacy": "optedin", "kept": 1, "new": 2]
        #expect(test.hub.configuration.current == values)
        #expect(announced.data == [values])
        #expect(test.hub.configuration.storageProblem == FragileStore.writeError)
        #expect(errors(test).count == 1 && errors(test)[0].contains("not kept for the next start"))
        #expect(programmatic == ["gone": 1, "kept": 1])
        // A look at what another process may have changed takes nothing of it back.
        #expect(test.hub.configuration.privacyStatus == .optedIn)
        #expect(test.hub.configuration.current == values)
        test.hub.configuration.update(["new": 3])
        #expect(test.hub.configuration.current["new"] == 3)

        store.faults.withLock { $0.isUnwritable = false }
        test.hub.configuration.update(["later": 4])
        #expect(programmatic == ["global.privacy": "optedin", "kept": 1, "new": 3, "later": 4])
        #expect(test.hub.configuration.current == programmatic)
        #expect(test.hub.configuration.storageProblem == nil)
        #expect(errors(test).count == 2)
        // What was kept late is not kept a second time: another process may have taken it back meanwhile.
        store.kept.set(["kept": 1], forKey: "configuration.programmatic")
        test.hub.configuration.update(["last": 5])
        #expect(programmatic == ["kept": 1, "last": 5])
    }

    @Test func whatCouldNotBeKeptIsKeptByTheClock() throws {
        let test = try started()
        store.faults.withLock { $0.isUnwritable = true }
        test.hub.configuration.privacyStatus = .optedOut
        test.hub.configuration.configure(withAppID: "property/app")
        #expect(programmatic == nil)
        store.faults.withLock { $0.isUnwritable = false }
        test.advance(by: .seconds(2))
        #expect(programmatic == ["global.privacy": "optedout"])
        #expect(store.kept.value(forKey: "configuration.appId") == "property/app")
        #expect(test.hub.configuration.storageProblem == nil)
    }

    /// The choice of this process, which could not be kept, that of another one, which was kept later, and what holds.
    @Test(
        arguments: [
            ("optedin", "optedout", "optedout"), ("optedout", "optedin", "optedout"),
            ("optunknown", "optedin", "optunknown"), ("optedin", "optunknown", "optunknown"),
        ] as [(JSONValue, JSONValue, JSONValue)]
    )
    func ofTwoChoicesTheStricterHolds(_ mine: JSONValue, _ other: JSONValue, _ right: JSONValue) throws {
        store.kept.set(["kept": 1], forKey: "configuration.programmatic")
        let test = try started()
        store.faults.withLock { $0.isUnwritable = true }
        test.hub.configuration.update(["global.privacy": mine, "mine": 1])
        store.kept.set(["global.privacy": other, "kept": 2], forKey: "configuration.programmatic")
        #expect(test.hub.configuration.privacyStatus.configurationValue == right.stringValue)
        store.faults.withLock { $0.isUnwritable = false }
        test.hub.configuration.update(["x": 1])
        #expect(programmatic == ["global.privacy": right, "kept": 2, "mine": 1, "x": 1])
    }

    @Test func whatCannotBeReadYetIsReadLater() throws {
        store.kept.set("property/app", forKey: "configuration.appId")
        store.kept.set(["global.privacy": "optedin", "a": 1], forKey: "configuration.programmatic")
        store.faults.withLock { $0.unreadable = nil }
        let test = try started()
        test.hub.configuration.update(["b": 2])
        #expect(test.hub.configuration.privacyStatus == .unknown)
        store.faults.withLock { $0.unreadable = [] }
        #expect(test.hub.configuration.privacyStatus == .optedIn)
        #expect(test.hub.configuration.current == ["global.privacy": "optedin", "a": 1, "b": 2])
        #expect(test.hub.configuration.storageProblem == nil)
        #expect(test.hub.configuration.appID == "property/app")
        #expect(programmatic == ["global.privacy": "optedin", "a": 1, "b": 2])
    }

    @Test func aChoiceIsKeptThoughTheOtherValuesOfTheCallAreTooLarge() throws {
        let folder = try TemporaryFolder()
        func launch() -> TestHub {
            var options = ConfigurationOptions()
            options.keep(in: folder.url)
            let test = TestHub(options: HubOptions(configuration: options))
            test.start()
            return test
        }
        let first = launch()
        let large = JSONValue.string(String(repeating: "x", count: 16 << 20))
        first.hub.configuration.update(["large": large, "global.privacy": "optedout"])
        #expect(first.hub.configuration.privacyStatus == .optedOut)
        #expect(first.hub.configuration.storageProblem?.code == .tooLarge)
        first.hub.configuration.update(["small": 1])
        #expect(launch().hub.configuration.current == ["global.privacy": "optedout", "small": 1])
    }

    @Test func aChoiceThatCannotBeReadAnyMoreIsUnknownUntilItCanBe() throws {
        store.kept.set(["global.privacy": "optedin", "a": 1], forKey: "configuration.programmatic")
        let test = try started()
        let told = Recorder<PrivacyStatus>()
        let token = test.hub.configuration.followPrivacy(told.append)
        let announced = test.listener(type: .configuration, source: "com.adobe.eventSource.responseContent")
        store.faults.withLock { $0.unreadable = nil }
        for _ in 0..<3 { #expect(test.hub.configuration.privacyStatus == .unknown) }
        test.run()
        #expect(errors(test).count == 1 && errors(test)[0].contains("privacy status is unknown"))
        #expect(test.hub.configuration.storageProblem == FragileStore.readError)
        #expect(announced.data == [["a": 1, "global.privacy": "optunknown"]])
        #expect(told.elements.last == .unknown)
        store.faults.withLock { $0.unreadable = [] }
        #expect(test.hub.configuration.privacyStatus == .optedIn)
        test.run()
        #expect(announced.data.last == ["a": 1, "global.privacy": "optedin"])
        #expect(told.elements.last == .optedIn)
        #expect(errors(test).count == 1)
        token.cancel()
    }

    @Test func aChoiceThatWasMadeMeanwhileHoldsThoughTheKeptOneCannotBeRead() throws {
        let test = try started()
        store.faults.withLock { $0.isUnwritable = true }
        test.hub.configuration.privacyStatus = .optedOut
        store.faults.withLock { $0.unreadable = nil }
        #expect(test.hub.configuration.privacyStatus == .optedOut)
        #expect(test.hub.configuration.current["global.privacy"] == "optedout")
    }

    @Test func whereTheKeptValuesCannotBeReadTheAppIdMayStillBe() throws {
        store.kept.set("property/app", forKey: "configuration.appId")
        store.kept.set(["global.privacy": "optedin", "a": 1], forKey: "configuration.programmatic")
        store.faults.withLock { $0.unreadable = ["configuration.programmatic"] }
        let test = try started()
        #expect(test.hub.configuration.appID == "property/app")
        #expect(test.hub.configuration.privacyStatus == .unknown)
        #expect(test.hub.configuration.current == ["global.privacy": "optunknown"])
        #expect(test.hub.configuration.storageProblem == FragileStore.readError)
        #expect(errors(test).count == 1 && errors(test)[0].contains("privacy status is unknown"))
        // It was not damaged: what is kept now holds.
        store.faults.withLock { $0.unreadable = [] }
        store.kept.set(nil, forKey: "configuration.programmatic")
        test.hub.configuration.update(["b": 2])
        #expect(programmatic == ["b": 2])
    }

    @Test func whereTheChoiceIsLostNoPublishedOneTakesItsPlace() throws {
        store.kept.set("no object", forKey: "configuration.programmatic")
        let test = try started()
        #expect(test.hub.configuration.privacyStatus == .unknown)
        test.hub.configuration.update(["b": 2])
        #expect(programmatic == ["b": 2, "global.privacy": "optunknown"])
    }

    @Test func anAppIdThatCannotBeKeptIsUsedAndTheLogSaysThatItIsNotKept() throws {
        let test = try started()
        store.faults.withLock { $0.isUnwritable = true }
        test.hub.configuration.configure(withAppID: "property/app")
        #expect(test.hub.configuration.appID == "property/app")
        #expect(test.hub.configuration.storageProblem == FragileStore.writeError)
        #expect(errors(test).count == 1 && errors(test)[0].contains("app id is not kept"))
        #expect(store.kept.value(forKey: "configuration.appId") == nil)
    }
}
