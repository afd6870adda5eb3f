// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import Testing

/// How the client keeps the limits of its requests against a real server on this machine.
@Suite(.timeLimit(.minutes(10)))
struct HTTPClientLimitTests {
    private let clock = ManualClock()
    private let client: SystemHTTPClient

    init() {
        client = SystemHTTPClient(clock: clock, userAgent: "tests/1")
    }

    @Test func announcedBodyBeyondTheLimitIsNotRead() async throws {
        let wasClosed = Mailbox<Bool>()
        let server = try LoopbackServer { _, connection in
            connection.sendHead(200, headers: ["Content-Length": "52428800"])
            wasClosed.put(connection.peerCloses(withinSeconds: 600))
        }
        defer { server.stop() }
        let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 1_000))
        #expect(await client.outcome(of: request) == .failure(.bodyTooLarge(limit: 1_000)))
        #expect(try await wasClosed.next())
    }

    @Test func bodyOfUnknownLengthIsCutOffWhileItComes() async throws {
        let wasClosed = Mailbox<Bool>()
        let server = try LoopbackServer { _, connection in
            connection.sendHead(200, headers: [:])
            connection.send(Data(repeating: 0x20, count: 1_001))
            wasClosed.put(connection.peerCloses(withinSeconds: 600))
        }
        defer { server.stop() }
        let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 1_000))
        #expect(await client.outcome(of: request) == .failure(.bodyTooLarge(limit: 1_000)))
        #expect(try await wasClosed.next())
    }

    @Test func bodyOfExactlyTheLimitIsTaken() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(200, Data(repeating: 0x20, count: 1_000))
        }
        defer { server.stop() }
        let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 1_000))
        #expect(try await client.outcome(of: request).get().body.count == 1_000)
    }

    @Test func noCompressedAnswerIsAskedFor() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(200) }
        defer { server.stop() }
        _ = await client.outcome(of: .get(try server.url()))
        #expect(server.requests.first?.headers["accept-encoding"] == "identity")
    }

    /// 142 bytes that decompress to 100,008.
    @Test func aCompressedAnswerThatNobodyAskedForGrowsPastNoLimit() async throws {
        let bomb = try #require(Data(base64Encoded: Gzip.hundredThousandBytes))
        let server = try LoopbackServer { _, connection in
            connection.respond(200, headers: ["Content-Encoding": "gzip"], bomb)
        }
        defer { server.stop() }
        let outcome = await client.outcome(of: .get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 10_000)))
        #if os(Linux)
            #expect(try outcome.get().body == bomb)
        #else
            #expect(outcome == .failure(.bodyTooLarge(limit: 10_000)))
        #endif
    }

    @Test func bodyOfAnErrorIsCutAtTheLimit() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(503, Data(repeating: 0x20, count: 5_000))
        }
        defer { server.stop() }
        let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 1_000))
        let response = try await client.outcome(of: request).get()
        #expect(response.status == 503)
        #expect(response.body.count == 1_000)
    }

    @Test func bodyThatEndsEarlyIsNoAnswer() async throws {
        let server = try LoopbackServer { _, connection in
            connection.sendHead(200, headers: ["Content-Length": "100"])
            connection.send(Data("{}".utf8))
        }
        defer { server.stop() }
        let outcome = await client.outcome(of: .get(try server.url()))
        #expect(outcome == .failure(.truncated(receivedBytes: 2, expectedBytes: 100)))
    }

    #if os(Linux)
        /// The ninth request to a server waits for one of the eight before it.
        @Test func eightRequestsGoToOneServerAtATime() async throws {
            let arrived = Mailbox<Void>()
            let release = DispatchSemaphore(value: 0)
            defer { for _ in 0..<9 { release.signal() } }
            let server = try LoopbackServer { _, connection in
                arrived.put(())
                release.wait()
                connection.respond(204)
            }
            defer { server.stop() }
            let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
            for _ in 0..<9 { client.send(.get(try server.url()), completion: outcomes.put) }
            for _ in 0..<8 { try await arrived.next() }
            // Requests are taken in their order: where a later one to another server has its answer, the ninth was taken.
            let other = try LoopbackServer { _, connection in connection.respond(204) }
            defer { other.stop() }
            for _ in 0..<3 { _ = try await client.outcome(of: .get(try other.url())).get() }
            #expect(server.requests.count == 8)
            for _ in 0..<9 { release.signal() }
            for _ in 0..<9 { #expect(try await outcomes.next().get().status == 204) }
            #expect(server.requests.count == 9)
        }
    #endif

    @Test func slowAnswerTimesOut() async throws {
        let arrived = Mailbox<Void>()
        let server = try LoopbackServer { _, connection in
            connection.sendHead(200, headers: ["Content-Length": "2"])
            arrived.put(())
            _ = connection.peerCloses(withinSeconds: 600)
        }
        defer { server.stop() }
        let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
        let limits = HTTPRequest.Limits(timeout: .seconds(3))
        client.send(.get(try server.url(), limits: limits), completion: outcomes.put)
        try await arrived.next()
        clock.advance(by: .seconds(3))
        #expect(try await outcomes.next() == .failure(.timedOut(after: .seconds(3))))
    }
}

private enum Gzip {
    /// `{"a":"xxx…"}` of 100,008 bytes, compressed to 142.
    static let hundredThousandBytes =
        "H4sIAAAAAAACA+3BQQ0AMAgEMC8nAzdzQULwPhs82k5eKg0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACclf3BUFyEqIYBAA=="
}
