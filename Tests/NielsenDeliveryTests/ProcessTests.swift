// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import Foundation
    import HubServices
    import LoopbackHTTP
    import NielsenAppApi
    import TestSupport
    import Testing

    /// Apps in processes of their own, in surroundings that a test could not make for itself.
    @Suite(.serialized)
    struct ProcessTests {
        /// What is left of a child: a delivery on its database that does not send.
        private static func rest(of folder: TemporaryFolder) -> DeliveryRig {
            DeliveryRig(folder.location, privacy: .unknown, clock: ManualClock(date: Date()))
        }

        // MARK: - HTTPS

        @Test(.enabled(if: ChildProcess.canMount, "no disk can be mounted here"))
        func pingsArriveOverHTTPSUnderAnAuthorityThatIsTrusted() throws {
            let folder = try TemporaryFolder()
            let child = try TLSCollector.app(isTrusted: true, for: "IP:127.0.0.1", in: folder.url, 5, until: "sent")
            #expect(child.status == 0)
            #expect(child.lines == ["pending 0 sent 6 working true"])
        }

        @Test(.enabled(if: ChildProcess.canMount, "no disk can be mounted here"))
        func underAnAuthorityThatNobodyKnowsPingsAreKept() throws {
            let folder = try TemporaryFolder()
            let child = try TLSCollector.app(isTrusted: false, for: "IP:127.0.0.1", in: folder.url, 5, until: "9")
            #expect(child.lines == ["error 9", "pending 6 sent 0 working true"])
            #expect(Self.rest(of: folder).delivery.summary().pending == 6)
        }

        @Test(.enabled(if: ChildProcess.canMount, "no disk can be mounted here"))
        func underACertificateForSomebodyElsePingsAreKept() throws {
            let folder = try TemporaryFolder()
            let child = try TLSCollector.app(isTrusted: true, for: "DNS:somebody.test", in: folder.url, 5, until: "9")
            #expect(child.lines == ["error 9", "pending 6 sent 0 working true"])
        }

        // MARK: - Disks

        /// Measures more pages than there is room for, while a collector takes none.
        private static func fill(_ folder: TemporaryFolder, after command: String) throws -> ChildProcess {
            let server = try LoopbackServer { _, connection in connection.respond(503) }
            defer { server.stop() }
            return try ChildProcess.app(
                after: command,
                in: folder.url,
                try server.url().absoluteString,
                900,
                until: "10"
            )
        }

        @Test(.enabled(if: ChildProcess.canMount, "no disk can be mounted here"))
        func aDiskThatRunsFullIsError13OnceAndNothingCrashes() throws {
            let folder = try TemporaryFolder()
            let child = try Self.fill(folder, after: "mount -t tmpfs -o size=300k none \"$0\"")
            #expect(child.status == 0 && !child.isKilled)
            // More wait than memory takes beside the full disk, which is the first that is dropped.
            #expect(child.lines.dropLast() == ["error 13", "error 10"])
            #expect(child.lines.last?.hasSuffix("working false") == true)
        }

        @Test func aFileThatMayNotGrowIsError13OnceAndNothingCrashes() throws {
            let folder = try TemporaryFolder()
            // 512 bytes each; the signal that comes with a larger file is ignored.
            let child = try Self.fill(folder, after: "trap '' XFSZ && ulimit -f 300")
            #expect(child.status == 0 && !child.isKilled)
            #expect(child.lines.dropLast() == ["error 13", "error 10"])
            // What was stored before is still there.
            #expect(Self.rest(of: folder).delivery.summary().pending > 50)
        }

        @Test(.enabled(if: ChildProcess.canMount, "no disk can be mounted here"))
        func onAReadOnlyFileSystemPingsAreSentOutOfMemory() throws {
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
