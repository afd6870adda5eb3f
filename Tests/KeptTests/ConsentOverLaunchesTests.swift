// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
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

        /// A place that a client waits for.
        private var signal: URL { folder.file("go") }

        private func go() { _ = FileManager.default.createFile(atPath: signal.path, contents: nil) }

        // MARK: - Who writes beside it

        @Test func anotherProcessThatSetsSomethingElseDoesNotTakeAnOptOutBack() throws {
            try Launch.run(in: folder.url, "privacy=optedin")
            let other = try Launch(in: folder.url, ["status", "await=\(signal.path)", "update=unrelated", "status"])
            #expect(try other.nextLine() == "optedin")
            try Launch.run(in: folder.url, "privacy=optedout")
            go()
            #expect(try other.linesUntilEnd() == ["optedout"])
            #expect(try Launch.run(in: folder.url, "status", "value=unrelated") == ["optedout", "1"])
        }

        @Test func aProcessThatRunsSendsNothingAfterAnotherOneHasOptedOut() throws {
            let server = try LoopbackServer { _, connection in connection.respond(204) }
            defer { server.stop() }
            let collector = "collector=\(try server.url().absoluteString)"
            let running = try Launch(
                in: folder.url,
                [
                    collector, "privacy=optedin", "register", "start", "instantiate", "sent=1", "say=sent",
                    "await=\(signal.path)", "instantiate", "instantiate", "sleep=200", "pending",
                ]
            )
            #expect(try running.nextLine() == "sent")
            let before = server.requests.count
            #expect(before == 1)
            try Launch.run(in: folder.url, "privacy=optedout")
            go()
            #expect(try running.linesUntilEnd() == ["0"])
            #expect(server.requests.count == before)
        }

        // MARK: - Before it is known

        @Test func waitingPingsDoNotLeaveUnderAnOptOutOfAnEarlierLaunch() throws {
            let server = try LoopbackServer { _, connection in connection.respond(204) }
            defer { server.stop() }
            let collector = "collector=\(try server.url().absoluteString)"
            try Launch.run(in: folder.url, "privacy=optedout")
            try Launch.run(in: folder.url, collector, "queue=6")
            #expect(try Launch.run(in: folder.url, "pending") == ["6"])
            for _ in 0..<5 {
                try Launch.run(in: folder.url, collector, "register", "start", "instantiate", "sleep=50")
                #expect(server.requests.isEmpty)
            }
            #expect(try Launch.run(in: folder.url, "pending") == ["0"])
        }

        @Test func underAHubNothingLeavesUntilSomebodyHasSaid() throws {
            let server = try LoopbackServer { _, connection in connection.respond(204) }
            defer { server.stop() }
            let collector = "collector=\(try server.url().absoluteString)"
            try Launch.run(in: folder.url, collector, "queue=6")
            try Launch.run(in: folder.url, collector, "instantiate", "sleep=100", "register", "start", "sleep=100")
            #expect(server.requests.isEmpty)
            #expect(try Launch.run(in: folder.url, "pending") == ["7"])
            // An instance by itself means opted in.
            try Launch.run(in: folder.url, collector, "standalone", "sent=8")
            #expect(server.requests.count == 8)
        }

        // MARK: - Before the start, and a death right after it

        @Test func anOptOutBeforeTheStartDiscardsWhatWaitsBeforeTheCallReturns() throws {
            try Launch.run(in: folder.url, "queue=5")
            try Launch.run(in: folder.url, "privacy=optedin", "register", "privacy=optedout", "kill")
            #expect(try Launch.run(in: folder.url, "pending", "status") == ["0", "optedout"])
        }

        @Test func anOptOutBeforeTheStartRefusesWhatIsMadeAfterIt() throws {
            let made = try Launch.run(in: folder.url, "register", "privacy=optedout", "instantiate", "start", "pending")
            #expect(made == ["0"])
        }

        // MARK: - What cannot be read

        @Test(arguments: ["", "{", #"{"configuration.programmatic": {"global.privacy": true}}"#, "[]"])
        func aDamagedFileOfTheHubIsNoOptIn(_ content: String) throws {
            try Launch.run(in: folder.url, "privacy=optedout")
            try FileManager.default.removeItem(at: folder.file("hub.copy.json"))
            try Data(content.utf8).write(to: folder.file("hub.json"))
            #expect(
                try Launch.run(in: folder.url, "status", "update=unrelated", "status") == ["optunknown", "optunknown"]
            )
            #expect(try Launch.run(in: folder.url, "status", "privacy=optedin") == ["optunknown"])
            #expect(try Launch.run(in: folder.url, "status") == ["optedin"])
        }

        @Test(arguments: ["", "{", #"{"nielsen.optOut": "true"}"#, #"{"nielsen.optOut": 1}"#])
        func aDamagedFileOfTheSDKIsAnOptOutAndReported(_ content: String) throws {
            try Launch.run(in: folder.url, "choose=1")
            try FileManager.default.removeItem(at: folder.file("nielsen.copy.json"))
            try Data(content.utf8).write(to: folder.file("nielsen.json"))
            #expect(try Launch.run(in: folder.url, "standalone", "errors", "optout") == ["13", "true"])
            // Identifiers were made meanwhile, and still nobody has chosen.
            #expect(try Launch.run(in: folder.url, "optout", "choose=0", "optout") == ["true", "true", "false"])
            #expect(try Launch.run(in: folder.url, "optout", "errors") == ["false", "none"])
        }

        @Test func theSecondCopyHoldsWhereTheFileIsDamaged() throws {
            try Launch.run(in: folder.url, "privacy=optedout", "choose=1")
            for name in ["hub.json", "nielsen.json"] { try Data().write(to: folder.file(name)) }
            #expect(try Launch.run(in: folder.url, "status", "optout", "errors") == ["optedout", "true", "13"])
            #expect(try Launch.run(in: folder.url, "status", "optout", "errors") == ["optedout", "true", "none"])
        }

        // MARK: - What takes it back

        @Test func clearingUpdatesKeepsTheChoice() throws {
            try Launch.run(in: folder.url, "privacy=optedout", "update=other", "clear")
            #expect(try Launch.run(in: folder.url, "status", "value=other") == ["optedout", "none"])
        }

        @Test func aChoiceOfTheSDKIsOnTheDiskWhenTheCallReturns() throws {
            #expect(try Launch.run(in: folder.url, "choose=1", "kill") == ["true"])
            #expect(try Launch.run(in: folder.url, "optout") == ["true"])
        }
    }

#endif
