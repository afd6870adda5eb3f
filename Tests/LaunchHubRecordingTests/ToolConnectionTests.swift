// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHubRecording

/// The requests to the tool's server, and what its answers change.
struct ToolConnectionTests {
    /// A client whose requests are answered when a test likes.
    private final class Client: HTTPClient {
        typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

        let requests = Locked<[HTTPRequest]>([])
        private let waiting = Locked<[Completion]>([])

        func send(_ request: HTTPRequest, completion: @escaping Completion) -> HTTPTask {
            requests.withLock { $0.append(request) }
            waiting.withLock { $0.append(completion) }
            return HTTPTask {}
        }

        /// Answers the request that waits longest.
        func answer(_ result: Result<HTTPResponse, HTTPError>) {
            waiting.withLock { $0.removeFirst() }(result)
        }
    }

    private static let second: Int64 = 1_000_000_000

    private let client = Client()
    private let base: URL
    private let connection: ToolConnection

    init() throws {
        base = try #require(URL(string: "http://127.0.0.1:8642"))
        connection = ToolConnection(base, name: "s1", client: client)
    }

    private func text(_ name: String, bytes: Int = 0) -> LineText {
        var text = LineText()
        text.begin("k", name + String(repeating: "x", count: bytes))
        text.end()
        return text
    }

    private func answer(_ status: Int) {
        client.answer(.success(HTTPResponse(status: status, headers: [:], body: Data(), url: base)))
    }

    /// The path and the query of each request, with its first line.
    private var sent: [String] {
        client.requests.withLock { $0 }.map { request in
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            let address = request.url.absoluteString.dropFirst(base.absoluteString.count)
            return "\(address) \(body.split(separator: "\n").first?.prefix(20) ?? "")"
        }
    }

    /// Lines are sent at once and one request after the other; none of them is lost.
    @Test func linesAreSentInTheirOrder() {
        #expect(connection.needsOpening && connection.problem == nil && connection.tend(at: 0) == nil)
        for name in ["a", "b", "c"] { #expect(connection.write(text(name), at: 5) == nil) }
        #expect(!connection.needsOpening)
        #expect(sent == ["/api/sessions/s1?line=0 {\"k\":\"a\"}"])
        answer(200)
        #expect(sent.dropFirst() == ["/api/sessions/s1?line=1 {\"k\":\"b\"}"])
        #expect(connection.tend(at: 5) == 100_000_005)
        answer(200)
        #expect(connection.tend(at: 5) == nil && sent.count == 2)
    }

    /// Who has no answer is asked again after a second; who waits for one looks after a tenth of a second.
    @Test func whatFailedIsTriedAgain() {
        #expect(connection.write(text("a"), at: 0) == nil)
        answer(503)
        #expect(connection.problem == "http://127.0.0.1:8642 answered with status 503")
        #expect(connection.tend(at: 7) == Self.second)
        #expect(connection.write(text("b"), at: Self.second - 1) == nil)
        #expect(sent.count == 1)
        #expect(connection.tend(at: Self.second) == Self.second + 100_000_000)
        #expect(sent.count == 2 && sent.first == sent.last)
        client.answer(.failure(.cancelled))
        #expect(connection.problem?.hasPrefix("http://127.0.0.1:8642: ") == true)
        #expect(connection.tend(at: 3 * Self.second) != nil)
        answer(200)
        #expect(connection.problem == nil && connection.tend(at: 3 * Self.second) == nil)
    }

    /// A server that was started anew gets another session, and what it cannot have any more is told once.
    @Test func whatAServerHasLostIsCounted() throws {
        #expect(connection.write(text("a"), at: 0) == nil)
        answer(200)
        #expect(connection.write(text("b"), at: 0) == nil)
        answer(409)
        #expect(connection.needsOpening && connection.problem == nil)
        let lost = try #require(connection.write(text("c"), at: 0))
        #expect(lost.lines == 1 && lost.loss == .connection)
        #expect(sent.last == "/api/sessions/s1-2?line=0 {\"k\":\"c\"}")
        answer(200)
        #expect(connection.write(text("d"), at: 0) == nil)
    }

    /// The end of a session does not wait for the end of a pause, which no thread would be there for.
    @Test func whatWaitsForAnotherTryIsSentAtTheEnd() {
        #expect(connection.write(text("a"), at: 0) == nil)
        answer(503)
        #expect(connection.write(text("b"), at: 1) == nil)
        #expect(sent.count == 1)
        connection.close()
        #expect(sent == Array(repeating: "/api/sessions/s1?line=0 {\"k\":\"a\"}", count: 2))
        answer(200)
        #expect(connection.tend(at: 1) == nil)
    }

    @Test func whatDoesNotFitIsCounted() throws {
        #expect(connection.write(text("a"), at: 0) == nil)
        for _ in 0..<4 { #expect(connection.write(text("b", bytes: 1_000_000), at: 0) == nil) }
        let lost = try #require(connection.write(text("c", bytes: 1_000_000), at: 0))
        #expect(lost.lines == 1 && lost.loss == .connection)
        #expect(connection.write(text("d"), at: 0) == nil)
    }

    @Test func aRequestSaysWhatItHolds() throws {
        #expect(connection.write(text("a"), at: 0) == nil)
        let request = try #require(client.requests.withLock { $0.first })
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/x-ndjson")
        #expect(request.limits == .init(timeout: .seconds(10), bodyBytes: 65_536, redirects: 0))
    }
}
