// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)

    import Foundation
    import HubServices
    import LaunchHubServer
    import LoopbackHTTP
    import TestSupport
    import Testing

    /// A collector needs no more memory than its limits say, however much comes.
    ///
    /// Each test reads the peak of a process of its own.
    @Suite(.timeLimit(.minutes(10)))
    struct CollectorMemoryTests {
        private static let mebibyte = 1 << 20

        @Test func manyMebibytesOfPingsFillNoMoreThanTheLimit() async {
            await #expect(processExitsWith: .success) {
                let collector = try Collector(limits: CollectorLimits(bytes: 16 * Self.mebibyte))
                let target = try RequestTarget("/cgi-bin/gn?c=1")
                let growth = try await PeakMemory.growth {
                    let body = Data(repeating: 0x61, count: Self.mebibyte)
                    for _ in 0..<160 { try collector.receive(ServerRequest("POST", target, body: body)) }
                }
                #expect(growth < 80 * Self.mebibyte)
                #expect(try collector.dropped() >= 140)
            }
        }

        @Test func allPingsAreSentInPartsWhoeverReadsThemSlowly() async {
            await #expect(processExitsWith: .success) {
                let collector = try Collector()
                let server = DevelopmentServer(Server.Configuration(hosts: [.ipv4], port: 0), collector: collector)
                let port = try #require(try server.start().first).port
                let target = try RequestTarget("/cgi-bin/gn?" + String(repeating: "name=value%20of%20it&", count: 100))
                for _ in 0..<1_500 { try collector.receive(ServerRequest("GET", target)) }
                var lines = 0
                var bytes = 0
                let growth = try await PeakMemory.growth {
                    let ask = Data("GET /api/pings/all HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
                    // These wait all the time with what was sent to them unread.
                    let slow = try (0..<8).map { _ in try RawConnection(port: port) }
                    for connection in slow { connection.send(ask) }
                    let quick = try RawConnection(port: port)
                    quick.send(ask)
                    quick.readOn { piece in
                        bytes += piece.count
                        lines += piece.count { $0 == UInt8(ascii: "\n") }
                    }
                    for connection in slow { connection.end() }
                }
                #expect(lines > 1_500)
                #expect(bytes > 6 * Self.mebibyte)
                #expect(growth < 40 * Self.mebibyte)
            }
        }
    }
#endif
