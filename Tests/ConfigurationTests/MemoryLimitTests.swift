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

        @Test func aCompressedAnswerFillsNoMoreThanItsBytes() async {
            await #expect(processExitsWith: .success) {
                let member = try #require(Data(base64Encoded: Self.bomb))
                var body = Data()
                while body.count < Self.mebibyte { body.append(member) }
                let sent = body
                let server = try LoopbackServer { _, connection in
                    connection.respond(200, headers: ["Content-Encoding": "gzip"], sent)
                }
                let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 64 << 10))
                let growth = try await PeakMemory.growth { _ = await SystemHTTPClient().outcome(of: request) }
                #expect(growth < 24 * Self.mebibyte)
            }
        }

        @Test func anEndlessBodyFillsNoMoreThanItsLimit() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _, connection in
                    connection.sendHead(200, headers: [:])
                    while connection.send(Data(repeating: 0x20, count: 1 << 16)) {}
                }
                let request = HTTPRequest.get(try server.url(), limits: HTTPRequest.Limits(bodyBytes: 64 << 10))
                let growth = try await PeakMemory.growth {
                    let outcome = await SystemHTTPClient().outcome(of: request)
                    #expect(outcome == .failure(.bodyTooLarge(limit: 64 << 10)))
                }
                #expect(growth < 24 * Self.mebibyte)
            }
        }

        @Test func endlessHeaderFieldsFillNoMoreThanTheirLimit() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _, connection in
                    connection.send(Data("HTTP/1.1 200 OK\r\n".utf8))
                    let fields = Data(String(repeating: "X-Field: 0123456789\r\n", count: 1_000).utf8)
                    while connection.send(fields) {}
                }
                let growth = try await PeakMemory.growth {
                    let outcome = await SystemHTTPClient().outcome(of: .get(try server.url()))
                    #expect(throws: HTTPError.self) { try outcome.get() }
                }
                #expect(growth < 24 * Self.mebibyte)
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
