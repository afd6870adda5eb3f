// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import Testing

/// How the client follows redirects of a real server on this machine.
@Suite(.timeLimit(.minutes(10)))
struct HTTPClientRedirectTests {
    private let clock = ManualClock()
    private let client: SystemHTTPClient

    init() {
        client = SystemHTTPClient(clock: clock, userAgent: "tests/1")
    }

    @Test func redirectIsFollowed() async throws {
        let server = try LoopbackServer { request, connection in
            if request.path == "/old" {
                connection.respond(302, headers: ["Location": "/new"])
            } else {
                connection.respond(200, "moved")
            }
        }
        defer { server.stop() }
        let response = try await client.outcome(of: .get(server.url("old"))).get()
        #expect(response.body == Data("moved".utf8))
        #expect(response.url.path == "/new")
    }

    @Test func endlessRedirectsAreCutOff() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(302, headers: ["Location": "/again"])
        }
        defer { server.stop() }
        let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(redirects: 3))
        #expect(await client.outcome(of: request) == .failure(.tooManyRedirects(limit: 3)))
        #expect(server.requests.count == 4)
    }

    @Test(arguments: ["file:///etc/hosts", "ftp://127.0.0.1/x", "http://other.example/x"])
    func redirectOutOfHTTPIsRefused(_ target: String) async throws {
        let server = try LoopbackServer { _, connection in connection.respond(302, headers: ["Location": target]) }
        defer { server.stop() }
        let outcome = await client.outcome(of: .get(try server.url()))
        #expect(outcome == .failure(.redirectRefused(to: target)))
    }

    @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func redirectedPostIsSentAgainOnlyWhereTheStatusSaysSo(_ status: Int, _ method: String) async throws {
        let server = try LoopbackServer { request, connection in
            if request.path == "/old" {
                connection.respond(status, headers: ["Location": "/new"])
            } else {
                connection.respond(200)
            }
        }
        defer { server.stop() }
        let response = try await client.outcome(of: .post(["a": 1], to: server.url("old"))).get()
        #expect(response.status == 200)
        #expect(server.requests.map(\.method) == ["POST", method])
        #expect(server.requests.last?.body == (method == "POST" ? Data("{\"a\":1}".utf8) : Data()))
    }

    @Test func redirectToAnotherServerLeavesCredentialsBehind() async throws {
        let other = try LoopbackServer { _, connection in connection.respond(200) }
        defer { other.stop() }
        let target = try other.url("new").absoluteString
        let server = try LoopbackServer { request, connection in
            connection.respond(302, headers: ["Location": request.path == "/old" ? "/same" : target])
        }
        defer { server.stop() }
        let headers: HTTPHeaders = ["Authorization": "secret", "If-None-Match": "\"1\""]
        let response = try await client.outcome(of: .get(server.url("old"), headers: headers)).get()
        #expect(response.url.absoluteString == target)
        #expect(server.requests.map { $0.headers["authorization"] } == ["secret", "secret"])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(other.requests.map { $0.headers["if-none-match"] } == ["\"1\""])
    }

    @Test(arguments: [(300, ["Location": "/new"]), (301, [:]), (305, ["Location": "/new"])])
    func otherStatusesOfThatKindAreAnswers(_ status: Int, _ headers: [String: String]) async throws {
        let server = try LoopbackServer { _, connection in connection.respond(status, headers: headers, "choose") }
        defer { server.stop() }
        let response = try await client.outcome(of: .get(server.url())).get()
        #expect(response.status == status)
        #expect(server.requests.count == 1)
    }

    /// A task that is called off while the session asks where to go next must not stop the process.
    @Test func requestsMayBeCalledOffWhileTheyAreRedirected() async throws {
        let tasks = Locked<[String: HTTPTask]>([:])
        let server = try LoopbackServer { request, connection in
            let path = request.path
            if path.hasSuffix("xx") { tasks.withLock { $0[String(path.dropLast(2))] }?.cancel() }
            connection.respond(302, headers: ["Location": path + "x"])
        }
        defer { server.stop() }
        let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
        for number in 0..<100 {
            let url = try server.url("\(number)")
            let request = HTTPRequest.get(url, limits: HTTPRequest.Limits(redirects: 1_000))
            tasks.withLock { $0["/\(number)"] = client.send(request, completion: outcomes.put) }
        }
        for _ in 0..<100 {
            #expect(try await outcomes.next() == .failure(.cancelled))
        }
    }

    @Test func clientMayBeReleasedBetweenRedirects() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request, connection in
            if request.path == "/new" { return connection.respond(200, "end") }
            gate.pass()
            connection.respond(302, headers: ["Location": "/new"])
        }
        defer { server.stop() }
        let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
        SystemHTTPClient().send(.get(try server.url("old")), completion: outcomes.put)
        gate.open()
        #expect(try await outcomes.next().get().body == Data("end".utf8))
    }
}

struct HTTPRedirectTests {
    @Test(arguments: [
        ("https://localhost/a", "/b", "https://localhost/b"),
        ("https://localhost/a", "https://other/b", "https://other/b"),
        ("http://localhost/a/x", "b", "http://localhost/a/b"),
        ("http://localhost/a", "https://localhost/a", "https://localhost/a"),
        ("http://localhost/a", "//other/b", nil), ("http://localhost/a", "//127.0.0.1/b", "http://127.0.0.1/b"),
        ("https://localhost/a", "http://localhost/a", nil), ("https://localhost/a", "HTTP://localhost/a", nil),
        ("http://localhost/a", "file:///etc/hosts", nil), ("http://localhost/a", "http://", nil),
        ("http://localhost/a", "", nil), ("http://localhost/a", "javascript:1", nil),
    ])
    func privateRequestsStayPrivate(_ origin: String, _ location: String, _ target: String?) throws {
        let url = try #require(URL(string: origin))
        let response = HTTPResponse(status: 302, headers: ["location": location], url: url)
        #expect(response.redirectLocation == location)
        #expect(HTTPRequest.get(url).redirected(by: response, to: location)?.url.absoluteString == target)
    }
}
