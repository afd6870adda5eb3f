// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The port at which a server of ours listens already.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ServedPortTests {
        @Test func aServerOfOursIsKnownByItsPage() async throws {
            let folder = try TemporaryFolder()
            let server = try LineProgram([
                "serve", "--port", "0", "--https-port", "off", "--host", "127.0.0.1", "--json", "--root",
                folder.url.path,
            ])
            let address = try #require(try server.object()["addresses"]?[0]?.stringValue)
            let port = try #require(URL(string: address)?.port)
            let diagnosis = PortDiagnosis(port: try #require(UInt16(exactly: port)))
            // The doctor waits for the page for two seconds, which a machine with other work may take.
            var found = await diagnosis.findings()
            for _ in 0..<50 where found.first?.status != .good { found = await diagnosis.findings() }
            #expect(found == [.good("port", "launchhub serve listens at \(port)")])
            _ = try server.terminate()
        }
    }
#endif
