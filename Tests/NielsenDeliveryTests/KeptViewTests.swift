// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// Open views are kept for the case that the process ends: every ten seconds, and also while the first configuration is
/// awaited, until they can be measured.
struct KeptViewTests {
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

    private func makeApi() throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
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
        #expect(try open().map { $0.contains("crs=1") } == [false, false, true])
        receive()
        #expect(try counts() == [2, 1])
        api.end()
        #expect(try counts() == [3, 0])
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

    /// Ends the wait for the configuration with the first error that it hears of.
    private final class Ending: NSObject, NielsenAppApiDelegate, Sendable {
        private let end: Locked<(@Sendable () -> Void)?>

        init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

        func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {}

        func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
            end.withLock { $0.take() }?()
        }
    }

    /// What was measured with the built-in configuration is replaced only by what is measured with the one that counts.
    @Test func aConfigurationThatComesWhileACallIsMadeLosesNoView() throws {
        let delegate = Ending { [collector] in collector.answer(.failure(.connection("no route"))) }
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], delegate: delegate, environment: environment)
        watch(api)
        api.play("not a dictionary" as Any)
        #expect(api.state == .processing)
        #expect(try counts() == [2, 1])
        environment.delivery?.close()
    }

    // MARK: - While views run

    /// What is queued if the process ends now.
    private func open() throws -> [String] {
        try RawDatabase(folder.file("pings.sqlite")).run("SELECT payload FROM will ORDER BY place")
    }

    /// An instance that has its configuration.
    private func makeRunningApi() throws -> (NielsenAppApi, NielsenEnvironment) {
        let environment = NielsenEnvironment.app(
            storage: .folder(folder.url),
            client: collector,
            clock: clock,
            log: .disabled,
            privacy: .unknown
        )
        return (try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment), environment)
    }

    /// Playheads wait for no database: what they add to a view is written every ten seconds.
    @Test func aViewIsKeptEveryTenSeconds() throws {
        let (api, environment) = try makeRunningApi()
        api.play()
        api.loadMetadata(Self.content)
        var changes: [Int64] = []
        var before: [String] = []
        for second in 0..<35 as Range<Int64> {
            api.playheadPosition(second)
            let now = try open()
            if now != before { changes.append(second) }
            before = now
            clock.advance(by: .seconds(1))
        }
        #expect(changes == [0, 10, 20, 30])
        #expect(try counts() == [2, 1])
        // Without a call nothing changes, and nothing is written.
        clock.advance(by: .seconds(60))
        let held = try open()
        clock.advance(by: .seconds(60))
        #expect(try open() == held)
        api.end()
        #expect(try counts() == [3, 0])
        environment.delivery?.close()
    }

    /// A page has no playheads, and its seconds pass all the same.
    @Test func aPageIsKeptEveryTenSeconds() throws {
        let (api, environment) = try makeRunningApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        var seen = try open()
        #expect(seen.count == 1)
        for _ in 0..<3 {
            clock.advance(by: .seconds(9))
            #expect(try open() == seen)
            clock.advance(by: .seconds(1))
            let now = try open()
            #expect(now != seen)
            seen = now
        }
        api.staticEnd()
        #expect(try open() == [])
        environment.delivery?.close()
    }
}
