// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)

    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// What a server opens it closes.
    ///
    /// Each test counts the open files of a process of its own.
    @Suite(.timeLimit(.minutes(10)))
    struct OpenFileTests {
        /// How many more files are open after an action was done fifty times.
        private static func growth(_ body: () throws -> Void) throws -> Int {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            // The first time may open what stays for all.
            try body()
            let before = try count()
            for _ in 0..<50 { try body() }
            return try count() - before
        }

        @Test func aPortThatIsTakenCostsNoFile() async {
            await #expect(processExitsWith: .success) {
                let server = Server(Server.Configuration(hosts: [.ipv4], port: 0), routes: [])
                let port = try #require(try server.start().first).port
                let growth = try Self.growth { #expect(LoopbackPort.obstacle(port) != nil) }
                #expect(growth < 25)
                server.stop()
            }
        }

        @Test func aFileThatWasSentIsClosed() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                try folder.write("x", to: "a.txt")
                let server = try TestServer(folder: folder.url)
                let growth = try Self.growth {
                    let text = try server.raw("GET", "/a.txt").text
                    #expect(text == "x")
                }
                #expect(growth < 25)
            }
        }
    }
#endif
