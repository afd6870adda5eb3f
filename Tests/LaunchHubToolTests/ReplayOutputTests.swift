// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// What `launchhub replay` and `launchhub explain` say of recordings that are as they were, and of changed ones.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ReplayOutputTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A recording in which so many results have another code.
        private func recording(_ session: Session, changes: Int) throws -> String {
            var lines = SessionFile.text(of: session).components(separatedBy: "\n")
            let places = lines.indices.filter { lines[$0].contains(#""code":5001"#) }
            try #require(places.count >= changes)
            for place in places.prefix(changes) {
                lines[place] = lines[place].replacing(#""code":5001"#, with: #""code":5011"#)
            }
            return try folder.write(lines.joined(separator: "\n"), to: "session.jsonl").path
        }

        @Test(arguments: SessionFlow.allCases, SessionFlow.allCases)
        func whatCameAgainIsCounted(_ recorded: SessionFlow, _ played: SessionFlow) async throws {
            let session = try await Sessions.channel("Front page", recorded)
            let file = try recording(session, changes: 0)
            let options = played == recorded ? [] : ["--flow", played.rawValue]
            let run = try Executable.run(["replay", file] + options)
            #expect(run.code == 0 && run.error.isEmpty)
            let begin = "Front page: the same through \(played.title): \(session.steps.count) steps, "
            #expect(run.output.hasPrefix(begin) && run.output.hasSuffix(".\n"), "\(run.output)")
            let summary: JSONObject = [
                "kind": "summary", "findings": 0, "flow": .string(played.rawValue),
                "steps": .int(Int64(session.steps.count)), "records": .int(Int64(session.records.count)),
                "pings": .int(Int64(session.pings.count)), "notices": .int(Int64(session.notices.count)),
            ]
            #expect(try Executable.objects(["replay", file] + options) == [summary])
        }

        @Test(arguments: [(1, "1 finding"), (2, "2 findings")])
        func differencesAreCountedInTheSingularToo(_ changes: Int, _ says: String) async throws {
            let file = try recording(try await Sessions.channel("Front page", .events), changes: changes)
            let run = try Executable.run(["replay", file])
            #expect(run.code == 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == changes + 1)
            #expect(lines.dropLast().allSatisfy { $0.hasSuffix(": result, code: recorded 5011, came 5001") })
            #expect(lines.last?.hasPrefix("Front page: \(says) through hub events, in ") == true)
            let objects = try Executable.objects(["replay", file], code: 1)
            #expect(objects.count == changes + 1)
            #expect(objects.last?["findings"] == .int(Int64(changes)))
        }

        @Test(
            arguments: [(0, nil), (1, "1 place"), (2, "2 places")] as [(Int, String?)]
        )
        func whoAsksWhyIsToldWhereTheAnswerIsOfAnotherSession(_ changes: Int, _ places: String?) async throws {
            let file = try recording(try await Sessions.channel("Front page", .events), changes: changes)
            let run = try Executable.run(["explain", file])
            #expect(run.code == 0)
            let remark = places.map {
                "launchhub: playing it again differs from the recording in \($0); see launchhub replay.\n"
            }
            #expect(run.error == remark ?? "")
        }

        /// The numbers of views are taken as they stand, and of one view only its own lines are written.
        @Test func aViewIsExplainedAlone() async throws {
            let file = try recording(try await Sessions.channel("Episode with ads", .events), changes: 0)
            let all = try Executable.objects(["explain", file])
            let one = try Executable.objects(["explain", file, "--view", "2"])
            #expect(one.count < all.count)
            for kind in ["view", "segment", "stretch"] {
                let own = one.filter { $0["kind"] == .string(kind) }
                #expect(!own.isEmpty && own.allSatisfy { $0["view"] == 2 })
                #expect(own.count == all.count { $0["kind"] == .string(kind) && $0["view"] == 2 })
            }
            #expect(one.last?["views"] == .int(Int64(one.count { $0["kind"] == "view" })))
            #expect(one.last?["pings"] == .int(Int64(one.count { $0["kind"] == "ping" })))
            #expect(one.last?["remarks"] == all.last?["remarks"] && one.last?["differences"] == 0)
        }
    }
#endif
