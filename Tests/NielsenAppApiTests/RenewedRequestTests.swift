// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Requests for a newer configuration while an instance runs, and between which pages it comes into force.
struct RenewedRequestTests {
    private let clock = ManualClock()
    private let server = HeldConfigurationServer()
    private let times = CreditTimes()

    private func makeApi(cache: URL? = nil) throws -> NielsenAppApi {
        let url = try #require(URL(string: "https://configuration.example/sdk"))
        let environment = NielsenEnvironment(
            clock: clock,
            pings: times,
            configurationSource: NielsenConfigurationSource(baseURL: url, cacheFolder: cache, client: server),
            random: { 7 }
        )
        return try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
    }

    /// A server may be so slow that the kept configuration reaches its age before the first answer: then it is asked
    /// once more, and the first answer counts no more.
    @Test func aRequestThatALaterOneOvertakesIsCalledOff() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("renewed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try makeApi(cache: folder)
        server.answer(creditAfter: 30)
        first.shutdown()
        #expect(times.all == [30])
        let api = try makeApi(cache: folder)
        #expect(times.all == [30, 30])
        #expect(server.asked == 2)
        clock.advance(by: .seconds(120))
        api.updateOTT(["ottStatus": "0"])
        #expect(server.asked == 3)
        server.answer(creditAfter: 20)
        #expect(times.all == [30, 30])
        server.answer(creditAfter: 25)
        #expect(times.all == [30, 30, 25])
        withExtendedLifetime(api) {}
    }

    /// One page follows the other without a gap, and yet there is room in between.
    @Test(arguments: [(Bench.page, [30]), (["type": "static", "section": "News"], [30, 20]), (Bench.content, [30])])
    func aConfigurationComesIntoForceBetweenTwoPages(_ next: [String: String], _ credits: [Int]) throws {
        let api = try makeApi()
        server.answer(creditAfter: 30)
        api.loadMetadata(Bench.page)
        clock.advance(by: .seconds(120))
        api.updateOTT(["ottStatus": "0"])
        server.answer(creditAfter: 20)
        #expect(times.all == [30])
        api.loadMetadata(next)
        #expect(times.all == credits)
        api.staticEnd()
        api.end()
        #expect(times.all == [30, 20])
    }
}
