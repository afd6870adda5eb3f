// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import TestSupport
import Testing

/// `pings list|show|resend|export` over an app's folder.
struct QueuedPingsTests {
    private func rows(_ words: String..., code: Int32 = 0) async throws -> [JSONObject] {
        let run = try await ToolRun(words + ["--json"])
        #expect(run.code == code && run.error.isEmpty, "\(run.error)")
        return try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
    }

    @Test func theListHasWhatWaitsAndWhatWasSetAside() async throws {
        let app = try QueuedApp(aside: 1)
        let rows = try await rows("pings", "list", app.path)
        #expect(rows.map { $0["kind"] } == ["queued_ping", "queued_ping", "queued_ping", "summary"])
        #expect(rows.map { $0["state"] } == ["waiting", "waiting", "set_aside", nil])
        #expect(rows[2]["reason"] == .string(QueuedApp.reason))
        #expect(rows.prefix(3).allSatisfy { $0["url"]?.stringValue?.hasPrefix("http://127.0.0.1") == true })
        #expect(rows[3]["waiting"] == 2 && rows[3]["set_aside"] == 1)
        #expect(try await self.rows("pings", "list", app.path, "--only", "aside").count == 2)
        #expect(try await self.rows("pings", "list", app.path, "--only", "waiting").count == 3)
        let text = try await ToolRun(["pings", "list", app.path]).output.split(separator: "\n")
        #expect(text.count == 4)
        #expect(text[0].hasPrefix("  1  waiting    "))
        #expect(text[2].contains("set aside") && text[2].hasSuffix("  " + QueuedApp.reason))
        #expect(text[3] == "Waiting: 2, set aside: 1.")
    }

    @Test func onePingIsShownByItsNumberOrItsId() async throws {
        let app = try QueuedApp(aside: 1)
        let rows = try await rows("pings", "list", app.path)
        let id = try #require(rows[2]["id"]?.stringValue)
        for name in ["3", id, String(id.prefix(8))] {
            let run = try await ToolRun(["pings", "show", app.path, name])
            #expect(run.code == 0)
            #expect(run.output.contains("id        \(id)\n"))
            #expect(run.output.contains("reason    \(QueuedApp.reason)\n"))
            #expect(run.output.contains("ping 3: "))
        }
        for name in ["4", "zzzz", String(id.prefix(3))] {
            let run = try await ToolRun(["pings", "show", app.path, name])
            #expect(run.code == 2)
            #expect(run.error.contains("no ping here has the number or id \"\(name)\""))
        }
        #expect(try await self.rows("pings", "show", app.path, "1").map { $0["id"] } == [rows[0]["id"]])
    }

    @Test func someAreListedAndShownByTheirNumbers() async throws {
        let app = try QueuedApp(aside: 2)
        let all = try await rows("pings", "list", app.path)
        for command in ["list", "show"] {
            let rows = try await rows("pings", command, app.path, "3", "1").filter { $0["kind"] == "queued_ping" }
            #expect(rows.map { $0["id"] } == [all[2]["id"], all[0]["id"]])
        }
    }

    @Test func theListShowsWhatTellsIdsApart() async throws {
        let app = try QueuedApp(aside: 3)
        try RawDatabase(app.folder.file("pings.sqlite"))
            .run("UPDATE set_aside SET id = 'measured-ping-' || substr(id, 1, 1) || '-and-more'")
        let text = try await ToolRun(["pings", "list", app.path, "--only", "aside"]).output
        for number in 0..<3 { #expect(text.contains("  measured-ping-\(number)")) }
        #expect(try await ToolRun(["pings", "show", app.path, "measured-ping-1"]).code == 0)
    }

    @Test func whatWasSetAsideIsQueuedAgainOnlyWhereThatIsAskedFor() async throws {
        let app = try QueuedApp(aside: 2)
        let aside = try await rows("pings", "list", app.path, "--only", "aside").compactMap { $0["id"]?.stringValue }
        for (words, says) in [
            ([], "no ping is named; write numbers, ids or --all."),
            (["--all", aside[0]], "--all and the names of pings exclude each other."),
        ] {
            let run = try await ToolRun(["pings", "resend", app.path] + words)
            #expect(run.code == 2)
            #expect(run.error.contains(says))
        }
        #expect(try await ToolRun(["pings", "resend", app.path, "1"]).code == 2)
        #expect(try await rows("pings", "list", app.path, "--only", "aside").count == 3)
        #expect(try await rows("pings", "resend", app.path, aside[0]).map { $0["count"] } == [1])
        #expect(try await rows("pings", "list", app.path, "--only", "aside").count == 2)
        // The other one is behind the three that wait now.
        #expect(try await ToolRun(["pings", "resend", app.path, "4"]).output == "Queued again: 1.\n")
        #expect(try await rows("pings", "list", app.path).last?["waiting"] == 4)
        #expect(try await ToolRun(["pings", "resend", app.path, "--all"]).output == "Queued again: 0.\n")
    }

    @Test func whatIsExportedIsReadByPings() async throws {
        let app = try QueuedApp(aside: 1)
        let file = app.folder.file("out.jsonl")
        let run = try await ToolRun(["pings", "export", app.path, "-o", file.path])
        #expect(run.code == 0 && run.output == "Wrote 3 pings to \(file.path).\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let certified = try await ToolRun(["certify", file.path])
        #expect(certified.code != 2 && !certified.output.contains("CALL_"), "\(certified.output)")
        #expect(try await ToolRun(["pings", "--lint", file.path]).output == "3 pings, 0 findings.\n")
        let lines = try String(contentsOf: file, encoding: .utf8)
        #expect(try await ToolRun(["pings", "export", app.path]).output == lines)
        #expect(try await ToolRun(["pings", "export", app.path, "-o", file.path, "--only", "aside"]).code == 0)
        #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 1)
    }

    /// Nothing is made, removed or written, whether or not an app has the folder open.
    @Test(arguments: [true, false])
    func lookingChangesNothing(_ isOpen: Bool) async throws {
        let app = try QueuedApp(aside: 1, staysOpen: isOpen)
        let before = try app.snapshot()
        for words in [
            ["kept", "show"], ["pings", "list"], ["pings", "show", "1"], ["pings", "export"],
            ["doctor", "--port", "0"],
        ] {
            let named = words.prefix(words[0] == "pings" ? 2 : 1) + (words[0] == "kept" ? ["show"] : [])
            let rest = words.dropFirst(named.count)
            let run = try await ToolRun(Array(named) + [app.path] + rest)
            #expect(run.code != 2, "\(words): \(run.error)")
            #expect(try app.snapshot() == before, "\(words)")
        }
        let database = app.folder.file("pings.sqlite").path
        #expect(try await ToolRun(["pings", database]).output.hasSuffix("\n2 pings.\n"))
        #expect(try app.snapshot() == before)
    }

    @Test func aFolderWithoutAQueueHasNoPings() async throws {
        let folder = try TemporaryFolder()
        #expect(try await ToolRun(["pings", "list", folder.url.path]).output == "Waiting: 0, set aside: 0.\n")
        try Data("damaged".utf8).write(to: folder.file("pings.sqlite"))
        let run = try await ToolRun(["pings", "list", folder.url.path])
        #expect(run.code == 2)
        #expect(run.error.contains("cannot read \(folder.file("pings.sqlite").path)"))
    }
}
