// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// The user's choice over restarts, and between instances.
struct ChoiceTests {
    @Test(arguments: NielsenFlavor.allCases)
    func anOptOutSurvivesARestart(_ flavor: NielsenFlavor) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("privacy-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("nielsen.json")
        for (choice, isOptedOut) in [("nielsenappsdk://1", true), ("nielsenappsdk://0", false)] {
            let first = PrivacyBench(flavor)
            // A store of its own each time, over the same file: what another run of the program has.
            first.store = FileKeyValueStore(file: file)
            #expect(try first.makeApi().userOptOut(choice))
            let second = PrivacyBench(flavor)
            second.store = FileKeyValueStore(file: file)
            #expect(try second.makeApi().optOutStatus == isOptedOut)
            #expect(second.takePings().map { $0["uoo"] } == [isOptedOut ? "true" : "false"])
        }
    }

    @Test(arguments: [
        "nielsenappsdk://2", "nielsenappsdk://1/", "NIELSENAPPSDK://1", "nielsenappsdk://%31", "nielsen://close",
        "https://pages.example/?u=nielsenappsdk://1", "nielsenappsdk://1\u{0}", "nielsenappsdk:1", "1", "",
    ])
    func whatIsNoChoiceChangesNothingAndIsLogged(_ text: String) throws {
        let bench = PrivacyBench(.noAd)
        let api = try bench.makeApi()
        #expect(!api.userOptOut(text))
        #expect(!api.optOutStatus)
        #expect(try bench.store.value(forKey: "nielsen.optOut") == nil)
        #expect(bench.lines.records.contains { $0.message.contains("only nielsenappsdk://1 and nielsenappsdk://0") })
    }

    @Test func anotherInstanceThatIsPlayingTakesTheChoiceOver() throws {
        let bench = PrivacyBench(.noAd)
        let playing = try bench.makeApi()
        let settings = try NielsenEventTracker.make(appInfo: PrivacyBench.userInfo, environment: bench.environment)
        playing.loadMetadata(PrivacyBench.content)
        bench.play(playing, 0..<40)
        bench.pings.removeAll()
        bench.records.removeAll()
        #expect(settings.userOptOut("nielsenappsdk://1"))
        // Neither play nor loadMetadata comes in between.
        bench.play(playing, 40..<320)
        // Of the other instance its new session; of this one the end of the old view, a session, a new view, and its
        // duration up to where the window of five minutes was left.
        let pings = bench.takePings()
        #expect(pings.map { $0["davty"] } == ["absent", "2", "absent", "0", "1"])
        #expect(pings.map { $0["uoo"] } == ["true", "false", "true", "true", "true"])
        #expect(pings.map { $0["c9"] != "devid," } == [false, true, false, false, false])
        #expect(Set(pings.map { $0["sessionId"] }).count == 3)
        #expect(bench.records.records.map(\.optedOut) == [true, false, true, true, true])
        #expect(playing.optOutStatus)
        #expect(settings.userOptOut("nielsenappsdk://0"))
        #expect(!playing.optOutStatus)
        bench.play(playing, 320..<330)
        playing.end()
        #expect(bench.takePings().last?["uoo"] == "false")
    }

    /// A store that cannot be read before the device is unlocked.
    private final class LockedStore: KeyValueStore {
        let values = InMemoryKeyValueStore()
        let isLocked = Locked(true)

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if isLocked.withLock({ $0 }) { throw StorageError(.read, path: "/x", detail: "it is protected") }
            return values.value(forKey: key)
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
            if isLocked.withLock({ $0 }) { throw StorageError(.write, path: "/x", detail: "it is protected") }
            values.set(value, forKey: key)
        }
    }

    @Test(arguments: [nil, false, true])
    func aUserCountsAsOptedOutUntilTheDeviceIsUnlockedAndNoLonger(_ choice: Bool?) throws {
        let bench = PrivacyBench(.noAd)
        let store = LockedStore()
        store.values.set(choice.map(JSONValue.bool), forKey: "nielsen.optOut")
        store.values.set("kept", forKey: "nielsen.deviceId")
        bench.store = PendingKeyValueStore(store, clock: bench.clock, choosing: NielsenKeptKeys.stricter)
        let api = try bench.makeApi()
        #expect(api.optOutStatus)
        #expect(bench.takePings().map { $0["uoo"] } == ["true"])
        store.isLocked.withLock { $0 = false }
        #expect(api.optOutStatus == (choice == true))
        api.loadMetadata(PrivacyBench.content)
        bench.play(api, 0..<10)
        api.end()
        #expect(bench.takePings().last?["uoo"] == (choice == true ? "true" : "false"))
        // Nothing is forgotten because it could not be read.
        #expect(store.values.value(forKey: "nielsen.deviceId") == "kept")
    }

    @Test func aStoreThatCannotBeReadKeepsWhatWasChosen() throws {
        let bench = PrivacyBench(.noAd)
        bench.store = BrokenStore()
        let api = try bench.makeApi()
        bench.pings.removeAll()
        api.userOptOut("nielsenappsdk://1")
        api.loadMetadata(PrivacyBench.content)
        api.playheadPosition(0)
        #expect(bench.takePings().map { $0["uoo"] } == ["true"])
    }
}
