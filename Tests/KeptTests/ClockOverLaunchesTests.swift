// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LoopbackHTTP
    import TestSupport
    import Testing

    /// A clock that is wrong for one launch costs no identifier, and no ping its age.
    @Suite(.serialized)
    struct ClockOverLaunchesTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// A year ahead, and at the beginning of 1970, as after a flat battery.
        static let wrong = [31_536_000, -1_700_000_000]

        @Test(arguments: wrong)
        func pingsThatWaitOutliveALaunchWithAWrongClock(offset: Int) throws {
            try Launch.run(in: folder.url, "queue=6")
            let seen = try Launch.run(in: folder.url, "clock=\(offset)", "pending", "sleep=200", "pending")
            #expect(seen == ["6", "6"])
            #expect(try Launch.run(in: folder.url, "pending", "sleep=200", "pending") == ["6", "6"])
        }

        @Test(arguments: wrong)
        func pingsOfALaunchWithAWrongClockAreSentByTheNext(offset: Int) throws {
            let server = try LoopbackServer { _, connection in connection.respond(204) }
            defer { server.stop() }
            let collector = "collector=\(try server.url().absoluteString)"
            try Launch.run(in: folder.url, collector, "clock=\(offset)", "queue=6")
            try Launch.run(in: folder.url, collector, "pending", "sleep=200", "pending")
            try Launch.run(in: folder.url, collector, "standalone", "sent=7")
            #expect(server.requests.count == 7)
        }

        @Test(arguments: wrong)
        func identifiersOutliveALaunchWithAWrongClock(offset: Int) throws {
            let first = try Launch.run(in: folder.url, "identifiers")
            #expect(try Launch.run(in: folder.url, "clock=\(offset)", "identifiers") == first)
            #expect(try Launch.run(in: folder.url, "identifiers") == first)
        }
    }

#endif
