// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// A server that has ended, or that never began, keeps nothing.
    @Suite(.timeLimit(.minutes(10)))
    struct ServerReleaseTests {
        /// What the handler of a route holds.
        private final class Held: Sendable {}

        private func route(holding held: Held) -> [Route] {
            [
                Route("GET", "/held") { _ in
                    withExtendedLifetime(held) {}
                    return .json([:])
                }
            ]
        }

        @Test func theHandlersOfAServerThatWasStoppedAreReleased() throws {
            weak var weakly: Held?
            do {
                let held = Held()
                weakly = held
                let server = Server(Server.Configuration(hosts: [.ipv4], port: 0), routes: route(holding: held))
                let port = try #require(try server.start().first).port
                let request = Data("GET /held HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
                #expect(try RawAnswer(RawConnection.exchange(request, port: port)).status == 200)
                server.stop()
            }
            #expect(weakly == nil)
        }

        /// Where one of its ports is taken, a server releases the others.
        @Test func aServerThatCannotListenEverywhereListensNowhere() throws {
            weak var weakly: Held?
            let taken = Server(Server.Configuration(hosts: [.ipv4], port: 0), routes: [])
            let port = try #require(try taken.start().first).port
            let free = try QuietPort.next()
            do {
                let held = Held()
                weakly = held
                let configuration = Server.Configuration(
                    hosts: [.ipv4],
                    port: free,
                    securePort: port,
                    certificate: try ServerCertificate.make()
                )
                let server = Server(configuration, routes: route(holding: held))
                let error = #expect(throws: ServerError.self) { try server.start() }
                #expect(error?.description.hasPrefix("cannot listen on 127.0.0.1:\(port): ") == true)
                #expect(server.addresses.isEmpty)
                let next = Server(Server.Configuration(hosts: [.ipv4], port: free), routes: [])
                #expect(try next.start().map(\.port) == [free])
                next.stop()
                withExtendedLifetime(server) {}
            }
            #expect(weakly == nil)
            taken.stop()
        }
    }
#endif
