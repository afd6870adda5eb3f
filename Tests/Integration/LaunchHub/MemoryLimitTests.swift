// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)

    import Foundation
    import HubServices
    import LaunchHub
    import LoopbackHTTP
    import TestSupport
    import Testing

    /// What comes from outside fills no more memory than its limit says, whatever it is.
    ///
    /// Each runs in its own process and reads the peak of that.
    @Suite(.timeLimit(.minutes(10)))
    struct MemoryLimitTests {
        /// A member of a gzip file that decompresses to 100,008 bytes; such members may follow one another.
        private static let bomb =
            "H4sIAAAAAAACA+3BQQ0AMAgEMC8nAzdzQULwPhs82k5eKg0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACclf3BUFyEqIYBAA=="

        private static let mebibyte = 1 << 20

        /// A compressed answer, a body without end, and header fields without end.
        @Test func whateverAServerSendsFillsNoMoreThanItsLimit() async {
            await #expect(processExitsWith: .success) {
                let member = try #require(Data(base64Encoded: Self.bomb))
                var body = Data()
                while body.count < Self.mebibyte { body.append(member) }
                let compressed = body
                let server = try LoopbackServer { request, connection in
                    switch request.path {
                    case "/compressed": connection.respond(200, headers: ["Content-Encoding": "gzip"], compressed)
                    case "/body":
                        connection.sendHead(200, headers: [:])
                        while connection.send(Data(repeating: 0x20, count: 1 << 16)) {}
                    default:
                        connection.send(Data("HTTP/1.1 200 OK\r\n".utf8))
                        let fields = Data(String(repeating: "X-Field: 0123456789\r\n", count: 1_000).utf8)
                        while connection.send(fields) {}
                    }
                }
                let limits = HTTPRequest.Limits(bodyBytes: 64 << 10)
                for path in ["compressed", "body", "fields"] {
                    let request = HTTPRequest.get(try server.url(path), limits: limits)
                    let growth = try await PeakMemory.growth {
                        let result = await awaitedValue { resume in
                            SystemHTTPClient().send(request, completion: resume)
                        }
                        #expect(throws: HTTPError.self) { try result.get() }
                    }
                    #expect(growth < 24 * Self.mebibyte, "\(path)")
                }
            }
        }

        @Test func aConfigurationFileOfThreeGigabytesIsNotRead() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let file = try folder.write("{", to: "large.json")
                try FileHandle(forWritingTo: file).truncate(atOffset: 3 << 30)
                let growth = try await PeakMemory.growth {
                    #expect(throws: ConfigurationError.self) { try ConfigurationFile.read(atPath: file.path) }
                }
                #expect(growth < 24 * Self.mebibyte)
            }
        }
    }
#endif
