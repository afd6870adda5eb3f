// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchRules
import Testing

@Suite struct RuleHistoryContentTests {
    @Test func leavesHavePathsAndTexts() {
        let content = RuleHistoryContent([
            "show": ["id": 9, "live": true], "tags": ["a", "", "b"], "none": nil, "rate": 0.5, "whole": 2.0,
        ])
        #expect(
            content.pairs.map { "\($0.path)=\($0.text)" }
                == ["rate=0.5", "show.id=9", "show.live=true", "tags.0=a", "tags.2=b", "whole=2"]
        )
    }

    @Test func aMaskKeepsWhatItNames() {
        let data: JSONObject = ["a": 1, "b": ["c": 2]]
        #expect(RuleHistoryContent(data, mask: ["b.c", "x"]).pairs.map(\.path) == ["b.c"])
        #expect(RuleHistoryContent(data, mask: []).isEmpty)
    }

    @Test func keysTellPairsApart() throws {
        func key(_ data: JSONObject) -> RuleHistoryKey? { RuleHistoryKey(RuleHistoryContent(data)) }
        #expect(key(["a": "1", "b": "2"]) == key(["b": 2, "a": 1]))
        #expect(key(["a": "1", "b": "2"]) != key(["a": "1b:2"]))
        #expect(key(["a": "X"]) != key(["a": "x"]))
        #expect(key(["a": ""]) == nil)
    }
}
