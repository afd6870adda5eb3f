// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What is wrong with one key of an event's metadata is said once.
@Suite struct EventPartTests {
    private static let content: JSONObject = [
        "type": "content", "assetid": "a", "program": "p", "title": "t S01E02", "length": "60",
        "airdate": "20220321 10:05:00", "isfullepisode": "y", "adloadtype": "2",
    ]

    private func rules(_ part: String, _ metadata: JSONObject) -> [String] {
        let event: JSONObject = [
            "event": "playhead", "type": .string(part), "playheadPosition": "1",
            "metadata": .object(["content": .object(Self.content), part: .object(metadata)]),
        ]
        return NielsenValidator.validate(.event, .object(event)).map { "\($0.rule) \($0.key ?? "")" }
    }

    @Test func aPartWithoutFaultsHasNoFindings() {
        #expect(rules("content", Self.content) == [])
    }

    /// A value that is no text is there all the same: it is not missing too.
    @Test(arguments: ["title", "program", "assetid", "length"])
    func aValueThatIsNoTextIsNotCalledMissing(_ key: String) {
        var content = Self.content
        content[key] = [1]
        let found = rules("content", content)
        #expect(found.count == 1 && found[0].hasSuffix(" metadata.content.\(key)"), "\(found)")
        content[key] = nil
        let missing = rules("content", content)
        #expect(missing.count == 1 && missing != found, "\(missing)")
    }
}
