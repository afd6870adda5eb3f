// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What happens to the app while its calls wait for the configuration, and after none came.
struct WaitingLifecycleTests {
    private let bench = PingBench()
    private let server = StubServer()
    private let text: String

    init() throws {
        text = try String(decoding: Data(contentsOf: ConfigurationFileTests.sample), as: UTF8.self)
        bench.source = NielsenConfigurationSource(
            baseURL: try #require(URL(string: "http://127.0.0.1:8642/sdk")),
            client: server,
            backoff: RetryBackoff(initial: .seconds(1), jitter: 0, maximumAttempts: 1)
        )
    }

    private func makeApi() throws -> NielsenAppApi {
        try bench.makeApi(PingBench.appInfo.merging(["appid": "P00000000-0000-0000-0000-000000000001"]) { $1 })
    }

    /// An interruption holds what comes behind it, and not the playheads before it that wait as well.
    @Test func anInterruptionWaitsInItsPlaceAmongTheCalls() throws {
        let api = try makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<40)
        api.handle(.interruptionBegan(.call))
        bench.clock.advance(by: .seconds(100))
        #expect(api.interruptions.isEmpty)
        server.answer(200, text)
        #expect(api.interruptions == [.call])
        #expect(bench.minutes(.dcrVideo) == ["vid345-67483 0"])
        api.handle(.interruptionEnded(.call))
        api.end()
        #expect(bench.minutes(.dcrVideo) == ["vid345-67483 1"])
    }

    /// Without a configuration nothing is measured, and the app goes on: what happens to it is known at once, and counts
    /// where the instance is enabled later.
    @Test func withoutAConfigurationWhatHappensCountsAtOnce() throws {
        let api = try makeApi()
        api.handle(.launch)
        server.answer(404)
        #expect(api.state == .disabled)
        #expect(api.lifecycleSummary.launches == 1)
        api.handle(.interruptionBegan(.call))
        #expect(api.interruptions == [.call])
        api.handle(.background)
        bench.clock.advance(by: .seconds(7))
        #expect(api.lifecycleSummary.timeInBackground == .seconds(7))
        api.appDisableApi = false
        server.answer(200, text)
        #expect(api.state == .idle)
        #expect(api.interruptions.contains(.call))
        #expect(api.lifecycleSummary.launches == 1)
    }

    /// Whoever enables a failed instance asks for its configuration, once.
    @Test func enablingAsksOnce() throws {
        let api = try makeApi()
        server.answer(404)
        #expect(server.requests.count == 1)
        api.appDisableApi = false
        #expect(server.requests.count == 2)
        api.appDisableApi = true
        api.appDisableApi = false
        #expect(server.requests.count == 2)
        server.answer(200, text)
        #expect(api.state == .idle)
        api.appDisableApi = true
        api.appDisableApi = false
        #expect(server.requests.count == 2)
    }

    /// As many calls wait as may, and one more is dropped.
    @Test(arguments: [(2, false), (3, true)])
    func aCallBeyondTheLimitIsSaidToBeDropped(_ playheads: Int64, _ isDropped: Bool) throws {
        bench.configuration.maximumPendingCalls = 4
        let api = try makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<playheads)
        withExtendedLifetime(api) { server.answer(200, text) }
        let lines = bench.lines.records.map(\.message).filter { $0.contains("calls were dropped") }
        #expect(lines.map { $0.hasPrefix("1 calls") } == (isDropped ? [true] : []))
    }

    /// A choice that was made before the configuration failed to come counts from the first record on.
    @Test func aChoiceOutlivesAFailure() throws {
        let api = try makeApi()
        api.userOptOut("nielsenappsdk://1")
        server.answer(404)
        #expect(api.state == .disabled)
        api.appDisableApi = false
        server.answer(200, text)
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<2)
        #expect(bench.records.records.count >= 2)
        let areOptedOut = bench.records.records.map(\.optedOut)
        #expect(areOptedOut.allSatisfy { $0 })
    }
}
