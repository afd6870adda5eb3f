// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import Testing

/// How the client follows redirects of a real server on this machine.
@Suite(.timeLimit(.minutes(10)))
struct HTTPRedirectTests {
    private let client = SystemHTTPClient()

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
        let post = HTTPRequest(.post, try server.url("old"), body: Data("{\"a\":1}".utf8))
        let response = try await client.outcome(of: post).get()
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

    @Test func aRedirectThatIsCutAtAnyByteIsNotFollowedBlindly() async throws {
        let bytes = Data("HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n".utf8)
        let server = try LoopbackServer { request, connection in
            if request.path == "/end" { return connection.respond(200, "end") }
            connection.send(bytes.prefix(Int(request.path.dropFirst()) ?? 0))
        }
        defer { server.stop() }
        for count in 0..<bytes.count {
            let outcome = await client.outcome(of: .get(try server.url("\(count)")))
            #expect(throws: HTTPError.self, "cut after \(count) bytes") { try outcome.get() }
        }
        let whole = await client.outcome(of: .get(try server.url("\(bytes.count)")))
        #expect(try whole.get().body == Data("end".utf8))
    }

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
