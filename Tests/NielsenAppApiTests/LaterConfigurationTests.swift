// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A newer configuration comes into force where nothing is open any more, also without a call.
struct LaterConfigurationTests {
    private let clock = ManualClock()
    private let server = HeldConfigurationServer()
    private let times = CreditTimes()

    private func makeWaitingApi(
        attempts: Int? = nil,
        _ change: (inout NielsenConfiguration) -> Void = { _ in }
    ) throws -> NielsenAppApi {
        let url = try #require(URL(string: "https://configuration.example/sdk"))
        let backoff = RetryBackoff(maximumAttempts: attempts)
        var environment = NielsenEnvironment(
            clock: clock,
            pings: times,
            configurationSource: NielsenConfigurationSource(baseURL: url, client: server, backoff: backoff),
            random: { 7 }
        )
        change(&environment.configuration)
        return try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
    }

    private func makeApi() throws -> NielsenAppApi {
        let api = try makeWaitingApi()
        server.answer(creditAfter: 30)
        return api
    }

    /// A stream that nobody tells of any more ends by itself after half an hour.
    @Test func aStreamThatEndsByItselfMakesRoomForIt() throws {
        let api = try makeApi()
        #expect(times.all == [30])
        api.play()
        api.loadMetadata(Bench.content)
        for position in 0..<125 as Range<Int64> {
            clock.advance(by: .seconds(1))
            api.playheadPosition(position)
        }
        #expect(server.asked == 2)
        server.answer(creditAfter: 20)
        #expect(times.all == [30])
        clock.advance(by: .seconds(1_800))
        #expect(times.all == [30])
        clock.advance(by: .seconds(1))
        #expect(times.all == [30, 20])
        withExtendedLifetime(api) {}
    }

    /// The first call at that age asks for a newer one, and only once.
    @Test(arguments: [(119, 1), (120, 2), (121, 2)])
    func aConfigurationIsAskedForAtItsAge(_ seconds: Int, _ asked: Int) throws {
        let api = try makeApi()
        clock.advance(by: .seconds(seconds))
        for _ in 0..<3 { api.updateOTT(["ottStatus": "0"]) }
        #expect(server.asked == asked)
        withExtendedLifetime(api) {}
    }

    @Test func aConfigurationThatIsTheSameReplacesNothing() throws {
        let api = try makeApi()
        clock.advance(by: .seconds(120))
        api.updateOTT(["ottStatus": "0"])
        server.answer(creditAfter: 30)
        #expect(times.all == [30])
        clock.advance(by: .seconds(120))
        api.updateOTT(["ottStatus": "0"])
        #expect(server.asked == 3)
        server.answer(creditAfter: 20)
        #expect(times.all == [30, 20])
        withExtendedLifetime(api) {}
    }

    /// A disabled instance measures nothing, and needs no newer configuration.
    @Test func aDisabledInstanceAsksForNone() throws {
        let api = try makeApi()
        api.appDisableApi = true
        clock.advance(by: .seconds(1_000))
        api.updateOTT(["ottStatus": "0"])
        #expect(server.asked == 1)
        api.appDisableApi = false
        api.updateOTT(["ottStatus": "0"])
        #expect(server.asked == 2)
    }

    /// An instance that is disabled ends what is open, and makes room for it as well.
    @Test func anInstanceThatIsDisabledMakesRoomForIt() throws {
        let api = try makeApi()
        api.loadMetadata(Bench.page)
        clock.advance(by: .seconds(121))
        api.updateOTT(["ottStatus": "0"])
        server.answer(creditAfter: 20)
        #expect(times.all == [30])
        api.appDisableApi = true
        #expect(times.all == [30, 20])
    }

    /// A server that fails is asked again, until the instance ends.
    @Test(arguments: [false, true])
    func anInstanceThatHasEndedAsksNoMore(_ hasEnded: Bool) throws {
        let api = try makeWaitingApi()
        server.fail(status: 503)
        #expect(server.asked == 1)
        if hasEnded { api.shutdown() }
        clock.advance(by: .seconds(600))
        #expect(server.asked == (hasEnded ? 1 : 2))
        withExtendedLifetime(api) {}
    }

    @Test func anInstanceThatIsAbandonedAsksNoMore() throws {
        let api = try makeWaitingApi()
        server.fail(status: 503)
        _ = api.abandon()
        clock.advance(by: .seconds(600))
        #expect(server.asked == 1)
    }

    /// What comes after the end comes to nothing.
    @Test func aConfigurationThatComesTooLateIsNotUsed() throws {
        let api = try makeWaitingApi()
        api.shutdown()
        server.answer(creditAfter: 20)
        #expect(times.all == [])
    }

    /// Nothing ages in less than a minute, whatever the app says.
    @Test(arguments: [(59, 1), (60, 2)], [nil, 60] as [Int?])
    func aMinuteIsTheLeastAge(_ expected: (seconds: Int, asked: Int), _ maximumAge: Int?) throws {
        let api = try makeWaitingApi { $0.maximumAgeSeconds = 10 }
        server.answer(creditAfter: 30, maximumAge: maximumAge)
        clock.advance(by: .seconds(expected.seconds))
        api.updateOTT(["ottStatus": "0"])
        #expect(server.asked == expected.asked)
        withExtendedLifetime(api) {}
    }

    // MARK: - Enabling

    @Test func whoeverEnablesAnInstanceThatWaitsAsksForNothing() throws {
        let api = try makeWaitingApi()
        for isDisabled in [false, true, false, false] { api.appDisableApi = isDisabled }
        #expect(server.asked == 1)
        server.answer(creditAfter: 30)
        for isDisabled in [true, false, false] { api.appDisableApi = isDisabled }
        #expect(server.asked == 1)
        #expect(times.all == [30])
    }

    @Test func whoeverEnablesAnInstanceThatHasFailedAsksOnce() throws {
        let api = try makeWaitingApi(attempts: 1)
        server.fail(status: 404)
        #expect(api.state == .disabled)
        api.appDisableApi = true
        #expect(server.asked == 1)
        for _ in 0..<3 { api.appDisableApi = false }
        #expect(server.asked == 2)
        server.fail(status: 404)
        #expect(api.state == .disabled)
        api.appDisableApi = false
        #expect(server.asked == 3)
        server.answer(creditAfter: 30)
        #expect(times.all == [30])
        #expect(api.state == .idle)
    }

    @Test func whoeverEnablesAnInstanceThatHasEndedAsksForNothing() throws {
        let api = try makeWaitingApi(attempts: 1)
        server.fail(status: 404)
        api.shutdown()
        api.appDisableApi = false
        #expect(server.asked == 1)
    }
}
