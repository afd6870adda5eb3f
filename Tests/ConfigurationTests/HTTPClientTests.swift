// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import TestSupport
import Testing

/// The client of the system against a real server on this machine.
@Suite(.timeLimit(.minutes(10)))
struct HTTPClientTests {
    private let clock = ManualClock()
    private let client: SystemHTTPClient

    init() {
        client = SystemHTTPClient(clock: clock, userAgent: "tests/1")
    }

    @Test func getBringsStatusHeadersAndBody() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(200, headers: ["ETag": "\"1\"", "X-Custom": "yes"], "hello")
        }
        defer { server.stop() }
        let url = try server.url("path/x.json?q=1")
        let response = try await client.outcome(of: .get(url, headers: ["If-None-Match": "\"0\""])).get()
        #expect(response.status == 200)
        #expect(response.headers["etag"] == "\"1\"")
        #expect(response.headers["X-CUSTOM"] == "yes")
        #expect(response.body == Data("hello".utf8))
        #expect(response.url == url)
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.path == "/path/x.json?q=1")
        #expect(request.headers["if-none-match"] == "\"0\"")
        #expect(request.headers["user-agent"] == "tests/1")
        #expect(clock.pendingCount == 0)
    }

    @Test func postSendsJSON() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(204) }
        defer { server.stop() }
        let json: JSONValue = ["invs": [[1, 2.5]], "text": "é"]
        let response = try await client.outcome(of: .post(json, to: server.url("viewability"))).get()
        #expect(response.status == 204)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.headers["content-type"] == "application/json")
        #expect(try JSONValue(jsonData: request.body) == json)
    }

    @Test(arguments: [304, 404, 500])
    func everyStatusIsAnAnswer(_ status: Int) async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(status, headers: ["Retry-After": "7"])
        }
        defer { server.stop() }
        let response = try await client.outcome(of: .get(server.url())).get()
        #expect(response.status == status)
        #expect(response.retryAfter == .seconds(7))
    }

    @Test func answerThatIsNotHTTPIsNone() async throws {
        let server = try LoopbackServer { _, connection in connection.send(Data("\u{0}\u{1}nonsense\n".utf8)) }
        defer { server.stop() }
        let outcome = await client.outcome(of: .get(try server.url()))
        #expect(throws: HTTPError.self) { try outcome.get() }
    }

    @Test func serverThatIsNotThereIsAConnectionError() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try QuietPort.next())/"))
        let outcome = await client.outcome(of: .get(url))
        guard case .failure(let error) = outcome, error.code == .connection else {
            Issue.record("another outcome: \(outcome)")
            return
        }
    }

    @Test func requestIsCalledOff() async throws {
        let arrived = Mailbox<Void>()
        let closed = Mailbox<Bool>()
        let server = try LoopbackServer { _, connection in
            arrived.put(())
            closed.put(connection.peerCloses(withinSeconds: 600))
        }
        defer { server.stop() }
        let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
        let task = client.send(.get(try server.url()), completion: outcomes.put)
        try await arrived.next()
        task.cancel()
        task.cancel()
        #expect(try await outcomes.next() == .failure(.cancelled))
        #expect(try await closed.next())
        #expect(clock.pendingCount == 0)
    }

    @Test func requestOutlivesItsClient() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _, connection in
            gate.pass()
            connection.respond(200, "late")
        }
        defer { server.stop() }
        let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
        var shortLived: SystemHTTPClient? = SystemHTTPClient()
        weak let released = shortLived
        shortLived?.send(.get(try server.url()), completion: outcomes.put)
        shortLived = nil
        #expect(released == nil)
        gate.open()
        #expect(try await outcomes.next().get().body == Data("late".utf8))
    }

    @Test(arguments: [
        ("file:///etc/hosts", HTTPHeaders()), ("/relative", HTTPHeaders()), ("http://", HTTPHeaders()),
        ("http://127.0.0.1/", HTTPHeaders([("X", "a\r\nInjected: yes")])),
        ("http://127.0.0.1/", HTTPHeaders([("X\n", "a")])), ("http://127.0.0.1/", HTTPHeaders([("", "a")])),
    ])
    func requestThatCannotBeSentIsRefused(_ text: String, _ headers: HTTPHeaders) async throws {
        let url = try #require(URL(string: text))
        let outcome = await client.outcome(of: .get(url, headers: headers))
        guard case .failure(let error) = outcome, error.code == .invalidRequest else {
            Issue.record("another outcome: \(outcome)")
            return
        }
    }

    @Test func timeoutsAndLimitsWithoutSenseAreRefused() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        for limits in [HTTPRequest.Limits(timeout: .zero), HTTPRequest.Limits(bodyBytes: -1)] {
            let outcome = await client.outcome(of: .get(url, limits: limits))
            guard case .failure(let error) = outcome, error.code == .invalidRequest else {
                Issue.record("another outcome: \(outcome)")
                return
            }
        }
    }

    @Test func manyRequestsAtOnceEachGetTheirAnswer() async throws {
        let server = try LoopbackServer { request, connection in connection.respond(200, request.path) }
        defer { server.stop() }
        let base = try server.url()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let url = base.appending(path: "\(number)", directoryHint: .notDirectory)
                    let outcome = await client.outcome(of: .get(url))
                    #expect((try? outcome.get().body) == Data("/\(number)".utf8))
                }
            }
        }
    }
}

struct HTTPHeadersTests {
    @Test func namesCompareWithoutCase() {
        var headers: HTTPHeaders = ["ETag": "1"]
        headers["etag"] = "2"
        #expect(headers.fields.count == 1)
        #expect(headers["ETAG"] == "2")
        headers["eTag"] = nil
        #expect(headers.fields.isEmpty)
    }
}
