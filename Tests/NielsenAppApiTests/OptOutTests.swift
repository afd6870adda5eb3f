// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

struct OptOutTests {
    private let bench = Bench()

    @Test(arguments: [
        "1", "0", "nielsenappsdk://2", "nielsenappsdk://", "nielsenappsdk://1 ", " nielsenappsdk://1",
        "NielsenAppSDK://1",
        "nielsenappsdk://1/", "nielsen://close", "",
    ])
    func anythingElseIsNoChoice(_ text: String) throws {
        let api = try bench.makeApi()
        #expect(!api.userOptOut(text))
        #expect(!api.optOutStatus)
    }

    @Test func measurementGoesOnAndIsMarked() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<10)
        #expect(api.userOptOut("nielsenappsdk://1"))
        #expect(api.state == .processing)
        bench.play(api, 10..<40)
        api.end()
        let kinds = bench.sink.records.map { "\($0.kind) \($0.optedOut)" }
        #expect(kinds == ["session false", "view false", "end false", "session true", "view true", "end true"])
        #expect(api.creditSummary.map(\.seconds) == [10, 30])
        #expect(api.creditSummary.map(\.segments) == [[], [0]])
        #expect(api.userOptOut("nielsenappsdk://0"))
        #expect(!api.optOutStatus)
    }

    @Test func theChoiceSurvivesARestart() throws {
        _ = try bench.makeApi().userOptOut("nielsenappsdk://1")
        #expect(try bench.makeApi().optOutStatus)
        #expect(try bench.makeTracker(["appid": "P", "uoo": "0"]).optOutStatus)
        _ = try bench.makeApi().userOptOut("nielsenappsdk://0")
        #expect(try !bench.makeApi().optOutStatus)
    }

    @Test func theChoiceHoldsForAllInstancesOfTheDevice() throws {
        let first = try bench.makeApi()
        let second = try bench.makeApi()
        first.userOptOut("nielsenappsdk://1")
        #expect(second.optOutStatus)
    }

    @Test(arguments: ["optout", "uoo"])
    func anAppCanOptOutAtTheStart(_ key: String) throws {
        let api = try bench.makeApi(["appid": "P", key: "true"])
        #expect(api.optOutStatus)
        // It counts as long as it is given, and is not the user's choice.
        api.userOptOut("nielsenappsdk://0")
        #expect(api.optOutStatus)
        #expect(try !bench.makeApi().optOutStatus)
    }

    @Test func limitedTrackingIsAnOptOutThatNoChoiceLifts() throws {
        var environment = bench.environment()
        environment.device.limitsTracking = true
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        #expect(api.optOutStatus)
        api.userOptOut("nielsenappsdk://0")
        #expect(api.optOutStatus)
        #expect(bench.sink.records.map(\.optedOut) == [true])
    }

    @Test func aStoreThatFailsIsErrors1002And1003OnceEachAndTheChoiceHoldsAnyway() throws {
        var environment = bench.environment()
        environment.store = FailingStore()
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: bench.hearing, environment: environment)
        // What cannot be read is not written over.
        #expect(bench.hearing.errors == [1003])
        #expect(bench.hearing.texts[0].hasPrefix("the identifiers and the choice of the device could not be read: "))
        #expect(api.optOutStatus)
        let before = bench.hearing.errors.count
        #expect(api.userOptOut("nielsenappsdk://1"))
        #expect(bench.hearing.errors.dropFirst(before) == [1002])
        api.play()
        #expect(api.optOutStatus)
    }

    @Test func thePageIsNobodysHostUnlessConfigured() throws {
        let url = try bench.makeApi().optOutURL
        #expect(url.hasPrefix("http://127.0.0.1:"))
        #expect(url.hasSuffix("/mobile/us/en/optout.html?appid=\(Bench.appInfo["appid"] ?? "")"))
    }

    @Test func thePageIsMadeFromTheTemplate() throws {
        let api = try bench.makeApi(["appid": "a b/ä{nuid}"]) {
            $0.optOutURLTemplate = "https://opt.example/{appid}/{country}?{unknown}"
        }
        #expect(api.optOutURL == "https://opt.example/a%20b%2F%C3%A4%7Bnuid%7D/us?{unknown}")
    }
}

private struct FailingStore: KeyValueStore {
    func value(forKey key: String) throws(StorageError) -> JSONValue? {
        throw StorageError(.read, path: key, detail: "broken")
    }
    func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        throw StorageError(.write, path: key, detail: "broken")
    }
}
