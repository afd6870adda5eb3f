// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Places of values in a text, for messages that name line and column.
struct SourcePlaceTests {
    @Test func placesOfValuesAreFoundInAText() throws {
        let source = try JSONSourceText(Array("{\n \"a\": [1,\n  {\"b\": true}],\n\"c\":{} }".utf8))
        func place(_ steps: JSONSourceText.Step...) -> String {
            source.places(of: [steps]).map { "\($0.line):\($0.column)" }.joined()
        }
        #expect(place() == "1:1")
        #expect(place(.member("a")) == "2:7")
        #expect(place(.member("a"), .element(0)) == "2:8")
        #expect(place(.member("a"), .element(1)) == "3:3")
        #expect(place(.member("a"), .element(1), .member("b")) == "3:9")
        #expect(place(.member("c")) == "4:5")
        // Of a way that does not lead on, the last value that there is.
        #expect(place(.member("a"), .element(2)) == "2:7")
        #expect(place(.member("c"), .member("x")) == "4:5")
        #expect(place(.member("x")) == "1:1")
        #expect(place(.element(0)) == "1:1")
        #expect(
            source.places(of: [[.member("c")], [], [.member("a"), .element(1)]]).map(\.line) == [4, 1, 3]
        )
    }
}
