// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import NielsenAppApi

/// The bounds of what pages send and of what logs show, from both sides.
struct BridgeLimitTests {
    private static func nested(_ levels: Int, _ inner: Any = 1) -> Any {
        var value = inner
        for level in 0..<levels {
            let list: [Any] = [value]
            let object: [String: Any] = ["a": value]
            value = level.isMultiple(of: 2) ? list as Any : object as Any
        }
        return value
    }

    // MARK: - Depth and size

    @Test(arguments: [(0, 0, false), (1, 0, true), (1, 1, false), (2, 1, true), (64, 64, false), (65, 64, true)])
    func nestingIsAllowedUpToItsLimit(_ levels: Int, _ limit: Int, _ isDeeper: Bool) {
        #expect(BridgeDepth.isNested(Self.nested(levels), deeperThan: limit) == isDeeper)
        // What is deep may be anywhere.
        let beside: [Any] = ["first", Self.nested(levels)]
        #expect(BridgeDepth.isNested(beside, deeperThan: limit + 1) == isDeeper)
        let members: [AnyHashable: Any] = ["first": 1, 7: Self.nested(levels)]
        #expect(BridgeDepth.isNested(members, deeperThan: limit + 1) == isDeeper)
    }

    @Test(arguments: [
        (0, 0, false), (1, 1, false), (1, 0, true), (1_000, 1_000, false), (1_001, 1_000, true),
    ])
    func valuesAreCountedUpToTheirLimit(_ count: Int, _ limit: Int, _ isLarger: Bool) {
        let list: [Any] = Array(repeating: 1, count: count)
        #expect(BridgeDepth.isLarger(list, than: limit) == isLarger)
        let members: [String: Any] = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", 1) })
        #expect(BridgeDepth.isLarger(members, than: limit) == isLarger)
        #expect(BridgeDepth.isLarger(NSArray(array: list), than: limit) == isLarger)
        // A list in a list is one more.
        let outer: [Any] = [list]
        #expect(BridgeDepth.isLarger(outer, than: limit + 1) == isLarger)
        let object: [String: Any] = ["a": list]
        #expect(BridgeDepth.isLarger(object, than: limit + 1) == isLarger)
    }

    @Test func valuesOfAllPartsCountTogether() {
        let parts: [Any] = [[1, 2], ["a": 3], [4]]
        #expect(!BridgeDepth.isLarger(parts, than: 7))
        #expect(BridgeDepth.isLarger(parts, than: 6))
        #expect(!BridgeDepth.isLarger("text", than: 0))
    }

    /// Deeper than messages are read nothing is counted.
    @Test(arguments: [(64, true), (65, false)])
    func valuesAreCountedAsDeepAsMessagesAreRead(_ levels: Int, _ isCounted: Bool) {
        let inner: [Any] = Array(repeating: 1, count: 1_000)
        let value = Self.nested(levels, inner)
        #expect(BridgeDepth.isLarger(value, than: 500) == isCounted)
    }

    @Test(
        arguments: [
            ("[[1]]", 2, false), ("[[1]]", 1, true), ("{\"a\":{}}", 1, true), ("[],[],[]", 1, false),
            ("\"[[[[\"", 0, false), (#""\"[[""#, 0, false), (#"["\\"]]"#, 1, false), (#"["\\",["#, 1, true),
            ("]]][", 1, false),
            ("", 0, false), ("[", 0, true),
        ] as [(String, Int, Bool)]
    )
    func bracketsOfATextAreCountedOutsideOfStrings(_ text: String, _ limit: Int, _ isDeeper: Bool) {
        #expect(BridgeText.isNested(text, deeperThan: limit) == isDeeper)
    }

    @Test(arguments: [(159, false), (160, false), (161, true)])
    func textIsShownUpToItsLimit(_ count: Int, _ isCut: Bool) {
        let text = String(repeating: "x", count: count)
        #expect(BridgeText.shown(text) == (isCut ? text.prefix(160) + "..." : text))
    }

    @Test func anExcerptHasTheBeginningOfEverything() {
        #expect(BridgeText.excerpt(of: ["b": 1, "a": [true, .null, 1.5, "x"]]) == #"{"a":[true,null,1.5,"x"],"b":1}"#)
        let long = BridgeText.excerpt(of: .array(JSONArray((0..<1_000).map { .int($0) })))
        #expect(long.hasPrefix("[0,1,2,3,"))
        #expect(long.hasSuffix("..."))
        #expect(long.count == 163)
        let text = BridgeText.excerpt(of: .string(String(repeating: "y", count: 500)))
        #expect(text == "\"" + String(repeating: "y", count: 159) + "...")
        var members = JSONObject()
        for number in 0..<161 { members["k\(1_000 + number)"] = 1 }
        #expect(BridgeText.excerpt(of: .object(members)).hasPrefix(#"{"k1000":1,"k1001":1,"#))
    }

    // MARK: - Calls in logs

    @Test(arguments: [(64, ""), (65, ", and 1 more"), (164, ", and 100 more")])
    func aListIsShownByItsFirstElements(_ count: Int, _ rest: String) {
        let list: [Any] = Array(repeating: 1, count: count)
        let shown = Array(repeating: "1", count: min(count, 64)).joined(separator: ", ")
        #expect(CallText.text("play", list) == "play [\(shown)\(rest)]")
        let members: [String: Any] = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\(1_000 + $0)", "v") })
        let pairs = (0..<min(count, 64)).map { "k\(1_000 + $0): \"v\"" }.joined(separator: ", ")
        #expect(CallText.text("play", members) == "play {\(pairs)\(rest)}")
    }

    @Test func threeLevelsAreShown() {
        let value: [String: Any] = ["a": ["b": ["c": ["d": 1]]], "l": [[[1]]]]
        #expect(CallText.text("play", value) == "play {a: {b: {c: {...}}}, l: [[[...]]]}")
        #expect(CallText.text("play", value as [AnyHashable: Any]) == "play {a: {b: {c: {...}}}, l: [[[...]]]}")
        let json: JSONObject = ["a": ["b": ["c": ["d": 1]]], "n": .null, "t": true, "f": 1.5]
        #expect(CallText.text("play", json) == "play {a: {b: {c: {...}}}, f: 1.5, n: null, t: true}")
    }

    @Test func longValuesAreCut() {
        let letters = String(repeating: "x", count: 301)
        #expect(CallText.text("play", ["a": letters]) == "play {a: \"\(letters.prefix(297))...\"}")
        #expect(CallText.text("play", ["a": String(letters.dropLast())]) == "play {a: \"\(letters.dropLast())\"}")
        let long = String(repeating: "y", count: 2_001)
        #expect(CallText.text("sendID3", long) == "sendID3 \"\(long.prefix(1_997))...\"")
        #expect(CallText.text("sendID3", String(long.dropLast())) == "sendID3 \"\(long.dropLast())\"")
        #expect(CallText.text("stop", nil) == "stop")
        let nothing: Any? = nil
        let text = CallText.text("play", ["a": nothing as Any])
        #expect(text.hasPrefix("play {a: "))
    }
}
