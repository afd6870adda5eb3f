// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHubServer
import LoopbackHTTP
import Testing

/// How long a server waits for the head of a request, in seconds that pass.
@Suite(.timeLimit(.minutes(10)))
struct DeadlineTests {
    /// Starts a server with one thread that waits a second for a head.
    private func start(_ routes: [Route]) throws -> Server {
        let hello = Route("GET", "/hello") { _ in .json([:]) }
        var configuration = Server.Configuration(hosts: [.ipv4], port: 0)
        (configuration.headSeconds, configuration.threads) = (1, 1)
        let server = Server(configuration, routes: routes + [hello])
        try server.start()
        return server
    }

    @Test func aConnectionThatSaysNothingEndsAtItsDeadline() throws {
        let server = try start([])
        defer { server.stop() }
        let port = try #require(server.addresses.first).port
        let connection = try RawConnection(port: port)
        connection.send(Data("GET /hello HTTP/1.1\r\nHost: localhost\r\nX: ".utf8))
        #expect(RawAnswer(connection.readOn()).status != 200)
    }

    /// A server with one thread accepts a connection whose request has come, and is held up elsewhere until the time for the
    /// head of that request is over.
    ///
    /// Connections to another server that say nothing measure the time: each ends after a second.
    @Test func whatHasComeIsAnsweredHoweverLateItIsRead() throws {
        let entered = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let held = Route("GET", "/held", "answers when the test lets it") { _ in
            entered.signal()
            gate.wait()
            return ServerResponse(status: 204)
        }
        let busy = try start([held])
        let watch = try start([])
        defer { [busy, watch].forEach { $0.stop() } }
        let port = try #require(busy.addresses.first).port
        let quiet = try #require(watch.addresses.first).port
        let ask = Data("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        let known = try RawConnection(port: port)
        let other = try RawConnection(port: port)
        defer { [known, other].forEach { $0.end() } }
        known.send(ask)
        entered.wait()
        gate.signal()
        other.send(ask)
        entered.wait()

        let late = try RawConnection(port: port)
        late.send(Data("GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        known.send(ask)
        gate.signal()
        // Accepts the late one, and serves the known one before that is read.
        entered.wait()
        for _ in 0..<2 { #expect(try RawConnection(port: quiet).readOn().isEmpty) }
        gate.signal()
        #expect(RawAnswer(late.readOn()).status == 200)
    }
}
