// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

/// An input in which there is nothing to judge is no good result.
struct EmptyInputTests {
    private static let header = #"{"schema":"launch-hub-session","version":2,"seed":1}"#
    private static let empty = header + "\n" + #"{"kind":"end","t":0,"steps":0}"# + "\n"
    private static let pings =
        header + "\n" + #"{"kind":"advance","n":1,"t":0}"# + "\n"
        + #"{"kind":"ping","n":1,"t":0,"ping":{"product":"dcrVideo","url":"http://127.0.0.1/cgi-bin/gn?prd=dcr"}}"#
        + "\n" + #"{"kind":"end","t":0,"steps":1}"# + "\n"

    @Test(arguments: [
        (["replay"], empty, "Standard input has no steps;"),
        (["report"], empty, "Standard input has no steps;"),
        (["explain", "-"], empty, "Standard input has no steps;"),
        (["diff", "-", "{session}"], empty, "Standard input has no steps;"),
        (["rules", "try", "{rules}", "-"], empty, "Standard input has no steps;"),
        (["replay"], pings, "Standard input has only pings, and no call to play;"),
        (["explain"], pings, "Standard input has only pings, and no call to play;"),
        (["segment"], "", "Standard input has no event;"),
        (["segment", "--json"], #"{"advance_seconds":1}"#, "Standard input has no event;"),
        (["segment", "--format", "junit"], "[]", "Standard input has no event;"),
        (["pings"], "\n", "Standard input has no ping;"),
        (["pings", "--lint", "-"], "", "Standard input has no ping;"),
        (["rules", "play"], "", "Standard input has no case to play;"),
        (["record", "--from", "{har}"], "", "has no ping;"),
        (["certify"], "", "Standard input has no call to certify;"),
        (["certify"], pings, "Standard input has no call to certify;"),
        (["certify", "{har}"], "", "has no entry to certify;"),
    ])
    func anEmptyInputIsRefusedUnlessItIsAllowed(_ words: [String], _ input: String, _ says: String) async throws {
        let folder = try TemporaryFolder()
        let session = SessionFile.text(of: try await Sessions.channel("Front page", .events))
        let files = [
            "{session}": try folder.write(session, to: "session.jsonl").path,
            "{rules}": try folder.write(#"{"version":1,"rules":[]}"#, to: "rules.json").path,
            "{har}": try folder.write(#"{"log":{"entries":[]}}"#, to: "a.har").path,
        ]
        let words = words.map { files[$0] ?? $0 }
        let run = try await ToolRun(words, input: input)
        #expect(run.code == 2, "\(run.output)")
        #expect(run.error.contains("\(says) --allow-empty accepts that."), "\(run.error)")
        #expect(try await ToolRun(["certify"], input: Self.empty).code == 2)
        #expect(try await ToolRun(words + ["--allow-empty"], input: input).code != 2)
    }
}
