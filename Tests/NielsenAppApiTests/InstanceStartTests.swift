// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Each way of making an instance starts it, and one that is refused is in the log.
struct InstanceStartTests {
    private let bench = Bench()

    @Test func everyInitializerStartsTheInstance() throws {
        let environment = bench.environment()
        let makers: [(Hearing) throws -> Any?] = [
            { NielsenAppApi(appInfo: Bench.appInfo, delegate: $0) },
            { NielsenAppApi(appInfo: Bench.appInfo, delegate: $0, environment: environment) },
            { try NielsenAppApi.make(appInfo: Bench.appInfo, delegate: $0, environment: environment) },
            { NielsenEventTracker(appInfo: Bench.appInfo, delegate: $0) },
            { NielsenEventTracker(appInfo: Bench.appInfo, delegate: $0, environment: environment) },
            { try NielsenEventTracker.make(appInfo: Bench.appInfo, delegate: $0, environment: environment) },
        ]
        for (place, make) in makers.enumerated() {
            let hearing = Hearing()
            let instance = try #require(try make(hearing), "\(place)")
            #expect(hearing.events == [2001], "\(place)")
            withExtendedLifetime(instance) {}
        }
    }

    @Test func anInstanceThatIsRefusedIsInTheLog() {
        for isTracker in [false, true] {
            let bench = Bench()
            let environment = bench.environment()
            if isTracker {
                #expect(NielsenEventTracker(appInfo: ["appid": ""], delegate: nil, environment: environment) == nil)
            } else {
                #expect(NielsenAppApi(appInfo: ["appid": ""], delegate: nil, environment: environment) == nil)
            }
            let errors = bench.lines.records.filter { $0.level == .error }
            #expect(errors.count == 1)
            #expect(errors.first?.message.contains("appid") == true)
        }
    }

    /// What happens to the app and the device stands between the calls in the log.
    @Test func whatIsNoCallIsInTheLogToo() throws {
        let api = try bench.makeApi()
        api.handle(.foreground)
        api.deviceChanged(NielsenDevice())
        api.trackViewability(["viewTag": "7"])
        api.stop()
        let lines = bench.lines.records.filter { $0.level == .verbose }.map(\.message)
        let expected = ["handle foreground", "deviceChanged", #"trackViewability {viewTag: "7"}"#, "stop"]
        #expect(Array(lines.dropFirst()) == expected)
    }

    /// A choice is taken by an instance that runs.
    @Test func anInstanceThatHasEndedTakesNoChoice() throws {
        let api = try bench.makeApi()
        #expect(!api.userOptOut("nielsenappsdk://2"))
        #expect(bench.store.value(forKey: "nielsen.optOut") == nil)
        #expect(api.userOptOut("nielsenappsdk://0"))
        #expect(bench.store.value(forKey: "nielsen.optOut") == false)
        api.shutdown()
        #expect(!api.userOptOut("nielsenappsdk://1"))
        #expect(bench.store.value(forKey: "nielsen.optOut") == false)
    }
}
