// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchRules
import Testing

struct EventHashTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var title: String
        var data: JSONObject
        var mask: [String]?
        var hash: UInt32

        var testDescription: String { title }
    }

    @Test(arguments: [
        Sample(title: "one member", data: ["a": "1"], hash: 3_686_612_585),
        Sample(title: "a mask", data: ["a": "1", "x": "9"], mask: ["a"], hash: 3_686_612_585),
        Sample(title: "empty text and null", data: ["a": "1", "b": "", "c": nil], hash: 3_686_612_585),
        Sample(
            title: "numbers as text",
            data: ["act": "start", "ch": 7, "pos": 12],
            mask: ["act", "ch"],
            hash: 1_982_004_501
        ),
        Sample(title: "any order", data: ["ch": "7", "act": "start"], hash: 1_982_004_501),
        Sample(title: "capitals", data: ["a": "X"], hash: 1_119_740_046),
        Sample(title: "small letters", data: ["a": "x"], hash: 582_856_238),
        Sample(title: "blanks", data: ["a": "x "], hash: 3_197_698_058),
        Sample(
            title: "nested",
            data: ["k": 5, "deep": ["t": "com.example.eventType.player"]],
            hash: 3_302_581_185
        ),
        Sample(title: "nothing", data: [:], hash: 0),
        Sample(title: "a mask of nothing", data: ["a": "1"], mask: [], hash: 0),
        Sample(title: "a mask that finds nothing", data: ["a": "1"], mask: ["b"], hash: 0),
    ])
    func hashesAreTheDocumentedOnes(sample: Sample) {
        #expect(sample.data.eventHash(mask: sample.mask) == sample.hash)
    }

    @Test func dataWithOneHashIsStillTwoThings() async throws {
        let (one, other): (JSONObject, JSONObject) = (["a": "1", "b": "2"], ["a": "1b:2"])
        #expect(one.eventHash() == other.eventHash())
        let bench = HistoryBench()
        try await bench.history.recordHistoricalEvent(one)
        let results = try await bench.history.getHistoricalEvents([.init(mask: one), .init(mask: other)])
        #expect(results.map(\.count) == [1, 0])
    }
}
