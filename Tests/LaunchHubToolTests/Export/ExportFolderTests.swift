// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import NielsenAppApi
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The folder that an export writes, and what it reads, without the command.
    struct ExportFolderTests {
        private let folder: TemporaryFolder
        private var lake: URL { folder.file("deep/lake") }

        init() throws { folder = try TemporaryFolder() }

        private static func row(_ table: ExportTable, day: String = "2026-03-02", app: String = "PX") -> ExportRow {
            ExportRow(
                partition: ExportPartition(table: table, day: day, app: app),
                values: [.text(day), .optional(app)]
            )
        }

        /// The files below a folder with their texts.
        private func files() throws -> [String: String] {
            var files: [String: String] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
                let file = folder.file(path)
                if try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true { continue }
                files[path] = try String(contentsOf: file, encoding: .utf8)
            }
            return files
        }

        private func rights(_ path: String) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(path).path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }

        // MARK: - Writing

        @Test func filesAppearTogetherAndForTheirOwnerAlone() throws {
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            for row in [
                Self.row(.pings), Self.row(.credit), Self.row(.pings, day: "2026-03-03"), Self.row(.pings),
                Self.row(.pings, app: ""),
            ] {
                try export.append(row)
            }
            #expect(export.rows == [.pings: 4, .credit: 1])
            #expect(try files().isEmpty)
            #expect(try export.commit() == 4)
            let line = #"{"day":"2026-03-02","app":"PX"}"# + "\n"
            let pings = "deep/lake/pings/day=2026-03-02"
            #expect(
                try files() == [
                    "\(pings)/app=PX/part-a.jsonl": line + line,
                    "\(pings)/app=__HIVE_DEFAULT_PARTITION__/part-a.jsonl": "{\"day\":\"2026-03-02\",\"app\":null}\n",
                    "deep/lake/pings/day=2026-03-03/app=PX/part-a.jsonl": line.replacing("03-02", with: "03-03"),
                    "deep/lake/credit/day=2026-03-02/app=PX/part-a.jsonl": line,
                ]
            )
            for path in ["deep", "deep/lake", "deep/lake/pings", pings, "\(pings)/app=PX"] {
                #expect(try rights(path) == 0o700)
            }
            #expect(try rights("\(pings)/app=PX/part-a.jsonl") == 0o600)
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: lake.path)) == ["pings", "credit"])
        }

        @Test func nothingIsAnExportWithoutFiles() throws {
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            #expect(try export.commit() == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: lake.path) == [])
        }

        @Test func whatIsGivenUpLeavesNothingOfItsOwn() throws {
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            try export.append(Self.row(.pings))
            export.discard()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
            // What lay there, or came to lie there meanwhile, stays.
            let second = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            try folder.write("mine", to: "deep/other")
            second.discard()
            #expect(try files() == ["deep/other": "mine"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("deep").path) == ["other"])
        }

        @Test func filesThatExistAreCountedAndNoneIsWritten() throws {
            for app in ["PX", "PY", "PZ"] {
                try folder.write("mine", to: "deep/lake/pings/day=2026-03-02/app=\(app)/part-a.jsonl")
            }
            let before = try files()
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            for app in ["PZ", "PW", "PX", "PY"] { try export.append(Self.row(.pings, app: app)) }
            let failure = #expect(throws: FileFailure.self) { try export.commit() }
            export.discard()
            #expect(try files() == before)
            let first = lake.appending(path: "pings/day=2026-03-02/app=PX/part-a.jsonl").path
            #expect(
                failure?.description == "cannot write \(first) and 2 more: the file exists; --replace replaces it, "
                    + "and --part NAME writes beside it"
            )
            let one = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            try one.append(Self.row(.pings, app: "PX"))
            let only = #expect(throws: FileFailure.self) { try one.commit() }
            #expect(only?.description.hasPrefix("cannot write \(first): the file exists; ") == true)
            one.discard()
            let replacing = try ExportFolder(lake.path, .jsonl, part: "a", replaces: true)
            try replacing.append(Self.row(.pings, app: "PX"))
            #expect(try replacing.commit() == 1)
            #expect(try files().values.count { $0 == "mine" } == 2)
        }

        @Test func aFileIsNoFolder() throws {
            let file = try folder.write("mine", to: "file")
            for path in [file.path, file.path + "/below"] {
                let failure = #expect(throws: FileFailure.self) {
                    try ExportFolder(path, .jsonl, part: "a", replaces: true)
                }
                #expect(
                    failure?.description
                        == "cannot write \(path): a part of the path is a file and no folder"
                )
            }
            #expect(try files() == ["file": "mine"])
        }

        /// More than is held back is written in between, each row once.
        @Test func manyRowsAreWrittenOnce() throws {
            let export = try ExportFolder(lake.path, .csv, part: "a", replaces: false)
            let text = String(repeating: "x", count: 1 << 20)
            for number in 0..<20 {
                let partition = ExportPartition(table: .credit, day: "2026-03-02", app: number % 2 == 0 ? "PX" : "PY")
                try export.append(ExportRow(partition: partition, values: [.integer(Int64(number)), .text(text)]))
            }
            #expect(try export.commit() == 2)
            var header: [UInt8] = []
            CSVText.appendHeader(ExportTable.credit.columns, to: &header)
            for (app, rest) in [("PX", 0), ("PY", 1)] {
                let file = try String(
                    contentsOf: lake.appending(path: "credit/day=2026-03-02/app=\(app)/part-a.csv"),
                    encoding: .utf8
                )
                let rows = (0..<10).map { "\($0 * 2 + rest),\(text)\r\n" }.joined()
                #expect(file == String(decoding: header, as: UTF8.self) + rows)
            }
        }

        @Test func thereIsALimitToTheNumberOfFolders() throws {
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: false)
            for number in 0..<65_536 { try export.append(Self.row(.pings, app: "\(number)")) }
            try export.append(Self.row(.pings, app: "0"))
            let failure = #expect(throws: FileFailure.self) { try export.append(Self.row(.pings, app: "more")) }
            #expect(
                failure?.description == "cannot export to \(lake.path): there are more than 65536 partitions of days "
                    + "and apps; narrow the export with --since, --until or --app"
            )
            export.discard()
        }

        // MARK: - Judging

        private static func group(_ day: String, _ app: String, _ version: String) -> ExportJudges.Group {
            ExportJudges.Group(day: day, app: app, version: version)
        }

        private static func ping(_ number: Int64) -> ExportPing {
            ExportPing(
                source: "s",
                number: number,
                time: 0,
                lastTime: 0,
                state: .collected,
                method: "GET",
                address: "/cgi-bin/gn?prd=dcr&n=\(number)"
            )
        }

        /// The groups that were judged, with the number of their pings.
        private static func finish(_ judges: inout ExportJudges) throws -> [String] {
            try judges.finish().map { group, judgement in
                let row = judgement.rows(group, source: "s")[0]
                guard case .integer(let pings) = row.values[5] else { return "?" }
                return "\(group.day) \(group.app) \(group.version): \(pings)"
            }
        }

        @Test func aSessionThatBeganHasTheVersionOfItsNextPing() throws {
            var judges = ExportJudges(of: "s")
            func read(_ number: Int64, _ group: ExportJudges.Group, _ session: String, begins: Bool = false) throws {
                try judges.read(Self.ping(number), group, session: session, isBeginning: begins)
            }
            try read(1, Self.group("b", "PX", ""), "one", begins: true)
            try read(2, Self.group("b", "PX", ""), "two", begins: true)
            // Of another app, and without a version.
            try read(3, Self.group("b", "PY", "1"), "one")
            try read(4, Self.group("b", "PX", ""), "one")
            try read(5, Self.group("c", "PX", "2"), "one")
            try read(6, Self.group("c", "PX", "2"), "one")
            // A beginning that has a version, or belongs to no session, waits for nothing.
            try read(7, Self.group("a", "PX", "2"), "three", begins: true)
            try read(8, Self.group("a", "PX", ""), "", begins: true)
            try read(9, Self.group("a", "PX", "9"), "")
            #expect(
                try Self.finish(&judges) == [
                    "a PX : 1", "a PX 2: 1", "a PX 9: 1", "b PX : 2", "b PY 1: 1", "c PX 2: 3",
                ]
            )
            // Nothing is left of what was judged.
            #expect(try Self.finish(&judges) == [])
            try read(10, Self.group("a", "PX", "1"), "two")
            #expect(try Self.finish(&judges) == ["a PX 1: 1"])
        }

        @Test func aSessionThatBeginsAgainIsJudgedOnce() throws {
            var judges = ExportJudges(of: "s")
            for number in 1...2 as ClosedRange<Int64> {
                try judges.read(Self.ping(number), Self.group("a", "PX", ""), session: "one", isBeginning: true)
            }
            #expect(try Self.finish(&judges) == ["a PX : 1"])
        }

        @Test func theSessionThatWaitsLongestIsJudgedWhereTooManyDo() throws {
            var judges = ExportJudges(of: "s")
            let waits = Self.group("a", "PX", "")
            for number in 0...Int64(ExportJudges.limit) {
                try judges.read(Self.ping(number + 1), waits, session: "\(number)", isBeginning: true)
            }
            for session in ["0", "1"] {
                try judges.read(Self.ping(1), Self.group("b", "PX", session), session: session, isBeginning: false)
            }
            #expect(
                try Self.finish(&judges) == ["a PX : \(ExportJudges.limit)", "b PX 0: 1", "b PX 1: 2"]
            )
        }

        // MARK: - Sources

        private func sources(_ path: String) throws -> [String] {
            try ExportSource.all(at: path).map { "\($0)".replacing(folder.url.path, with: "~") }
        }

        @Test func aFolderIsOneOfAnAppOrOfSessions() throws {
            let path = folder.url.path
            let empty = #expect(throws: FileFailure.self) { try sources(path) }
            #expect(
                empty?.description == "cannot export \(path): the folder has neither the queue of an app "
                    + "(pings….sqlite) nor session files (….jsonl)"
            )
            for name in ["b.jsonl", "a.jsonl", "c.json"] { try folder.write("{}", to: name) }
            #expect(try sources(path) == ["session(\"~/a.jsonl\")", "session(\"~/b.jsonl\")"])
            #expect(try sources(folder.file("c.json").path) == ["session(\"~/c.json\")"])
            // The queue of an app of another version, and a collector's file that is named like a queue.
            try folder.write("", to: "pings.2.sqlite")
            #expect(try sources(path) == ["queue(\"~\")"])
            let database = folder.file("pings.sqlite")
            do { _ = try Collector(file: database) }
            #expect(try sources(path) == ["collector(\"~/pings.sqlite\")"])
            #expect(try sources(database.path) == ["collector(\"~/pings.sqlite\")"])
            let gone = folder.file("gone").path
            let failure = #expect(throws: FileFailure.self) { try sources(gone) }
            #expect(failure?.description == "cannot read \(gone): there is no such file or folder")
        }

        @Test func whatIsDamagedInAQueueIsLeftOutAndSaid() throws {
            let app = try QueuedApp(aside: 1)
            let database = try RawDatabase(app.folder.file("pings.sqlite"))
            try database.run("UPDATE hit SET id = 'abcd' || row, created = row * 1000000, checksum = NULL")
            try database.run("UPDATE set_aside SET id = 'efgh', created = 5000000, checksum = NULL")
            try database.run("UPDATE hit SET payload = 'x' WHERE row = 1")
            func read(_ range: Range<Int64>) throws -> (pings: [ExportPing], remarks: [String]) {
                var pings: [ExportPing] = []
                var remarks: [String] = []
                try ExportSource.queue(app.path).forEachPing(in: range, remark: { remarks.append($0) }) {
                    pings.append($0)
                }
                return (pings, remarks)
            }
            let (pings, remarks) = try read(0..<Int64.max)
            #expect(remarks == ["\(app.path): the ping abcd1 is damaged; left out."])
            let second = try JSONObject(
                jsonText: try #require(try database.run("SELECT payload FROM hit WHERE row = 2").first)
            )
            let third = try JSONObject(jsonText: try #require(try database.run("SELECT payload FROM set_aside").first))
            #expect(
                pings == [
                    ExportPing(
                        source: "pings.sqlite",
                        number: 2,
                        id: "abcd2",
                        time: 2_000,
                        lastTime: 2_000,
                        state: .waiting,
                        method: "GET",
                        address: second["url"]?.stringValue ?? ""
                    ),
                    ExportPing(
                        source: "pings.sqlite",
                        number: 3,
                        id: "efgh",
                        time: 5_000,
                        lastTime: 5_000,
                        state: .setAside,
                        reason: QueuedApp.reason,
                        method: "GET",
                        address: third["url"]?.stringValue ?? ""
                    ),
                ]
            )
            #expect(try read(2_000..<5_000).pings.map(\.number) == [2])
            #expect(try read(2_001..<5_001).pings.map(\.number) == [3])
        }

        // MARK: - Times and secrets

        @Test(
            arguments: [
                (0, "1970-01-01T00:00:00.000Z"), (-1, "1970-01-01T00:00:00.000Z"),
                (3_661_007, "1970-01-01T01:01:01.007Z"),
                (86_399_999, "1970-01-01T23:59:59.999Z"), (86_400_000, "1970-01-02T00:00:00.000Z"),
                (1_772_481_600_120, "2026-03-02T20:00:00.120Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
                (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (.max, "9999-12-31T23:59:59.999Z"),
            ] as [(Int64, String)]
        )
        func aTimeIsATextInUTC(_ milliseconds: Int64, _ text: String) {
            #expect(ExportTime.text(milliseconds) == text)
            #expect(ExportTime.day(milliseconds) == text.prefix(10))
        }

        @Test(
            arguments: [
                ("1970-01-01", 0), ("1970-01-02", 86_400_000), ("2026-03-02", 1_772_409_600_000),
                ("9999-12-31", 253_402_214_400_000), ("1969-12-31", nil), ("2026-02-30", nil), ("2026-3-2", nil),
                ("20260302", nil), ("2026-03-02 ", nil), ("2026-03-0x", nil), ("", nil),
            ] as [(String, Int64?)]
        )
        func aDayHasABeginning(_ day: String, _ start: Int64?) {
            #expect(ExportTime.start(of: day) == start)
            if let start { #expect(ExportTime.end(ofDayAt: start) == start + 86_400_000) }
        }

        @Test func aSecretHasSixteenBytesAtLeast() throws {
            let file = try folder.write("0123456789abcde", to: "salt").path
            let failure = #expect(throws: FileFailure.self) { try ExportSalt.value(file) }
            #expect(
                failure?.description == "cannot use \(file): it has 15 bytes; a secret of at least 16 was expected, "
                    + "such as that of \"openssl rand -hex 32\""
            )
            try folder.write("0123456789abcdef", to: "salt")
            // The first eight bytes of the secret's SHA-256.
            #expect(try ExportSalt.value(file) == 0x9F9F_5111_F7B2_7A78)
            #expect(try ExportSalt.value(nil) != ExportSalt.value(nil))
        }

        // MARK: - Credit

        /// The credit and the seconds of pings, and the minutes and seconds of their rows.
        @Test(
            .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
            arguments: [
                ("cr=4_00_99_D1_300&c27=cln%2C284", [1, 300, 284], [5, 284]),
                ("cr=4_00_99_V0_59&c27=cln%2C0", [0, 59, 0], nil),
                ("cr=4_00_99_I0_60&c27=cln%2C0", [0, 60, 0], [1, 0]),
                ("cr=4_00_99_S12_0&c27=1", [12, 0, 1], [0, 1]), ("cr=Q2_119", [2, 119, nil], [1, 0]),
                ("cr=4_00_99_X1_300", [nil, nil, nil], nil), ("cr=D1", [nil, nil, nil], nil),
                ("cr=D1x_300", [nil, nil, nil], nil), ("cr=D1_315360000", [1, 315_360_000, nil], [5_256_000, 0]),
                ("cr=D1_315360001", [nil, nil, nil], nil), ("cr=D1_-60&c27=-1", [nil, nil, nil], nil),
                ("", [nil, nil, nil], nil),
            ] as [(String, [Int64?], [Int64]?)]
        )
        func whatAPingCreditsIsARow(_ parameters: String, _ ping: [Int64?], _ credit: [Int64]?) throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a", "&" + parameters)])
            #expect(try export.export(database.path, "--table", "pings,credit").code == 0)
            let row = try #require(try export.rows("pings").first)
            #expect(["segment", "credited_seconds", "played_seconds"].map { row[$0]?.intValue } == ping)
            let rows = try export.rows("credit").map { row in
                ["minutes", "played_seconds"].map { row[$0]?.intValue }
            }
            #expect(rows == (credit.map { [$0.map { Int64?.some($0) }] } ?? []))
        }

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func anExportIsSummedUpForPrograms() throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a"), ExportedFolder.ping("b", app: "PY")])
            let run = try export.export(database.path, "--app", "PY", "--table", "pings,credit", "--json")
            #expect(run.code == 0 && run.error.isEmpty)
            #expect(
                try JSONObject(jsonText: run.output) == [
                    "kind": "summary", "schema": "launchhub/1", "folder": .string(export.lake.path), "files": 2,
                    "rows": ["pings": 1, "credit": 1, "verdicts": 0, "cases": 0, "findings": 0],
                ]
            )
            let none = try export.export(database.path, "--app", "PZ")
            #expect(none.output == "\(export.lake.path): 0 files, no rows.\n")
            let one = try export.export(database.path, "--app", "PX", "--table", "pings")
            #expect(one.output == "\(export.lake.path): 1 file, rows: 1 of pings.\n")
        }
    }
#endif
