// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubCommandLine
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// Which files are certified, and the verdict on several of them.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct CertifiedFilesTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static let good = #"{"t":0,"call":"play"}"# + "\n"
        /// Nothing of the published cases is in it.
        private static let idle =
            #"{"schema":"launch-hub-session","version":2}"# + "\n" + #"{"kind":"advance","t":1}"# + "\n"

        private func lines(_ words: [String], code: Int32, input: String = "") throws -> [JSONObject] {
            try Executable.objects(["certify"] + words, code: code, input: input)
        }

        // MARK: - Files

        @Test func filesOfFoldersStandWhereTheirFolderIsNamed() throws {
            for name in ["f/b.jsonl", "f/a.jsonl", "f/c.json", "f/g/d.jsonl", "z.jsonl"] {
                try folder.write("", to: name)
            }
            let (inner, file) = (folder.file("f").path, folder.file("z.jsonl").path)
            let found = [inner + "/a.jsonl", inner + "/b.jsonl"]
            #expect(try CertifiedFiles.all(in: [file, inner, "-", "gone"]) == [file] + found + ["-", "gone"])
            #expect(try CertifiedFiles.all(in: [inner + "/"]) == found)
            #expect(try CertifiedFiles.all(in: ["-"]) == ["-"])
            #expect(try CertifiedFiles.all(in: []) == [])
        }

        @Test func standardInputIsJudgedByItsDash() throws {
            let named = try lines(["-"], code: 0, input: Self.good)
            #expect(named.last == ["kind": "verdict", "verdict": "pass"])
            #expect(try lines([], code: 0, input: Self.good) == named)
        }

        // MARK: - Verdicts

        @Test(
            arguments: [
                (["good"], "pass", 0), (["idle"], "undecidable", 0), (["idle", "idle"], "undecidable", 0),
                (["idle", "good"], "pass", 0), (["good", "empty"], "undecidable", 2),
                (["empty", "good", "good"], "undecidable", 2), (["empty"], "undecidable", 2),
                (["bad", "empty"], "fail", 1), (["bad", "idle"], "fail", 1),
            ] as [([String], String, Int32)]
        )
        func theVerdictIsThatOfAllFiles(_ names: [String], _ verdict: String, _ code: Int32) throws {
            let texts = ["good": Self.good, "idle": Self.idle, "empty": "\n", "bad": "x\n"]
            let own = ["good": "pass", "idle": "undecidable", "empty": "undecidable", "bad": "fail"]
            var files: [String] = []
            for (index, name) in names.enumerated() {
                files.append(try folder.write(texts[name] ?? "", to: "\(index).jsonl").path)
            }
            let verdicts = try lines(files, code: code).filter { $0["kind"] == "verdict" }
            let each = zip(files, names).map { file, name -> JSONObject in
                ["kind": "verdict", "verdict": .string(own[name] ?? ""), "file": .string(file)]
            }
            #expect(verdicts == (names.count > 1 ? each : []) + [["kind": "verdict", "verdict": .string(verdict)]])
        }

        // MARK: - Rules

        @Test func aFamilyOfRulesIsWantedByItsName() throws {
            let log = #"{"t":0,"call":"loadMetadata","args":[{"type":"content","assetid":"x"}]}"# + "\n"
            func rules(_ wanted: String) throws -> Set<String> {
                let run = try Executable.run(["certify", "--json", "--rule", wanted], input: log)
                let found = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
                    .filter { $0["kind"] == "finding" }.compactMap { $0["rule"]?.stringValue }
                #expect(run.code == (found.isEmpty ? 0 : 1))
                return Set(found)
            }
            let family = try rules("META_MISSING_x")
            #expect(family.count > 3 && family.allSatisfy { $0.hasPrefix("META_MISSING_") })
            #expect(try rules("META_MISSING_TITLE") == ["META_MISSING_TITLE"])
            #expect(try rules(" play_missing, META_MISSING_X").subtracting(["PLAY_MISSING"]) == family)
            #expect(try rules("STOP_ON_BUFFERING") == [])
        }

        // MARK: - Databases

        /// The place of a ping in the database of a collector is counted from one.
        @Test func aPingOfADatabaseIsNamedByItsPlace() throws {
            let database = folder.file("pings.sqlite")
            do {
                let collector = try Collector(file: database)
                for query in ["prd=dcr&n=1", "prd=dcr&c13=asid,no", "prd=dcr&n=3"] {
                    try collector.receive(ServerRequest("GET", try RequestTarget("/cgi-bin/gn?" + query)))
                }
            }
            let lines = try lines([database.path], code: 0)
            let result = lines.first { $0["id"] == "pre-check-appid" }
            #expect(result?["verdict"] == "fail")
            #expect(result?["reason"]?.stringValue?.contains(" in ping 2: the appid is \"no\"") == true)
            #expect(try CertifyRun(database.path, rules: []).judge { _ in }.lines == 3)
        }
    }
#endif
