// SPDX-License-Identifier: Apache-2.0

import LaunchHubCertification
import NielsenAppApi
import Testing

/// The lines of a recording that no rule is about.
struct SessionLinesTests {
    private static let header = #"{"schema":"launch-hub-session","version":2,"revision":1}"#
    private static let play = [
        #"{"kind":"call","t":0,"instance":"sdk-1","name":"playheadPosition","args":[-5]}"#,
        #"{"kind":"call","t":1000,"instance":"sdk-1","name":"stop"}"#,
    ]

    @Test func linesThatNoRuleIsAboutChangeNothing() {
        let others = [
            "event", "delivery", "outcome", "overrun", "state", "extension", "rules", "record", "credit", "remark",
            "answer", "clock",
        ].map { #"{"kind":"\#($0)","t":0,"name":"stop","number":1}"# }
        let without = Judgement(([Self.header] + Self.play).map { $0 + "\n" }.joined())
        let with = Judgement(
            ([Self.header] + others + [Self.play[0]] + others + [Self.play[1]]).map { $0 + "\r\n" }.joined()
        )
        #expect(without.findings.isEmpty == false)
        #expect(with.findings.map(\.rule) == without.findings.map(\.rule))
        #expect(with.verdict == without.verdict)
    }

    @Test func aLineThatIsCutOffIsAFinding() {
        let judged = Judgement(
            [Self.header, #"{"kind":"event","t":0,"name":"sto"#, Self.play[1]].map { $0 + "\n" }.joined()
        )
        #expect(judged.findings.map(\.rule).contains("LINE_NOT_JSON"))
    }
}
