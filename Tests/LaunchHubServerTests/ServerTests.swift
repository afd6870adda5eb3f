// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ServerTests {
    private struct Odd: Error {}

    private static let routes = [
        Route("GET", "/hello/{name}/{more}", "says hello") { request in
            .json(["name": .string(request.captures["name"] ?? ""), "more": .string(request.captures["more"] ?? "")])
        },
        Route("POST", "/echo") { request in
            ServerResponse(status: 201, headers: ["X-Method": request.method], body: request.body)
        },
        Route("GET", "/under/*") { request in .json(.array(request.rest.map(JSONValue.string))) },
        Route("GET", "/odd") { _ in throw Odd() },
        Route("GET", "/refuses") { _ in throw ServerRefusal(418, "only tea") },
        Route("GET", "/headers") { request in
            .json(.object(JSONObject(request.headers.fields.map { ($0.name.lowercased(), .string($0.value)) })))
        },
        Route("GET", "/splits") { _ in ServerResponse(status: 200, headers: ["X-Bad": "a\r\nX-Made: up"]) },
    ]

    private func server(_ change: (inout Server.Configuration) -> Void = { _ in }) throws -> TestServer {
        try TestServer(change, routes: Self.routes)
    }

    @Test func placesOfAPatternAreDecodedAndNotEmpty() async throws {
        let server = try server()
        #expect(try await server.get("/hello/J%C3%BCrgen/a%2Fb").json == ["name": "Jürgen", "more": "a/b"])
        #expect(try server.raw("GET", "/hello//x").status == 404)
        #expect(try server.raw("GET", "/hello/x").status == 404)
        #expect(try await server.get("/under/a/b/").json == ["a", "b", ""])
        #expect(try server.raw("GET", "/under").status == 404)
    }

    @Test func bodiesOfManySizesComeAndGo() async throws {
        let server = try server()
        for size in [0, 1, 1_000, 100_000, 1 << 20] {
            let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let response = try await server.outcome(.post, "/echo", body: body).get()
            #expect(response.status == 201)
            #expect(response.body == body)
            #expect(response.headers["X-Method"] == "POST")
        }
    }

    @Test func anUnknownPathIs404AndAnotherMethodIs405() throws {
        let server = try server()
        let missing = try server.raw("GET", "/nowhere")
        #expect(missing.status == 404)
        #expect(missing.headers["content-type"] == "application/json")
        #expect(missing.error == "there is nothing at /nowhere; / says what is served")
        let other = try server.raw("DELETE", "/echo")
        #expect(other.status == 405)
        #expect(other.headers["allow"] == "POST, OPTIONS")
        let options = try server.raw("OPTIONS", "/hello/a/b")
        #expect(options.status == 204)
        #expect(options.headers["allow"] == "GET, HEAD, OPTIONS")
    }

    @Test func headHasTheLengthAndNotTheBody() throws {
        let server = try server()
        let got = try server.raw("GET", "/hello/a/b")
        let head = try server.raw("HEAD", "/hello/a/b")
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.headers["content-length"] == "\(got.body.count)")
    }

    @Test func whatAHandlerThrowsIsAnAnswer() async throws {
        let server = try server()
        #expect(try await server.get("/refuses").error == "only tea")
        #expect(try await server.get("/refuses").status == 418)
        let odd = try await server.get("/odd")
        #expect(odd.status == 500)
        #expect(odd.error == "/odd failed: Odd()")
    }

    @Test func headersThatRepeatAreJoinedAndBadOnesOfAnAnswerAreLeftOut() throws {
        let server = try server()
        let answer = try server.raw("GET", "/headers", headers: ["X-List: a", "x-list: b"])
        #expect(try JSONValue(jsonData: answer.body)["x-list"] == "a, b")
        let split = try server.raw("GET", "/splits")
        #expect(split.status == 200)
        #expect(split.headers["x-made"] == nil)
    }

    @Test func aBodyBeyondTheLimitIs413() throws {
        let server = try server { $0.bodyBytes = 1_000 }
        let fits = try server.raw("POST", "/echo", body: String(repeating: "x", count: 1_000))
        #expect(fits.status == 201)
        let announced = try server.raw("POST", "/echo", body: String(repeating: "x", count: 1_001))
        #expect(announced.status == 413)
        #expect(announced.error == "the body is larger than 1000 bytes")
        // Without an announcement it is found while the body comes.
        let chunk = "1f4\r\n" + String(repeating: "x", count: 500) + "\r\n"
        let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunked = try RawAnswer(server.exchange(Data((head + chunk + chunk + chunk + "0\r\n\r\n").utf8)))
        #expect(chunked.status == 413)
        let endless = String(repeating: chunk, count: 4_000)
        #expect(try RawAnswer(server.exchange(Data((head + endless).utf8))).status != 201)
        #expect(try server.raw("GET", "/hello/a/b").status == 200)
    }

    @Test(arguments: [
        "evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]", "127.0.0.1:80@evil.example",
        "localhost:80:80", "localhost:", "localhost:99999", "localhost:8o", "[::1", "[::1]x", "local host",
        "127.0.0.1/",
    ])
    func aForeignHostIsNotServed(_ host: String) throws {
        let server = try server()
        let request = "GET /hello/a/b HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        #expect(try RawAnswer(server.exchange(Data(request.utf8))).status == 421)
    }

    @Test(arguments: ["127.0.0.1:1", "localhost", "LOCALHOST:80", "app.localhost", "[::1]:80", "pings.test"])
    func ownNamesAreServed(_ host: String) throws {
        let server = try server { $0.names = ["Pings.test"] }
        let request = "GET /hello/a/b HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        #expect(try RawAnswer(server.exchange(Data(request.utf8))).status == 200)
    }

    @Test func pagesOfOthersChangeNothingButMaySendPings() throws {
        let server = try server()
        for origin in ["https://evil.example", "null", "https://127.0.0.1.evil.example", "ftp://localhost"] {
            let refused = try server.raw("POST", "/api/faults", headers: ["Origin: \(origin)"], body: "{\"delay\":1}")
            #expect(refused.status == 403)
            #expect(try server.raw("DELETE", "/api/pings", headers: ["Origin: \(origin)"]).status == 403)
        }
        #expect(server.faults.json.isEmpty)
        // So are pages of this machine's other servers, which are not this one's.
        for field in ["Origin: http://localhost:8642", "Origin: https://127.0.0.1", "Sec-Fetch-Site: same-site"] {
            #expect(try server.raw("POST", "/api/faults", headers: [field], body: "{\"delay\":1}").status == 403)
        }
        // The usual port is one that need not be said.
        for own in [["Origin: http://127.0.0.1"], ["Origin: http://127.0.0.1:80"]] {
            let body = "{\"delay\":1,\"path\":\"/x\"}"
            #expect(try server.raw("POST", "/api/faults", headers: own, body: body).status == 201)
        }
        let ping = try server.raw("POST", "/cgi-bin/gn", headers: ["Origin: https://app.example"], body: "{}")
        #expect(ping.status == 200)
        #expect(ping.headers["access-control-allow-origin"] == "*")
        let preflight = try server.raw("OPTIONS", "/cgi-bin/gn", headers: ["Origin: https://app.example"])
        #expect(preflight.status == 204)
        #expect(preflight.headers["access-control-allow-headers"] == "Content-Type, Idempotency-Key")
        #expect(try server.collector.count().pings == 1)
    }

    @Test(arguments: [
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], false), (["Sec-Fetch-Site: same-site"], false),
        (["Sec-Fetch-Site: same-origin"], true), (["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"], true),
        (["Origin: https://evil.example"], false), (["Origin: null"], false), ([], true),
        (["Sec-Fetch-Site: same-origin", "Origin: https://evil.example"], false),
    ])
    func pagesOfOthersReadNothingOfTheServersState(_ headers: [String], isServed: Bool) throws {
        let server = try server()
        for path in ["/api/pings", "/api/pings/all", "/api/pings/summary", "/api/status", "/api/tsv", "/api/faults"] {
            #expect(try server.raw("GET", path, headers: headers).status == (isServed ? 200 : 403))
        }
        // A link to the page itself may stand anywhere.
        #expect(try server.raw("GET", "/", headers: headers).status == 200)
    }

    @Test func aHostIsRequired() throws {
        let server = try server()
        for version in ["1.0", "1.1"] {
            let request = Data("GET /hello/a/b HTTP/\(version)\r\nConnection: close\r\n\r\n".utf8)
            #expect(try RawAnswer(server.exchange(request)).status == 400)
        }
        let twice = "GET /hello/a/b HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        #expect([400, 421].contains(try RawAnswer(server.exchange(Data(twice.utf8))).status))
    }

    #if os(Linux)
        @Test func connectionsThatSayNothingKeepNobodyOut() async throws {
            let server = try server { $0.connections = 64 }
            let idle = try (0..<600).map { _ in try RawConnection(port: server.address.port) }
            for _ in 0..<20 { #expect(try server.raw("GET", "/hello/a/b").status == 200) }
            idle.forEach { $0.end() }
        }
    #endif

    @Test func nothingThatComesInStopsTheServer() throws {
        let server = try server()
        var fixed: [Data] = [
            "", "\r\n\r\n", "GET", "GET / HTTP/1.1\r\n", "GET /\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
            "GET /\u{0} HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
        ].map { Data($0.utf8) }
        fixed.append(Data("GET /\(String(repeating: "a", count: 300_000)) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        fixed.append(Data("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 300_000))\r\n\r\n".utf8))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            fixed.append(Data((0..<Int.random(in: 1...400)).map { _ in UInt8.random(in: 0...255, using: &random) }))
        }
        // A good request with one byte changed reaches further than noise does.
        let good = Array("POST /cgi-bin/gn?a=%20b&c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc".utf8)
        for place in good.indices {
            var bytes = good
            bytes[place] = UInt8.random(in: 0...255, using: &random)
            fixed.append(Data(bytes))
        }
        for bytes in fixed { _ = try server.exchange(bytes) }
        #expect(try server.raw("GET", "/hello/a/b").status == 200)
    }

    @Test func requestsOfOneConnectionAreServedInOrder() throws {
        let server = try server()
        let one = "GET /hello/1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let two = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\ntwo"
        let three = "GET /hello/3/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let text = String(decoding: try server.exchange(Data((one + two + three).utf8)), as: UTF8.self)
        let places = ["\"name\":\"1\"", "\r\n\r\ntwo", "\"name\":\"3\""].compactMap { text.range(of: $0)?.lowerBound }
        #expect(places.count == 3)
        #expect(places == places.sorted())
    }
}
