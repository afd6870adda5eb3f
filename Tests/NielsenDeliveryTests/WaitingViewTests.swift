// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// What is watched while the first configuration is awaited: kept for the case that the process ends, and withdrawn as
/// soon as it can be measured.
struct WaitingViewTests {
    private static let content = ["type": "content", "assetid": "film", "length": "600"]

    private let folder: TemporaryFolder
    private let collector = StubCollector { _ in nil }
    private let clock = ManualClock()
    private var environment: NielsenEnvironment

    init() throws {
        folder = try TemporaryFolder()
        environment = .app(
            storage: .folder(folder.url),
            configurationURL: URL(string: "https://configuration.example/sdk/"),
            client: collector,
            clock: clock,
            log: .disabled,
            privacy: .unknown
        )
    }

    private func makeApi(_ appid: String = "PX") throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: ["appid": appid], environment: environment)
    }

    private func watch(_ api: NielsenAppApi) {
        api.play()
        api.loadMetadata(Self.content)
        for position in 0..<5 as Range<Int64> {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
        }
    }

    /// How many pings are queued, and how many are queued if the process ends now.
    private func counts() throws -> [Int] {
        let database = try RawDatabase(folder.file("pings.sqlite"))
        return try ["hit", "will"].map { table in
            try database.run("SELECT count(*) FROM \(table)").first.flatMap { Int($0) } ?? -1
        }
    }

    /// Nobody answers, so that the bundled configuration counts.
    private func receive() { collector.answer(.failure(.connection("no route"))) }

    @Test func whatIsOpenIsKeptForTheEndOfTheProcess() throws {
        let api = try makeApi()
        // The start, which nothing else would tell of.
        #expect(try counts() == [0, 1])
        watch(api)
        // The start, the view, and its end, which says that it was none of the app's.
        #expect(try counts() == [0, 3])
        let left = try RawDatabase(folder.file("pings.sqlite")).run("SELECT payload FROM will ORDER BY place")
        #expect(left.map { $0.contains("crs=1") } == [false, false, true])
        receive()
        #expect(try counts() == [2, 1])
        api.end()
        #expect(try counts() == [3, 0])
        environment.delivery?.close()
    }

    @Test func whatHasEndedIsWithdrawnAsWell() throws {
        let api = try makeApi()
        watch(api)
        api.end()
        #expect(try counts() == [0, 3])
        receive()
        #expect(try counts() == [3, 0])
        withExtendedLifetime(api) { environment.delivery?.close() }
    }

    /// No configuration comes any more, and what was watched must not be lost.
    @Test func anInstanceThatIsShutDownMeasuresWhatWaits() throws {
        let api = try makeApi()
        watch(api)
        api.shutdown()
        #expect(try counts() == [3, 0])
        receive()
        #expect(try counts() == [3, 0])
        environment.delivery?.close()
    }

    /// An app id that no file can have gets no configuration, so that there is nothing to measure with.
    @Test func anInstanceThatHasFailedMeasuresNothing() throws {
        let api = try makeApi("a b")
        #expect(api.state == .disabled)
        watch(api)
        #expect(try counts() == [0, 0])
        api.shutdown()
        #expect(try counts() == [0, 0])
        environment.delivery?.close()
    }

    /// Of a configuration that will not come nothing is measured, and nothing is left to the next process.
    @Test mutating func whatCannotBeMeasuredIsWithdrawn() throws {
        environment.configurationSource = NielsenConfigurationSource(
            baseURL: try #require(URL(string: "https://configuration.example/sdk/")),
            client: collector,
            backoff: RetryBackoff(maximumAttempts: 1)
        )
        let api = try makeApi()
        watch(api)
        #expect(try counts() == [0, 3])
        collector.answer(.status(404))
        #expect(api.state == .disabled)
        #expect(try counts() == [0, 0])
        environment.delivery?.close()
    }
}
