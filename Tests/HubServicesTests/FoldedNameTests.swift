// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Names compare without regard to case, whatever they are written in.
struct FoldedNameTests {
    @Test(arguments: [
        ("com.Example.Type", "COM.EXAMPLE.tYPE"), ("", ""), ("a", "A"), ("@[`{", "@[`{"), ("Straße", "STRAßE"),
        ("ÄPFEL.und.Birnen", "äpfel.UND.birnen"), ("kelvin", "\u{212A}elvin"), ("eight888", "EIGHT888"),
        ("exactly-sixteen!", "EXACTLY-SIXTEEN!"),
    ])
    func namesThatDifferInCaseAreEqualAndHaveOneHash(_ left: String, _ right: String) {
        let (first, second) = (FoldedName(left), FoldedName(right))
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(first.spelling == left)
    }

    @Test func namesThatDifferAreTold() {
        let names = [
            "a", "b", "ab", "ba", "a@", "a`", "A[", "a{", "eight888", "eight889", "exactly-sixteen!", "x\u{0}",
        ]
        for (place, name) in names.enumerated() {
            for other in names[(place + 1)...] {
                #expect(FoldedName(name) != FoldedName(other), "\(name) \(other)")
                #expect(FoldedName(name).hashValue != FoldedName(other).hashValue, "\(name) \(other)")
            }
        }
    }
}
