// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import LoopbackHTTP
import Testing

/// A server on a free port, and a client for it.
final class TestServer: Sendable {
    let server: DevelopmentServer
    let address: ServerAddress
    private let client = SystemHTTPClient()

    var collector: Collector { server.collector }
    var faults: Faults { server.faults }

    init(
        _ change: (inout Server.Configuration) -> Void = { _ in },
        collector: Collector? = nil,
        folder: URL? = nil,
        routes: [Route] = [],
        clock: any HubClock = SystemClock()
    ) throws {
        var configuration = Server.Configuration(hosts: [.ipv4], port: 0)
        change(&configuration)
        server = DevelopmentServer(
            configuration,
            collector: try collector ?? Collector(),
            folder: try folder.map { try FolderHost(root: $0) },
            routes: routes,
            clock: clock
        )
        address = try #require(try server.start().first)
    }

    deinit {
        server.stop()
    }

    func url(_ path: String) throws -> URL {
        try #require(URL(string: "\(address)\(path.drop { $0 == "/" })"))
    }

    /// A test that holds an answer back may get its turn late on a busy machine.
    private static let patient = HTTPRequest.Limits(timeout: .seconds(600))

    /// Asks through the system's client.
    func outcome(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        headers: HTTPHeaders = HTTPHeaders(),
        body: Data? = nil
    ) async throws -> Result<HTTPResponse, HTTPError> {
        let request = HTTPRequest(method, try url(path), headers: headers, body: body, limits: Self.patient)
        return await awaitedValue { resume in
            client.send(request, completion: resume)
        }
    }

    func get(_ path: String, headers: HTTPHeaders = HTTPHeaders()) async throws -> HTTPResponse {
        try await outcome(.get, path, headers: headers).get()
    }

    /// Asks, and takes more bytes than usual.
    func get(_ path: String, limits bytes: Int) async throws -> HTTPResponse {
        var limits = Self.patient
        limits.bodyBytes = bytes
        let request = HTTPRequest.get(try url(path), limits: limits)
        return try await awaitedValue { resume in client.send(request, completion: resume) }.get()
    }

    func post(_ path: String, _ body: String, headers: HTTPHeaders = HTTPHeaders()) async throws -> HTTPResponse {
        try await outcome(.post, path, headers: headers, body: Data(body.utf8)).get()
    }

    /// Asks with bytes of the test's choosing, for what that does not send.
    func raw(_ method: String, _ path: String, headers: [String] = [], body: String = "") throws -> RawAnswer {
        var head = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1", "Connection: close"] + headers
        if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
        return try RawAnswer(exchange(Data((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)))
    }

    /// Sends bytes and reads until the server closes the connection.
    func exchange(_ bytes: Data) throws -> Data {
        try RawConnection.exchange(bytes, port: address.port)
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONValue { get throws { try JSONValue(jsonData: body) } }
    var error: String? { (try? json)?["error"]?.stringValue }
}

/// A clock that stands still and tells a test what is scheduled on it.
final class AnnouncingClock: HubClock {
    let manual = ManualClock()
    let delays: AsyncStream<Duration>
    private let announce: AsyncStream<Duration>.Continuation

    init() {
        (delays, announce) = AsyncStream.makeStream()
    }

    var now: Instant { manual.now }
    var date: Date { manual.date }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        defer { announce.yield(delay) }
        return manual.schedule(after: delay, work)
    }
}
