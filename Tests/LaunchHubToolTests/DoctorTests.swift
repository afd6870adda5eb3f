// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import TestSupport
import Testing

struct DoctorTests {
    /// What `doctor` says of a subject, and the exit code.
    private func doctor(_ words: String..., port: Int = 0) async throws -> (code: Int32, rows: [JSONObject]) {
        let run = try await ToolRun(["doctor", "--json", "--port", "\(port)"] + words)
        #expect(run.error.isEmpty)
        let rows = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
        let problems = rows.count { $0["status"] == "problem" }
        #expect(rows.last?["problems"]?.intValue == Int64(problems))
        #expect(run.code == (problems == 0 ? 0 : 1))
        #expect(rows.allSatisfy { ($0["kind"] == "finding") == ($0["status"] == "problem") })
        #expect(rows.allSatisfy { $0["status"] != "problem" || $0["cure"]?.stringValue?.isEmpty == false })
        return (run.code, rows)
    }

    private func messages(_ rows: [JSONObject], _ subject: String, _ status: String) -> [String] {
        rows.filter { $0["subject"]?.stringValue == subject && $0["status"]?.stringValue == status }
            .compactMap { $0["message"]?.stringValue }
    }

    @Test func aFolderOfAnAppThatWorksHasNoProblem() async throws {
        let app = try QueuedApp()
        app.setPrivacy("optedout")
        let (code, rows) = try await doctor(app.path)
        #expect(code == 0, "\(rows)")
        #expect(messages(rows, "folder", "good") == ["\(app.path) belongs to its owner alone and can be written"])
        #expect(messages(rows, "pings", "good").first?.hasPrefix("2 wait, the oldest since ") == true)
        #expect(messages(rows, "privacy", "remark").contains { $0.hasPrefix("the user has opted out") })
        #expect(messages(rows, "clock", "good").count == 1)
        #expect(messages(rows, "port", "good").count == 1)
    }

    @Test func withoutAFolderThePortAndTheClockAreLookedAt() async throws {
        let (code, rows) = try await doctor()
        #expect(code == 0)
        // A machine may have apps.
        #expect(Set(rows.compactMap { $0["subject"]?.stringValue }).subtracting(["app"]) == ["port", "clock"])
        let text = try await ToolRun(["doctor", "--port", "0"])
        #expect(text.output.hasSuffix("\nNo problem.\n"))
        #expect(text.error.contains("no folder of an app was checked"))
    }

    @Test func whatWasSetAsideIsAProblemWithTheCollectorsAnswer() async throws {
        let app = try QueuedApp(aside: 2)
        app.setPrivacy("optedin")
        let (code, rows) = try await doctor(app.path)
        #expect(code == 1)
        #expect(messages(rows, "pings", "problem") == ["2 set aside because a collector refused them"])
        #expect(messages(rows, "answers", "problem") == ["2 refused: \(QueuedApp.reason)"])
        let text = try await ToolRun(["doctor", app.path, "--port", "0"]).output
        #expect(text.hasSuffix("\n2 problems.\n"))
        #expect(text.contains("problem  answers  2 refused: \(QueuedApp.reason)\n"))
    }

    @Test func whatFailedBeforeAndWaitsIsRemarkedOn() async throws {
        let app = try QueuedApp()
        app.setPrivacy("optedin")
        let database = try RawDatabase(app.folder.file("pings.sqlite"))
        #expect(try await messages(doctor(app.path).rows, "answers", "good").count == 1)
        try database.run("UPDATE hit SET attempts = 3 WHERE row = 1")
        let (code, rows) = try await doctor(app.path)
        #expect(code == 0)
        let found = messages(rows, "answers", "remark")
        #expect(found.contains("1 of those that wait failed before, 3 times at most"))
        #expect(messages(rows, "answers", "good").isEmpty)
    }

    @Test func rightsOfOthersAreAProblem() async throws {
        let app = try QueuedApp()
        let file = app.folder.file("nielsen.json").path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try await messages(doctor(app.path).rows, "folder", "problem") == ["others may use \(file) (644)"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: app.path)
        let found = try await messages(doctor(app.path).rows, "folder", "problem")
        #expect(found == ["others may use \(app.path) (755) and 1 more"])
    }

    @Test func damageIsAProblem() async throws {
        let app = try QueuedApp()
        app.setPrivacy("optedin")
        for name in ["nielsen.json", "nielsen.copy.json"] { try Data().write(to: app.folder.file(name)) }
        try Data().write(to: app.folder.file("hub.json.damaged"))
        try RawDatabase(app.folder.file("pings.sqlite")).run("UPDATE hit SET payload = 'x' WHERE row = 1")
        let (code, rows) = try await doctor(app.path)
        #expect(code == 1)
        #expect(messages(rows, "privacy", "problem").count == 1)
        #expect(messages(rows, "folder", "problem").contains { $0.hasSuffix("damaged: hub.json.damaged") })
        #expect(messages(rows, "pings", "problem") == ["damaged: 1"])
        try Data("no database".utf8).write(to: app.folder.file("pings.sqlite"))
        #expect(try await messages(doctor(app.path).rows, "pings", "problem").count == 1)
    }

    /// The first trap: an app that measures, and has set no status.
    @Test func pingsThatWaitBecauseNoStatusWasSetAreAProblemWithTheLineToWrite() async throws {
        let app = try QueuedApp()
        let (code, rows) = try await doctor(app.path)
        #expect(code == 1)
        #expect(messages(rows, "privacy", "problem") == ["2 pings wait because no privacy status was set"])
        let cure = rows.first { $0["status"] == "problem" }?["cure"]?.stringValue
        #expect(cure?.contains("ACPCore.setPrivacyStatus(.optIn)") == true)
        // What was tried waits for something else.
        try RawDatabase(app.folder.file("pings.sqlite")).run("UPDATE hit SET attempts = 1 WHERE row = 1")
        #expect(try await messages(doctor(app.path).rows, "privacy", "problem").isEmpty)
    }

    /// A property may publish the status.
    @Test func aStatusThatWasPublishedIsNoProblem() async throws {
        let app = try QueuedApp()
        let folder = app.folder.file("configuration")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = folder.appending(path: "configuration-1.json")
        try Data(#"{"values":{"global.privacy":"optedin"}}"#.utf8).write(to: file)
        #expect(try await messages(doctor(app.path).rows, "privacy", "problem").isEmpty)
    }

    @Test(arguments: [("optedin", "good"), ("optedout", "remark"), ("optunknown", "remark")])
    func thePrivacyStatusIsSaid(_ value: String, _ status: String) async throws {
        let app = try QueuedApp()
        app.setPrivacy(value)
        #expect(
            try await messages(doctor(app.path).rows, "privacy", status).contains {
                $0.hasPrefix("op") || $0.hasPrefix("un")
            }
        )
    }
}
