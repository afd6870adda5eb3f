// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Dispatch
    import Foundation
    import LoopbackHTTP
    import TestSupport
    import Testing

    /// A first launch, before there is a configuration: what is watched is measured and kept.
    @Suite(.serialized)
    struct FirstLaunchTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// A server that takes requests and answers none as long as a test may last.
        private func silentServer() throws -> LoopbackServer {
            try LoopbackServer { _, _ in _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 3_600) }
        }

        @Test func whatAKilledFirstLaunchLeftIsSentOnceAtTheNext() throws {
            let (silent, server) = (
                try silentServer(), try LoopbackServer { _, connection in connection.respond(204) }
            )
            defer {
                silent.stop()
                server.stop()
            }
            let collector = "collector=\(try server.url().absoluteString)"
            let source = "source=\(try silent.url().absoluteString)"
            // The session and each page are a ping; the server of the configuration has not answered yet.
            let made = try Launch.run(in: folder.url, collector, source, "standalone", "state", "pages=3", "kill")
            #expect(made == ["initial"])
            #expect(try Launch.run(in: folder.url, "pending") == ["4"])
            #expect(server.requests.isEmpty)
            try Launch.run(in: folder.url, collector, "standalone", "sent=5")
            // The session and three pages of the first launch, and the session of the second.
            #expect(server.requests.count == 5)
        }

        @Test func withoutANetworkWhatIsWatchedWaitsInTheQueue() throws {
            try Launch.run(in: folder.url, "source=http://127.0.0.1:1/", "standalone", "pages=3", "configured", "kill")
            #expect(try Launch.run(in: folder.url, "pending") == ["4"])
        }

        @Test(arguments: [31_536_000, -1_700_000_000])
        func pingsOutliveALaunchWithAWrongClockAndAreSentByTheNext(offset: Int) throws {
            let server = try LoopbackServer { _, connection in connection.respond(204) }
            defer { server.stop() }
            let collector = "collector=\(try server.url().absoluteString)"
            try Launch.run(in: folder.url, collector, "queue=6")
            #expect(try Launch.run(in: folder.url, collector, "clock=\(offset)", "pending") == ["6"])
            try Launch.run(in: folder.url, collector, "standalone", "sent=7")
            #expect(server.requests.count == 7)
        }

        /// The TLS library's clean-up at exit must not take away what the thread of the requests works with.
        @Test func aProcessThatEndsWhileItSendsEndsWell() throws {
            for _ in 0..<5 { try Launch.run(in: folder.url, "standalone") }
        }
    }

#endif
