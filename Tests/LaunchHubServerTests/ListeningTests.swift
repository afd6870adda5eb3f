// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import TestSupport
import Testing

/// Ports that are taken at one address or at both, and those that are free again.
@Suite(.timeLimit(.minutes(10)))
struct ListeningTests {
    private static let hello = [Route("GET", "/hello") { _ in .json([:]) }]

    private static let hasIPv6: Bool = {
        let server = Server(Server.Configuration(hosts: [.ipv6], port: 0), routes: [])
        defer { server.stop() }
        return (try? server.start()) != nil
    }()

    private static func server(_ hosts: [LoopbackHost], _ port: UInt16 = 0) -> Server {
        Server(Server.Configuration(hosts: hosts, port: port), routes: hello)
    }

    private static func taken(_ place: String) -> ServerError {
        .cannotListen(place, detail: String(cString: strerror(EADDRINUSE)))
    }

    /// A server that listened at one address of two would be found by some clients and not by others.
    @Test(.enabled(if: hasIPv6))
    func aPortThatIsTakenAtTheFirstAddressIsNotListenedToAtTheSecond() throws {
        let port = try QuietPort.next()
        let first = Self.server([.ipv4], port)
        try first.start()
        #expect(throws: Self.taken("127.0.0.1:\(port)")) { try Self.server([.ipv4, .ipv6], port).start() }
        #expect(LoopbackPort.obstacle(port) == Self.taken("127.0.0.1:\(port)"))
        first.stop()
        #expect(LoopbackPort.obstacle(port) == nil)
        // Asking has not taken it.
        let second = Self.server([.ipv4, .ipv6], port)
        #expect(try second.start().map(\.port) == [port, port])
        second.stop()
    }

    @Test(.enabled(if: hasIPv6))
    func aPortThatIsTakenAtTheSecondAddressIsNamedAndTheFirstIsFreeAgain() throws {
        let port = try QuietPort.next()
        let both = Self.server([.ipv4, .ipv6], port)
        try both.start()
        both.stop()
        let second = Self.server([.ipv6], port)
        try second.start()
        #expect(throws: Self.taken("[::1]:\(port)")) { try Self.server([.ipv4, .ipv6], port).start() }
        let first = Self.server([.ipv4], port)
        #expect(try first.start().map(\.description) == ["http://127.0.0.1:\(port)/"])
        first.stop()
        second.stop()
    }

    @Test func aServerNeedsAnAddress() {
        #expect(throws: ServerError.cannotListen("no address", detail: "none is given")) {
            try Self.server([]).start()
        }
    }

    /// The system remembers for a minute a connection that the server has ended.
    @Test func aPortIsFreeAtOnceAfterItsServerHasEndedAConnection() throws {
        let port = try QuietPort.next()
        let first = Self.server([.ipv4], port)
        try first.start()
        let connection = try RawConnection(port: port)
        connection.send(Data("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        var byte: UInt8 = 0
        #expect(recv(connection.descriptor, &byte, 1, 0) == 1)
        first.stop()
        #expect(!connection.readOn().isEmpty)
        let second = Self.server([.ipv4], port)
        #expect(try second.start().map(\.port) == [port])
        second.stop()
    }

    #if os(Linux)
        /// The first certificate is right and the one behind it is not, which only the library for HTTPS finds out.
        @Test func aServerThatTheLibraryDoesNotTakeIsReleased() throws {
            final class Held: Sendable {}
            weak var weakly: Held?
            let made = try ServerCertificate.make()
            let damaged = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n"
            let certificate = try ServerCertificate(chain: made.chain + damaged, key: made.key)
            do {
                let held = Held()
                weakly = held
                let route = Route("GET", "/held") { _ in
                    withExtendedLifetime(held) {}
                    return .json([:])
                }
                let configuration = Server.Configuration(
                    hosts: [.ipv4],
                    port: nil,
                    securePort: try QuietPort.next(),
                    certificate: certificate
                )
                let server = Server(configuration, routes: [route])
                let error = #expect(throws: ServerError.self) { try server.start() }
                guard case .libraryFailed(let place)? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                let port = try #require(UInt16(place.dropFirst("port ".count)))
                #expect(place == "port \(port)" && LoopbackPort.obstacle(port) == nil)
                #expect(server.addresses.isEmpty)
                #expect(throws: ServerError.startedBefore) { try server.start() }
            }
            #expect(weakly == nil)
        }
    #endif
}
