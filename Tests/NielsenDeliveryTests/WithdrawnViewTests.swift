// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// What is kept of open views for the end of the process: written every ten seconds, and withdrawn in time.
struct WithdrawnViewTests {
    /// Answers the question for a configuration when the test says so.
    private final class ConfigurationServer: HTTPClient {
        private let open = Locked<[(HTTPRequest, @Sendable (Result<HTTPResponse, HTTPError>) -> Void)]>([])

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            open.withLock { $0.append((request, completion)) }
            return HTTPTask()
        }

        func answer(_ text: String) {
            let first = open.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let (request, completion) = first else { return }
            completion(.success(HTTPResponse(status: 200, headers: [:], body: Data(text.utf8), url: request.url)))
        }
    }

    private static let content = ["type": "content", "assetid": "film", "length": "600"]

    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func rows(_ table: String) throws -> [String] {
        let order = table == "hit" ? "row" : "place"
        return try RawDatabase(folder.file("pings.sqlite")).run("SELECT payload FROM \(table) ORDER BY \(order)")
    }

    /// The number of pings that are queued, and of those that are if the process ends now.
    private func counts() throws -> [Int] { [try rows("hit").count, try rows("will").count] }

    /// A configuration that makes nothing of the start of a session, nor of content.
    @Test func whatWasRehearsedIsWithdrawnWhereNothingIsMeasured() throws {
        let server = ConfigurationServer()
        let base = try #require(URL(string: "https://configuration.example/sdk/"))
        let environment = NielsenEnvironment.app(
            storage: .folder(folder.url),
            configurationURL: base,
            client: server,
            clock: clock,
            log: .disabled,
            privacy: .unknown
        )
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        api.play()
        api.loadMetadata(Self.content)
        for position in 0..<5 as Range<Int64> {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
        }
        api.end()
        #expect(try counts() == [0, 3])
        server.answer(#"{"schema": "launch-hub.sdk-configuration", "version": 1, "products": []}"#)
        #expect(api.state == .idle)
        #expect(try counts() == [0, 0])
        withExtendedLifetime(api) { environment.delivery?.close() }
    }

    private func makeApi() throws -> (NielsenAppApi, NielsenEnvironment) {
        let environment = NielsenEnvironment.app(
            storage: .folder(folder.url),
            client: StubCollector { _ in nil },
            clock: clock,
            log: .disabled,
            privacy: .unknown
        )
        return (try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment), environment)
    }

    /// Playheads wait for no database: what they add to a view is written every ten seconds.
    @Test func aViewIsKeptEveryTenSeconds() throws {
        let (api, environment) = try makeApi()
        api.play()
        api.loadMetadata(Self.content)
        var changes: [Int64] = []
        var before: [String] = []
        for second in 0..<35 as Range<Int64> {
            api.playheadPosition(second)
            let now = try rows("will")
            if now != before { changes.append(second) }
            before = now
            clock.advance(by: .seconds(1))
        }
        #expect(changes == [0, 10, 20, 30])
        #expect(try counts() == [2, 1])
        // Without a call nothing changes, and nothing is written.
        clock.advance(by: .seconds(60))
        let held = try rows("will")
        clock.advance(by: .seconds(60))
        #expect(try rows("will") == held)
        api.end()
        #expect(try counts() == [3, 0])
        environment.delivery?.close()
    }

    /// A page has no playheads, and its seconds pass all the same.
    @Test func aPageIsKeptEveryTenSeconds() throws {
        let (api, environment) = try makeApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        var seen = try rows("will")
        #expect(seen.count == 1)
        for _ in 0..<3 {
            clock.advance(by: .seconds(9))
            #expect(try rows("will") == seen)
            clock.advance(by: .seconds(1))
            let now = try rows("will")
            #expect(now != seen)
            seen = now
        }
        api.staticEnd()
        #expect(try rows("will") == [])
        environment.delivery?.close()
    }
}
