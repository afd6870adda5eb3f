// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Dispatch
    import Foundation
    import HubServices
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

        /// A configuration of the same products as the client's own, for another place.
        private static func published(_ collector: String) -> String {
            """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "products": [
               {"product": "session", "processors": [{"cadence": "session", "template": "t"}]},
               {"product": "dcrStatic", "types": ["static"],
                "processors": [{"cadence": "impression", "prefix": "V", "at": "view", "template": "t"}]}],
             "templates": {"t": {"url": "\(collector)/published", "parameters": ["id=|!nol_sessionId!|"]}}}
            """
        }

        /// The session and each page are a ping, whenever the process dies; the server has not answered yet.
        @Test(arguments: [0, 1, 3, 20])
        func aProcessThatDiesBeforeItsFirstTryEndsLosesNoCall(pages: Int) throws {
            let silent = try silentServer()
            defer { silent.stop() }
            let source = "source=\(try silent.url().absoluteString)"
            let made = try Launch.run(in: folder.url, source, "standalone", "state", "pages=\(pages)", "kill")
            #expect(made == ["initial"])
            #expect(try Launch.run(in: folder.url, "pending") == ["\(1 + pages)"])
        }

        @Test func whatWasLeftIsSentOnceAtTheNextLaunch() throws {
            let (silent, server) = (
                try silentServer(), try LoopbackServer { _, connection in connection.respond(204) }
            )
            defer {
                silent.stop()
                server.stop()
            }
            let collector = "collector=\(try server.url().absoluteString)"
            let source = "source=\(try silent.url().absoluteString)"
            try Launch.run(in: folder.url, collector, source, "standalone", "pages=3", "kill")
            #expect(server.requests.isEmpty)
            try Launch.run(in: folder.url, collector, "standalone", "sent=5")
            // The session and three pages of the first launch, and the session of the second.
            #expect(server.requests.count == 5)
            try Launch.run(in: folder.url, collector, "sleep=200")
            #expect(server.requests.count == 5)
        }

        @Test func theConfigurationThatComesTakesBackWhatWasLeft() throws {
            let published = Locked("")
            let isThere = DispatchSemaphore(value: 0)
            let server = try LoopbackServer { request, connection in
                guard request.path.hasSuffix(".json") else { return connection.respond(204) }
                isThere.wait()
                isThere.signal()
                connection.respond(200, published.withLock { $0 })
            }
            defer {
                isThere.signal()
                server.stop()
            }
            let base = try server.url().absoluteString
            let place = folder.file("app")
            let launch = try Launch(
                in: place,
                ["source=\(base)", "standalone", "pages=3", "say=waits", "configured", "pages=1", "sent=5", "kill"]
            )
            #expect(try launch.nextLine() == "waits")
            published.withLock { $0 = Self.published(base) }
            isThere.signal()
            _ = try launch.linesUntilEnd()
            // Its own four and the page that is shown again: none by the client's own configuration, none twice.
            let pings = server.requests.filter { !$0.path.hasSuffix(".json") }
            #expect(pings.count == 5)
            #expect(pings.count { !$0.path.contains("/published") } == 0)
            #expect(try Launch.run(in: place, "pending") == ["0"])
        }

        @Test func withoutANetworkWhatIsWatchedWaitsInTheQueue() throws {
            let launch = ["source=http://127.0.0.1:1/", "standalone", "pages=3", "configured", "kill"]
            _ = try Launch(in: folder.url, launch).linesUntilEnd()
            #expect(try Launch.run(in: folder.url, "pending") == ["4"])
        }

        @Test func anInstanceThatEndsBeforeItsFirstTryDoesIsMeasuredToo() throws {
            let silent = try silentServer()
            defer { silent.stop() }
            let source = "source=\(try silent.url().absoluteString)"
            try Launch.run(in: folder.url, source, "standalone", "pages=3", "terminate", "kill")
            #expect(try Launch.run(in: folder.url, "pending") == ["4"])
        }

        /// The TLS library's clean-up at exit once took away what the thread of the requests worked with.
        @Test func aProcessThatEndsWhileItSendsEndsWell() throws {
            for _ in 0..<100 { try Launch.run(in: folder.url, "standalone") }
        }

        @Test func underAnOptOutOfTheHostNothingIsLeft() throws {
            let silent = try silentServer()
            defer { silent.stop() }
            let source = "source=\(try silent.url().absoluteString)"
            try Launch.run(in: folder.url, "privacy=optedout")
            try Launch.run(in: folder.url, source, "register", "start", "instantiate", "kill")
            try Launch.run(in: folder.url, "privacy=optedin")
            #expect(try Launch.run(in: folder.url, "pending") == ["0"])
        }
    }

#endif
