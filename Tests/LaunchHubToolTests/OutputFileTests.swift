// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// What commands write, and what they do not write over.
    struct OutputFileTests {
        private let folder: TemporaryFolder
        private let app: QueuedApp
        private let session: String
        private let har: String

        init() async throws {
            folder = try TemporaryFolder()
            app = try QueuedApp(aside: 1)
            let played = try await Sessions.channel("Front page", .events)
            session = try folder.write(SessionFile.text(of: played), to: "session.jsonl").path
            let request = #"{"method":"GET","url":"http://127.0.0.1/cgi-bin/gn?prd=dcr","headers":[]}"#
            let entry = #"{"startedDateTime":"2026-03-02T20:00:00Z","time":1,"request":\#(request)}"#
            har = try folder.write(#"{"log":{"version":"1.2","entries":[\#(entry)]}}"#, to: "a.har").path
        }

        /// Each command that writes a file, but for the file's name.
        private var writers: [[String]] {
            [
                ["report", session, "-o"], ["report", session, "--svg"], ["record", "--from", har, "-o"],
                ["play", "--channel", "Front page", "--record"], ["pings", "export", app.path, "-o"],
                ["demo", "--report"],
            ]
        }

        @Test func whatIsReadIsNeverWritten() async throws {
            let queue = app.folder.file("pings.sqlite").path
            let link = folder.file("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: session)
            let channels = try folder.write("{}", to: "channels.json").path
            for (input, words) in [
                (session, ["report", session, "-o", session]), (session, ["report", session, "--svg", session]),
                (session, ["report", session, "-o", link]), (session, ["report", link, "-o", session]),
                (har, ["record", "--from", har, "-o", har]), (queue, ["pings", "export", app.path, "-o", queue]),
                (channels, ["play", "--channels", channels, "--record", channels]),
            ] {
                let before = try Data(contentsOf: URL(fileURLWithPath: input))
                for force in [[], ["--force"]] {
                    let run = try await ToolRun(words + force)
                    #expect(run.code == 2 && run.output.isEmpty, "\(words)")
                    #expect(run.error.contains("is read and cannot be written by the same command"), "\(run.error)")
                    #expect(try Data(contentsOf: URL(fileURLWithPath: input)) == before)
                }
            }
            let page = folder.file("page.html").path
            #expect(try await ToolRun(["report", session, "-o", page, "--svg", page]).code == 2)
        }

        @Test func aFileOfAnotherKindIsReplacedOnlyWhereThatIsAskedFor() async throws {
            for words in writers {
                let file = try folder.write("my notes\n", to: "notes.txt")
                let run = try await ToolRun(words + [file.path])
                #expect(run.code == 2 && run.error.contains("notes.txt exists and is not "), "\(words): \(run.error)")
                #expect(run.error.contains("; --force replaces it."))
                #expect(try String(contentsOf: file, encoding: .utf8) == "my notes\n")
                #expect(try await ToolRun(words + [file.path, "--force"]).code == 0)
                #expect(try await ToolRun(words + [file.path]).code == 0, "\(words): its own kind")
                let rights = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                #expect(rights == 0o600, "\(words)")
            }
        }

        /// Neither what an app has recorded nor what another command has made is a session of `play`.
        @Test func aRecordingOfAnAppIsKept() async throws {
            for recorder in ["LaunchHubRecording 1.0", "launchhub record 1.0"] {
                let text = #"{"schema":"launch-hub-session","version":2,"recorder":"\#(recorder)"}"# + "\n"
                let file = try folder.write(text, to: "own.jsonl")
                let run = try await ToolRun(["play", "--channel", "Front page", "--record", file.path])
                #expect(run.code == 2 && run.error.contains("is not a session that launchhub play recorded"))
                #expect(try String(contentsOf: file, encoding: .utf8) == text)
            }
        }

        @Test func aLinkStaysOneAndLeadsNowhereElse() async throws {
            let page = folder.file("page.html").path
            let link = folder.file("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: page)
            let run = try await ToolRun(["report", session, "-o", link])
            #expect(run.code == 2 && run.error.contains("is a link to a file that does not exist"))
            #expect(!FileManager.default.fileExists(atPath: page))
            #expect(try await ToolRun(["report", session, "-o", page]).code == 0)
            #expect(try await ToolRun(["report", session, "-o", link]).code == 0)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == page)
        }
    }

#endif
