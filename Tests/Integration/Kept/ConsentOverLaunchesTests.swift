// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import LoopbackHTTP
    import TestSupport
    import Testing

    /// A user's "no" over launches of an app, one after the other and at once.
    @Suite(.serialized)
    struct ConsentOverLaunchesTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test func anotherProcessThatSetsSomethingElseDoesNotTakeAnOptOutBack() throws {
            let signal = folder.file("go")
            try Launch.run(in: folder.url, "privacy=optedin")
            let other = try Launch(in: folder.url, ["status", "await=\(signal.path)", "update=unrelated", "status"])
            #expect(try other.nextLine() == "optedin")
            try Launch.run(in: folder.url, "privacy=optedout")
            _ = FileManager.default.createFile(atPath: signal.path, contents: nil)
            #expect(try other.linesUntilEnd() == ["optedout"])
            #expect(try Launch.run(in: folder.url, "status", "value=unrelated") == ["optedout", "1"])
        }

        @Test func waitingPingsDoNotLeaveUnderAnOptOutOfAnEarlierLaunch() throws {
            let server = try LoopbackServer { _, connection in connection.respond(204) }
            defer { server.stop() }
            let collector = "collector=\(try server.url().absoluteString)"
            try Launch.run(in: folder.url, "privacy=optedout")
            try Launch.run(in: folder.url, collector, "queue=6", "pending", "register", "start", "instantiate")
            #expect(try Launch.run(in: folder.url, "pending") == ["0"])
            #expect(server.requests.isEmpty)
        }

        @Test func anOptOutBeforeTheStartDiscardsWhatWaitsBeforeTheCallReturns() throws {
            try Launch.run(in: folder.url, "queue=5")
            try Launch.run(in: folder.url, "privacy=optedin", "register", "privacy=optedout", "kill")
            #expect(try Launch.run(in: folder.url, "pending", "status") == ["0", "optedout"])
        }

        @Test func aDamagedFileOfTheHubIsNoOptIn() throws {
            try Launch.run(in: folder.url, "privacy=optedout")
            try FileManager.default.removeItem(at: folder.file("hub.copy.json"))
            try Data("{".utf8).write(to: folder.file("hub.json"))
            let seen = try Launch.run(in: folder.url, "status", "update=unrelated", "status", "privacy=optedin")
            #expect(seen == ["optunknown", "optunknown"])
            #expect(try Launch.run(in: folder.url, "status") == ["optedin"])
        }

        @Test func aDamagedFileOfTheSDKIsAnOptOutAndReported() throws {
            try Launch.run(in: folder.url, "choose=1")
            try FileManager.default.removeItem(at: folder.file("nielsen.copy.json"))
            try Data("{".utf8).write(to: folder.file("nielsen.json"))
            #expect(try Launch.run(in: folder.url, "standalone", "errors", "optout") == ["13", "true"])
            // Identifiers were made meanwhile, and still nobody has chosen.
            #expect(try Launch.run(in: folder.url, "optout", "choose=0", "optout") == ["true", "true", "false"])
        }

        @Test func theSecondCopyHoldsWhereTheFileIsDamaged() throws {
            try Launch.run(in: folder.url, "privacy=optedout", "choose=1")
            for name in ["hub.json", "nielsen.json"] { try Data().write(to: folder.file(name)) }
            #expect(try Launch.run(in: folder.url, "status", "optout", "errors") == ["optedout", "true", "13"])
        }

        @Test func aChoiceIsOnTheDiskWhenTheCallReturns() throws {
            #expect(try Launch.run(in: folder.url, "choose=1", "kill") == ["true"])
            #expect(try Launch.run(in: folder.url, "optout") == ["true"])
        }
    }

#endif
