// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubTool

/// Values at the edges of what is read on and what is given up.
struct InputEdgeTests {
    private static func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
    }

    /// A value that is one level too deep is read to its end, and what stands behind it is read too; one that is deeper
    /// costs its line.
    @Test(arguments: [(65, ["1:69 tooDeep", "1:136 7", "2:1 8"]), (66, ["1:69 tooDeep", "2:1 8"])])
    func aValueThatIsTooDeepEndsWhereItIsKnownToBe(_ levels: Int, _ found: [String]) throws {
        #expect(try InputValues.found(in: "{\"a\":\(Self.nested(levels))} 7\n8") == found)
    }

    /// An escape that is none ends with its text, unless the line ends there.
    @Test(
        arguments: [
            ("{\"a\":\"\\ \"} 7\n8", ["1:8 notJSON", "1:12 7", "2:1 8"]),
            ("{\"a\":\"\\\u{1F}\"} 7\n8", ["1:8 notJSON", "2:1 8"]),
            ("{\"a\":\"b c\"} 7\n8", ["1:1 {\"a\":\"b c\"}", "1:13 7", "2:1 8"]),
            ("{\"a\":\"b\u{1F}c\"} 7\n8", ["1:8 notJSON", "2:1 8"]),
        ] as [(String, [String])]
    )
    func whatIsEscapedBelongsToItsText(_ text: String, _ found: [String]) throws {
        #expect(try InputValues.found(in: text) == found)
    }

    /// A bracket that is not indented less than the element is one of the element.
    @Test func theEndOfAnArrayStandsBeforeItsElements() throws {
        #expect(try InputValues.found(in: "[\n{\"a\" [\n:\n]\n},\n{\"b\":2}\n]") == ["2:6 notJSON", "6:1 {\"b\":2}"])
        #expect(
            try InputValues.found(in: "[\n {\"a\" [\n  :\n ]\n },\n {\"b\":2}\n]\n7") == [
                "2:7 notJSON", "6:2 {\"b\":2}", "8:1 7",
            ]
        )
        #expect(try InputValues.found(in: "[\n {\"a\" [\n  :\n]\n7") == ["2:7 notJSON", "5:1 7"])
    }

    /// A text that its line ends is not said to go on into the next one.
    @Test func aTextEndsWithItsLine() throws {
        let said =
            "1:3 the text is not well-formed JSON: column 3: a double quote at the end of the string was expected, "
            + "but the text ends"
        #expect(try InputValues.found(in: "\"x\n7", sentences: true) == [said, "2:1 7"])
        #expect(try InputValues.found(in: "\"x", sentences: true) == [said])
    }

    /// The longest line that a piece of the file ends in, and one that the next piece begins.
    @Test(arguments: [65_535, 65_536, 65_537])
    func valuesBehindAReleaseHaveTheirColumns(_ count: Int) throws {
        let text = String(repeating: " ", count: count) + "1 2 {\"a\" 3}\n4"
        #expect(
            try InputValues.found(in: text) == [
                "1:\(count + 1) 1", "1:\(count + 3) 2", "1:\(count + 10) notJSON", "2:1 4",
            ]
        )
    }
}
