// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

struct RulesTests {
    @Test func theArchiveThatIsPublishedIsChecked() async throws {
        // One stored entry, rules.json, with {"rules":[]}; then the same with its first byte of content changed.
        let stored =
            "UEsDBBQAAAAAAAAAIQANJNYODAAAAAwAAAAKAAAAcnVsZXMuanNvbnsicnVsZXMiOltdfVBLAQIUABQAAAAAAAAAIQANJNYODAAAAAwAAAAKAAAA"
            + "AAAAAAAAAACAAQAAAABydWxlcy5qc29uUEsFBgAAAAABAAEAOAAAADQAAAAAAA=="
        var archive = try #require(Data(base64Encoded: stored))
        let folder = try TemporaryFolder()
        let file = folder.file("rules.zip")
        try archive.write(to: file)
        let run = try await ToolRun(["rules", "check", file.path])
        #expect(run.code == 0)
        #expect(run.output == "Rules in force: 0. Refused: 0.\n")
        archive[41] ^= 1
        try archive.write(to: file)
        let damaged = try await ToolRun(["rules", "check", file.path])
        #expect(damaged.code == 2)
        #expect(damaged.error.contains("checksum of rules.json does not match"))
    }

    @Test(arguments: ["", "[]", "{\"rules\": 5}", "{\"rules\": ["])
    func whatHoldsNoRulesIsRefusedByName(_ text: String) async throws {
        let folder = try TemporaryFolder()
        let run = try await ToolRun(["rules", "check", folder.write(text, to: "rules.json").path])
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.error.contains("rules.json: the") && !run.error.contains("no such file"))
        #expect(run.error.split(separator: "\n").count == 1)
    }
}
