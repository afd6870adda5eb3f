// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Places of values that lie as deep as a text may be nested.
struct SourcePlaceTests {
    private func places(_ text: String, depth: Int, _ paths: [[JSONSourceText.Step]]) throws -> [String] {
        let source = try JSONSourceText(Array(text.utf8), maximumDepth: depth)
        return source.places(of: paths).map { "\($0.line):\($0.column)" }
    }

    @Test func theDeepestValueHasItsPlace() throws {
        let ways: [[JSONSourceText.Step]] = [
            [.element(0)], [.element(0), .element(0)], [.element(0), .element(0), .element(0)], [.element(1)],
        ]
        #expect(try places("[[[7]],8]", depth: 3, ways) == ["1:2", "1:3", "1:4", "1:8"])
        #expect(throws: JSONFault.self) { try places("[[[7]],8]", depth: 2, ways) }
        let names: [[JSONSourceText.Step]] = [
            [.member("a"), .member("b"), .member("c")], [.member("a"), .member("b"), .member("x")], [.member("d")],
        ]
        let text = "{\"a\":\n{\"b\":\n {\"c\":1}},\n  \"d\": 2}"
        #expect(try places(text, depth: 3, names) == ["3:7", "3:2", "4:8"])
    }

    /// What nobody asks for is passed over, as deep as it is.
    @Test func whatIsNotAskedForIsPassedOver() throws {
        let text = "[[[1],[2]],{\"a\":[3]},\n4]"
        #expect(try places(text, depth: 3, [[.element(2)]]) == ["2:1"])
        #expect(try places(text, depth: 3, [[.element(1), .member("a"), .element(0)]]) == ["1:18"])
    }

    /// Space may stand on both sides of each sign.
    @Test func spaceStandsAnywhere() throws {
        let ways: [[JSONSourceText.Step]] = [
            [.member("a"), .member("x")], [.member("b")], [.member("c"), .element(1)], [.member("d")],
        ]
        let text = "{ \"a\" : { \"x\" : 1 } , \"b\" : 2 , \"c\" : [ 3 , 4 ] , \"d\" : 5 }"
        #expect(try places(text, depth: 3, ways) == ["1:17", "1:29", "1:45", "1:57"])
    }
}
