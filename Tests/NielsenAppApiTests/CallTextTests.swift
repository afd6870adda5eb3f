// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// How calls with very many arguments are shown in the log.
struct CallTextTests {
    /// Of more than a thousand members any are shown; up to a thousand they are the first by name.
    @Test(arguments: [(999, true), (1_000, true), (1_001, false)])
    func aThousandMembersAreSorted(_ count: Int, _ isFirst: Bool) {
        let members: [(String, Any)] = (1..<count).map { ("k\(10_000 + $0)", 1) } + [("a", 1)]
        let shown = (isFirst ? ["a: 1"] : []) + (1..<1_000).map { "k\(10_000 + $0): 1" }
        let text = "call {\(shown.prefix(64).joined(separator: ", ")), and \(count - 64) more}"
        #expect(CallText.text("call", members: members) == text)
    }

    @Test func nestedMembersOfACallAreShownToThreeLevels() {
        let members: [(String, Any)] = [("b", ["c": ["d": ["e": 1]]]), ("a", [[[1]]])]
        #expect(CallText.text("call", members: members) == "call {a: [[[...]]], b: {c: {d: {...}}}}")
        #expect(CallText.text("call", members: []) == "call {}")
    }

    @Test(
        arguments: [
            (.play([:]), "play {}"), (.play(["channelName": "News"]), #"play {channelName: "News"}"#),
            (.loadMetadata(["type": "content"]), #"loadMetadata {type: "content"}"#),
            (.updateOTT(["ottStatus": "0"]), #"updateOTT {ottStatus: "0"}"#),
            (.playheadPosition(-5), "playheadPosition -5"), (.sendID3("x"), #"sendID3 "x""#),
            (.userOptOut("y"), #"userOptOut "y""#), (.stop, "stop"), (.end, "end"), (.staticEnd, "staticEnd"),
        ] as [(NielsenCall, String)]
    )
    func everyCallIsShownWithItsArguments(_ call: NielsenCall, _ text: String) {
        #expect(CallText.text(call) == text)
    }
}
