// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import LoopbackHTTP
import Testing

/// The loader over the system's client and a real server on this machine.
@Suite(.timeLimit(.minutes(10)))
struct ConfigurationLoaderHTTPTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let reports = Mailbox<ConfigurationReport>()
    private let a: AppIdentifier
    private let b: AppIdentifier

    init() throws {
        folder = try TemporaryFolder()
        a = try AppIdentifier("a")
        b = try AppIdentifier("b")
    }

    private func loader(_ server: LoopbackServer) throws -> ConfigurationLoader {
        ConfigurationLoader(
            settings: PublishedConfigurations.Settings(
                source: try ConfigurationSource(baseURL: server.url()),
                cacheFolder: folder.url
            ),
            client: SystemHTTPClient(clock: clock),
            clock: clock,
            random: { 0 },
            observer: reports.put
        )
    }

    /// The next report that says how a try ended.
    private func outcome() async throws -> ConfigurationReport {
        while true {
            let report = try await reports.next()
            if report.isOutcome { return report }
        }
    }

    /// Loads a good one, then has the server misbehave, and says what resulted.
    private func errorAfterAGoodOne(_ misbehave: @escaping LoopbackServer.Handler) async throws -> ConfigurationError? {
        let isGood = Locked(true)
        let server = try LoopbackServer { request, connection in
            if isGood.withLock({ $0 }) {
                connection.respond(200, headers: ["ETag": "\"1\""], #"{"k":"good"}"#)
            } else {
                misbehave(request, connection)
            }
        }
        defer { server.stop() }
        let loader = try loader(server)
        loader.load(a)
        #expect(try await outcome().values == ["k": "good"])
        let kept = try Data(contentsOf: try #require(try folder.contents.first))
        isGood.withLock { $0 = false }
        loader.load(a)
        let report = try await outcome()
        #expect(try Data(contentsOf: try #require(try folder.contents.first)) == kept)
        loader.stop()
        return report.error.map(ConfigurationError.init)
    }

    @Test func secondStartAsksConditionallyAndKeepsWhatIsCurrent() async throws {
        let server = try LoopbackServer { request, connection in
            if request.headers["if-none-match"] == "\"v1\"" {
                connection.respond(304)
            } else {
                connection.respond(200, headers: ["ETag": "\"v1\"", "Last-Modified": "now"], #"{"k":1}"#)
            }
        }
        defer { server.stop() }
        try loader(server).load(a)
        #expect(try await outcome().values == ["k": 1])
        try loader(server).load(a)
        #expect(try await outcome().values == ["k": 1])
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
        #expect(server.requests[1].headers["if-modified-since"] == "now")
    }

    @Test func failingServerIsAskedAgainUntilItAnswers() async throws {
        let statuses = Locked([500, 500, 500])
        let server = try LoopbackServer { _, connection in
            connection.respond(statuses.withLock { $0.popLast() } ?? 200, #"{"k":1}"#)
        }
        defer { server.stop() }
        let loader = try loader(server)
        loader.load(a)
        for seconds in [1, 2, 4] {
            #expect(try await outcome().retryIn == .seconds(seconds))
            clock.advance(by: .seconds(seconds))
        }
        #expect(try await outcome().values == ["k": 1])
        loader.stop()
    }

    @Test func missingConfigurationIsAStatusError() async throws {
        guard case .httpStatus(404, let url, _) = try await errorAfterAGoodOne({ $1.respond(404, "no") })?.reason else {
            Issue.record("another error")
            return
        }
        #expect(url.hasSuffix("/a.json"))
    }

    @Test func endlessRedirectsAreRefused() async throws {
        let error = try await errorAfterAGoodOne { $1.respond(302, headers: ["Location": "/a.json"]) }
        guard case .network(_, .tooManyRedirects(limit: 5)) = error?.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func downloadThatIsCutOffIsRefused() async throws {
        let error = try await errorAfterAGoodOne { _, connection in
            connection.sendHead(200, headers: ["Content-Length": "20"])
            connection.send(Data(#"{"k":"bad"}"#.utf8))
        }
        guard case .network(_, .truncated(receivedBytes: 11, expectedBytes: 20)) = error?.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [true, false])
    func fiftyMegabytesAreCutOffEarly(_ isAnnounced: Bool) async throws {
        let total = 50 << 20
        let sentBytes = Mailbox<Int>()
        let error = try await errorAfterAGoodOne { _, connection in
            connection.sendHead(200, headers: isAnnounced ? ["Content-Length": String(total)] : [:])
            let chunk = Data(repeating: 0x20, count: 1 << 20)
            var sent = 0
            while sent < total {
                // After two megabytes the client has had its limit; it gets the time to hang up.
                if sent == 2 << 20, connection.peerCloses(withinSeconds: 600) { break }
                guard connection.send(chunk) else { break }
                sent += chunk.count
            }
            sentBytes.put(sent)
        }
        guard case .tooLarge(_, limit: 1_048_576) = error?.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(try await sentBytes.next() <= 2 << 20)
    }

    @Test(arguments: ["<html></html>", "{\"k\":", ""])
    func wrongTextIsRefusedWithItsAddress(_ text: String) async throws {
        guard
            case .malformedJSON(let location, let detail) = try await errorAfterAGoodOne({ $1.respond(200, text) })?
                .reason
        else {
            Issue.record("another error")
            return
        }
        #expect(location.hasSuffix("/a.json"))
        #expect(!detail.isEmpty)
    }

    @Test func arrayIsRefused() async throws {
        guard case .notAnObject(_, "an array") = try await errorAfterAGoodOne({ $1.respond(200, "[1,2]") })?.reason
        else {
            Issue.record("another error")
            return
        }
    }

    #if os(Linux)
        @Test func aCompressedConfigurationThatNobodyAskedForIsRefusedInWords() async throws {
            let body = try #require(
                Data(base64Encoded: "H4sIAAAAAAACA6tWSs/JT0rM0SsoyixLTK5UslLKLyhJTcnMU6oFAAfugdUcAAAA")
            )
            let error = try await errorAfterAGoodOne { $1.respond(200, headers: ["Content-Encoding": "gzip"], body) }
            #expect(error?.description.contains("compressed (gzip)") == true)
        }
    #endif

    @Test func answerThatIsHeldBackTimesOutAndIsTriedAgain() async throws {
        let gate = Gate()
        let arrived = Mailbox<Void>()
        let server = try LoopbackServer { _, connection in
            arrived.put(())
            gate.pass()
            connection.respond(200, #"{"k":1}"#)
        }
        defer { server.stop() }
        let loader = try loader(server)
        loader.load(a)
        try await arrived.next()
        clock.advance(by: .seconds(10))
        guard case .failed(_, _, let failure, retryIn: .seconds(1)) = try await outcome(),
            case .network(_, let error) = failure.reason,
            error.code == .timedOut
        else {
            Issue.record("another outcome")
            return
        }
        gate.open()
        clock.advance(by: .seconds(1))
        #expect(try await outcome().values == ["k": 1])
    }

    @Test func firstThenSecondThenFirstEndsOnTheFirstWhateverTheServerDoes() async throws {
        let gate = Gate()
        let arrivals = Mailbox<String>()
        let server = try LoopbackServer { request, connection in
            arrivals.put(request.path)
            gate.pass()
            connection.respond(200, #"{"path":"\#(request.path)"}"#)
        }
        defer { server.stop() }
        let loader = try loader(server)
        loader.load(a)
        #expect(try await arrivals.next() == "/a.json")
        loader.load(b)
        #expect(try await arrivals.next() == "/b.json")
        loader.load(a)
        #expect(try await arrivals.next() == "/a.json")
        gate.open()

        var layers = ConfigurationLayers()
        var superseded: [LoadGeneration] = []
        var isLoaded = false
        while !isLoaded || superseded.count < 2 {
            let report = try await reports.next()
            layers.apply(report)
            if case .superseded(_, let generation) = report { superseded.append(generation) }
            if report.values != nil {
                #expect(report.generation == 3)
                isLoaded = true
            }
        }
        #expect(superseded.sorted() == [1, 2])
        #expect(layers.appID == a)
        #expect(layers.resolved() == ["path": "/a.json"])
    }
}
