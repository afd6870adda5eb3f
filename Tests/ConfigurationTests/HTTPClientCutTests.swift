// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import Testing

/// What the client makes of answers that end too early or are not HTTP.
///
/// The process has to survive each.
@Suite(.timeLimit(.minutes(10)))
struct HTTPClientCutTests {
    private let client = SystemHTTPClient()

    private static let answers = [
        "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\nContent-Length: 5\r\n\r\nhello",
    ]

    @Test(arguments: answers)
    func anAnswerThatIsCutAtAnyByteIsNone(_ answer: String) async throws {
        let bytes = Data(answer.utf8)
        let server = try LoopbackServer { request, connection in
            connection.send(bytes.prefix(Int(request.path.dropFirst()) ?? 0))
        }
        defer { server.stop() }
        for count in 0..<bytes.count {
            let outcome = await client.outcome(of: .get(try server.url("\(count)")))
            // What lacks nothing but the line feed after its last, empty line may be taken for whole.
            if case .success(let response) = outcome, count == bytes.count - 1 {
                #expect(answer.hasSuffix("\r\n") && response.body == Data("hello".utf8))
            } else {
                #expect(throws: HTTPError.self, "cut after \(count) bytes") { try outcome.get() }
            }
        }
        let whole = await client.outcome(of: .get(try server.url("\(bytes.count)")))
        #expect(try whole.get().body == Data("hello".utf8))
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
        "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 999 Odd\r\n\r\n",
        "HTTP/1.1 20 Odd\r\n\r\n",
        "HTTP/1.1\r\n\r\n", "\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "hello\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nwhatever",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello",
    ])
    func anAnswerThatIsNotHTTPIsNone(_ answer: String) async throws {
        let server = try LoopbackServer { _, connection in connection.send(Data(answer.utf8)) }
        defer { server.stop() }
        let outcome = await client.outcome(of: .get(try server.url()))
        #expect(throws: HTTPError.self) { try outcome.get() }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
    ])
    func headerFieldsWithoutEndAreRefused(_ start: String) async throws {
        let server = try LoopbackServer { _, connection in
            connection.send(Data(start.utf8))
            let more = start.hasSuffix(": ") ? "aaaaaaaaaaaaaaa" : start.contains("100") ? start : "X-Field: 12345\r\n"
            while connection.send(Data(String(repeating: more, count: 100).utf8)) {}
        }
        defer { server.stop() }
        let outcome = await client.outcome(of: .get(try server.url()))
        #expect(throws: HTTPError.self) { try outcome.get() }
    }

    @Test func aFieldThatComesTwiceIsJoined() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send(Data("HTTP/1.1 200 OK\r\nX: a\r\nx:b \r\nContent-Length: 0\r\n\r\n".utf8))
        }
        defer { server.stop() }
        #expect(try await client.outcome(of: .get(server.url())).get().headers["X"] == "a, b")
    }

    @Test(arguments: [401, 407])
    func aChallengeIsAnAnswer(_ status: Int) async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(
                status,
                headers: ["WWW-Authenticate": "Basic realm=\"x\"", "Proxy-Authenticate": "Basic"]
            )
        }
        defer { server.stop() }
        #expect(try await client.outcome(of: .get(server.url())).get().status == status)
    }

    @Test func oneConnectionServesManyRequests() async throws {
        let connections = Locked(0)
        let server = try LoopbackServer { _, connection in
            connections.withLock { $0 += 1 }
            repeat {
                connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
            } while connection.readRequest() != nil
        }
        defer { server.stop() }
        for _ in 0..<20 {
            #expect(try await client.outcome(of: .get(server.url())).get().status == 200)
        }
        // Other tests of this process may push it out of the table of connections.
        #expect(connections.withLock { $0 } < 10)
    }

    @Test func fieldsWithoutAValueAreSent() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(200) }
        defer { server.stop() }
        _ = await client.outcome(of: .get(try server.url(), headers: ["X-Empty": ""]))
        #expect(server.requests.first?.headers["x-empty"] == "")
    }

    @Test func requestsAreCalledOffWhileAnswersComeIn() async throws {
        let server = try LoopbackServer { _, connection in
            connection.sendHead(200, headers: [:])
            while connection.send(Data(repeating: 0x20, count: 100)) {}
        }
        defer { server.stop() }
        let outcomes = Mailbox<Result<HTTPResponse, HTTPError>>()
        let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 1 << 30))
        for _ in 0..<50 { client.send(request, completion: outcomes.put).cancel() }
        for _ in 0..<50 { #expect(try await outcomes.next() == .failure(.cancelled)) }
    }
}
