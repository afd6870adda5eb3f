// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubCertification
import Testing

/// The logs in the folder beside this file, which are written for readers.
struct SampleTests {
    private func judge(_ name: String) throws -> Judgement {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Logs"))
        return Judgement(try Data(contentsOf: url))
    }

    @Test func theGoodEveningHasNoFinding() throws {
        let judged = try judge("evening")
        #expect(judged.findings == [])
        #expect(judged.verdict == .pass)
        #expect(judged.cases["dcr-video-5-pause"] == .pass)
    }

    @Test func theOtherEveningHasTwoMistakes() throws {
        let judged = try judge("evening-with-mistakes")
        #expect(judged.findings.map(\.rule) == ["PAUSE_WITHOUT_STOP", "CONTENT_NOT_RELOADED_AFTER_AD"])
        #expect(judged.findings.last?.cost == 41)
        #expect(judged.verdict == .fail)
        #expect(judged.cases["dcr-video-5-pause"] == .fail)
    }
}
