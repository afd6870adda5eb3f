// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubSession
    import NielsenAppApi
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// What `launchhub doctor` finds in a folder, to the last word.
    struct DiagnosisTests {
        /// 2026-03-02 20:00:00 UTC.
        private static let evening = Date(timeIntervalSince1970: 1_772_481_600)
        private static let shown = "2026-03-02 20:00:00 UTC"
        private static let noFailure = Diagnosis.good(
            "answers",
            "no try to send a ping that is still here has failed"
        )

        /// An app whose pings were queued in the evening.
        private func app(aside: Int = 0) throws -> (app: QueuedApp, database: RawDatabase) {
            let app = try QueuedApp(aside: aside)
            let database = try RawDatabase(app.folder.file("pings.sqlite"))
            for table in ["hit", "set_aside"] {
                try database.run("UPDATE \(table) SET created = 1772481600000000 + row - 1, checksum = NULL")
            }
            return (app, database)
        }

        private func queue(_ app: QueuedApp, after seconds: Double = 60) -> [Diagnosis] {
            QueueDiagnosis(url: app.folder.url, now: Self.evening.addingTimeInterval(seconds)).findings
        }

        // MARK: - Pings

        @Test func aPingMayWaitForADay() throws {
            let (app, database) = try app()
            let good = Diagnosis.good("pings", "2 wait, the oldest since \(Self.shown)")
            #expect(queue(app) == [good, Self.noFailure])
            #expect(queue(app, after: 86_400) == [good, Self.noFailure])
            let late = Diagnosis.problem(
                "pings",
                "2 wait, the oldest since \(Self.shown)",
                cure: "see privacy and answers, and whether the app runs"
            )
            #expect(queue(app, after: 86_401) == [late, Self.noFailure])
            try database.run("DELETE FROM hit WHERE row > 1")
            #expect(queue(app) == [.good("pings", "1 waits, the oldest since \(Self.shown)"), Self.noFailure])
            try database.run("DELETE FROM hit")
            #expect(queue(app) == [.good("pings", "none waits"), Self.noFailure])
        }

        @Test func aFolderWithoutAQueueIsFine() throws {
            let folder = try TemporaryFolder()
            #expect(
                QueueDiagnosis(url: folder.url, now: Self.evening).findings
                    == [.good("pings", "no queue: the app has made no ping here")]
            )
            let gone = folder.file("gone")
            let found = QueueDiagnosis(url: gone, now: Self.evening).findings
            #expect(
                found == [
                    .problem(
                        "pings",
                        "\(gone.path) is not a folder; an app makes it when it first keeps something.",
                        cure: "run this as the user whose app it is"
                    )
                ]
            )
        }

        @Test func whatWasRefusedIsCountedByItsReason() throws {
            let (app, database) = try app(aside: 4)
            let long = String(repeating: "z", count: 300)
            try database.run("UPDATE set_aside SET reason = 'b' WHERE row <= 2")
            try database.run("UPDATE set_aside SET reason = 'a' WHERE row = 3")
            try database.run("UPDATE set_aside SET reason = '\(long)' WHERE row = 4")
            let cure = "launchhub pings show explains a ping; an answer of 4xx is about the ping or its address"
            #expect(
                queue(app) == [
                    .good("pings", "2 wait, the oldest since \(Self.shown)"),
                    .problem(
                        "pings",
                        "4 set aside because a collector refused them",
                        cure: "launchhub pings list \"\(app.path)\" --only aside, then launchhub pings resend"
                    ),
                    .problem("answers", "2 refused: b", cure: cure), .problem("answers", "1 refused: a", cure: cure),
                    .problem("answers", "1 refused: \(long.prefix(200))", cure: cure),
                ]
            )
        }

        @Test func whatFailedAndWaitsIsCounted() throws {
            let (app, database) = try app()
            try database.run("UPDATE hit SET attempts = 1 + row")
            try database.run("INSERT OR REPLACE INTO stream VALUES ('a', NULL, 0, 1772481661000000)")
            try database.run("INSERT OR REPLACE INTO stream VALUES ('b', NULL, 0, 1772481660500000)")
            try database.run("INSERT OR REPLACE INTO stream VALUES ('c', NULL, 0, 1772481660000000)")
            let tried = Diagnosis.remark("answers", "2 of those that wait failed before, 3 times at most")
            let asked = "a collector asked to wait or did not answer: the next try is at 2026-03-02 20:01:01 UTC"
            #expect(queue(app).dropFirst() == [tried, .remark("answers", asked)])
            // The wait is over.
            #expect(queue(app, after: 61).dropFirst() == [tried])
            try database.run("UPDATE hit SET attempts = 0 WHERE row = 2")
            #expect(
                queue(app, after: 61).dropFirst()
                    == [.remark("answers", "1 of those that wait failed before, 2 times at most")]
            )
        }

        @Test(arguments: [(1, "1 ping is"), (2, "2 pings are")])
        func whatIsPreparedForOpenViewsIsRemarkedOn(_ count: Int, _ begin: String) throws {
            let (app, database) = try app()
            try database.run("DELETE FROM will")
            for place in 0..<count {
                try database.run(
                    "INSERT INTO will (owner, key, place, process, started, created, stream, payload) "
                        + "VALUES ('o', 'k', \(place), 1, 1, 1, 's', '{}')"
                )
            }
            #expect(
                queue(app) == [
                    .good("pings", "2 wait, the oldest since \(Self.shown)"),
                    .remark(
                        "pings",
                        "\(begin) prepared for views that are open or were left open; the app queues them"
                    ), Self.noFailure,
                ]
            )
        }

        @Test func whatIsDamagedIsCountedAndADamagedFileIsNamed() throws {
            let (app, database) = try app(aside: 1)
            // One has another content than was written, one is none that can be read.
            try database.run("UPDATE hit SET payload = 'x' WHERE row = 1")
            try database.run("UPDATE set_aside SET checksum = 5")
            #expect(
                queue(app)[2]
                    == .problem(
                        "pings",
                        "damaged: 2",
                        cure: "launchhub pings export \"\(app.path)\" saves what is readable"
                    )
            )
            try Data("no database".utf8).write(to: app.folder.file("pings.2.sqlite"))
            let found = queue(app)
            #expect(found.count == 5 && found[0].subject == "pings" && found[0].status == .problem)
            #expect(found[0].cure == "start the app, which sets a damaged queue aside and saves what it can")
            #expect(found.dropFirst() == queue(app).dropFirst())
        }

        // MARK: - Privacy

        private func store(_ folder: TemporaryFolder, _ name: String, _ key: String) -> FileKeyValueStore {
            FileKeyValueStore(file: folder.file(name), doubledKeys: [key])
        }

        private static let notSet = Diagnosis.remark(
            "privacy",
            "no privacy status is set here; that of the configuration holds"
        )
        private static let notOut = Diagnosis.good("privacy", "the user has not opted out of measurement")

        @Test(arguments: [
            ("optedin", Diagnosis.good("privacy", "opted in: pings are sent")),
            ("optedout", .remark("privacy", "opted out: pings are discarded, and none is sent")),
            ("optunknown", .remark("privacy", "unknown: pings are kept, and none is sent until it is known")),
        ])
        func theStatusIsSaid(_ value: String, _ found: Diagnosis) throws {
            let folder = try TemporaryFolder()
            #expect(PrivacyDiagnosis(url: folder.url).findings == [Self.notSet, Self.notOut])
            let key = ConfigurationMemory.programmaticKey
            try store(folder, "hub.json", key).set(["global.privacy": .string(value)], forKey: key)
            #expect(PrivacyDiagnosis(url: folder.url).findings == [found, Self.notOut])
            try store(folder, "hub.json", key).set(["global.ssl": true], forKey: key)
            #expect(PrivacyDiagnosis(url: folder.url).findings == [Self.notSet, Self.notOut])
        }

        @Test(arguments: [
            (
                JSONValue.bool(true),
                Diagnosis.remark(
                    "privacy",
                    "the user has opted out of measurement: pings say uoo=true"
                )
            ),
            (.bool(false), .good("privacy", "the user has opted in to measurement")),
            (
                .string("yes"),
                .problem(
                    "privacy",
                    "the user's choice is not readable and counts as opted out",
                    cure: "have the user choose again"
                )
            ),
        ])
        func theChoiceIsSaid(_ value: JSONValue, _ found: Diagnosis) throws {
            let folder = try TemporaryFolder()
            let key = NielsenKeptKeys.optOut
            try store(folder, "nielsen.json", key).set(value, forKey: key)
            #expect(PrivacyDiagnosis(url: folder.url).findings == [Self.notSet, found])
        }

        @Test func whatIsLostIsAProblemWithWhatHelps() throws {
            let folder = try TemporaryFolder()
            for name in ["hub", "nielsen"] {
                for file in [name, "\(name).copy"] { try Data("{".utf8).write(to: folder.file("\(file).json")) }
            }
            let found = PrivacyDiagnosis(url: folder.url).findings
            #expect(found.map(\.status) == [.problem, .problem] && found.map(\.subject) == ["privacy", "privacy"])
            #expect(found.map(\.cure) == ["have the app set it anew", "have the user choose again"])
            let begins = [
                "the hub's privacy status cannot be read and counts as unknown: ",
                "the user's choice cannot be read and counts as opted out: ",
            ]
            #expect(zip(found, begins).allSatisfy { $0.message.hasPrefix($1) && $0.message.count > $1.count })
        }

        // MARK: - The folder

        @Test func aFolderThatCannotBeLookedIntoIsAProblem() throws {
            let folder = try TemporaryFolder()
            let gone = folder.file("gone")
            #expect(
                FolderDiagnosis(url: gone).findings == [
                    .problem(
                        "folder",
                        "cannot look into \(gone.path): there is no such file or folder",
                        cure: "run this as the user whose app it is"
                    )
                ]
            )
        }

        @Test func rightsAndDamageAreSaidTogether() throws {
            let folder = try TemporaryFolder()
            let path = folder.url.path
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            let sound = Diagnosis.good("folder", "\(path) belongs to its owner alone and can be written")
            #expect(FolderDiagnosis(url: folder.url).findings == [sound])
            let rights = [
                "a": 0o600, "b": 0o610, "c.damaged": 0o601, "d.damaged-2": 0o700, "e.damagedx": 0o640, "f": 0o660,
            ]
            for (name, rights) in rights {
                try Data().write(to: folder.file(name))
                try FileManager.default.setAttributes(
                    [.posixPermissions: rights],
                    ofItemAtPath: folder.file(name).path
                )
            }
            #expect(
                FolderDiagnosis(url: folder.url).findings == [
                    .problem(
                        "folder",
                        "others may use \(path)/b (610) and 3 more",
                        cure: "chmod -R go-rwx \"\(path)\""
                    ),
                    .problem(
                        "folder",
                        "set aside because they were damaged: c.damaged, d.damaged-2",
                        cure: "launchhub kept reset \"\(path)\" --only damaged"
                    ),
                ]
            )
        }

        // MARK: - The clock

        @Test func aClockMayBeFiveMinutesBehindWhatTheAppHasWritten() throws {
            let folder = try TemporaryFolder()
            func findings(_ now: Date) -> [Diagnosis] { ClockDiagnosis(now: now, url: folder.url).findings }
            try Data().write(to: folder.file("a"))
            try FileManager.default.setAttributes(
                [.modificationDate: Self.evening.addingTimeInterval(300)],
                ofItemAtPath: folder.file("a").path
            )
            let good = Diagnosis.good("clock", Self.shown)
            #expect(findings(Self.evening) == [good])
            try FileManager.default.setAttributes(
                [.modificationDate: Self.evening.addingTimeInterval(301)],
                ofItemAtPath: folder.file("a").path
            )
            #expect(
                findings(Self.evening) == [
                    .problem(
                        "clock",
                        "it says \(Self.shown), but the app has written here at 2026-03-02 20:05:01 UTC",
                        cure: "set the clock; what is measured now would be dated before what was"
                    )
                ]
            )
            #expect(ClockDiagnosis(now: Self.evening, url: nil).findings == [good])
        }

        /// The clock cannot be before the year in which this program was written.
        @Test(arguments: [(1_767_225_599, false), (1_767_225_600, true)])
        func aClockOfAnotherYearIsWrong(_ seconds: Double, _ isRight: Bool) {
            let found = ClockDiagnosis(now: Date(timeIntervalSince1970: seconds), url: nil).findings
            #expect(
                found == [
                    isRight
                        ? .good("clock", "2026-01-01 00:00:00 UTC")
                        : .problem("clock", "it says 2025-12-31 23:59:59 UTC, which is over", cure: "set the clock")
                ]
            )
        }

        @Test func aPingThatWasQueuedLaterThanNowIsNoticed() throws {
            let (app, database) = try app()
            try database.run("UPDATE hit SET created = 4102444800000000 WHERE row = 2")
            let found = ClockDiagnosis(now: Date(), url: app.folder.url).findings
            #expect(found.first?.message.hasSuffix("has written here at 2100-01-01 00:00:00 UTC") == true)
        }

        // MARK: - The command

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func linesForPeopleSayTheSameAsThoseForPrograms() throws {
            let (app, database) = try app(aside: 1)
            try database.run("UPDATE set_aside SET reason = '\(String(repeating: "word ", count: 30))end'")
            let rows = try Executable.run(["doctor", app.path, "--port", "0", "--json"]).output.split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }
            #expect(rows.last?["checks"] == .int(Int64(rows.count - 1)))
            var expected: [String] = []
            for row in rows.dropLast() {
                let mark = ["good": "ok     ", "remark": "note   ", "problem": "problem"][
                    row["status"]?.stringValue ?? ""
                ]
                let subject = row["subject"]?.stringValue ?? ""
                let head = "\(mark ?? "?")  \(subject)\(String(repeating: " ", count: 7 - subject.count))  "
                var lines = Columns.wrapped(row["message"]?.stringValue ?? "", 80)
                if let cure = row["cure"]?.stringValue { lines += Columns.wrapped("→ \(cure)", 80) }
                expected.append(head + lines[0])
                expected += lines.dropFirst().map { String(repeating: " ", count: 18) + $0 }
            }
            // The reason is longer than a line.
            #expect(expected.count { $0.hasPrefix("                  word word") } == 1)
            // The time goes on between the two runs.
            func withoutClock(_ lines: [String]) -> [String] { lines.filter { !$0.contains("  clock  ") } }
            let problems = rows.count { $0["status"] == "problem" }
            let text = try Executable.run(["doctor", app.path, "--port", "0"])
            #expect(text.error.isEmpty)
            #expect(
                withoutClock(text.output.components(separatedBy: "\n"))
                    == withoutClock(expected) + ["\(problems) problems.", ""]
            )
            try database.run("DELETE FROM set_aside")
            try database.run("DELETE FROM hit")
            #expect(try Executable.run(["doctor", app.path, "--port", "0"]).output.hasSuffix("\nNo problem.\n"))
            try Data().write(to: app.folder.file("x.damaged"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: app.folder.file("x.damaged").path
            )
            #expect(try Executable.run(["doctor", app.path, "--port", "0"]).output.hasSuffix("\n1 problem.\n"))
        }
    }
#endif
