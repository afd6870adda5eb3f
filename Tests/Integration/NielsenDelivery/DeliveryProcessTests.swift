// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import Foundation
    import HubServices
    import HubStorage
    import LoopbackHTTP
    import NielsenAppApi
    import TestSupport
    import Testing

    /// Apps in processes of their own: certificates of the system, full disks, and disks that are read only.
    @Suite(.serialized, .enabled(if: ChildProcess.canMount, "no disk can be mounted here"))
    struct DeliveryProcessTests {
        @Test func pingsArriveOverHTTPSUnderAnAuthorityThatIsTrusted() throws {
            let folder = try TemporaryFolder()
            let child = try TLSCollector.app(isTrusted: true, for: "IP:127.0.0.1", in: folder.url, 5, until: "sent")
            #expect(child.status == 0)
            #expect(child.lines == ["pending 0 sent 6 working true"])
        }

        @Test(arguments: [(isTrusted: false, names: "IP:127.0.0.1"), (isTrusted: true, names: "DNS:somebody.test")])
        func underACertificateThatIsNotTheCollectorsPingsAreKept(_ row: (isTrusted: Bool, names: String)) throws {
            let folder = try TemporaryFolder()
            let child = try TLSCollector.app(isTrusted: row.isTrusted, for: row.names, in: folder.url, 5, until: "9")
            #expect(child.lines == ["error 9", "pending 6 sent 0 working true"])
            let next = NielsenPingDelivery(file: folder.file("pings.sqlite"), privacy: .unknown)
            #expect(next.summary().pending == 6)
            next.close()
        }

        @Test func aDiskThatRunsFullIsError13OnceAndNothingCrashes() throws {
            let folder = try TemporaryFolder()
            let server = try LoopbackServer { _, connection in connection.respond(503) }
            defer { server.stop() }
            let child = try ChildProcess.app(
                after: "mount -t tmpfs -o size=300k none \"$0\"",
                in: folder.url,
                try server.url().absoluteString,
                900,
                until: "10"
            )
            #expect(child.status == 0 && !child.isKilled)
            // More wait than memory takes beside the full disk, which is the first that is dropped.
            #expect(child.lines.dropLast() == ["error 13", "error 10"])
            #expect(child.lines.last?.hasSuffix("working false") == true)
        }

        @Test func onAReadOnlyFileSystemPingsAreSentOutOfMemory() throws {
            let folder = try TemporaryFolder()
            let server = try LoopbackServer { _, connection in connection.respond(200) }
            defer { server.stop() }
            let child = try ChildProcess.app(
                after: "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\"",
                in: folder.url,
                try server.url().absoluteString,
                5,
                until: "sent"
            )
            // The identifiers, the database.
            #expect(child.lines.dropLast().sorted() == ["error 1002", "error 13"])
            #expect(child.lines.last == "pending 0 sent 6 working false")
            #expect(server.requests.count == 6)
        }
    }

#endif
