// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)

    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// A collector needs no more memory than its limits say, however much comes.
    ///
    /// Each test reads the peak of a process of its own.
    @Suite(.timeLimit(.minutes(10)))
    struct MemoryLimitTests {
        private static let mebibyte = 1 << 20

        @Test func fourHundredMebibytesOfPingsFillNoMoreThanTheLimit() async {
            await #expect(processExitsWith: .success) {
                let collector = try Collector(limits: CollectorLimits(bytes: 32 * Self.mebibyte))
                let target = try RequestTarget("/cgi-bin/gn?c=1")
                let growth = try await PeakMemory.growth {
                    let body = Data(repeating: 0x61, count: Self.mebibyte)
                    for _ in 0..<400 { try collector.receive(ServerRequest("POST", target, body: body)) }
                }
                #expect(growth < 96 * Self.mebibyte)
                #expect(try collector.dropped() >= 360)
            }
        }

        @Test func anAnswerWithTenThousandPingsIsPaged() async {
            await #expect(processExitsWith: .success) {
                let server = try TestServer()
                let target = try RequestTarget("/cgi-bin/gn?" + String(repeating: "name=value%20of%20it&", count: 100))
                for _ in 0..<10_000 { try server.collector.receive(ServerRequest("GET", target)) }
                var next: Int64 = 0
                var pings = 0
                var pages = 0
                let growth = try await PeakMemory.growth {
                    while pages < 100 {
                        let path = "/api/pings?format=json&limit=10000&after=\(next)"
                        let page = try JSONValue(jsonData: server.raw("GET", path).body)
                        guard let count = page["pings"]?.arrayValue?.count, count > 0 else { break }
                        pings += count
                        pages += 1
                        next = page["next"]?.intValue ?? .max
                    }
                }
                #expect(pings == 10_000)
                #expect(pages > 1)
                // Test and server read and write a page in one process.
                #expect(growth < 256 * Self.mebibyte)
            }
        }

        @Test func allPingsAreSentInPartsWhoeverReadsThemSlowly() async {
            await #expect(processExitsWith: .success) {
                let server = try TestServer()
                let target = try RequestTarget("/cgi-bin/gn?" + String(repeating: "name=value%20of%20it&", count: 100))
                for _ in 0..<5_000 { try server.collector.receive(ServerRequest("GET", target)) }
                var lines = 0
                var bytes = 0
                let growth = try await PeakMemory.growth {
                    let ask = Data("GET /api/pings/all HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
                    // These wait all the time with what was sent to them unread.
                    let slow = try (0..<8).map { _ in try RawConnection(port: server.address.port) }
                    for connection in slow { connection.send(ask) }
                    let quick = try RawConnection(port: server.address.port)
                    quick.send(ask)
                    quick.readOn { piece in
                        bytes += piece.count
                        lines += piece.count { $0 == UInt8(ascii: "\n") }
                    }
                    for connection in slow { connection.end() }
                }
                #expect(lines > 5_000)
                #expect(bytes > 20 * Self.mebibyte)
                #expect(growth < 96 * Self.mebibyte)
            }
        }
    }
#endif
