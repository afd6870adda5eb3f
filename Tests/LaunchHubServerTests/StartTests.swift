// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import LoopbackHTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StartTests {
    private let hello = [Route("GET", "/hello") { request in .json(["secure": .bool(request.isSecure)]) }]

    @Test func bothLoopbackAddressesHaveOnePort() throws {
        let server = Server(Server.Configuration(port: 0), routes: hello)
        let addresses = try server.start()
        #expect(Set(addresses.map(\.port)).count == 1)
        #expect(addresses.first?.host == .ipv4)
        #expect(addresses.first.map(\.description) == "http://127.0.0.1:\(try #require(addresses.first).port)/")
        #expect(server.addresses == addresses)
        server.stop()
        #expect(server.addresses.isEmpty)
        server.stop()
        #expect(throws: RawConnection.Failure.self) {
            try RawConnection(port: try #require(addresses.first).port)
        }
    }

    @Test func onlyLoopbackIsListenedTo() throws {
        #expect(try LoopbackHost.named("localhost") == [.ipv4, .ipv6])
        #expect(try LoopbackHost.named("[::1]") == [.ipv6])
        #expect(try LoopbackHost.named("127.0.0.1") == [.ipv4])
        for host in ["0.0.0.0", "::", "192.168.1.5", "example.com", "", "127.0.0.2"] {
            let error = #expect(throws: ServerError.self) { try LoopbackHost.named(host) }
            #expect(error == .notLoopback(host))
        }
        let words = ServerError.notLoopback("0.0.0.0").description
        #expect(words == "the server listens on this machine only: use 127.0.0.1, ::1 or localhost instead of 0.0.0.0")
    }

    #if os(Linux)
        /// Here all of 127.0.0.0/8 leads to this machine, so that one address stands for every other one that it has.
        @Test func otherAddressesOfTheMachineAreNotListenedTo() throws {
            let server = Server(Server.Configuration(port: 0), routes: hello)
            let port = try #require(try server.start().first).port
            try RawConnection(port: port).end()
            #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port, host: 0x7F00_0002) }
        }
    #endif

    @Test func aPortThatIsTakenIsNamed() throws {
        let port = try QuietPort.next()
        let first = Server(Server.Configuration(hosts: [.ipv4], port: port), routes: hello)
        try first.start()
        let second = Server(Server.Configuration(hosts: [.ipv4], port: port), routes: hello)
        let error = #expect(throws: ServerError.self) { try second.start() }
        guard case .cannotListen(let place, let detail)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(place == "127.0.0.1:\(port)")
        #expect(detail == String(cString: strerror(EADDRINUSE)))
        first.stop()
        // What was taken is free again at once.
        let third = Server(Server.Configuration(hosts: [.ipv4], port: port), routes: hello)
        #expect(try third.start().map(\.port) == [port])
    }

    @Test func aServerIsStartedOnce() throws {
        let server = Server(Server.Configuration(hosts: [.ipv4], port: 0), routes: hello)
        try server.start()
        #expect(throws: ServerError.startedBefore) { try server.start() }
        server.stop()
        #expect(throws: ServerError.startedBefore) { try server.start() }
    }

    @Test func aServerThatIsReleasedStops() throws {
        let port = try QuietPort.next()
        var server: Server? = Server(Server.Configuration(hosts: [.ipv4], port: port), routes: hello)
        try server?.start()
        try RawConnection(port: port).end()
        server = nil
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port) }
    }

    @Test func stoppingWaitsForHandlersAndEndsOpenConnections() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let isDone = Locked(false)
        let slow = Route("GET", "/slow") { _ in
            enter.yield()
            gate.wait()
            isDone.withLock { $0 = true }
            return .json([:])
        }
        let server = Server(Server.Configuration(hosts: [.ipv4], port: 0), routes: [slow])
        let port = try #require(try server.start().first).port
        let idle = try RawConnection(port: port)
        let busy = try RawConnection(port: port)
        busy.send(Data("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        for await _ in entered { break }
        let stopping = Task.detached {
            server.stop()
            return isDone.withLock { $0 }
        }
        gate.signal()
        #expect(await stopping.value)
        _ = busy.readToEnd()
        #expect(idle.readToEnd().isEmpty)
    }

    /// The system remembers for a minute a connection that the server has ended.
    @Test func aPortIsFreeAtOnceAfterItsServerHasEndedAConnection() throws {
        let port = try QuietPort.next()
        let first = Server(Server.Configuration(hosts: [.ipv4], port: port), routes: hello)
        try first.start()
        let connection = try RawConnection(port: port)
        connection.send(Data("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        var byte: UInt8 = 0
        #expect(recv(connection.descriptor, &byte, 1, 0) == 1)
        first.stop()
        #expect(!connection.readOn().isEmpty)
        let second = Server(Server.Configuration(hosts: [.ipv4], port: port), routes: hello)
        #expect(try second.start().map(\.port) == [port])
        second.stop()
    }
}
